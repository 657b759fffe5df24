#!/usr/bin/env python3
"""Fits the stand-in's two heads and says how they do on what they never saw.

    fit.py SETS DUMPS [WEIGHTS.h]

SETS is prepare.py's folder, DUMPS holds dump_features' files. Fitted on the cases of even number of
every set but scifact-test, which is left out whole. With WEIGHTS.h the weights are written there.
"""
import sys

import numpy as np
from scipy.optimize import minimize

from sets import NAMES, Set, sign_test

ORDER = ["cosine", "rare", "bm25_above_share", "bm25_store_share", "ordered", "codes_missing",
         "centroid"]
RELEVANCE = ["cosine", "coverage", "rare", "sentence", "window", "ordered", "codes_missing",
             "names_missing"]
# No set asks with quoted phrases: these two weights are reasoned.
BY_REASON = {"phrases_missing": -1.0}
CALIBRATED_ON = ["xquad", "clapnq"]  # where a passage that is not gold does not answer
CONSIDERED = 40  # candidates of a case that are fitted on, by the mean of cosine and bm25


def bounds(names):
    """What speaks for a passage never counts against it, and the other way round."""
    return [(None, 0) if n.endswith("_missing") else (0, None) for n in names]


def pairs(s, cases, names):
    """Differences between each gold passage and each other one, and their weights."""
    X = s.columns(names)
    first_sight = 0.5 * s.f("cosine") + 0.5 * s.f("bm25_above_share")
    rows, weights, used = [], [], 0
    for i in np.flatnonzero(cases):
        a, b = s.first[i], s.last[i]
        some = np.sort(np.argsort(-first_sight[a:b], kind="stable")[:CONSIDERED]) + a
        gold, other = some[s.y[some] > 0], some[s.y[some] == 0]
        if len(gold) == 0 or len(other) == 0:
            continue
        rows.append((X[gold][:, None, :] - X[other][None, :, :]).reshape(-1, len(names)))
        weights.append(np.repeat(s.y[gold] / s.y[gold].sum() / len(other), len(other)))
        used += 1
    return np.concatenate(rows), np.concatenate(weights) / used


def fit_order(parts, names=ORDER, l2=3e-4):
    """Pairwise logistic regression; every set weighs the same."""
    made = [pairs(s, cases, names) for s, cases in parts]
    D = np.concatenate([d for d, _ in made])
    W = np.concatenate([w for _, w in made]) / len(parts)
    scale = np.sqrt((D * D * W[:, None]).sum(0) / W.sum()) + 1e-9
    Z = D / scale

    def loss(w):
        s = Z @ w
        slope = -1 / (1 + np.exp(s))
        return (W * np.logaddexp(0, -s)).sum() + l2 * w @ w, Z.T @ (W * slope) + 2 * l2 * w

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B",
                     bounds=bounds(names))
    return found.x / scale


def tops(s, cases, order, most):
    """The best passages of each case; in XQuAD also with the gold taken out, as a question that
    the library does not answer."""
    values = s.columns(ORDER) @ order
    rows, weights, kinds = [], [], []
    for i in np.flatnonzero(cases):
        ranked = s.ranked(values, i)
        variants = [(ranked, 1.0, "answerable" if s.gold[i] else "unanswerable")]
        if s.gold[i] and s.name in CALIBRATED_ON:
            variants.append((ranked[s.y[ranked] == 0], 0.5, "gold removed"))
        for some, weight, kind in variants:
            for place, j in enumerate(some[:most]):
                rows.append(j)
                weights.append(weight / (place + 1))
                kinds.append(kind)
    return np.array(rows), np.array(weights), np.array(kinds)


def fit_relevance(parts, order, l2=1e-3):
    """Logistic regression on the three best passages of each case."""
    X, y, W = [], [], []
    for s, cases in parts:
        rows, weights, _ = tops(s, cases, order, 3)
        X.append(s.columns(RELEVANCE)[rows])
        y.append((s.y[rows] > 0.1).astype(float))
        W.append(weights / weights.sum() / len(parts))
    X, y, W = np.concatenate(X), np.concatenate(y), np.concatenate(W)
    mean, scale = X.mean(0), X.std(0) + 1e-9
    Z = np.c_[(X - mean) / scale, np.ones(len(X))]

    def loss(w):
        s = Z @ w
        p = 1 / (1 + np.exp(-s))
        bare = np.r_[w[:-1], 0]
        return ((W * (np.logaddexp(0, s) - y * s)).sum() + l2 * bare @ bare,
                Z.T @ (W * (p - y)) + 2 * l2 * bare)

    found = minimize(loss, np.zeros(Z.shape[1]), jac=True, method="L-BFGS-B",
                     bounds=bounds(RELEVANCE) + [(None, None)]).x
    w = found[:-1] / scale
    return calibrated(parts, order, w, found[-1] - w @ mean)


def calibrated(parts, order, w, offset):
    """Platt's line through the logits of the best passage of each case, which is what gate A reads;
    an answerable and an unanswerable question weigh the same, and so does each set."""
    logits, y, W = [], [], []
    for s, cases in parts:
        rows, _, kinds = tops(s, cases, order, 1)
        logits.append(s.columns(RELEVANCE)[rows] @ w + offset)
        y.append((s.y[rows] > 0.1).astype(float))
        can = kinds == "answerable"
        W.append(np.where(can, 0.5 / can.sum(), 0.5 / (~can).sum()) / len(parts))
    logits, y, W = np.concatenate(logits), np.concatenate(y), np.concatenate(W)

    def loss(v):
        s = v[0] * logits + v[1]
        p = 1 / (1 + np.exp(-s))
        return ((W * (np.logaddexp(0, s) - y * s)).sum(),
                np.array([(W * (p - y) * logits).sum(), (W * (p - y)).sum()]))

    a, b = minimize(loss, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B",
                    bounds=[(0.1, None), (None, None)]).x
    return a * w, a * offset + b


def half(s, odd):
    return np.arange(s.n) % 2 == (1 if odd else 0)


def by_rank(s, rank):
    return np.where(rank > 0, -rank.astype(float), -1e6)


def arms(s):
    rrf = 0.7 * np.where(s.vector > 0, 1 / (60 + s.vector), 0)
    rrf += 0.3 * np.where(s.lexical > 0, 1 / (60 + s.lexical), 0)
    blends = {w: w * s.f("cosine") + (1 - w) * s.f("bm25_store_share") for w in (0.4, 0.5, 0.6)}
    return {"lexical": s.score(by_rank(s, s.lexical), s.lexical > 0),
            "vector": s.score(by_rank(s, s.vector), s.vector > 0),
            "by rank 0.7/0.3": s.score(rrf),
            **{f"by score {w:.1f}/{1 - w:.1f}": s.score(v) for w, v in blends.items()}}


def row(name, values):
    print(f"| {name} | " + " | ".join(values) + " |")


def compare(sets, table):
    print("\nPaired sign test against the better arm (better, worse, p), all cases:")
    for later in ("by score 0.5/0.5", "reranked", "reranked, set left out"):
        row(later, [f"{w}, {l}, {p:.2g}" for n in sets for w, l, p in [sign_test(
            table[n][later], max((table[n]["lexical"], table[n]["vector"]), key=np.mean))]])


def reliability(sets, order, relevance, offset):
    print("\nRelevance of the best passage against whether it is gold; odd cases of the sets that "
          "it was fitted on, all of the others.")
    pooled = []
    row("set", ["cases", "mean", "right", "calibration error", "answerable >= 0.40",
                "unanswerable or gold removed >= 0.40"])
    for n, s in sets.items():
        cases = half(s, True) if n in CALIBRATED_ON else np.ones(s.n, bool)
        rows, _, kinds = tops(s, cases, order, 1)
        p = 1 / (1 + np.exp(-(s.columns(RELEVANCE)[rows] @ relevance + offset)))
        y = s.y[rows] > 0.1
        bins = np.clip((p * 10).astype(int), 0, 9)
        error = sum(abs(p[bins == b].mean() - y[bins == b].mean()) * (bins == b).mean()
                    for b in range(10) if (bins == b).any())
        share = lambda m: f"{(p[m] >= 0.4).mean():.2f}" if m.any() else "-"
        row(n, [str(len(rows)), f"{p.mean():.2f}", f"{y.mean():.2f}", f"{error:.3f}",
                share(kinds == "answerable"), ", ".join(
                    share(kinds == k) for k in ("unanswerable", "gold removed"))])
        if n in CALIBRATED_ON:
            pooled.append((p, y))
    p, y = (np.concatenate(v) for v in zip(*pooled))
    print("\nxquad and clapnq, odd cases: relevance, cases, right, and a bar of the share right")
    for b in range(10):
        m = np.clip((p * 10).astype(int), 0, 9) == b
        if m.any():
            print(f"{b / 10:.1f}-{(b + 1) / 10:.1f} {m.sum():5d} {p[m].mean():.2f} {y[m].mean():.2f} "
                  + "#" * round(40 * y[m].mean()))


def written(order, relevance, offset):
    def table(names, values):
        lines = [f'    {{"{n}", {v:.3f}}},' for n, v in zip(names, values) if abs(v) >= 5e-4]
        return "\n".join(lines + [f'    {{"{n}", {v:.3f}}},' for n, v in BY_REASON.items()])
    return f"""// The weights of the stand-in for a cross-encoder, written by bench/relevance/fit.py.
//
// Fitted 2026-12-01 on the cases of even number of SciFact (train), Cranfield, the span questions
// of chunking_evaluation, QASPER, XQuAD (English) and CLAP NQ, features as dump_features writes
// them with all-MiniLM-L6-v2 (int8): the order by pairwise logistic regression, each set weighing
// the same; relevance by logistic regression on the best three passages of XQuAD and CLAP NQ, then
// Platt's line on the best one, unanswerable questions among them. No weight has the sign that
// speaks against its feature. phrases_missing is reasoned, not fitted: no set asks with quoted
// phrases. How they do on what they never saw: docs/MEASUREMENTS.md.
#pragma once

#include <string_view>

namespace oi::weights {{

struct FeatureWeight {{
  std::string_view feature;  // a name of retrieve/features.h
  double value = 0;
}};

inline constexpr FeatureWeight kOrder[] = {{
{table(ORDER, order)}
}};

inline constexpr FeatureWeight kRelevance[] = {{
{table(RELEVANCE, relevance)}
}};
inline constexpr double kRelevanceOffset = {offset:.3f};

}}  // namespace oi::weights
"""


def main():
    sets = {n: Set(n, sys.argv[1], sys.argv[2]) for n in NAMES}
    trained = [n for n in NAMES if n != "scifact-test"]
    order = fit_order([(sets[n], half(sets[n], False)) for n in trained])
    table = {}
    for n, s in sets.items():
        group = n.split("-")[0]
        others = [(sets[m], half(sets[m], False)) for m in trained if not m.startswith(group)]
        table[n] = arms(s)
        table[n]["reranked"] = s.score(s.columns(ORDER) @ order, s.kept)
        table[n]["reranked, set left out"] = s.score(s.columns(ORDER) @ fit_order(others), s.kept)
    row("", list(sets))
    for name in table["xquad"]:
        row(name, [f"{table[n][name].mean():.3f}" for n in sets])
    row("reranked, even (fitted)", ["-" if n == "scifact-test" else
                                    f"{table[n]['reranked'][half(sets[n], False)].mean():.3f}"
                                    for n in sets])
    row("reranked, odd (held out)", [f"{table[n]['reranked'][half(sets[n], True)].mean():.3f}"
                                     for n in sets])
    compare(sets, table)
    parts = [(sets[n], half(sets[n], False)) for n in CALIBRATED_ON]
    relevance, offset = fit_relevance(parts, order)
    reliability(sets, order, relevance, offset)
    for fitted, tested in (CALIBRATED_ON, CALIBRATED_ON[::-1]):
        w, c = fit_relevance([(sets[fitted], half(sets[fitted], False))], order)
        print(f"\nFitted on {fitted} alone, for {tested}:")
        reliability_of = {tested: sets[tested]}
        reliability(reliability_of, order, w, c)
    text = written(order, relevance, offset)
    if len(sys.argv) > 3:
        open(sys.argv[3], "w").write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
