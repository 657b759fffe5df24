#!/usr/bin/env python3
"""What we and other programs read of the same files, by kind: files read, characters, seconds.

    bench/read_beside.py OUT.json [KIND...]    a kind is a file's ending: pdf docx xlsx ...

Every file of OI_EVAL_DATA/files, one after the other and 60 seconds at most for each, by
markitdown, pypdf, pdfplumber and `pdftotext`, each where it knows the kind; PDF also by our reader
and layout without the recogniser (`bench_read`). The other kinds of ours are in what `oi eval
files --out FILE` writes. The peers are installed from PyPI into bench/peers/read.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEER = pathlib.Path(os.environ.get("OI_PEERS", ROOT / "bench/peers/read"))
DATA = pathlib.Path(os.environ.get("OI_EVAL_DATA", ROOT.parent / "shared/eval")) / "files"
PACKAGES = ["markitdown[all]", "pdfplumber", "pypdf"]
BUILD = pathlib.Path(os.environ.get("OI_BUILD", ROOT / "build/release"))
OURS = [str(BUILD / "bench_read"), str(BUILD / "oi-reader")]
SECONDS = 60
KINDS = "pdf docx xlsx xls pptx html htm epub csv json xml msg eml txt md".split()

# One process reads many files, told one a line, and answers with the characters of each: the time
# to start Python is nobody's time to read. It is started anew after a file that took too long.
READERS = {
    "ours": f"""
import subprocess
def read(path):
    done = subprocess.run({OURS} + ["text", path], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")
""",
    "markitdown": """
from markitdown import MarkItDown
reader = MarkItDown()
def read(path): return reader.convert(path).markdown
""",
    "pypdf": """
import pypdf
def read(path): return "\\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
""",
    "pdfplumber": """
import pdfplumber
def read(path):
    with pdfplumber.open(path) as file:
        return "\\n".join(page.extract_text() or "" for page in file.pages)
""",
    "pdftotext": """
import subprocess
def read(path):
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")
""",
}
LOOP = """
import os, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    try:
        print(sum(not c.isspace() for c in read(line.rstrip("\\n"))), file=out, flush=True)
    except BaseException as error:
        print("failed", type(error).__name__, file=out, flush=True)
"""


class Peer:
    def __init__(self, name):
        self.name = name
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [PEER / "bin/python", "-c", READERS[self.name] + LOOP], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def read(self, path):
        """Characters without white space, or None; and seconds."""
        if self.process is None:
            self.start()
        begin = time.monotonic()
        stop = subprocess.Popen(["sh", "-c", f"sleep {SECONDS}; kill -9 {self.process.pid}"],
                                stdout=subprocess.DEVNULL, start_new_session=True)
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        seconds = time.monotonic() - begin
        os.killpg(stop.pid, 9)
        stop.wait()
        if not answer:  # it was stopped, or ended itself
            self.process.kill()
            self.process.wait()
            self.process = None
        return (int(answer) if answer.isdigit() else None), seconds

    def warm(self, path):
        """What a library loads at its first file is not that file's."""
        self.read(path)

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def peers_of(kind):
    return list(READERS) if kind == "pdf" else ["markitdown"]


def table(rows):
    kinds = list(dict.fromkeys(kind for kind, _ in rows))
    print("| kind | files | program | read | with text | characters | seconds |")
    print("|---|---|---|---|---|---|---|")
    for kind in kinds:
        for (k, name), row in rows.items():
            if k == kind:
                print(f"| {kind} | {row['files']} | {name} | {row['read']} | {row['text']} | "
                      f"{row['characters']:,} | {row['seconds']:.1f} |")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not (PEER / "bin/python").exists():
        venv.create(PEER, with_pip=True)
        subprocess.run([PEER / "bin/python", "-m", "pip", "install", "-q", *PACKAGES], check=True)
    wanted = sys.argv[2:] or KINDS
    rows = collections.OrderedDict()
    cases = []
    for kind in wanted:
        files = sorted(path for path in DATA.rglob("*") if path.suffix.lower() == f".{kind}")
        if not files:
            continue
        for name in peers_of(kind):
            peer = Peer(name)
            peer.warm(files[0])
            row = {"files": len(files), "read": 0, "text": 0, "characters": 0, "seconds": 0.0}
            for path in files:
                characters, seconds = peer.read(path)
                row["read"] += characters is not None
                row["text"] += bool(characters)
                row["characters"] += characters or 0
                row["seconds"] += seconds
                cases.append({"file": str(path.relative_to(DATA)), "program": name,
                              "characters": characters, "seconds": round(seconds, 3)})
            peer.end()
            rows[kind, name] = row
    pathlib.Path(sys.argv[1]).write_text(json.dumps(cases, indent=1))
    table(rows)


if __name__ == "__main__":
    main()
