"""Runs the real program in a home of its own. Ends with 77, which CTest takes for skipped, when the
models are not set up."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

OI = pathlib.Path(os.environ.get("OI_PROGRAM", "build/release/oi")).resolve()
SAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "samples"
DOCUMENTS = 7  # files of samples/ that are read
SKIPPED = 77


class Home:
    """One home folder; gone in the end."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="oi-e2e-"))
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.path / "nobody"),
                            "OI_HOME": str(self.path / "home"), "LC_ALL": "C.UTF-8"}
        # What a sanitized build needs to be told.
        self.environment |= {name: value for name, value in os.environ.items()
                             if name.split("_")[0] in ("ASAN", "LSAN", "UBSAN", "TSAN", "TBB")}

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def start(self, *words, **more):
        return subprocess.Popen([OI, *map(str, words)], env=self.environment, text=True,
                                encoding="utf-8", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **more)

    def run(self, *words, stdin=""):
        """(exit code, standard output, standard error)"""
        done = subprocess.run([OI, *map(str, words)], env=self.environment, input=stdin.encode(),
                              capture_output=True, timeout=300)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def json(self, *words):
        """(exit code, the one JSON value)"""
        code, out, err = self.run(*words, "--json")
        try:
            return code, json.loads(out)
        except ValueError:
            raise AssertionError(f"oi {words}: no JSON but {out!r}; {err}") from None


def skip_without_models():
    home = Home()
    code, _, err = home.run("search", "anything")
    home.remove()
    if code == 9:
        print(f"skipped: {err.strip()}")
        sys.exit(SKIPPED)
