#include "engine/evaluate.h"

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

}  // namespace
}  // namespace oi
