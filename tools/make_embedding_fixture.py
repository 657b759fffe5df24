#!/usr/bin/env python3
"""Writes tests/runtimes/embedding_fixture.bin: 200 texts and the vectors the reference gives them.

    make_embedding_fixture.py MODEL_FOLDER OUT    (needs torch, transformers and tokenizers)

The reference is transformers' BertModel in float32, each text alone, the mean over its tokens,
length 1. The same seed gives the same texts. Format, little-endian: "OIEM", u32 count, u32
dimension; then for each text u16 bytes, UTF-8, u16 tokens, and the vector as int16 of 1/32767.
"""
import random
import struct
import sys

import torch
from tokenizers import Tokenizer
from transformers import BertModel

COUNT = 200
LONGEST = 512
SUBJECTS = """the old bridge|a committee of engineers|her second novel|the northern river|every patient|
most of the copper ore|the night train to Vienna|our library|a swarm of bees|the treaty of 1815|
Professor Okafor|the compiler|this vaccine|el mercado central|die Stra\u00dfenbahn|le caf\u00e9 du coin|
\u041c\u043e\u0441\u043a\u0432\u0430|\u6771\u4eac\u306e\u99c5|\u03b7 \u03b8\u03ac\u03bb\u03b1\u03c3\u03c3\u03b1|the \u03b2-lactam ring|invoice no. 4471-B""".replace("\n", "").split("|")
VERBS = """was measured again in|does not explain|carries|had been sold to|increased by 12.5 % after|
is slower than|was rebuilt beside|depends on|contradicts|was published before|feeds|returns early from|
costs \u20ac1,299.00 including|can be found under|crossed""".replace("\n", "").split("|")
OBJECTS = """the harbour|three independent trials|an unusually warm winter|its own index|the city council|
a mixture of tin and zinc|the first of May 1924|people over sixty-five|what he remembered|the lower valley|
std::vector<int>|a hundred small gardens|the speed of light (299,792 km/s)|its guarantee|section 7(b)|
photosynthesis|the opposite shore|a monthly fee|the string quartet in C-sharp minor""".replace("\n", "").split("|")
JOINS = [". ", "; ", ", and ", ". However, ", " \u2014 ", ".\n", " because ", "? "]


def make_text(rng, tokenizer, wanted):
    """A text of exactly `wanted` tokens, or the longest below it."""
    text = ""
    while len(tokenizer.encode(text).ids) < wanted:
        text += " ".join([rng.choice(SUBJECTS), rng.choice(VERBS), rng.choice(OBJECTS)]) + rng.choice(JOINS)
    while len(tokenizer.encode(text).ids) > wanted:
        text = text[:-1]
    return text


def vector(model, ids):
    with torch.no_grad():
        tokens = model(torch.tensor([ids])).last_hidden_state[0]
    mean = tokens.mean(dim=0)
    return (mean / mean.norm()).numpy()


def main(folder, out):
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    model = BertModel.from_pretrained(folder, attn_implementation="eager").eval().float()
    rng = random.Random(20261201)
    lengths = [2, 3, 4, LONGEST - 1, LONGEST] + [
        round(2 * (LONGEST / 2) ** rng.random()) for _ in range(COUNT - 5)]
    parts = [b"OIEM", struct.pack("<II", COUNT, model.config.hidden_size)]
    for wanted in lengths:
        text = make_text(rng, tokenizer, wanted)
        ids = tokenizer.encode(text).ids
        raw = text.encode("utf-8")
        parts.append(struct.pack("<H", len(raw)) + raw + struct.pack("<H", len(ids)))
        row = vector(model, ids)
        parts.append(struct.pack(f"<{len(row)}h", *(round(float(x) * 32767) for x in row)))
    with open(out, "wb") as file:
        file.write(b"".join(parts))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
