#include <gtest/gtest.h>

#include "collected.h"

namespace oi {
namespace {

using std::string_literals::operator""s;
using test::collect;
using test::Collected;

Collected read(std::string_view text, std::string extension) {
  Request request;
  request.extension = std::move(extension);
  return collect(read_code, text, Kind::Code, request);
}
std::vector<std::string> blocks(const Collected& all) {
  std::vector<std::string> shown;
  for (const TextRun& run : all.runs) {
    if (run.begins_block || shown.empty()) shown.emplace_back();
    shown.back() += run.text;
  }
  return shown;
}
using Blocks = std::vector<std::string>;

TEST(Code, AFunctionIsABlockWithItsComment) {
  const std::string text =
      "#include <a>\n#define X {\n\nnamespace a {\n\n// Adds.\n// Twice.\nint f(int x) {\n  if (x) "
      "{\n"
      "    return '{';\n  }\n}\n\nstruct S {\n  int a;\n  // Says.\n  void say() { puts(\"}\"); }\n"
      "  int b;\n};\n\n}  // namespace a\n";
  const Collected all = read(text, "cc");
  EXPECT_EQ(all.text(), text);
  EXPECT_EQ(blocks(all),
            (Blocks{"#include <a>\n#define X {\n\n", "namespace a {\n\n",
                    "// Adds.\n// Twice.\nint f(int x) {\n  if (x) {\n    return '{';\n  }\n}\n",
                    "\n", "struct S {\n  int a;\n", "  // Says.\n  void say() { puts(\"}\"); }\n",
                    "  int b;\n};\n", "\n}  // namespace a\n"}));
}

TEST(Code, OtherLanguagesInBracesToo) {
  const std::string go = "package a\n\nfunc f() {\n}\n\n// g\nfunc g(x int) int {\n  return 1\n}\n";
  EXPECT_EQ(blocks(read(go, "go")), (Blocks{"package a\n\n", "func f() {\n}\n", "\n",
                                            "// g\nfunc g(x int) int {\n  return 1\n}\n"}));
  const std::string rust =
      "impl<'a> A<'a> {\n  fn f(&'a self) -> &'a str { \"{\" }\n  fn g() {}\n}\n";
  EXPECT_EQ(blocks(read(rust, "rs")),
            (Blocks{"impl<'a> A<'a> {\n", "  fn f(&'a self) -> &'a str { \"{\" }\n",
                    "  fn g() {}\n", "}\n"}));
}

TEST(Code, PythonsBlocksAreItsDefinitions) {
  const std::string text =
      "import os\n\n# makes\n@wrap\ndef f(x):\n    '''def no():\n'''\n    def inner():\n        "
      "pass\n"
      "    return 1\n\nclass A(B):\n    x = 1\n    def g(self):\n        pass\n    def h(self):\n"
      "        pass\n\nrun()\n";
  const Collected all = read(text, "py");
  EXPECT_EQ(all.text(), text);
  EXPECT_EQ(
      blocks(all),
      (Blocks{"import os\n\n",
              "# makes\n@wrap\ndef f(x):\n    '''def no():\n'''\n    def inner():\n        pass\n"
              "    return 1\n\n",
              "class A(B):\n    x = 1\n", "    def g(self):\n        pass\n",
              "    def h(self):\n        pass\n\n", "run()\n"}));
}

TEST(Code, TheRestIsCutAtItsMargin) {
  EXPECT_EQ(blocks(read("def a\n  1\nend\n\ndef b\n\n  2\nend\n", "rb")),
            (Blocks{"def a\n  1\nend\n\n", "def b\n\n  2\nend\n"}));
  EXPECT_EQ(blocks(read("@book{a,\n x=1}\n@book{b,\n x=2}\n", "bib")),
            (Blocks{"@book{a,\n x=1}\n", "@book{b,\n x=2}\n"}));
}

TEST(Code, LatexHasHeadings) {
  const Collected all = read(
      "\\documentclass{a}\n\\title{On "
      "\\emph{x}}\n\n\\section{One}\nText\nmore.\n\nNext.\n\\subsection*{Sub}\n",
      "tex");
  ASSERT_EQ(blocks(all).size(), 5U);
  EXPECT_EQ(blocks(all)[1], "\\section{One}\n");
  EXPECT_EQ(all.runs[1].block, BlockKind::Heading);
  EXPECT_EQ(all.runs[1].level, 2);
  EXPECT_EQ(all.runs[2].block, BlockKind::Paragraph);
  EXPECT_EQ(read("\\title{All Pumps}\n\\begin{document}x", "").title, "All Pumps");
}

TEST(Code, BlocksCoverWhateverComes) {
  for (const char* extension : {"cc", "py", "rb", "tex", ""}) {
    for (const std::string& unit :
         {"{"s, "}"s, "\""s, "'"s, "/*"s, "a{\n"s, "def f():\n"s, " def f():\n"s, "'''"s,
          "\\section{"s, "class A {"s, "\n"s, "#\\\n"s, "@x\n"s, "`"s, "x"s, "\\title{"s}) {
      std::string text = "int main;\n";
      for (int i = 0; i < 60'000; ++i)
        text += unit;
      const Collected all = read(text, extension);
      ASSERT_TRUE(all.outcome.ok()) << unit;
      EXPECT_TRUE(all.text() == text) << extension << unit;
    }
  }
}

}  // namespace
}  // namespace oi
