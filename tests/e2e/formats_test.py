#!/usr/bin/env python3
"""A folder of many kinds through the whole program: every file ends with a stated outcome, what is
said in it can be found, and files inside of files are documents of their own. The numbers C... are
rows of the list of public complaints."""
import email.message
import io
import json
import os
import pathlib
import struct
import unittest
import zipfile

from program import SAMPLES, Home, skip_without_models

WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def package(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


def content_types(part, kind):
    return (f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.'
            f'openxmlformats-package.relationships+xml"/><Default Extension="xml" '
            f'ContentType="application/xml"/><Override PartName="/{part}" ContentType="application/'
            f'vnd.openxmlformats-officedocument.{kind}.main+xml"/></Types>')


def relations(*rows):
    body = "".join(f'<Relationship Id="{i}" Type="{OFFICE}/{t}" Target="{target}"/>'
                   for i, t, target in rows)
    return f'<Relationships xmlns="{RELATIONS}">{body}</Relationships>'


def docx(*paragraphs):
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    return package({
        "[Content_Types].xml": content_types("word/document.xml",
                                             "wordprocessingml.document"),
        "_rels/.rels": relations(("r1", "officeDocument", "word/document.xml")),
        "word/document.xml": f'<w:document xmlns:w="{WORDS}"><w:body>{body}</w:body></w:document>'})


def xlsx(rows):
    """A cell is a number, a text, or ("=formula", cached value or None)."""
    lines = []
    for r, row in enumerate(rows, 1):
        cells = []
        for c, value in enumerate(row):
            place = f"{chr(65 + c)}{r}"
            if isinstance(value, tuple):
                cached = "" if value[1] is None else f"<v>{value[1]}</v>"
                cells.append(f'<c r="{place}" t="str"><f>{value[0][1:]}</f>{cached}</c>')
            elif isinstance(value, str):
                cells.append(f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>')
            else:
                cells.append(f'<c r="{place}"><v>{value}</v></c>')
        lines.append(f'<row r="{r}">{"".join(cells)}</row>')
    return package({
        "[Content_Types].xml": content_types("xl/workbook.xml", "spreadsheetml.sheet"),
        "_rels/.rels": relations(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{SHEETS}" xmlns:r="{OFFICE}"><sheets><sheet '
                           f'name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(("r1", "worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEETS}"><sheetData>{"".join(lines)}'
                                    f'</sheetData></worksheet>'})


def mail(subject, body, attachments):
    message = email.message.EmailMessage()
    message["From"], message["To"] = "Ada <ada@example.org>", "Ben <ben@example.org>"
    message["Subject"], message["Date"] = subject, "Tue, 01 Dec 2026 09:00:00 +0000"
    message.set_content(body)
    for name, data in attachments:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def silence(seconds):
    samples = b"\0\0" * (16000 * seconds)
    return (b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVEfmt " +
            struct.pack("<IHHIIHH", 16, 1, 1, 16000, 32000, 2, 16) + b"data" +
            struct.pack("<I", len(samples)) + samples)


FILES = {
    "contract.docx": docx("The lease of the hangar ends on 14 March 2031.", "It can be renewed."),
    "prices.xlsx": xlsx([["Part", "Pressure"], ["valve H-220", 12.5],
                         ["rotor K-7", ("=CONCATENATE(9,1)", None)]]),
    "cells.csv": "Ort;Straße\nKöln;\"Am Markt\n12\"\nBonn;Weg – 7\n".encode("cp1252"),
    "letter.eml": mail("Boiler", "The boiler was inspected by Ms Okafor.",
                       [("manual.pdf", (SAMPLES / "pump-manual.pdf").read_bytes()),
                        ("note.txt", b"The fuse of the boiler is a 16 ampere type gG fuse.\n")]),
    "archive.zip": package({"deep/inner.txt": "The spare rotor weighs 41 kilograms.\n",
                            "../../escape.txt": "The winch is green and has two drums.\n"}),
    "page.html": "<html><head><title>Cranes</title><script>var hidden=1</script></head><body>"
                 "<h1>Cranes</h1><p>The crane lifts 900 kg.</p></body></html>",
    "data.json": '{"pump": {"name": "Halden", "flow": "300 litres a minute"}}',
    "subtitles.srt": "1\n00:00:01,000 --> 00:00:03,000\nThe diver surfaces at noon.\n",
    "README.md": "# Upper\n\nThe upper file names the colour ultramarine.\n",
    "readme.md": "# Lower\n\nThe lower file names the colour vermilion.\n",
    "手册.txt": "The file with a name in Chinese speaks of a lighthouse keeper.\n",
    "renamed.txt": docx("A document under a wrong name speaks of a barometer."),
    "empty.zip": b"PK\x05\x06" + b"\0" * 18,
    "broken.docx": b"PK\x03\x04 this is no package at all",
    "silence.wav": silence(3),
}


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.folder = cls.home.path / "documents"
        cls.folder.mkdir()
        for name, data in FILES.items():
            (cls.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        secret = cls.home.path / "outside.txt"
        secret.write_text("The word of the outside is quicksilver.\n")
        (cls.folder / "link.txt").symlink_to(secret)
        cls.code, cls.value = cls.home.json("add", cls.folder)
        cls.ended = {pathlib.Path(d["path"]).name: d for d in cls.value["documents"]}

    @classmethod
    def tearDownClass(cls):
        cls.home.remove()

    def found(self, words):
        return self.home.json("search", words)[1]["hits"]

    def names_of(self, words):
        return [hit["document_name"] for hit in self.found(words)]

    def test_every_file_is_in_the_report_and_the_code_tells_partly(self):  # C026, C059
        self.assertEqual(self.code, 4)
        self.assertEqual(sorted(self.ended), sorted(FILES))
        for name, document in self.ended.items():
            self.assertIn(document["outcome"], ("complete", "complete_with_problems", "failed"))
            if document["outcome"] == "failed":
                self.assertTrue(document["reason"] and document["what"], name)

    def test_an_empty_archive_ends_at_once_and_says_so(self):  # C061
        ended = self.ended["empty.zip"]
        self.assertEqual((ended["outcome"], ended["reason"]), ("failed", "empty"), ended)

    def test_what_is_no_package_fails_alone(self):  # C059
        self.assertEqual(self.ended["broken.docx"]["outcome"], "failed")
        self.assertEqual(self.ended["broken.docx"]["reason"], "corrupt")

    def test_a_renamed_file_is_read_as_what_it_is(self):
        kinds = {d["name"]: d["kind"] for d in self.home.json("list")[1]["documents"]}
        self.assertEqual(kinds["renamed.txt"], "docx")
        self.assertIn("renamed.txt", self.names_of("barometer"))

    def test_names_that_differ_in_case_are_two_documents(self):  # C064
        self.assertIn("README.md", self.names_of("ultramarine"))
        self.assertIn("readme.md", self.names_of("vermilion"))

    def test_links_out_of_the_folder_are_not_followed_and_counted(self):  # C065
        self.assertNotIn("link.txt", self.ended)
        self.assertEqual(self.value["skipped"], 1)
        for hit in self.found("quicksilver"):
            self.assertNotIn("quicksilver", hit["text"])

    def test_a_name_in_chinese_is_fine(self):  # C067
        self.assertIn("手册.txt", self.names_of("lighthouse keeper"))

    def test_without_a_path_it_is_a_usage_error(self):  # C068
        fresh = Home()
        self.assertEqual(fresh.run("add")[0], 2)
        fresh.remove()

    def test_attachments_are_documents_with_their_mail_as_parent(self):  # C187
        self.assertEqual(self.ended["letter.eml"]["members"], 2)
        documents = {d["name"]: d for d in self.home.json("list")[1]["documents"]}
        mail_id = documents["letter.eml"]["id"]
        for name in ("manual.pdf", "note.txt"):
            self.assertEqual(documents[name]["parent"], mail_id)
            self.assertTrue(documents[name]["path"].endswith("letter.eml/" + name))
        self.assertIn("note.txt", self.names_of("ampere fuse of the boiler"))

    def test_members_of_an_archive_are_found_and_cannot_leave_it(self):
        self.assertIn("inner.txt", self.names_of("spare rotor weighs"))
        paths = [d["path"] for d in self.home.json("list")[1]["documents"]]
        self.assertIn(str(self.folder / "archive.zip" / "escape.txt"), paths)

    def test_a_citation_of_a_sheet_names_its_cell(self):
        _, answered = self.home.json("ask", "--no-model", "What is the pressure of valve H-220?")
        cells = [c.get("cell") for c in answered["answer"]["citations"]]
        self.assertTrue(any(cell and cell.startswith("Prices!") for cell in cells),
                        json.dumps(answered["answer"]))

    def test_a_formula_without_a_value_keeps_its_row(self):  # C052
        text = self.home.json("show", "prices.xlsx")[1]["text"]
        self.assertIn("rotor K-7", text)
        self.assertIn("CONCATENATE", text)

    def test_a_csv_of_windows_is_read_with_its_records(self):  # C055, C056, C058
        text = self.home.json("show", "cells.csv")[1]["text"]
        self.assertIn("Straße", text)
        self.assertIn("Weg – 7", text)

    def test_silence_is_no_speech(self):  # C071
        ended = self.ended["silence.wav"]
        self.assertEqual(ended["outcome"], "complete_with_problems", ended)
        self.assertEqual([p["reason"] for p in ended["problems"]], ["no_text"])
        self.assertEqual(ended["chunks"], 0)

    def test_the_report_is_a_line_a_file_and_a_table(self):
        fresh = Home()
        code, out, err = fresh.run("add", self.folder / "page.html", self.folder / "data.json",
                                   self.folder / "empty.zip")
        fresh.remove()
        self.assertEqual(code, 4, err)
        self.assertIn("page.html", out)
        self.assertIn("✗ failed", out)
        header = next(line for line in out.splitlines() if line.startswith("kind"))
        self.assertEqual(header.split(), ["kind", "files", "complete", "problems", "failed", "pages",
                                          "characters", "seconds"])


if __name__ == "__main__":
    skip_without_models()
    unittest.main()
