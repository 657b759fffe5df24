#include <gtest/gtest.h>

#include "collected.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;

Collected read(std::string_view text) {
  return collect(read_markdown, text, Kind::Markdown);
}

// "heading2:Text" for each run, to compare whole structures at a glance.
std::vector<std::string> outline(const Collected& all) {
  static constexpr const char* kNames[] = {"paragraph", "heading", "list",
                                           "code",      "quote",   "table"};
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs) {
    const std::string level = run.level > 0 ? std::to_string(run.level) : "";
    lines.push_back(kNames[static_cast<size_t>(run.block)] + level + ":" + run.text);
  }
  return lines;
}

struct Case {
  const char* name;
  const char* markdown;
  std::vector<std::string> expected;
};

TEST(Markdown, StructureBecomesBlocksWithoutMarkup) {
  const Case cases[] = {
      {"headings",
       "# One\n\nTwo\n---\n\n###### Six ##",
       {"heading1:One", "heading2:Two", "heading6:Six"}},
      {"inline markup",
       "Some *soft*, **loud**, `code`, ~~gone~~ and [a link](http://x.y \"t\").",
       {"paragraph:Some soft, loud, code, gone and a link."}},
      {"line breaks", "one\ntwo  \nthree\\\nfour", {"paragraph:one\ntwo\nthree\nfour"}},
      {"tight list",
       "- a\n- b\n  - deep\n- c",
       {"list:- a", "list:- b", "list:  - deep", "list:- c"}},
      {"numbered list", "7. seven\n8. eight", {"list:7. seven", "list:8. eight"}},
      {"loose list", "- a\n\n  more of a\n\n- b", {"list:- a", "list:  more of a", "list:- b"}},
      {"tasks", "- [ ] open\n- [x] done", {"list:- [ ] open", "list:- [x] done"}},
      {"code", "```cpp\nint a;\n\n  int b;\n```", {"code:int a;\n\n  int b;"}},
      {"quote", "> said\n> so", {"quote:said\nso"}},
      {"table",
       "| Name | Age |\n|:--|--:|\n| Ann | 31 |\n| Bo *B* |  |",
       {"table:Name", "table:Age", "table:Ann", "table:31", "table:Bo B"}},
      {"entities",
       "&lt;a&gt; &amp; &#8364; &#x41; &unknown; &#0;",
       {"paragraph:<a> & \u20AC A &unknown; \uFFFD"}},
      {"html",
       "<div>\nkept <b>text</b>\n<!-- not\nthis --></div>\n\na<br>b <i>c</i>",
       {"paragraph:kept text", "paragraph:a\nb c"}},
      {"image", "![a picture](x.png)", {"paragraph:a picture"}},
      {"rule", "a\n\n***\n\nb", {"paragraph:a", "paragraph:b"}},
      {"heading in a list", "- # H\n- b", {"heading1:- H", "list:- b"}},
  };
  for (const Case& test : cases) {
    const Collected all = read(test.markdown);
    ASSERT_TRUE(all.outcome.ok()) << test.name << ": " << all.outcome.error().what;
    EXPECT_EQ(outline(all), test.expected) << test.name;
  }
}

TEST(Markdown, TheCanonicalTextReadsLikeText) {
  const Collected all = read("# Pump\n\nIt pumps.\n\n- slow\n- fast\n");
  EXPECT_EQ(all.text(), "Pump\n\nIt pumps.\n\n- slow\n- fast");
}

TEST(Markdown, ATablesCellsHaveTheirPlaces) {
  const Collected all = read("| a | b |\n|---|---|\n|  | 2 |\n| 3 |\n\nafter");
  ASSERT_EQ(all.runs.size(), 5U);
  EXPECT_EQ(all.tables.size(), 1U);
  EXPECT_TRUE(all.runs[1].header);
  EXPECT_EQ(all.runs[2].text, "2");
  EXPECT_EQ(all.runs[2].row, 1U);
  EXPECT_EQ(all.runs[2].column, 1U);
  EXPECT_FALSE(all.runs[2].header);
  EXPECT_EQ(all.runs[3].row, 2U);
  EXPECT_EQ(all.runs[4].rows, 0U);
}

TEST(Markdown, TheTitleIsTheFirstTopHeadingOrTheFrontMatters) {
  EXPECT_EQ(read("## Sub\n\n# The *title*\n\n# Another").title, "The title");
  const Collected with_matter = read("---\ntitle: \"From above\"\ntags: [a]\n---\n# Heading\n");
  EXPECT_EQ(with_matter.title, "From above");
  EXPECT_EQ(outline(with_matter), (std::vector<std::string>{"code:title: \"From above\"\ntags: [a]",
                                                            "heading1:Heading"}));
  EXPECT_EQ(read("no heading").title, "");
  EXPECT_EQ(outline(read("---\n---\ntext")), (std::vector<std::string>{"paragraph:text"}));
}

TEST(Markdown, DeepNestingEnds) {
  std::string text;
  for (int i = 0; i < 500; ++i)
    text += "> ";
  text += "deep\n\n" + std::string(10'000, '[') + "\n\n" + std::string(10'000, '*') + "x";
  EXPECT_TRUE(read(text).outcome.ok());
}

TEST(Markdown, WhatIsNotTextIsNotMarkdown) {
  EXPECT_EQ(read(std::string(100, '\x01')).outcome.error().code, Code::Unsupported);
  EXPECT_EQ(read(" \n").outcome.error().code, Code::Empty);
}

}  // namespace
}  // namespace oi
