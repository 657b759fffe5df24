"""A labelled set with the features of its candidates, and how well an order of them does."""
import json
from math import comb

import numpy as np

NAMES = ["scifact-train", "scifact-test", "cranfield", "spans", "qasper", "xquad", "clapnq"]
PLAIN = 7  # columns before the features


class Set:
    def __init__(self, name, sets, dumps):
        self.name = name
        meta = json.load(open(f"{sets}/{name}/gold.json"))
        self.measure, gold = meta["measure"], meta["gold"]
        order = [json.loads(line)["_id"] for line in open(f"{sets}/{name}/queries.jsonl")]
        # A question without gold only counts where that is the point.
        self.cases = [q for q in order if gold.get(q) or self.measure == "abstain"]
        self.gold = [gold.get(q, {}) for q in self.cases]
        at = {q: i for i, q in enumerate(self.cases)}
        lines = open(f"{dumps}/{name}.tsv").read().splitlines()
        self.features = lines[0].split("\t")[PLAIN:]
        rows = [line.split("\t") for line in lines[1:]]
        rows = [row for row in rows if row[0] in at]
        self.case = np.array([at[row[0]] for row in rows])
        self.document = [row[1] for row in rows]
        self.begin = np.array([int(row[2]) for row in rows])
        self.end = np.array([int(row[3]) for row in rows])
        self.kept = np.array([row[4] == "1" for row in rows])
        self.vector = np.array([int(row[5]) for row in rows])  # ranks; 0: not found by this arm
        self.lexical = np.array([int(row[6]) for row in rows])
        self.X = np.array([[float(v) for v in row[PLAIN:]] for row in rows])
        self.n = len(self.cases)
        self.first = np.searchsorted(self.case, np.arange(self.n))
        self.last = np.searchsorted(self.case, np.arange(self.n), side="right")
        self.label()

    def label(self):
        """y: 1 for a passage of a wanted document, or the share of the wanted bytes it holds."""
        self.y = np.zeros(len(self.case))
        self.pieces = {}
        for j, i in enumerate(self.case):
            gold = self.gold[i]
            if isinstance(gold, dict):
                self.y[j] = float(self.document[j] in gold)
                continue
            pieces = []
            for k, (document, begin, end) in enumerate(gold):
                low, high = max(begin, self.begin[j]), min(end, self.end[j])
                if document == self.document[j] and high > low:
                    pieces.append((k, low, high))
            self.pieces[j] = pieces
            self.y[j] = sum(h - l for _, l, h in pieces) / sum(e - b for _, b, e in gold)

    def f(self, name):
        return self.X[:, self.features.index(name)]

    def columns(self, names):
        return self.X[:, [self.features.index(n) for n in names]]

    def ranked(self, values, i, mask=None):
        rows = np.arange(self.first[i], self.last[i])
        if mask is not None:
            rows = rows[mask[rows]]
        return rows[np.lexsort((self.begin[rows], -values[rows]))]

    def score(self, values, mask=None):
        """The set's measure for each case, candidates ordered by `values`."""
        return np.array([self.judge(self.ranked(values, i, mask), self.gold[i])
                         for i in range(self.n)])

    def judge(self, rows, gold):
        if self.measure == "ndcg":
            documents = list(dict.fromkeys(self.document[j] for j in rows))[:10]
            gain = sum(gold.get(d, 0) / np.log2(r + 2) for r, d in enumerate(documents))
            ideal = sorted(gold.values(), reverse=True)[:10]
            return gain / sum(g / np.log2(r + 2) for r, g in enumerate(ideal))
        if self.measure in ("hit", "abstain"):
            return float(len(rows) > 0 and self.document[rows[0]] in gold)
        covered = {}
        for j in rows[:5 if self.measure == "bytes" else 10]:
            for k, low, high in self.pieces[j]:
                covered.setdefault(k, []).append((low, high))
        got = 0
        for spans in covered.values():
            reached = -1
            for low, high in sorted(spans):
                got += max(0, high - max(low, reached))
                reached = max(reached, high)
        share = got / sum(e - b for _, b, e in gold)
        return share if self.measure == "bytes" else float(share >= 0.5 - 1e-9)


def sign_test(a, b):
    """Cases where a is better, where b is, and the two-sided p."""
    wins, losses = int((a > b + 1e-12).sum()), int((b > a + 1e-12).sum())
    n = wins + losses
    p = 1.0 if n == 0 else min(1.0, 2 * sum(comb(n, k) for k in range(min(wins, losses) + 1)) / 2**n)
    return wins, losses, p
