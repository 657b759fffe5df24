"""The file that is made for whisper.cpp holds the numbers of the packaged model, each in its place."""
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "make_whisper_model.py"
WIDTH, MELS, CONTEXT, INNER = 64, 80, 3, 128
WORDS = ["!", "Ġthe", "Ċ", "é", "<|endoftext|>"]  # a space, a line feed, a byte over 127, itself


def half(value):
    """What is left of a number in 16 bits."""
    return struct.unpack("<e", struct.pack("<e", value))[0]


def shapes():
    yield "encoder/conv1/weight", (WIDTH, MELS, 3)
    yield "encoder/conv1/bias", (WIDTH,)
    yield "encoder/conv2/weight", (WIDTH, WIDTH, 3)
    yield "encoder/conv2/bias", (WIDTH,)
    yield "encoder/position_encodings/encodings", (4, WIDTH)
    yield "decoder/position_encodings/encodings", (CONTEXT, WIDTH)
    yield "decoder/embeddings/weight", (len(WORDS), WIDTH)
    for side in ("encoder", "decoder"):
        norms = ["/layer_norm", "/layer_0/self_attention/layer_norm", "/layer_0/ffn/layer_norm"]
        products = [("self_attention/linear_0", 3 * WIDTH, WIDTH),
                    ("self_attention/linear_1", WIDTH, WIDTH), ("ffn/linear_0", INNER, WIDTH),
                    ("ffn/linear_1", WIDTH, INNER)]
        if side == "decoder":
            norms.append("/layer_0/attention/layer_norm")
            products += [("attention/linear_0", WIDTH, WIDTH),
                         ("attention/linear_1", 2 * WIDTH, WIDTH),
                         ("attention/linear_2", WIDTH, WIDTH)]
        for norm in norms:
            yield side + norm + "/gamma", (WIDTH,)
            yield side + norm + "/beta", (WIDTH,)
        for name, rows, columns in products:
            yield f"{side}/layer_0/{name}/weight", (rows, columns)
            yield f"{side}/layer_0/{name}/bias", (rows,)


def text(name):
    return struct.pack("<H", len(name) + 1) + name.encode() + b"\0"


def count(shape):
    size = 1
    for side in shape:
        size *= side
    return size


def packaged(kind="e", format_type=4, specification="WhisperSpec"):
    """The packaged file, and its numbers by name. Every tensor counts up from its own start."""
    file, values = bytearray(struct.pack("<I", 6) + text(specification) + struct.pack("<I", 3)), {}
    named = list(shapes())
    file += struct.pack("<I", len(named) + 1)
    file += text("decoder/alibi") + struct.pack("<BBIb", 0, 1, 1, 1)  # no floats, and not wanted
    for start, (name, shape) in enumerate(named):
        numbers = [half(start + i % 977 / 1024) for i in range(count(shape))]
        data = struct.pack(f"<{len(numbers)}{kind}", *numbers)
        file += text(name) + struct.pack(f"<B{len(shape)}I", len(shape), *shape)
        file += struct.pack("<BI", format_type, len(data)) + data
        values[name] = numbers
    file += struct.pack("<I", 1) + text("decoder/projection/weight")
    return bytes(file + text("decoder/embeddings/weight")), values


def read_made(data):
    """What the made file says: sizes, filters, words, and tensors as (shape, type, numbers)."""
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    sizes = take("12i")
    rows, columns = take("2i")
    filters = take(f"{rows * columns}f")
    words = [take(f"{take('i')[0]}s")[0] for _ in range(take("i")[0])]
    tensors = {}
    while at < len(data):
        dimensions, length, wide = take("3i")
        shape = take(f"{dimensions}i")
        name = take(f"{length}s")[0].decode()
        tensors[name] = (shape, "ef"[wide == 0], take(f"{count(shape)}{'fe'[wide]}"))
    return sizes, (rows, columns, filters), words, tensors


class WhisperModel(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def run_tool(self, model):
        (self.folder / "words").write_text("\n".join(WORDS), encoding="utf8", newline="\n")
        (self.folder / "a").write_bytes(model[:1000])
        (self.folder / "b").write_bytes(model[1000:])
        done = subprocess.run([sys.executable, TOOL, "words", "out", "a", "b"], cwd=self.folder,
                              capture_output=True, text=True)
        return done.returncode, done.stderr.strip()

    def made(self, model):
        self.assertEqual(self.run_tool(model), (0, ""))
        return (self.folder / "out").read_bytes()

    def test_the_sizes_and_words_are_those_of_the_model(self):
        sizes, _, words, _ = read_made(self.made(packaged()[0]))
        self.assertEqual(sizes, (0x67676D6C, len(WORDS), 1500, WIDTH, 1, 1, CONTEXT, WIDTH, 1, 1,
                                 MELS, 1))
        self.assertEqual(words, [b"!", b" the", b"\n", b"\xe9", b"<|endoftext|>"])

    def test_every_number_is_in_its_place(self):
        model, given = packaged()
        tensors = read_made(self.made(model))[3]
        fused = given["decoder/layer_0/self_attention/linear_0/weight"]
        part = WIDTH * WIDTH
        for i, name in enumerate(("query", "key", "value")):
            shape, kind, numbers = tensors[f"decoder.blocks.0.attn.{name}.weight"]
            self.assertEqual((shape, kind), ((WIDTH, WIDTH), "e"))
            self.assertEqual(list(numbers), fused[i * part:(i + 1) * part])
        bias = given["decoder/layer_0/attention/linear_1/bias"]
        self.assertEqual(list(tensors["decoder.blocks.0.cross_attn.value.bias"][2]), bias[WIDTH:])
        self.assertNotIn("decoder.blocks.0.cross_attn.key.bias", tensors)
        self.assertNotIn("encoder.blocks.0.attn.key.bias", tensors)
        for source, name in [("encoder/layer_norm/gamma", "encoder.ln_post.weight"),
                             ("decoder/layer_0/ffn/linear_1/weight", "decoder.blocks.0.mlp.2.weight"),
                             ("encoder/conv1/bias", "encoder.conv1.bias"),
                             ("decoder/embeddings/weight", "decoder.token_embedding.weight")]:
            self.assertEqual(list(tensors[name][2]), given[source], name)
        # Sizes come innermost first; one dimension and positions are wide.
        self.assertEqual(tensors["encoder.conv1.weight"][0], (3, MELS, WIDTH))
        self.assertEqual(tensors["encoder.conv1.bias"][:2], ((1, WIDTH), "f"))
        self.assertEqual(tensors["decoder.positional_embedding"][:2], ((WIDTH, CONTEXT), "f"))
        self.assertEqual(len(tensors), 2 + 4 + 2 + 1 + 2 + 15 + 24)

    def test_wide_numbers_give_the_same_file(self):
        self.assertEqual(self.made(packaged("f", 0)[0]), self.made(packaged()[0]))

    def test_the_mel_filters_are_slaneys(self):
        rows, columns, filters = read_made(self.made(packaged()[0]))[1]
        self.assertEqual((rows, columns), (MELS, 201))
        self.assertAlmostEqual(filters[1], 0.02486259, 7)  # the published values
        self.assertAlmostEqual(filters[columns + 1], 0.00199082, 7)
        for row in range(MELS):
            weights = filters[row * columns:(row + 1) * columns]
            self.assertGreaterEqual(min(weights), 0)
            self.assertAlmostEqual(sum(weights) * 40, 1, delta=0.6)  # bins are 40 Hz apart

    def test_a_damaged_model_is_refused_in_a_sentence(self):
        model = packaged()[0]
        for size in (0, 3, 10, 30, 1000, len(model) // 2, len(model) - 100):
            self.assertEqual(self.run_tool(model[:size]), (1, "model.bin is damaged"), size)
        self.assertEqual(self.run_tool(packaged(specification="OtherSpec")[0]),
                         (1, "model.bin is no Whisper model"))
        code, said = self.run_tool(packaged("e", 2)[0])
        self.assertEqual((code, said), (1, "the model's numbers are neither floats nor halves"))


if __name__ == "__main__":
    unittest.main()
