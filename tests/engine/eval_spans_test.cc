#include "engine/eval_spans.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

GoldPiece piece(uint64_t begin, uint64_t end, std::string text = "") {
  return {"a.md", {begin, end}, std::move(text)};
}

TEST(Joined, SpansThatTouchOrOverlapBecomeOne) {
  EXPECT_EQ(joined({{8, 9}, {1, 3}, {3, 5}, {4, 6}, {7, 7}}), (std::vector<Span>{{1, 6}, {8, 9}}));
}

TEST(Place, ASpanOfAFileIsFoundByItsLettersWhereWhiteSpaceWasTakenAway) {
  const std::string file = "\xEF\xBB\xBFOne  \n two three.\n";
  const std::string text = "One\ntwo three.\n";
  const uint64_t at = file.find("two");
  const Result<Span> placed = place(piece(at, at + 9), align(file, text));
  ASSERT_TRUE(placed.ok()) << placed.error().what;
  EXPECT_EQ(*placed, (Span{4, 13}));
}

TEST(Place, ATextAloneIsFoundNearestToWhereItShouldBe) {
  const std::string text = "pump off. Pump on. pump off.";
  const Aligned same = align(text, text);
  EXPECT_EQ(place(piece(0, 0, "pump\noff."), same).value(), (Span{0, 9}));
  EXPECT_EQ(place(piece(20, 28, "pump off."), same).value(), (Span{19, 28}));
}

TEST(Place, WhatTheReaderLeftOutOfAPieceIsPassedOver) {
  const std::string file =
      "# One\n\nThe <unk> motto of the <unk> squad was always ready, and it kept it.";
  const std::string text = "One\n\nThe  motto of the  squad was always ready, and it kept it.";
  const uint64_t at = file.find("motto");
  const Aligned aligned = align(file, text);
  const Result<Span> placed = place(piece(at, file.find(" was")), aligned);
  ASSERT_TRUE(placed.ok()) << placed.error().what;
  EXPECT_EQ(text.substr(placed->begin, placed->size()), "motto of the  squad");
  const Result<Span> gone = place(piece(file.find("<unk>"), file.find("<unk>") + 5), aligned);
  EXPECT_FALSE(gone.ok());
}

TEST(Place, WhatIsNotInTheTextIsCorrupt) {
  const Aligned same = align("pump off", "pump off");
  EXPECT_EQ(place(piece(0, 0, "pump on"), same).error().code, Code::Corrupt);
  EXPECT_EQ(place(piece(0, 0), same).error().code, Code::Corrupt);
}

class SpanSet : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(folder_.write("corpora/a.md", "A pump lifts water.\n")); }
  Result<EvalSet> read(const std::string& lines) {
    EXPECT_TRUE(folder_.write("gold_bytes.jsonl", lines));
    return read_spans(folder_.path);
  }
  SetFolder folder_;
};

TEST_F(SpanSet, ReferencesAreReadAndLinesWithoutThemLeftOut) {
  const Result<EvalSet> set = read(
      "{\"id\":4,\"question\":\"what\",\"file\":\"a.md\",\"references\":[{\"byte_start\":2,"
      "\"byte_end\":6,\"text\":\"pump\"},{\"byte_start\":13,\"byte_end\":18}]}\n"
      "{\"question\":\"why\",\"file\":\"a.md\",\"references\":[]}\n");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->measured, Measured::Spans);
  ASSERT_EQ(set->cases.size(), 1u);
  EXPECT_EQ(set->cases[0].id, "4");
  ASSERT_EQ(set->cases[0].gold.size(), 2u);
  EXPECT_EQ(set->cases[0].gold[1].span, (Span{13, 18}));
  ASSERT_EQ(set->documents.size(), 1u);
  EXPECT_EQ(set->documents[0].file, folder_.path / "corpora" / "a.md");
}

TEST_F(SpanSet, EvidenceStandsBeforeTheAnswersOwnSpans) {
  const Result<EvalSet> set = read(
      "{\"question_id\":\"q\",\"question\":\"what\",\"file\":\"a.md\",\"spans\":[{\"byte_start\":2,"
      "\"byte_end\":6}],\"evidence\":[{\"byte_start\":0,\"byte_end\":19}],\"answer\":\"pump\"}\n");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->cases[0].id, "q");
  EXPECT_EQ(set->cases[0].gold[0].span, (Span{0, 19}));
  EXPECT_EQ(set->cases[0].answers, std::vector<std::string>{"pump"});
}

TEST_F(SpanSet, QuestionsWithoutAnySpanAreJudgedByTheirFile) {
  const Result<EvalSet> set =
      read("{\"question\":\"what\",\"file\":\"a.md\",\"answers\":[\"a pump\",\"pump\"]}\n");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->measured, Measured::Paragraphs);
  EXPECT_EQ(set->cases[0].id, "1");
  EXPECT_EQ(set->cases[0].answers.size(), 2u);
}

TEST_F(SpanSet, TwoLinesOfOneIdAreToldApart) {
  const std::string line = "{\"id\":\"q\",\"question\":\"what\",\"file\":\"a.md\"}\n";
  const Result<EvalSet> set = read(line + line);
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->cases[0].id, "q");
  EXPECT_EQ(set->cases[1].id, "q#2");
}

TEST_F(SpanSet, ErrorsNameFileAndLine) {
  const Result<EvalSet> gone = read("{\"question\":\"what\",\"file\":\"b.md\"}\n");
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.error().code, Code::NotFound);
  EXPECT_NE(gone.error().what.find("gold_bytes.jsonl:1"), std::string::npos) << gone.error().what;
  const Result<EvalSet> bad = read(
      "\n{\"question\":\"what\",\"file\":\"a.md\",\"references\":[{\"byte_start\":9,\"byte_end\":"
      "2}]}\n");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, Code::Corrupt);
  EXPECT_NE(bad.error().what.find("gold_bytes.jsonl:2"), std::string::npos) << bad.error().what;
  EXPECT_EQ(read("{\"question\":\"what\"}\n").error().code, Code::Corrupt);
}

}  // namespace
}  // namespace oi
