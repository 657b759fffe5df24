#!/usr/bin/env python3
"""Our encoder beside ONNX Runtime on the same weights, in one run; and the search quality of int8.

    bench/embed.py speed [ROUNDS]     both engines by turns, the median of the ratios of each turn
    bench/embed.py quality            nDCG@10 on SciFact by vectors alone, fp32 and int8

Needs build/release/bench_embed (`ninja -C build/release bench_embed`). The peer is installed from
PyPI into bench/peers/embed, and its ONNX file is exported there from the same safetensors.
"""
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEER = ROOT / "bench/peers/embed"
PROGRAM = os.environ.get("OI_BENCH_EMBED", str(ROOT / "build/release/bench_embed"))
DATA = pathlib.Path(os.environ.get("OI_EVAL_DATA", ROOT.parent / "shared/eval"))
THREADS = len(os.sched_getaffinity(0))
PACKAGES = ["numpy", "tokenizers", "onnxruntime", "onnx", "torch", "transformers"]
WORDS = """river bridge engine water copper index letter winter garden council harbour metal signal
volume margin patient protein theory market window station mountain paper weight the of and in was
measured under between after before never increased slowly carried sold rebuilt depends""".split()


def models():
    where = os.environ.get("OI_MODELS")
    if not where:
        where = subprocess.run([ROOT / "tools/setup", "--where"], capture_output=True, text=True,
                               check=True).stdout.strip() + "/models"
    return f"{where}/all-MiniLM-L6-v2"


def enter_peer_environment():
    """Runs this script again by the Python of the throw-away environment."""
    python = PEER / "bin/python"
    if pathlib.Path(sys.prefix) == PEER:
        return
    if not python.exists():
        venv.create(PEER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    os.execv(python, [python, *sys.argv])


def export_onnx(folder, out):
    import torch
    from transformers import BertModel

    class TokenVectors(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = BertModel.from_pretrained(folder, attn_implementation="eager",
                                                   add_pooling_layer=False).eval()

        def forward(self, input_ids, attention_mask, token_type_ids):
            return self.model(input_ids=input_ids, attention_mask=attention_mask,
                              token_type_ids=token_type_ids).last_hidden_state

    names = ["input_ids", "attention_mask", "token_type_ids"]
    example = torch.ones(2, 7, dtype=torch.long)
    torch.onnx.export(TokenVectors(), (example, example, example * 0), str(out), input_names=names,
                      output_names=["last_hidden_state"], opset_version=17, dynamo=False,
                      dynamic_axes={n: {0: "b", 1: "t"} for n in names + ["last_hidden_state"]})


class Peer:
    """ONNX Runtime, batches padded to their longest text; `ordered` sorts by length first."""

    def __init__(self, folder, ordered, batch):
        import onnxruntime
        from tokenizers import Tokenizer
        path = PEER / "model.onnx"
        if not path.exists():
            export_onnx(folder, path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        self.session = onnxruntime.InferenceSession(str(path), options,
                                                    providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_truncation()
        self.tokenizer.enable_padding()
        self.ordered, self.batch = ordered, batch

    def embed(self, texts):
        import numpy
        order = list(range(len(texts)))
        if self.ordered:
            order.sort(key=lambda i: -len(texts[i]))
        rows = [None] * len(texts)
        for at in range(0, len(order), self.batch):
            part = order[at:at + self.batch]
            encoded = self.tokenizer.encode_batch([texts[i] for i in part])
            ids = numpy.array([e.ids for e in encoded], numpy.int64)
            mask = numpy.array([e.attention_mask for e in encoded], numpy.int64)
            (tokens,) = self.session.run(None, {"input_ids": ids, "attention_mask": mask,
                                                "token_type_ids": ids * 0})
            mean = (tokens * mask[:, :, None]).sum(1)
            mean /= numpy.linalg.norm(mean, axis=1, keepdims=True)
            for i, row in zip(part, mean):
                rows[i] = row
        return numpy.array(rows)


class Ours:
    def __init__(self, folder, precision, files):
        self.process = subprocess.Popen([PROGRAM, folder, precision, str(THREADS), "time", *files],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.device = self.process.stdout.readline().strip()

    def seconds(self, number):
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def sets(folder):
    """Eight chunks of 430 tokens; and 64 texts of 8 to 430 tokens, most of them short."""
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rng = random.Random(20261201)

    def text(tokens):
        words = [rng.choice(WORDS) for _ in range(tokens - 2)]  # a token each, and two specials
        assert len(tokenizer.encode(" ".join(words)).ids) == tokens
        return " ".join(words)

    mixed = [text(round(8 * (430 / 8) ** rng.random())) for _ in range(64)]
    return {"430 tokens x 8": [text(430) for _ in range(8)], "64 mixed texts": mixed}


def gflop(texts):
    total = 0
    for tokens in (len(text.split()) + 2 for text in texts):
        total += 6 * (2 * tokens * (4 * 384 * 384 + 2 * 384 * 1536) + 4 * tokens * tokens * 384)
    return total / 1e9


def compare(name, texts, number, engines, rounds):
    """Seconds of every engine in every round, the engines by turns."""
    taken = {engine: [] for engine in engines}
    for round_ in range(rounds + 1):  # the first warms up and does not count
        for engine, run in engines.items():
            seconds = run(texts, number)
            if round_:
                taken[engine].append(seconds)
    work = gflop(texts)
    ours = next(iter(engines))
    for engine, seconds in taken.items():
        ratio = statistics.median(s / o for s, o in zip(seconds, taken[ours]))
        middle = statistics.median(seconds)
        print(f"| {name} | {engine} | {len(texts) / middle:.1f} | {len(texts) / min(seconds):.1f} | "
              f"{work / min(seconds):.0f} | {ratio:.2f} |", flush=True)


def speed(rounds):
    folder = models()
    work = sets(folder)
    files = []
    for number, texts in enumerate(work.values()):
        files.append(str(PEER / f"texts{number}.txt"))
        pathlib.Path(files[-1]).write_text("\n".join(texts) + "\n")
    peers = {"onnxruntime fp32, in order, 32 at once": Peer(folder, False, 32),
             "onnxruntime fp32, sorted, 32 at once": Peer(folder, True, 32)}
    fp32, int8 = Ours(folder, "fp32", files), Ours(folder, "int8", files)

    def timed(peer):
        def run(texts, _):
            start = time.perf_counter()
            peer.embed(texts)
            return time.perf_counter() - start
        return run

    print(f"ours: {fp32.device}; {int8.device}; {THREADS} threads")
    peak = subprocess.run([PROGRAM, "peak", str(THREADS)], capture_output=True, text=True)
    print("FMA peak, GFLOP/s (AVX2, AVX-512): " + ", ".join(peak.stdout.split()))
    print("| work | engine | texts/s, median | best | GFLOP/s, best | its time by ours (median) |")
    print("|---|---|---|---|---|---|")
    for number, (name, texts) in enumerate(work.items()):
        engines = {"ours fp32": lambda _, n: fp32.seconds(n), "ours int8": lambda _, n: int8.seconds(n)}
        engines |= {label: timed(peer) for label, peer in peers.items()}
        compare(name, texts, number, engines, rounds)


def read_scifact():
    folder = DATA / "scifact"
    line = lambda text: " ".join(text.split())
    documents = [json.loads(row) for row in (folder / "corpus.jsonl").open()]
    queries = {q["_id"]: line(q["text"]) for q in map(json.loads, (folder / "queries.jsonl").open())}
    judged = {}
    for row in (folder / "qrels/test.tsv").read_text().splitlines()[1:]:
        query, document, grade = row.split("\t")
        if int(grade) > 0:
            judged.setdefault(query, {})[document] = int(grade)
    texts = [line(d["title"] + ". " + d["text"]) for d in documents]
    return [d["_id"] for d in documents], texts, queries, judged


def vectors(folder, precision, texts, name):
    import numpy
    source, out = PEER / f"{name}.txt", PEER / f"{name}.{precision}.f32"
    source.write_text("\n".join(texts) + "\n")
    subprocess.run([PROGRAM, folder, precision, str(THREADS), "vectors", source, out], check=True)
    return numpy.fromfile(out, numpy.float32).reshape(len(texts), -1)


def quality():
    import numpy
    folder = models()
    ids, texts, queries, judged = read_scifact()
    for precision in ("fp32", "int8"):
        documents = vectors(folder, precision, texts, "documents")
        asked = vectors(folder, precision, [queries[q] for q in judged], "queries")
        best = numpy.argsort(-(asked @ documents.T), axis=1, kind="stable")[:, :100]
        gains, found = [], []
        for query, top in zip(judged, best):
            grades = [judged[query].get(ids[i], 0) for i in top]
            ideal = sorted(judged[query].values(), reverse=True)
            sum_of = lambda row: sum(g / numpy.log2(i + 2) for i, g in enumerate(row[:10]))
            gains.append(sum_of(grades) / sum_of(ideal))
            found.append(sum(1 for g in grades if g) / len(ideal))
        print(f"SciFact, {precision}: {len(judged)} queries, nDCG@10 {numpy.mean(gains):.4f}, "
              f"recall@100 {numpy.mean(found):.4f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("speed", "quality"):
        sys.exit(__doc__)
    enter_peer_environment()
    if sys.argv[1] == "quality":
        quality()
    else:
        speed(int(sys.argv[2]) if len(sys.argv) > 2 else 15)
