#include "engine/eval_positions.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

std::string passage(const std::string& text, bool gold) {
  return "{\"title\":\"T\",\"text\":\"" + text + "\",\"isgold\":" + (gold ? "true" : "false") + "}";
}

std::string line(const std::string& question, const std::string& ctxs) {
  return "{\"question\":\"" + question + "\",\"answers\":[\"x\"],\"ctxs\":[" + ctxs + "]}\n";
}

std::string gold_text(const EvalSet& set, size_t at) {
  const GoldPiece& piece = set.cases[at].gold[0];
  for (const EvalText& document : set.documents) {
    if (document.id == piece.document) {
      return document.text.substr(piece.span.begin, piece.span.size());
    }
  }
  return {};
}

TEST(Positions, TwentyLinesOfOnePassageAreADocumentAndARepeatedOneKeepsItsPlace) {
  SetFolder folder;
  std::string lines;
  for (int i = 0; i < 23; ++i) {
    const std::string number = i == 22 ? "3" : std::to_string(i);
    lines += line("q" + std::to_string(i), passage("text " + number, true));
  }
  ASSERT_TRUE(folder.write("set.jsonl", lines));
  ASSERT_EQ(positions_of(folder.path), folder.path / "set.jsonl");
  const Result<EvalSet> set = read_positions(folder.path / "set.jsonl");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->measured, Measured::Positions);
  EXPECT_EQ(set->documents.size(), 2u);
  ASSERT_EQ(set->cases.size(), 23u);
  EXPECT_EQ(set->cases[0].position, 1u);
  EXPECT_EQ(set->cases[19].position, 20u);
  EXPECT_EQ(set->cases[20].position, 1u);
  EXPECT_EQ(set->cases[20].positions, 20u);
  EXPECT_EQ(set->cases[22].position, 4u);
  EXPECT_EQ(gold_text(*set, 0), "text 0");
  EXPECT_EQ(gold_text(*set, 21), "text 21");
  EXPECT_EQ(gold_text(*set, 22), "text 3");
}

TEST(Positions, PassagesOfALineAreADocumentInTheirOrder) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("set.jsonl",
                           line("q", passage("one", false) + "," + passage("two", true)) +
                               line("r", passage("three", true) + "," + passage("one", false))));
  const Result<EvalSet> set = read_positions(folder.path / "set.jsonl");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->documents.size(), 2u);
  EXPECT_EQ(set->cases[0].position, 2u);
  EXPECT_EQ(set->cases[0].positions, 2u);
  EXPECT_EQ(set->cases[1].position, 1u);
  EXPECT_EQ(gold_text(*set, 0), "two");
}

TEST(Positions, ALineWithoutAGoldPassageIsCorruptAndNamed) {
  SetFolder folder;
  ASSERT_TRUE(
      folder.write("set.jsonl", line("q", passage("one", false) + "," + passage("two", false))));
  const Result<EvalSet> set = read_positions(folder.path / "set.jsonl");
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::Corrupt);
  EXPECT_NE(set.error().what.find("set.jsonl:1"), std::string::npos) << set.error().what;
}

}  // namespace
}  // namespace oi
