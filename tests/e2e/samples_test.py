#!/usr/bin/env python3
"""The PDF files of samples/ are what tools/make_samples.py makes, byte for byte."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Samples(unittest.TestCase):
    def test_the_script_makes_the_files_that_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, ROOT / "tools/make_samples.py", folder], check=True)
            made = sorted(pathlib.Path(folder).iterdir())
            self.assertEqual([f.name for f in made], ["pump-manual.pdf", "workshop-lease.pdf"])
            for file in made:
                self.assertEqual(file.read_bytes(), (ROOT / "samples" / file.name).read_bytes())

    def test_the_answer_to_the_question_stands_once_in_one_pdf(self):
        texts = {f.name: f.read_bytes() for f in (ROOT / "samples").iterdir() if f.is_file()}
        holders = [name for name, text in texts.items() if b"1 megaohm" in text]
        self.assertEqual(holders, ["pump-manual.pdf"])
        self.assertEqual(texts["pump-manual.pdf"].count(b"megaohm"), 1)


if __name__ == "__main__":
    unittest.main()
