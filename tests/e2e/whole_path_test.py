#!/usr/bin/env python3
"""The whole path on real models: documents in, cited answers out. Usage: whole_path_test.py; the
program is that of OI_PROGRAM."""
import hashlib
import json
import unittest

from program import DOCUMENTS, SAMPLES, Home, skip_without_models

QUESTION = (SAMPLES / "QUESTION.txt").read_text().strip()


class WholePath(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.added = cls.home.json("add", SAMPLES)

    @classmethod
    def tearDownClass(cls):
        cls.home.remove()

    def test_every_sample_ends_complete(self):
        code, value = self.added
        self.assertEqual([d["outcome"] for d in value["documents"]], ["complete"] * DOCUMENTS, value)
        self.assertEqual(code, 0)
        for document in value["documents"]:
            counts = document["counts"]
            self.assertGreater(counts["characters_indexed"], 0.9 * counts["characters_kept"])

    def test_the_list_has_every_document_with_its_names(self):
        code, value = self.home.json("list")
        self.assertEqual(code, 0)
        self.assertEqual(len(value["documents"]), DOCUMENTS)
        for document in value["documents"]:
            for name in ("id", "name", "path", "kind", "version_sha256", "chunks", "pages", "problems",
                         "counts"):
                self.assertIn(name, document)
        manual = next(d for d in value["documents"] if d["name"] == "pump-manual.pdf")
        self.assertEqual((manual["kind"], manual["pages"]), ("pdf", 4))

    def check_citations(self, answered):
        """Invariant 2, with nothing of ours between the bytes and the comparison."""
        self.assertTrue(answered["answer"]["citations"])
        for number, citation in enumerate(answered["answer"]["citations"], 1):
            _, shown = self.home.json("show", citation["document"])
            text = shown["text"].encode()
            self.assertEqual(hashlib.sha256(text).hexdigest(), citation["version_sha256"])
            begin, end = citation["span"]
            self.assertEqual(text[begin:end].decode(), citation["quote"])
            code, seen = self.home.json("show", "--citation", f"{answered['id']}:{number}")
            self.assertEqual(code, 0, seen)
            self.assertTrue(seen["verified"])
            self.assertEqual(seen["citation"]["quote"], citation["quote"])
            whole = seen["before"] + citation["quote"] + seen["after"]
            self.assertIn(whole, shown["text"])

    def test_the_sample_question_is_answered_from_the_manual(self):
        code, answered = self.home.json("ask", QUESTION)
        self.assertEqual((code, answered["outcome"]), (0, "answered"), answered)
        self.check_citations(answered)
        text = answered["answer"]["text"].encode()
        self.assertIn("megaohm", text.decode())
        self.assertEqual({c["document_name"] for c in answered["answer"]["citations"]},
                         {"pump-manual.pdf"})
        for claim in answered["answer"]["claims"]:
            begin, end = claim["span"]
            self.assertIn(claim["text"], text[begin:end].decode())
            self.assertTrue(claim["labels"])

    def test_without_a_model_the_answer_is_a_quotation(self):
        code, answered = self.home.json("ask", "--no-model", QUESTION)
        self.assertEqual((code, answered["outcome"]), (0, "answered"), answered)
        self.check_citations(answered)
        self.assertEqual(answered["receipt"]["generative_calls"], [])
        self.assertIn("1 megaohm", answered["answer"]["text"])

    def test_exact_values_are_found(self):
        for question, value in [
            ("What torque do the casing bolts need?", "85"),
            ("How much is the rent of the workshop a month?", "2,450"),
            ("Within how many minutes must free chlorine be measured after sampling?", "15"),
            ("How many shaft seals are on the shelf?", "4"),
        ]:
            with self.subTest(question):
                code, answered = self.home.json("ask", "--no-model", question)
                self.assertEqual(code, 0, answered["outcome"])
                self.assertIn(value, answered["answer"]["text"])
                self.check_citations(answered)

    def test_what_the_documents_do_not_say_is_not_answered(self):
        for question in ("Who won the football world cup in 1998?",
                         "What is the boiling point of mercury?",
                         "Which colour is the paint of the pump?"):
            with self.subTest(question):
                code, answered = self.home.json("ask", question)
                self.assertEqual((code, answered["outcome"]), (3, "abstained"), answered["answer"])
                self.assertEqual(answered["answer"]["claims"], [])

    def test_a_document_can_be_asked_alone(self):
        code, answered = self.home.json("ask", "--no-model", "--document", "workshop-lease.pdf",
                                        "How much is the deposit?")
        self.assertEqual(code, 0, answered)
        self.assertEqual({c["document_name"] for c in answered["answer"]["citations"]},
                         {"workshop-lease.pdf"})

    def test_the_trace_has_the_seven_stages(self):
        _, answered = self.home.json("ask", "--trace", "--no-model", QUESTION)
        self.assertEqual([s["name"] for s in answered["trace"]["stages"]],
                         ["vector", "lexical", "fusion", "boosted", "candidates", "rerank", "final"])

    def test_every_arm_finds_the_passage(self):
        for arm in ("fused", "vector", "lexical"):
            with self.subTest(arm):
                code, value = self.home.json("search", "-k", "5", "--arm", arm,
                                             "insulation resistance of the pump motor")
                self.assertEqual(code, 0)
                self.assertLessEqual(len(value["hits"]), 5)
                names = [hit["document_name"] for hit in value["hits"]]
                self.assertIn("pump-manual.pdf", names)
                best = value["hits"][0]
                _, shown = self.home.json("show", best["document"])
                begin, end = best["span"]
                self.assertEqual(shown["text"].encode()[begin:end].decode(), best["text"])

    def test_pages_and_spans_are_shown_byte_for_byte(self):
        _, whole = self.home.json("show", "pump-manual.pdf")
        code, page = self.home.json("show", "pump-manual.pdf", "--page", "4")
        self.assertEqual((code, page["page"]), (0, 4))
        begin, end = page["span"]
        self.assertEqual(whole["text"].encode()[begin:end].decode(), page["text"])
        _, out, _ = self.home.run("show", "pump-manual.pdf", "--span", f"{begin}:{end}")
        self.assertEqual(out, page["text"])
        self.assertEqual(self.home.run("show", "pump-manual.pdf", "--page", "99")[0], 6)
        self.assertEqual(self.home.run("show", "pump-manual.pdf", "--span", "9:3")[0], 2)

    def test_the_answer_for_people_has_labels_sources_and_quotes(self):
        code, out, err = self.home.run("ask", "--no-model", QUESTION)
        self.assertEqual(code, 0, err)
        for words in ("[S", "\nSources\n", "pump-manual.pdf, page 4", "“", "confidence",
                      "oi show --citation "):
            self.assertIn(words, out)
        self.assertNotIn("\x1b", out + err)

    def test_events_come_one_a_line_and_end_with_the_answer(self):
        code, out, _ = self.home.run("ask", "--json=events", QUESTION)
        events = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(code, 0)
        self.assertEqual(events[-1]["event"], "answer")
        self.assertIn("answer", events[-1]["value"])
        self.assertTrue({e["event"] for e in events} <= {"stage", "draft", "notice", "answer"})

    def test_a_remote_model_is_never_used(self):
        code, value = self.home.json("ask", "--remote", "require", QUESTION)
        self.assertEqual((code, value["error"]["code"]), (5, "unsupported"))
        code, answered = self.home.json("ask", "--remote", "allow", "--no-model", QUESTION)
        self.assertEqual((code, answered["receipt"]["network"]), (0, []))

    def test_the_doctor_finds_everything(self):
        code, value = self.home.json("doctor")
        self.assertEqual((code, value["good"]), (0, True), value)
        self.assertTrue(any(s["key"] == "home" and s["origin"] == "OI_HOME"
                            for s in value["settings"]))

    def test_adding_again_changes_nothing(self):
        code, value = self.home.json("add", SAMPLES / "spare-parts.txt")
        self.assertEqual((code, value["documents"][0]["already_known"]), (0, True), value)
        self.assertEqual(len(self.home.json("list")[1]["documents"]), DOCUMENTS)

    def test_removing_takes_a_document_out_of_every_search(self):
        other = self.home.path / "extra.txt"
        other.write_text("The zebrafish tank in the lobby holds 90 litres.\n")
        self.assertEqual(self.home.json("add", other)[0], 0)
        self.assertTrue(self.home.json("search", "--arm", "lexical", "zebrafish")[1]["hits"])
        code, value = self.home.json("remove", "extra.txt")
        self.assertEqual((code, [d["name"] for d in value["removed"]]), (0, ["extra.txt"]))
        self.assertEqual(self.home.json("search", "--arm", "lexical", "zebrafish")[1]["hits"], [])
        self.assertTrue(other.exists())
        self.assertEqual(self.home.json("remove", "extra.txt")[0], 6)


if __name__ == "__main__":
    skip_without_models()
    unittest.main()
