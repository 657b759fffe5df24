#include "engine/eval_cases.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/ingest.h"
#include "extract/extract.h"
#include "tests/engine/small_engine.h"
#include "types/json.h"

namespace oi {
namespace {

const DocumentId kA{1}, kB{2}, kC{3};
const std::map<DocumentId, std::string> kNames = {{kA, "a"}, {kB, "b"}, {kC, "c"}};

Hit hit(DocumentId document, uint32_t ordinal, Span span) {
  Hit out;
  out.chunk = {document, ordinal};
  out.span = span;
  out.cosine = 0.5;
  out.relevance = 0.25;
  return out;
}

Passage passage(std::string label, DocumentId document, Span span, std::string text) {
  Passage out;
  out.label = std::move(label);
  out.chunk = {document, 0};
  out.span = span;
  out.text = std::move(text);
  return out;
}

// a and c are right. Vector: b, a (twice), c. Words: a alone. Fused: nothing.
TEST(MeasureSearch, ChunksCountForTheirDocumentsOnce) {
  EvalCase one;
  one.grades = {{"a", 1}, {"c", 1}};
  Retrieved found;
  found.vector = {hit(kB, 0, {}), hit(kA, 0, {}), hit(kA, 1, {}), hit(kC, 0, {})};
  found.lexical = {hit(kA, 1, {})};
  const AskedCase asked{one, Measured::Documents, kNames, {}};
  Scores scores = measure_search(asked, found);
  const double ideal = 1 + 1 / std::log2(3.0);
  EXPECT_DOUBLE_EQ(scores["vector.ndcg@10"], (1 / std::log2(3.0) + 1 / std::log2(4.0)) / ideal);
  EXPECT_DOUBLE_EQ(scores["vector.recall@10"], 1);
  EXPECT_DOUBLE_EQ(scores["lexical.ndcg@10"], 1 / ideal);
  EXPECT_DOUBLE_EQ(scores["lexical.recall@100"], 0.5);
  EXPECT_DOUBLE_EQ(scores["fused.ndcg@10"], 0);
}

// Gold: bytes 0 to 100 of a. The sixth chunk holds 20 more of it, the eleventh 50.
TEST(MeasureSearch, RecallLooksAtFiveChunksAndSpanAtTen) {
  EvalCase one;
  Retrieved found;
  found.reranked = {hit(kA, 0, {0, 30}),    hit(kB, 0, {0, 100}),   hit(kB, 1, {100, 200}),
                    hit(kB, 2, {200, 300}), hit(kB, 3, {300, 400}), hit(kA, 1, {20, 50}),
                    hit(kB, 4, {400, 500}), hit(kB, 5, {500, 600}), hit(kB, 6, {600, 700}),
                    hit(kB, 7, {700, 800}), hit(kA, 2, {50, 100})};
  found.fused = {hit(kA, 0, {0, 49})};
  found.packed.passages = {passage("S1", kA, {0, 75}, "")};
  const AskedCase asked{one, Measured::Spans, kNames, {{kA, {{0, 100}}}}};
  Scores scores = measure_search(asked, found);
  EXPECT_DOUBLE_EQ(scores["reranked.recall@5"], 0.3);
  EXPECT_DOUBLE_EQ(scores["recall@5"], 0.3);
  EXPECT_DOUBLE_EQ(scores["span@10"], 1);
  EXPECT_DOUBLE_EQ(scores["fused.recall@5"], 0.49);
  EXPECT_DOUBLE_EQ(scores["fused.span@10"], 0);
  EXPECT_DOUBLE_EQ(scores["packed.recall"], 0.75);
}

TEST(MeasureSearch, TheNearestSentencesAreComparedWithTheGold) {
  EvalCase one;
  one.question = "How much water does the pump lift?";
  const std::string text = "Some cars are red. The pump can lift forty litres of water. Tin rusts.";
  const size_t at = text.find("The pump");
  const size_t end = text.find(" Tin rusts");
  Retrieved found;
  found.profile.terms = {"water", "pump", "lift"};
  found.packed.passages = {passage("S1", kA, {1000, 1000 + text.size()}, text)};
  const AskedCase asked{one, Measured::Spans, kNames, {{kA, {{1000 + at, 1000 + end}}}}};
  EXPECT_DOUBLE_EQ(measure_search(asked, found)["iou"], 1);
}

TEST(MeasureSearch, AHitIsTheFirstChunksParagraph) {
  EvalCase one;
  one.grades = {{"b", 1}};
  Retrieved found;
  found.vector = {hit(kA, 0, {0, 10}), hit(kB, 0, {0, 10})};
  found.reranked = {hit(kB, 0, {0, 10})};
  const AskedCase asked{one, Measured::Paragraphs, kNames, {{kB, {{0, 10}}}}};
  Scores scores = measure_search(asked, found);
  EXPECT_EQ(scores["vector.hit@1"], 0);
  EXPECT_EQ(scores["reranked.hit@1"], 1);
  EXPECT_EQ(scores["hit@1"], 1);
  EXPECT_EQ(scores["lexical.hit@1"], 0);
}

TEST(MeasureSearch, APlaceInAnOrderIsReportedByItsFifth) {
  EvalCase one;
  one.positions = 20;
  const auto names_of = [&](uint32_t position) {
    one.position = position;
    const AskedCase asked{one, Measured::Positions, kNames, {{kA, {{0, 10}}}}};
    const Scores scores = measure_search(asked, {});
    for (int fifth = 1; fifth <= 5; ++fifth) {
      if (scores.contains("packed.recall.place_" + std::to_string(fifth) + "_of_5")) return fifth;
    }
    return 0;
  };
  EXPECT_EQ(names_of(1), 1);
  EXPECT_EQ(names_of(4), 1);
  EXPECT_EQ(names_of(5), 2);
  EXPECT_EQ(names_of(20), 5);
}

TEST(MeasureAnswer, WhatIsQuotedIsComparedWithTheRightAnswersAndWithTheStoredBytes) {
  SmallEngine small;
  const std::string text = "The pump lifts forty litres of water in a minute. It is made of steel.";
  const Document document = make_text_document(text, "pump", "", text);
  ASSERT_TRUE(ingest_texts(small.engine, {&document, 1}, {}).ok());
  EvalCase one;
  one.question = "How much water does the pump lift in a minute?";
  one.answers = {"forty litres"};
  const AskedCase asked{one, Measured::Paragraphs, kNames, {}};
  Result<Scores> scores = measure_answer(small.engine, asked, {});
  ASSERT_TRUE(scores.ok()) << scores.error().what;
  EXPECT_EQ((*scores)["answered"], 1);
  EXPECT_EQ((*scores)["sentence_hit"], 1);
  EXPECT_EQ((*scores)["em"], 0);
  EXPECT_GT((*scores)["f1"], 0);
  EXPECT_EQ((*scores)["citations"], (*scores)["citations_exact"]);
  EXPECT_GE((*scores)["citations"], 1);

  one.question = "Who painted the ceiling of the chapel?";
  scores = measure_answer(small.engine, asked, {});
  ASSERT_TRUE(scores.ok()) << scores.error().what;
  EXPECT_EQ((*scores)["answered"], 0);
  EXPECT_EQ((*scores)["sentence_hit"], 0);
}

TEST(CaseLine, ListsTheFirstCandidatesWithTheirGold) {
  SmallEngine small;
  EvalCase one;
  one.id = "q1";
  one.question = "why";
  Retrieved found;
  found.reranked = {hit(kA, 0, {0, 50}), hit(kB, 0, {0, 10})};
  const AskedCase asked{one, Measured::Spans, kNames, {{kA, {{25, 125}}}}};
  const std::string line =
      case_line(small.engine, asked, found, {{"iou", 0.5}}, {1, false}).value();
  FlatObject fields = parse_flat_object(line).value();
  EXPECT_EQ(fields["id"], "q1");
  EXPECT_EQ(fields["metrics"], "{\"iou\":0.5}");
  const std::vector<std::string> hits = parse_flat_list(fields["hits"]).value();
  ASSERT_EQ(hits.size(), 1u);
  FlatObject first = parse_flat_object(hits[0]).value();
  EXPECT_EQ(first["document"], "a");
  EXPECT_EQ(first["gold"], "0.25");
  EXPECT_EQ(first["span"], "[0,50]");
  EXPECT_FALSE(first.contains("text"));
}

}  // namespace
}  // namespace oi
