#include "engine/eval_measures.h"

#include <gtest/gtest.h>

#include <cmath>

namespace oi {
namespace {

// Worked by hand from the definition: gain / log2(rank + 1), over the same sum of the best order.
TEST(Ndcg, EqualsTheDefinition) {
  const std::map<std::string, int> grades = {{"a", 2}, {"b", 1}};
  EXPECT_DOUBLE_EQ(ndcg_at({"a", "b"}, grades, 10), 1.0);
  const double ideal = 2 / std::log2(2.0) + 1 / std::log2(3.0);
  EXPECT_DOUBLE_EQ(ndcg_at({"b", "x", "a"}, grades, 10),
                   (1 / std::log2(2.0) + 2 / std::log2(4.0)) / ideal);
}

TEST(Ndcg, WhatComesAfterTheCutDoesNotCount) {
  const std::map<std::string, int> grades = {{"a", 1}};
  EXPECT_EQ(ndcg_at({"x", "y", "a"}, grades, 2), 0);
  EXPECT_GT(ndcg_at({"x", "y", "a"}, grades, 3), 0);
}

TEST(Ndcg, TheIdealListIsCutToo) {
  const std::map<std::string, int> grades = {{"a", 1}, {"b", 1}, {"c", 1}};
  EXPECT_DOUBLE_EQ(ndcg_at({"c", "a"}, grades, 2), 1.0);
}

TEST(Recall, IsTheShareOfJudgedDocumentsFound) {
  const std::map<std::string, int> grades = {{"a", 1}, {"b", 1}};
  EXPECT_EQ(recall_at({"x", "a"}, grades, 10), 0.5);
  EXPECT_EQ(recall_at({"x", "a"}, grades, 1), 0);
  EXPECT_EQ(recall_at({"a"}, {}, 10), 0);
}

const DocumentId kOne{1}, kTwo{2};

// Gold: 10 bytes of one document and 10 of another. Found: 4 of the first, by two chunks that
// overlap, and 6 bytes beside it.
TEST(ShareFound, CountsABytesOnceHoweverManyChunksHoldIt) {
  const Places gold = {{kOne, {{10, 20}}}, {kTwo, {{0, 10}}}};
  const Places found = {{kOne, {{4, 12}, {8, 14}}}};
  EXPECT_EQ(bytes_of(found), 10u);
  EXPECT_EQ(bytes_in_both(gold, found), 4u);
  EXPECT_DOUBLE_EQ(share_found(gold, found), 0.2);
  EXPECT_DOUBLE_EQ(overlap(gold, found), 4.0 / 26.0);
}

TEST(ShareFound, TheSameSpanOfAnotherDocumentIsNotFound) {
  EXPECT_EQ(share_found({{kOne, {{0, 5}}}}, {{kTwo, {{0, 5}}}}), 0);
  EXPECT_EQ(share_found({}, {{kTwo, {{0, 5}}}}), 0);
  EXPECT_EQ(overlap({}, {}), 0);
}

TEST(ShareFound, SeveralPiecesOfOneDocumentAreMatchedInOrder) {
  const Places gold = {{kOne, {{50, 60}, {0, 10}, {20, 30}}}};
  EXPECT_DOUBLE_EQ(share_found(gold, {{kOne, {{5, 25}, {55, 100}}}}), 15.0 / 30.0);
}

TEST(ExactMatch, CasePunctuationAndArticlesDoNotCount) {
  EXPECT_EQ(exact_match("The  40 litres!", {"no", "40 Litres"}), 1);
  EXPECT_EQ(exact_match("forty litres", {"40 litres"}), 0);
  EXPECT_EQ(exact_match("", {"40 litres"}), 0);
}

// Two of the answer's four words, of three right ones: precision 1/2, recall 2/3, f1 4/7.
TEST(WordF1, IsTheBestOverTheRightAnswers) {
  EXPECT_DOUBLE_EQ(word_f1("pump lifts water slowly", {"fast pump lifts"}), 4.0 / 7.0);
  EXPECT_DOUBLE_EQ(word_f1("pump lifts", {"valve", "a pump lifts."}), 1);
  EXPECT_EQ(word_f1("pump pump", {"valve"}), 0);
  EXPECT_DOUBLE_EQ(word_f1("pump pump", {"pump"}), 2.0 / 3.0);
}

}  // namespace
}  // namespace oi
