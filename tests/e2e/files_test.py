#!/usr/bin/env python3
"""Files that are not as they should be: each ends with a stated outcome, and hostile names never
reach the terminal raw."""
import os
import pathlib
import pty
import unittest

from program import OI, SAMPLES, Home, skip_without_models

HOSTILE = "report\x1b[31m\u202ecod.txt"
# Control characters other than a line's end, and marks that turn the direction of writing.
RAW = [chr(c) for c in range(32) if c != 10] + ["\x7f", "\u202e"]


class Files(unittest.TestCase):
    def setUp(self):
        self.home = Home()
        self.folder = self.home.path / "documents"
        self.folder.mkdir()

    def tearDown(self):
        self.home.remove()

    def outcomes(self, *paths):
        code, value = self.home.json("add", *paths)
        return code, {pathlib.Path(d["path"]).name: d for d in value["documents"]}, value

    def test_each_bad_file_fails_with_its_reason_and_the_good_one_is_read(self):
        (self.folder / "empty.txt").write_bytes(b"")
        (self.folder / "noise.txt").write_bytes(os.urandom(20000))
        manual = (SAMPLES / "pump-manual.pdf").read_bytes()
        (self.folder / "cut.pdf").write_bytes(manual[:3000])
        (self.folder / "good.txt").write_text("The spare key hangs behind the boiler.\n")
        code, documents, _ = self.outcomes(self.folder)
        self.assertEqual(code, 4)
        self.assertEqual(documents["good.txt"]["outcome"], "complete")
        self.assertEqual((documents["empty.txt"]["outcome"], documents["empty.txt"]["reason"]),
                         ("failed", "empty"))
        for name in ("noise.txt", "cut.pdf"):
            self.assertIn(documents[name]["outcome"], ("failed", "complete_with_problems"), documents)
            self.assertTrue(documents[name]["what"] or documents[name]["problems"])

    def test_when_every_file_fails_the_exit_code_is_1(self):
        (self.folder / "empty.txt").write_bytes(b"")
        self.assertEqual(self.outcomes(self.folder)[0], 1)
        code, _, value = self.outcomes(self.home.path / "absent.txt")
        self.assertEqual((code, len(value["refused"])), (1, 1), value)

    def test_names_from_standard_input_are_read(self):
        for name in ("a.txt", "b.txt"):
            (self.folder / name).write_text(f"This is the text of {name}.\n")
        names = "".join(f"{f}\n" for f in sorted(self.folder.iterdir()))
        code, out, err = self.home.run("add", "-", stdin=names)
        self.assertEqual(code, 0, err)
        self.assertEqual(out.count("✓ complete"), 2, out)

    def test_a_new_version_replaces_the_old_and_old_citations_still_open(self):
        file = self.folder / "code.txt"
        file.write_text("The code of the gate is 4711. It was set in March.\n")
        self.assertEqual(self.outcomes(file)[0], 0)
        _, old = self.home.json("ask", "--no-model", "What is the code of the gate?")
        self.assertIn("4711", old["answer"]["text"], old["answer"])
        file.write_text("The code of the gate is 9023. It was set in May.\n")
        self.assertEqual(self.outcomes(file)[0], 0)
        _, new = self.home.json("ask", "--no-model", "What is the code of the gate?")
        self.assertIn("9023", new["answer"]["text"])
        self.assertNotIn("4711", new["answer"]["text"])
        label = old["answer"]["citations"][0]["label"]
        code, seen = self.home.json("show", "--citation", f"{old['id']}:{label}")
        self.assertEqual((code, seen["source_changed"]), (0, True), seen)

    def hostile(self):
        plain = "The alpha valve is closed before the beta valve is opened. " * 4
        (self.folder / HOSTILE).write_text(f"{plain}\x1b]0;owned\x07 and \x9b31m too.\n")
        code, _, value = self.outcomes(self.folder)
        self.assertIn(code, (0, 4), value)
        return self.home.json("list")[1]["documents"][0]["id"]

    def test_hostile_names_are_made_visible_everywhere(self):
        document = self.hostile()
        for words in (["add", self.folder], ["list"], ["info", document], ["search", "alpha beta"],
                      ["queue"], ["ask", "--no-model", "--trace", "What is alpha?"],
                      ["show", document, "--page", "3"], ["doctor"], ["remove", document]):
            code, out, err = self.home.run(*words)
            for raw in RAW:
                self.assertNotIn(raw, out + err, f"oi {words}")
            self.assertIn(code, (0, 3, 4, 6), f"oi {words}: {err}")

    def on_a_terminal(self, *words):
        """What the program writes when its output is a terminal."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(OI, [str(OI), *map(str, words)], {**self.home.environment, "TERM": "xterm"})
        written = b""
        while True:
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            written += piece
        os.waitpid(pid, 0)
        os.close(terminal)
        return written.decode()

    def test_stored_text_is_shown_safely_on_a_terminal_and_exactly_through_a_pipe(self):
        document = self.hostile()
        _, exact, _ = self.home.run("show", document)
        shown = self.on_a_terminal("show", document)
        self.assertIn("␛]0;owned␇", shown)
        self.assertNotIn("\x1b", shown)
        self.assertIn("\x1b]0;owned\x07", exact)

    def test_colours_are_for_terminals_without_no_color(self):
        self.hostile()
        self.assertIn("\x1b[36m", self.on_a_terminal("list"))
        self.home.environment["NO_COLOR"] = "1"
        self.assertNotIn("\x1b[36m", self.on_a_terminal("list"))


if __name__ == "__main__":
    skip_without_models()
    unittest.main()
