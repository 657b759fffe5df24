#include <gtest/gtest.h>

#include "collected.h"
#include "reader/json_scan.h"

namespace oi {
namespace {

using std::string_literals::operator""s;
using test::collect;
using test::Collected;

Collected read(test::Parser parser, Kind kind, std::string_view bytes) {
  return collect(parser, bytes, kind);
}
// What stands in each block.
std::vector<std::string> blocks(const Collected& all) {
  std::vector<std::string> shown;
  for (const TextRun& run : all.runs) {
    if (run.begins_block || shown.empty()) shown.emplace_back();
    shown.back() += run.text;
  }
  return shown;
}
using Blocks = std::vector<std::string>;

const std::string kLong(200, 'v');

TEST(Json, ValuesAreFoundWithoutBuildingThem) {
  const auto state = [](std::string_view text) { return json_value_end(text, 0).state; };
  for (const char* whole : {"{}", "[]", "[1,2.5e3,-1,true,false,null,\"a\\\"b\"]",
                            " {\"a\" : {\"b\":[]}}", "\"x\"", "12", "{\"a\":1} rest"})
    EXPECT_EQ(state(whole), JsonEnd::Whole) << whole;
  for (const char* cut : {"", "[", "{\"a\"", "{\"a\":", "[1,", "\"abc", "[1 "})
    EXPECT_EQ(state(cut), JsonEnd::CutOff) << cut;
  for (const char* broken : {"]", "{a:1}", "[1 2]", "{\"a\" 1}", "[,1]", "words and more", "{1:2}",
                             "[1,]", "{\"a\":1,}"})
    EXPECT_EQ(state(broken), JsonEnd::Broken) << broken;
}

TEST(Json, EachElementIsABlockOfTheFilesOwnText) {
  const std::string text = "{\n  \"a\": \"" + kLong + "\",\n  \"b\": [1, 2, 3],\n  \"c\": \"" +
                           kLong + "\",\n  \"d\": \"" + kLong + "\"\n}\n";
  const Collected all = read(read_json, Kind::Json, text);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), text);
  ASSERT_EQ(blocks(all).size(), 3U);
  EXPECT_EQ(blocks(all)[1].substr(0, 4), "\"b\":");
}

TEST(Json, ALargeElementIsCutAtItsOwn) {
  std::string text = "{\"pages\": [";
  for (int i = 0; i < 50; ++i)
    text += (i > 0 ? ",\n" : "") + ("{\"page\": \"" + kLong + "\"}");
  text += "]}";
  const Collected all = read(read_json, Kind::Json, text);
  EXPECT_EQ(all.text(), text);
  EXPECT_GE(blocks(all).size(), 50U);
}

TEST(Json, LinesAreRecordsAndABrokenOneIsTold) {
  const std::string line = "{\"a\": \"" + kLong + "\"}\n";
  const std::string text = line + line + "{\"a\": \"cut\n" + line + "not json\n" + line;
  const Collected whole = read(read_json, Kind::Json, line + line);
  EXPECT_EQ(blocks(whole), (Blocks{line, line}));
  EXPECT_TRUE(whole.problems.empty());
  const Collected all = read(read_json, Kind::Json, line + "not json\n" + line);
  EXPECT_EQ(all.text(), line + "not json\n" + line);
  ASSERT_TRUE(all.has_problem("not_whole_json"));
  EXPECT_EQ(all.problems[0].where, "line 2");
  EXPECT_EQ(read(read_json, Kind::Json, text).text(), text);
}

TEST(Xml, RecordsAreBlocksAndTheTextStands) {
  std::string text = "<?xml version=\"1.0\"?>\n<!-- note < -->\n<orders>\n";
  for (int i = 0; i < 5; ++i)
    text += "  <order n=\"" + std::to_string(i) + ">\"><![CDATA[<x>]]>" + kLong + kLong + kLong +
            "</order>\n";
  text += "</orders>\n";
  const Collected all = read(read_xml, Kind::Xml, text);
  EXPECT_EQ(all.text(), text);
  ASSERT_EQ(blocks(all).size(), 5U);
  EXPECT_EQ(blocks(all)[1].substr(0, 9), "<order n=");
  EXPECT_TRUE(all.problems.empty());
  EXPECT_TRUE(read(read_xml, Kind::Xml, "<a><b></a></c></d>").has_problem("not_well_formed"));
}

TEST(Xml, TheDeclaredSetIsTaken) {
  EXPECT_EQ(
      read(read_xml, Kind::Xml, "<?xml version='1.0' encoding='koi8-r'?><a>\xF0\xD2</a>").text(),
      "<?xml version='1.0' encoding='koi8-r'?><a>\u041F\u0440</a>");
}

// Issue 4, the hostile suite.
TEST(Xml, ABombOfEntitiesIsAFewLinesOfText) {
  std::string text = "<!DOCTYPE a [\n<!ENTITY l0 \"lol\">\n";
  for (int i = 1; i < 10; ++i) {
    text += "<!ENTITY l" + std::to_string(i) + " \"";
    for (int j = 0; j < 10; ++j)
      text += "&l" + std::to_string(i - 1) + ";";
    text += "\">\n";
  }
  text += "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<a>&l9;&x;</a>\n";
  const Collected all = read(read_xml, Kind::Xml, text);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), text);
}

TEST(Yaml, OutermostKeysAreBlocksWithTheirComments) {
  const std::string text =
      "# file\nname: x\n\n# parts of it\nparts:\n  - a\n  # inner\n  - b\n- c\n---\nnext: |\n  "
      "text\n";
  const Collected all = read(read_yaml, Kind::Yaml, text);
  EXPECT_EQ(all.text(), text);
  EXPECT_EQ(blocks(all),
            (Blocks{"# file\nname: x\n\n", "# parts of it\nparts:\n  - a\n  # inner\n  - b\n",
                    "- c\n", "---\n", "next: |\n  text\n"}));
}

TEST(Log, EntriesStayWholeInTheirBlocks) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "2024-01-02 03:04:05 ERROR it broke\n  at line 1\n  at line 2\n";
  const Collected all = read(read_log, Kind::Log, text);
  EXPECT_EQ(all.text(), text);
  ASSERT_GT(blocks(all).size(), 2U);
  for (const std::string& block : blocks(all))
    EXPECT_EQ(block.substr(0, 4), "2024");
}

TEST(Structured, HostileTextsAreReadInTime) {
  struct Row {
    test::Parser parser;
    Kind kind;
  };
  for (const Row& row : {Row{read_json, Kind::Json}, Row{read_xml, Kind::Xml},
                         Row{read_yaml, Kind::Yaml}, Row{read_log, Kind::Log}}) {
    for (const std::string& unit : {"["s, "{\"a\":"s, "<a>"s, "<!--"s, "<"s, "\""s, "a: "s, "- "s,
                                    "[\n"s, "\n"s, "x"s, "<a b='"s, "<![CDATA["s, "{\n"s}) {
      std::string text = "2024-01-02 03:04:05 x\n";
      for (int i = 0; i < 200'000; ++i)
        text += unit;
      const Collected all = read(row.parser, row.kind, text);
      ASSERT_TRUE(all.outcome.ok()) << unit;
      EXPECT_TRUE(all.text() == text) << unit;
    }
    std::string broken;
    for (int i = 0; i < 200'000; ++i)
      broken += "[\n";
    broken += "}";
    EXPECT_TRUE(read(row.parser, row.kind, broken).outcome.ok());
  }
}

TEST(Structured, AVeryLongLinePasses) {
  const std::string text = "[\"" + std::string(40'000'000, 'x') + "\"]";
  const Collected all = read(read_json, Kind::Json, text);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_TRUE(all.text() == text);
}

}  // namespace
}  // namespace oi
