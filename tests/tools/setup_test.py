"""Set-up costs nothing when all is there: no download, no build, no installation."""
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

SETUP = pathlib.Path(__file__).resolve().parents[2] / "tools" / "setup"


class Setup(unittest.TestCase):
    def test_where_prints_the_folder_under_the_cache(self):
        env = dict(os.environ, XDG_CACHE_HOME="/nowhere")
        where = subprocess.check_output([SETUP, "--where"], env=env, text=True)
        self.assertRegex(where, r"^/nowhere/openintelligence/deps-[0-9a-f]{16}\n$")

    def test_second_run_reaches_for_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("apt-get", "pip", "cargo", "curl", "wget", "cmake", "ninja"):
                stub = pathlib.Path(folder, name)
                stub.write_text("#!/bin/sh\necho reached for $0 >&2; exit 1\n")
                stub.chmod(0o755)
            env = dict(os.environ, PATH=folder + ":" + os.environ["PATH"])
            began = time.monotonic()
            done = subprocess.run([SETUP], env=env, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertLess(time.monotonic() - began, 3)  # 0.1 s on a quiet machine


if __name__ == "__main__":
    unittest.main()
