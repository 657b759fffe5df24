"""Each check refuses a tiny tree that breaks its rule, and passes the tree without the fault."""
import pathlib
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


def run(tool, files):
    """Exit code and output of a tool on a tree of {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([TOOLS / tool, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Checks(unittest.TestCase):
    def refuses(self, tool, files, says):
        code, output = run(tool, files)
        self.assertEqual(code, 1, output)
        self.assertIn(says, output)

    def passes(self, tool, files):
        code, output = run(tool, files)
        self.assertEqual(code, 0, output)

    def test_includes(self):
        tree = {"src/chunk/chunk.h": "", "src/base/text.h": "#include <string>\n"}
        include = lambda path, line: dict(tree, **{path: line + "\n"})
        self.passes("check_includes", include("src/chunk/chunk.cc", '#include "base/text.h"'))
        self.passes("check_includes", include("src/embedded/sqlite.cc", "#include <sqlite3.h>"))
        for path, line, says in [
            ("src/base/a.cc", '#include "chunk/chunk.h"', "src/base/a.cc:1: base/ may not include"),
            ("src/retrieve/a.cc", '#include "chunk/chunk.h"', "retrieve/ may not include"),
            ("src/chunk/a.cc", '#include "chunk.h"', "relative to it"),
            ("src/chunk/a.cc", "#include <sqlite3.h>", "one library, one door"),
            ("src/chunk/a.cc", "#include <boost/any.hpp>", "no door is named"),
            ("src/reader/a.cc", '#include "chunk/chunk.h"', "reader/ may not include"),
            ("src/odd/a.cc", "", "no row"),
        ]:
            self.refuses("check_includes", include(path, line), says)

    def test_style(self):
        path = "src/chunk/a.cc"
        self.passes("check_style", {path: '// throw; shared_ptr\nauto a = "throw"; // TODO(#3)\n'})
        self.passes("check_style", {"src/models/models.h": "virtual int f();\n"})
        self.passes("check_style", {"src/reader/pdf.cc": "", "fuzz/pdf.cc": ""})
        for line, says in [
            ("int a = 0;\n" * 601, "2: 601 lines"),
            ("throw 1;\n", f"{path}:1: 6:"),
            ("try {} catch (...) {}\n", "6:"),
            ("\nvirtual int f();\n", f"{path}:2: 5:"),
            ("std::shared_ptr<int> p;\n", "8:"),
            ("struct ChunkManager {};\n", "11: the word `manager`"),
            ("if (mode == Mode::Deep) f();\n", "15:"),
            ("using namespace std;\n", "no `using namespace`"),
            ("#define MAX(a) a\n", "no macro but TRY"),
            ("// TODO later\n", "19:"),
        ]:
            self.refuses("check_style", {path: line}, says)
        self.refuses("check_style", {"src/chunk/chunk_utils.cc": ""}, "11:")
        self.refuses("check_style", {"src/chunk/a.h": "int a;\n" * 251}, "2: 251 lines")
        self.refuses("check_style", {"src/reader/pdf.cc": ""}, "18: fuzz/pdf.cc is missing")
        one = "struct Place {\n};\n"
        self.refuses("check_style", {"src/chunk/a.h": one, "src/verify/b.h": one}, "the type Place")
        self.refuses("check_style", {"src/reader/a.h": one, "src/extract/wire.h": one}, "Place")
        self.passes("check_style", {"src/reader/a.h": one, "src/verify/b.h": one})

    def test_mirror(self):
        tree = {"src/chunk/chunk.cc": "", "tests/mirror_exceptions.txt": "# none\n"}
        self.refuses("check_mirror", tree, "src/chunk/chunk.cc has no tests/chunk/chunk_test.cc")
        self.passes("check_mirror", dict(tree, **{"tests/chunk/chunk_test.cc": ""}))
        excepted = {"tests/mirror_exceptions.txt": "chunk/chunk.cc  a reason\n"}
        self.passes("check_mirror", dict(tree, **excepted))
        self.refuses("check_mirror", dict(tree, **excepted, **{"tests/chunk/chunk_test.cc": ""}),
                     "needs no exception")
        self.refuses("check_mirror", dict(tree, **{"tests/mirror_exceptions.txt": "chunk/chunk.cc\n"}),
                     "reason")

    def test_links(self):
        self.passes("check_links", {"README.md": "[a](docs/A.md#part)\n", "docs/A.md": "## Part\n"})
        self.refuses("check_links", {"README.md": "\n[a](docs/B.md)\n"}, "README.md:2: docs/B.md")
        self.refuses("check_links", {"README.md": "[a](#none)\n# One\n"}, "no heading #none")


if __name__ == "__main__":
    unittest.main()
