#!/usr/bin/env python3
"""Writes tests/runtimes/wordpiece_fixture.bin: 10,000 strings and what the reference makes of them.

    make_tokenizer_fixture.py MODEL_FOLDER OUT      (needs the PyPI package `tokenizers`)

The same seed gives the same strings. Format, little-endian: "OIWP", u32 count, then for each string
u16 length, UTF-8 bytes, u16 number of ids, u64 FNV-1a over the ids as 4-byte integers, and for every
tenth string the ids themselves as u16, so that a failure can be read.

Code points are those assigned in this Python's Unicode, and a share of unassigned ones of planes 0
to 2 up to Unicode 14. Left out are four code points whose class changed after Unicode 8, the
version of the reference's tables: U+166D, U+1734, U+111C9 and U+11938.
"""
import random
import struct
import sys
import unicodedata

from tokenizers import Tokenizer

COUNT = 10000
CHANGED = {0x166D, 0x1734, 0x111C9, 0x11938}
SCRIPTS = {
    "latin": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)],
    "greek": [(0x370, 0x3FF), (0x1F00, 0x1FFF)],
    "cyrillic": [(0x400, 0x52F)],
    "armenian": [(0x531, 0x58F)],
    "hebrew": [(0x591, 0x5F4)],
    "arabic": [(0x600, 0x6FF), (0x750, 0x77F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE)],
    "syriac": [(0x700, 0x74F)],
    "devanagari": [(0x900, 0x97F)],
    "bengali": [(0x980, 0x9FF)],
    "tamil": [(0xB80, 0xBFF)],
    "thai": [(0xE01, 0xE5B)],
    "tibetan": [(0xF00, 0xFDA)],
    "georgian": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)],
    "ethiopic": [(0x1200, 0x137C)],
    "cherokee": [(0x13A0, 0x13FD), (0xAB70, 0xABBF)],
    "khmer": [(0x1780, 0x17F9)],
    "mongolian": [(0x1800, 0x1878)],
    "cjk": [(0x4E00, 0x9FFF), (0x3400, 0x4DBF)],
    "cjk_far": [(0x20000, 0x2A6D6), (0x2A700, 0x2B738), (0x2B740, 0x2CEA1), (0xF900, 0xFAD9)],
    "kana": [(0x3041, 0x30FF), (0xFF66, 0xFF9F)],
    "hangul": [(0xAC00, 0xD7A3)],
    "jamo": [(0x1100, 0x11FF), (0x3131, 0x318E)],
    "wide": [(0xFF01, 0xFF5E)],
    "emoji": [(0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x2600, 0x27BF)],
    "maths": [(0x2200, 0x22FF), (0x1D400, 0x1D7FF), (0x2070, 0x218B)],
    "symbols": [(0x2010, 0x205E), (0x20A0, 0x20C0), (0x2190, 0x21FF), (0x2500, 0x25FF)],
    "marks": [(0x300, 0x36F), (0x1AB0, 0x1AC0), (0x20D0, 0x20F0), (0x302A, 0x302F)],
    "deseret": [(0x10400, 0x1044F)],
    "plane1": [(0x10000, 0x1FBF9)],
    "any": [(0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x323AF)],
}
CONTROLS = "\0\x01\x07\x08\x0b\x0c\x1b\x1f\x7f\x80\x85\x9f\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffd\ue000\U000f0000"
BLANKS = " \t\n\r\u00a0\u1680\u2000\u2003\u2009\u2028\u2029\u202f\u205f\u3000"
WORDS = """the a of people government study hypertension unaffordable embedding running strawberries
photosynthesis resume naive Zurich Berlin INTERNATIONAL deoxyribonucleic antidisestablishmentarianism
MRI H2O covid19 iPhone don't it's e.g. U.S.A. 3.14159 1,000,000 12:30 2026-12-01 50% $3.50 #tag @name
state-of-the-art http://example.org/a?b=c&d=e foo_bar() std::vector<int> x=y+1; if(!p){return;} //note
caf\u00e9 na\u00efve Stra\u00dfe \u0130stanbul ISTANBUL \u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3 \u0441\u044a\u0435\u0448\u044c \ufb01nd \u00c5ngstr\u00f6m [CLS] [SEP] [MASK] [PAD] [UNK] [cls] ##ing
""".split()


def usable(code):
    char = chr(code)
    return code not in CHANGED and unicodedata.category(char) not in ("Cs", "Cn")


def alphabet(ranges):
    return [chr(c) for low, high in ranges for c in range(low, high + 1) if usable(c)]


def make_string(rng, alphabets, number):
    kind = number % 10
    names = list(alphabets)
    own = alphabets[names[(number // 10) % len(names)]]
    letter = lambda: rng.choice(own)
    word = lambda most: "".join(letter() for _ in range(rng.randint(1, most)))
    if kind < 4:  # words of one script
        return " ".join(word(7) for _ in range(rng.randint(1, 4)))
    if kind == 4:  # one script with marks, controls and blanks between
        pieces = [letter() if rng.random() < 0.6 else rng.choice(alphabets["marks"])
                  if rng.random() < 0.5 else rng.choice(CONTROLS + BLANKS)
                  for _ in range(rng.randint(1, 16))]
        return "".join(pieces)
    if kind == 5:  # words the model knows, glued or not
        return rng.choice(["", " ", "  "]).join(rng.choice(WORDS) for _ in range(rng.randint(1, 6)))
    if kind == 6:  # scripts mixed within words
        return "".join(rng.choice(alphabets[rng.choice(names)]) for _ in range(rng.randint(1, 14)))
    if kind == 7:  # ASCII noise: code, numbers, signs
        return "".join(chr(rng.randint(32, 126)) for _ in range(rng.randint(1, 30)))
    if kind == 8:  # a word near the limit of 100 characters, once in ten; else numbers
        if rng.random() < 0.1:
            pool = rng.choice(["abcdefghij", "e\u0301", "".join(own[:50])])
            return "".join(rng.choice(pool) for _ in range(rng.choice([98, 99, 100, 101, 102])))
        return rng.choice(["{}", "{:,}", "-{}", "{}%", "\u20ac{}", "{}e-7", "v{}.1", "({})"]).format(
            rng.randint(0, 10 ** rng.randint(1, 12)))
    any_code = [rng.randint(0, 0x10FFFF) for _ in range(rng.randint(1, 8))]
    return "".join(chr(c) for c in any_code if not 0xD800 <= c < 0xE000 and c not in CHANGED)


def fnv(ids):
    value = 0xCBF29CE484222325
    for byte in struct.pack(f"<{len(ids)}i", *ids):
        value = ((value ^ byte) * 0x100000001B3) % (1 << 64)
    return value


def main(folder, out):
    reference = Tokenizer.from_file(f"{folder}/tokenizer.json")
    reference.no_truncation()
    reference.no_padding()
    rng = random.Random(20261201)
    alphabets = {name: alphabet(ranges) for name, ranges in SCRIPTS.items()}
    parts = [b"OIWP", struct.pack("<I", COUNT)]
    for number in range(COUNT):
        text = make_string(rng, alphabets, number)
        ids = reference.encode(text).ids
        raw = text.encode("utf-8")
        parts.append(struct.pack("<H", len(raw)) + raw + struct.pack("<HQ", len(ids), fnv(ids)))
        if number // 10 % 10 == 0:
            parts.append(struct.pack(f"<{len(ids)}H", *ids))
    with open(out, "wb") as file:
        file.write(b"".join(parts))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
