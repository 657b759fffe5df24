#include "chunk/units.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "rules/limits.h"
#include "tests/fakes.h"

namespace oi {
namespace {

size_t count(std::string_view text) {
  return count_words(text) + 2;
}

std::vector<std::string> texts(const Document& document, const std::vector<ChunkUnit>& units) {
  std::vector<std::string> out;
  for (const ChunkUnit& unit : units) {
    out.push_back(document.text.substr(unit.span.begin, unit.span.size()));
  }
  return out;
}

TEST(Units, SentencesAreUnitsAndAHeadingIsMarked) {
  const Document document =
      make_document("a.md", "Before it.\n\n# Pump\n\nIt holds 4.5 litres. It is blue.");
  const Result<Outline> made = outline(document, count, {});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(
      texts(document, made->units),
      (std::vector<std::string>{"Before it.", "# Pump", "It holds 4.5 litres.", "It is blue."}));
  EXPECT_TRUE(made->units[1].heading);
  EXPECT_EQ(made->units[0].section, 0u);
  EXPECT_EQ(made->units[3].section, 1u);
}

TEST(Units, HeadingPathFollowsLevels) {
  Document document = make_document("a.md", "# A\n\n## B\n\n### C\n\n## D\n\n# E");
  const Result<Outline> made = outline(document, count, {});
  ASSERT_TRUE(made.ok());
  std::vector<std::string> paths;
  for (const Section& section : made->sections)
    paths.push_back(join_titles(section.titles));
  EXPECT_EQ(paths, (std::vector<std::string>{"", "A", "A > B", "A > B > C", "A > D", "E"}));
}

TEST(Units, PrefixDoesNotSayTheTitleTwice) {
  Document document = make_document("pump.md", "x");
  document.title = "Pump manual";
  EXPECT_EQ(make_prefix(document, {"Pump manual", "Safety"}, "", count), "Pump manual > Safety");
  EXPECT_EQ(make_prefix(document, {"Safety"}, "", count), "Pump manual > Safety");
  document.title.clear();
  EXPECT_EQ(make_prefix(document, {}, "", count), "pump.md");
}

TEST(Units, PrefixAtAndAboveItsLimit) {
  Document document = make_document("x.md", "x");
  document.title.clear();
  document.name = "x";
  std::vector<std::string> titles;
  for (uint32_t i = 0; i < limits::kPrefixTokens - 3; ++i)
    titles.push_back("t");
  EXPECT_EQ(count(make_prefix(document, titles, "", count)), limits::kPrefixTokens);
  titles.push_back("last");
  const std::string cut = make_prefix(document, titles, "", count);
  EXPECT_EQ(count(cut), limits::kPrefixTokens);
  EXPECT_EQ(cut.find("last"), std::string::npos);
}

TEST(Units, CutPrefersSpacesToTheMiddleOfACode) {
  const Document document = make_document("x.md", "alpha beta H-220 gamma delta");
  const ChunkUnit whole{.span = {0, document.text.size()}};
  const std::vector<ChunkUnit> pieces = cut_unit(document, whole, 3, 100, count);
  EXPECT_EQ(texts(document, pieces),
            (std::vector<std::string>{"alpha beta", "H-220 gamma", "delta"}));
}

TEST(Units, CutOfAWordKeepsCodePointsWhole) {
  const Document document = make_document("x.md", "ääääääääää");
  const auto by_bytes = [](std::string_view text) { return text.size() + 2; };
  const ChunkUnit whole{.span = {0, document.text.size()}};
  const std::vector<ChunkUnit> pieces = cut_unit(document, whole, 50, 5, by_bytes);
  ASSERT_EQ(pieces.size(), 5u);
  for (const ChunkUnit& piece : pieces)
    EXPECT_EQ(piece.span.size(), 4u);
}

TEST(Units, HeadingLeavesRoomForItselfBesideAList) {
  std::string list;
  for (int i = 0; i < 154; ++i)
    list += "- item\n";
  list += "- one more";
  Document fits = make_document("a.md", "# Head\n\n" + list);
  fits.blocks.back().kind = BlockKind::List;
  EXPECT_EQ(outline(fits, count, {})->units.size(), 2u);
  std::string wordy = "# Head";
  for (int i = 0; i < 200; ++i)
    wordy += " w";
  Document does_not = make_document("a.md", wordy + "\n\n" + list);
  does_not.blocks.back().kind = BlockKind::List;
  EXPECT_GT(outline(does_not, count, {})->units.size(), 100u);
}

}  // namespace
}  // namespace oi
