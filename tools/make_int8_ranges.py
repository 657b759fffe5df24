#!/usr/bin/env python3
"""Writes models/NAME.int8.txt: how the inputs of each product of a BERT encoder are quantised.

    make_int8_ranges.py MODEL_FOLDER OUT    (needs torch, transformers and tokenizers)

The encoder runs in float32 over neutral text: LICENSE, samples/, the texts of the embedding fixture
and seeded runs of words of the vocabulary, none of it from a set that measures quality. Of each
input it keeps, after damping, the smallest and the largest value. Channels whose largest value
stands out over the typical channel would coarsen all others, so they are divided before rounding
(and the matrix is multiplied by the same, which changes nothing else).
"""
import hashlib
import pathlib
import random
import struct
import sys

import torch
from tokenizers import Tokenizer
from transformers import BertModel

ROOT = pathlib.Path(__file__).resolve().parent.parent
STANDS_OUT = 1.5  # times the median channel
DAMPING = 0.7     # the power of that ratio by which a channel is divided
LEVELS = 255


def fixture_texts():
    bytes_ = (ROOT / "tests/runtimes/embedding_fixture.bin").read_bytes()
    count, dimension = struct.unpack_from("<II", bytes_, 4)
    at = 12
    for _ in range(count):
        (size,) = struct.unpack_from("<H", bytes_, at)
        yield bytes_[at + 2:at + 2 + size].decode()
        at += 2 + size + 2 + 2 * dimension


def texts(vocabulary):
    files = [ROOT / "LICENSE"] + sorted((ROOT / "samples").glob("*.md")) + sorted(
        (ROOT / "samples").glob("*.txt"))
    for file in files:
        parts = [" ".join(part.split()) for part in file.read_text().split("\n\n")]
        yield from parts  # as paragraphs, and as longer stretches
        yield from (" ".join(parts[i:i + 6]) for i in range(0, len(parts), 6))
    yield from fixture_texts()
    rng = random.Random(20261201)
    words = [word for word in vocabulary if word.isalpha() and len(word) > 2]
    for _ in range(60):
        yield " ".join(rng.choice(words) for _ in range(rng.randint(2, 120)))


class Ranges:
    """Per product: the largest and the smallest value of each channel of its input."""

    def __init__(self, model):
        self.high, self.low = {}, {}
        for name, module in model.named_modules():
            if not isinstance(module, torch.nn.Linear) or "pooler" in name:
                continue
            if name.endswith((".key", ".value")):
                continue  # they read what .query reads
            module.register_forward_pre_hook(self.hook(name.removesuffix(".query")))

    def hook(self, name):
        def keep(_, inputs):
            x = inputs[0].reshape(-1, inputs[0].shape[-1])
            high, low = x.max(dim=0).values, x.min(dim=0).values
            self.high[name] = torch.maximum(self.high.get(name, high), high)
            self.low[name] = torch.minimum(self.low.get(name, low), low)
        return keep

    def lines(self):
        for name, high in self.high.items():
            low = self.low[name]
            ratio = torch.maximum(high.abs(), low.abs())
            ratio = ratio / ratio.median()
            divisor = torch.where(ratio > STANDS_OUT, ratio ** DAMPING, torch.ones_like(ratio))
            divisor = (divisor * 100).round() / 100
            least, most = float((low / divisor).min()), float((high / divisor).max())
            step = (most - least) / LEVELS
            zero = round(-least / step)  # zero falls on a level
            yield f"input {name} {-zero * step:.6f} {(LEVELS - zero) * step:.6f}"
            damped = [f"{i}:{d:g}" for i, d in enumerate(divisor.tolist()) if d > 1]
            for i in range(0, len(damped), 12):
                yield "divide " + " ".join(damped[i:i + 12])


def main(folder, out):
    weights = (pathlib.Path(folder) / "model.safetensors").read_bytes()
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(512)
    model = BertModel.from_pretrained(folder, attn_implementation="eager").eval().float()
    ranges = Ranges(model)
    with torch.no_grad():
        for text in texts(sorted(tokenizer.get_vocab())):
            model(torch.tensor([tokenizer.encode(text).ids]))
    head = ["# Written by tools/make_int8_ranges.py, which says what it means.",
            "weights " + hashlib.sha256(weights).hexdigest()]
    pathlib.Path(out).write_text("\n".join(head + list(ranges.lines())) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
