#!/usr/bin/env python3
"""Writes the file that whisper.cpp reads from a Whisper model packaged for CTranslate2.

    make_whisper_model.py VOCABULARY OUT PART...

VOCABULARY is vocabulary.txt; the PARTs, joined in the order given, are model.bin. The same input
gives the same bytes. Needs nothing but Python, and no more memory than twice the model.

Both files hold the same numbers under other names. What differs: CTranslate2 keeps the query, key
and value of an attention in one matrix, whisper.cpp in three; whisper.cpp wants everything with
one dimension, and the positions, as 32-bit floats; and it carries the mel filters with it.
"""
import math
import struct
import sys

MAGIC = 0x67676D6C
SPECIFICATION = "WhisperSpec"
MEL_RATE, MEL_WINDOW = 16000, 400  # samples a second; samples of one Fourier transform
AUDIO_POSITIONS = 1500
HEAD = 64  # numbers a head, in every Whisper
MULTILINGUAL = 51865  # a vocabulary of this size or more has the tokens of the languages
TYPES = {0: ("f", 4), 4: ("e", 2)}  # CTranslate2's float and half, as struct names them
DAMAGED = "model.bin is damaged"


class Tensor:
    """A view of the numbers; `kind` as struct names them, or None for those that are no floats."""

    def __init__(self, shape, kind, data):
        self.shape, self.kind, self.data = shape, kind, data

    def rows(self, begin, end):
        """The part of the first dimension from begin up to end."""
        one = len(self.data) // self.shape[0]
        return Tensor((end - begin, *self.shape[1:]), self.kind, self.data[begin * one:end * one])

    def bytes_as(self, kind):
        if self.kind is None:
            sys.exit("the model's numbers are neither floats nor halves")
        if kind == self.kind:
            return self.data
        count = math.prod(self.shape)
        return struct.pack(f"<{count}{kind}", *struct.unpack(f"<{count}{self.kind}", self.data))


class Reader:
    def __init__(self, data):
        self.data, self.at = memoryview(data), 0

    def take(self, size):
        if size > len(self.data) - self.at:
            sys.exit(DAMAGED)
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, kind):
        return struct.unpack("<" + kind, self.take(struct.calcsize(kind)))[0]

    def name(self):
        return bytes(self.take(self.number("H"))).decode().rstrip("\0")

    def tensor(self):
        shape = tuple(self.number("I") for _ in range(self.number("B")))
        kind, size = TYPES.get(self.number("B"), (None, 0))
        data = self.take(self.number("I"))
        if kind and math.prod(shape) * size != len(data):
            sys.exit(DAMAGED)
        return Tensor(shape, kind, data)


def read_model(data):
    """The tensors by name."""
    reader = Reader(data)
    reader.number("I")  # of the file's format
    if reader.name() != SPECIFICATION:
        sys.exit("model.bin is no Whisper model")
    reader.number("I")  # of the specification
    tensors = {}
    for _ in range(reader.number("I")):
        name = reader.name()
        tensors[name] = reader.tensor()
    for _ in range(reader.number("I")):
        other = reader.name()
        tensors[other] = tensors[reader.name()]
    return tensors


def mel_filters(count):
    """`count` triangles of equal area, evenly spaced on the mel scale (Slaney's: linear up to
    1000 Hz, logarithmic above), over the bins of the Fourier transform."""
    per_mel, knee, step = 200 / 3, 1000.0, math.log(6.4) / 27

    def mel(hertz):
        return hertz / per_mel if hertz < knee else knee / per_mel + math.log(hertz / knee) / step

    def hertz(mels):
        return mels * per_mel if mels < knee / per_mel else knee * math.exp(
            step * (mels - knee / per_mel))

    top = mel(MEL_RATE / 2)
    edges = [hertz(top * i / (count + 1)) for i in range(count + 2)]
    bins = [i * MEL_RATE / MEL_WINDOW for i in range(MEL_WINDOW // 2 + 1)]
    rows = []
    for low, middle, high in zip(edges, edges[1:], edges[2:]):
        for at in bins:
            up, down = (at - low) / (middle - low), (high - at) / (high - middle)
            rows.append(max(0.0, min(up, down)) * 2 / (high - low))
    return struct.pack(f"<{len(rows)}f", *rows)


def byte_alphabet():
    """The printable character that stands for each byte in a byte-level vocabulary."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + i): b for i, b in enumerate(others)}


def read_vocabulary(text, size):
    """The bytes of each token that is text; whisper.cpp makes up the special ones itself."""
    alphabet = byte_alphabet()
    lines = text.split("\n")[:50257 if size >= MULTILINGUAL else 50256]
    return [bytes(alphabet[c] for c in line) if all(c in alphabet for c in line) else line.encode()
            for line in lines]


class Writer:
    def __init__(self, file, tensors):
        self.file, self.tensors = file, tensors

    def numbers(self, *values):
        self.file.write(struct.pack(f"<{len(values)}i", *values))

    def put(self, name, tensor):
        shape = tensor.shape
        wide = len(shape) < 2 or name.endswith("positional_embedding")
        if name in ("encoder.conv1.bias", "encoder.conv2.bias"):
            shape = (*shape, 1)  # added to each column
        spelled = name.encode()
        self.numbers(len(shape), len(spelled), 0 if wide else 1, *reversed(shape))
        self.file.write(spelled)
        self.file.write(tensor.bytes_as("f" if wide else "e"))

    def linear(self, source, name):
        self.put(name + ".weight", self.tensors[source + "/weight"])
        self.put(name + ".bias", self.tensors[source + "/bias"])

    def norm(self, source, name):
        self.put(name + ".weight", self.tensors[source + "/gamma"])
        self.put(name + ".bias", self.tensors[source + "/beta"])

    def split(self, source, name, parts):
        """One matrix of CTranslate2 as several of whisper.cpp. A key has no bias."""
        weight, bias = self.tensors[source + "/weight"], self.tensors[source + "/bias"]
        width = weight.shape[0] // len(parts)
        for i, part in enumerate(parts):
            self.put(f"{name}.{part}.weight", weight.rows(i * width, (i + 1) * width))
            if part != "key":
                self.put(f"{name}.{part}.bias", bias.rows(i * width, (i + 1) * width))

    def block(self, side, layer):
        source, name = f"{side}/layer_{layer}", f"{side}.blocks.{layer}"
        self.norm(source + "/self_attention/layer_norm", name + ".attn_ln")
        self.split(source + "/self_attention/linear_0", name + ".attn", ("query", "key", "value"))
        self.linear(source + "/self_attention/linear_1", name + ".attn.out")
        if side == "decoder":
            self.norm(source + "/attention/layer_norm", name + ".cross_attn_ln")
            self.linear(source + "/attention/linear_0", name + ".cross_attn.query")
            self.split(source + "/attention/linear_1", name + ".cross_attn", ("key", "value"))
            self.linear(source + "/attention/linear_2", name + ".cross_attn.out")
        self.norm(source + "/ffn/layer_norm", name + ".mlp_ln")
        self.linear(source + "/ffn/linear_0", name + ".mlp.0")
        self.linear(source + "/ffn/linear_1", name + ".mlp.2")


def layers(tensors, side):
    count = 0
    while f"{side}/layer_{count}/ffn/linear_0/weight" in tensors:
        count += 1
    return count


def write_model(tensors, vocabulary, file):
    out = Writer(file, tensors)
    width, mels, _ = tensors["encoder/conv1/weight"].shape
    tokens, _ = tensors["decoder/embeddings/weight"].shape
    context, _ = tensors["decoder/position_encodings/encodings"].shape
    encoder, decoder = layers(tensors, "encoder"), layers(tensors, "decoder")
    out.numbers(MAGIC, tokens, AUDIO_POSITIONS, width, width // HEAD, encoder, context, width,
                width // HEAD, decoder, mels, 1)
    out.numbers(mels, MEL_WINDOW // 2 + 1)
    file.write(mel_filters(mels))
    words = read_vocabulary(vocabulary, tokens)
    out.numbers(len(words))
    for word in words:
        out.numbers(len(word))
        file.write(word)
    for side in ("encoder", "decoder"):
        positions = tensors[side + "/position_encodings/encodings"]
        out.put(side + ".positional_embedding", positions)
    for conv in ("conv1", "conv2"):
        out.linear("encoder/" + conv, "encoder." + conv)
    for layer in range(encoder):
        out.block("encoder", layer)
    out.norm("encoder/layer_norm", "encoder.ln_post")
    out.put("decoder.token_embedding.weight", tensors["decoder/embeddings/weight"])
    for layer in range(decoder):
        out.block("decoder", layer)
    out.norm("decoder/layer_norm", "decoder.ln")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    model = bytearray()
    for part in sys.argv[3:]:
        with open(part, "rb") as file:
            model += file.read()
    with open(sys.argv[1], encoding="utf8", newline="\n") as file:
        vocabulary = file.read()
    try:
        tensors = read_model(model)
        with open(sys.argv[2], "wb") as file:
            write_model(tensors, vocabulary, file)
    except (KeyError, UnicodeDecodeError, struct.error, ValueError, ZeroDivisionError):
        sys.exit(DAMAGED)


if __name__ == "__main__":
    main()
