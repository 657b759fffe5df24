#!/usr/bin/env python3
"""What a library is after `oi add` was stopped or killed: whole, and completed by the next one."""
import json
import signal
import time
import unittest

from program import Home, skip_without_models

FILES = 12
PARAGRAPHS = 60


def fill(folder):
    """Files that take some seconds to read together."""
    folder.mkdir()
    for number in range(FILES):
        paragraphs = [
            f"Paragraph {place} of file {number}. The valve {number * 100 + place} was inspected, "
            f"cleaned and closed again; its seat showed wear of {place} hundredths of a millimetre, "
            "which is within what the plan allows for the next two years of service. " * 3
            + "The end."
            for place in range(PARAGRAPHS)]
        (folder / f"file-{number:02}.txt").write_text("\n\n".join(paragraphs))


def wait_for_documents(process, wanted):
    """Reads events until as many documents have ended."""
    ended = 0
    for line in process.stdout:
        event = json.loads(line)
        ended += event["event"] == "document"
        if ended >= wanted:
            return
    raise AssertionError("the program ended before it could be stopped: " + process.stderr.read())


class Interrupted(unittest.TestCase):
    def setUp(self):
        self.home = Home()
        self.folder = self.home.path / "documents"
        fill(self.folder)

    def tearDown(self):
        self.home.remove()

    def start_and_wait(self):
        process = self.home.start("add", self.folder, "--json=events")
        wait_for_documents(process, 2)
        return process

    def check_whole(self, least):
        """Every document that is listed is there with all its chunks (invariants 4 and 5)."""
        code, value = self.home.json("list")
        self.assertEqual(code, 0, value)
        documents = value["documents"]
        self.assertGreaterEqual(len(documents), least)
        self.assertLess(len(documents), FILES, "it was stopped too late to show anything")
        for document in documents:
            _, shown = self.home.json("show", document["id"])
            self.assertEqual(shown["version_sha256"], document["version_sha256"])
            self.assertEqual(document["counts"]["characters_indexed"],
                             document["counts"]["characters_kept"])

    def check_completed(self):
        code, value = self.home.json("add", self.folder)
        self.assertEqual(code, 0, value)
        _, value = self.home.json("list")
        self.assertEqual(sorted(d["name"] for d in value["documents"]),
                         sorted(f.name for f in self.folder.iterdir()))
        _, value = self.home.json("queue")
        self.assertEqual([t for t in value["tickets"] if t["stage"] not in ("complete", "cancelled")],
                         [])
        code, value = self.home.json("search", "--arm", "vector", "wear of the valve seat")
        self.assertEqual((code, len(value["hits"])), (0, 10))

    def test_killed_it_opens_and_is_completed_by_the_next(self):
        process = self.start_and_wait()
        process.kill()
        process.communicate()
        self.check_whole(2)
        self.check_completed()

    def test_interrupted_it_ends_with_130_and_is_completed_by_the_next(self):
        process = self.start_and_wait()
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, err)
        self.assertLess(time.monotonic() - asked, 10)
        last = json.loads(out.splitlines()[-1])
        self.assertEqual((last["event"], last["value"]["error"]["code"]), ("result", "cancelled"))
        self.check_whole(2)
        self.check_completed()

    def test_queued_only_it_is_read_by_an_add_without_a_path(self):
        code, value = self.home.json("add", "--no-wait", self.folder)
        self.assertEqual((code, value["queued"]), (0, FILES), value)
        self.assertEqual(self.home.json("list")[1]["documents"], [])
        code, value = self.home.json("add")
        self.assertEqual((code, len(value["documents"])), (0, FILES), value)
        self.assertEqual(self.home.json("add")[0], 2)


if __name__ == "__main__":
    skip_without_models()
    unittest.main()
