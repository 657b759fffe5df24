#include <gtest/gtest.h>

#include "collected.h"
#include "outline.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::outline;

Collected read(const std::string& inside) {
  return collect(read_rtf, "{\\rtf1\\ansi\\ansicpg1252 " + inside + "}", Kind::Rtf);
}

struct Case {
  const char* name;
  const char* rtf;
  std::vector<std::string> expected;
};

TEST(Rtf, WordsBecomeTextAndBlocks) {
  const Case cases[] = {
      {"paragraphs", "one\\par two\\line three\\par", {"text:one", "text:two\nthree"}},
      {"characters",
       "\\ldblquote a\\rdblquote\\~\\emdash  \\{b\\} \\\\ x\\-y",
       {"text:\u201Ca\u201D\u00A0\u2014 {b} \\ xy"}},
      {"code pages",
       "{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}caf\\'e9 {\\f1 \\'cf\\'f0} "
       "{\\f2 \\'93\\'fa\\'96{}\\'7b}",
       {"text:caf\u00E9 \u041F\u0440 \u65E5\uFFFD{"}},
      {"two bytes", "{\\fonttbl{\\f2\\fcharset128 C;}}\\f2\\'83A\\'93\\'fa", {"text:\u30A2\u65E5"}},
      {"unicode",
       "\\u8364?\\u-3913?x{\\uc2\\u233\\'c3\\'a9z}\\uc0\\u55357\\u56832 ",
       {"text:\u20AC\u2022x\u00E9z\U0001F600"}},
      {"unicode choice", "{\\upr{ansi}{\\*\\ud{\\u960?}}}!", {"text:\u03C0!"}},
      {"headings",
       "{\\stylesheet{\\s1 heading 1;}{\\s2\\outlinelevel2 Mine;}{Normal;}}\\pard\\s1 One\\par"
       "\\pard\\s2 Three\\par\\pard\\outlinelevel1 Two\\par\\pard plain\\par",
       {"heading1:One", "heading3:Three", "heading2:Two", "text:plain"}},
      {"lists",
       "\\pard{\\listtext 1.\\tab}\\ls1 first\\par\\pard after\\par",
       {"list:1.\tfirst", "text:after"}},
      {"fields",
       "see {\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt there}}",
       {"text:see there"}},
      {"tables",
       "before\\par\\trowd\\trhdr\\cellx1\\cellx2\\intbl Name\\cell Price\\cell\\row\\trowd\\intbl "
       "a"
       "\\par b\\cell\\cell\\row\\pard after\\par",
       {"text:before", "0,0:Name", "0,1:Price", "1,0:a", "1,0:b", "text:after"}},
      {"skipped",
       "a{\\*\\unknown b{c}}{\\pict\\pngblip 89504e47}{\\*\\generator G;}d\\bin3 }}}e",
       {"text:ade"}},
      {"asides",
       "{\\header Head\\par}{\\header Head\\par}body{\\footnote note}{\\*\\atnauthor Ann}"
       "{\\*\\annotation why?} end\\par",
       {"text:body end", "footnote:note", "comment:Ann: why?", "furniture:Head"}},
      {"text boxes",
       "out{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt in a box\\par}}side\\par",
       {"text:outside", "text:in a box"}},
      {"deleted", "keep {\\deleted gone }end", {"text:keep ", "deleted:gone ", "text:end"}},
      {"mail", "{\\*\\htmltag64 <p>}\\htmlrtf \\par\\htmlrtf0 shown", {"text:shown"}},
  };
  for (const Case& one : cases) {
    const Collected all = read(one.rtf);
    EXPECT_TRUE(all.outcome.ok()) << one.name;
    EXPECT_EQ(outline(all), one.expected) << one.name;
  }
}

TEST(Rtf, TheTitleHiddenTextAndHeaderCellsAreTold) {
  const Collected all = read(
      "{\\info{\\title My \\'e9tude}{\\author X}}shown{\\v secret}\\par\\trowd\\trhdr\\intbl "
      "h\\cell\\row");
  EXPECT_EQ(all.title, "My \u00E9tude");
  ASSERT_EQ(all.runs.size(), 3u);
  EXPECT_TRUE(all.runs[1].hidden);
  EXPECT_TRUE(all.runs[2].header);
}

TEST(Rtf, WhatIsLeftOutIsCounted) {
  const Collected all = read("{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}");
  ASSERT_EQ(all.dropped.size(), 1u);
  EXPECT_EQ(all.dropped[0], (Dropped{"field_code", 4}));
}

TEST(Rtf, AMillionGroupsAndAFileCutShortEndWithTheirText) {
  const std::string deep = std::string(1'000'000, '{') + "inside" + std::string(1'000'000, '}');
  const Collected all = read(deep + " after");
  EXPECT_EQ(all.text(), "inside after");
  EXPECT_TRUE(all.has_problem("nested_too_deep"));
  const Collected cut = collect(read_rtf, "{\\rtf1 some text {\\b bold", Kind::Rtf);
  EXPECT_EQ(cut.text(), "some text bold");
  EXPECT_TRUE(cut.has_problem("file_cut_short"));
}

TEST(Rtf, OtherFilesAndEmptyOnesAreRefused) {
  EXPECT_EQ(collect(read_rtf, "{html}", Kind::Rtf).outcome.error().code, Code::Corrupt);
  EXPECT_EQ(read("{\\*\\x y}").outcome.error().code, Code::Empty);
}

}  // namespace
}  // namespace oi
