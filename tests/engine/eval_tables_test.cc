#include "engine/eval_tables.h"

#include <gtest/gtest.h>

#include <string>

namespace oi {
namespace {

// A page of 100 by 100 points with one table of two rows, 10 points a character, under a line of
// text; the truth counts from the bottom.
Document made_document() {
  Document document;
  document.text = "Text\n\nA\tB\nC\t12";
  document.pages = {{1, {0, document.text.size()}, 100, 100, TextSource::File, 1}};
  document.tables = {
      {{6, 14}, "", 2, 2, {{6, 7, 0, 0}, {8, 9, 0, 1}, {10, 11, 1, 0}, {12, 14, 1, 1}}}};
  document.placed = {{{0, 4}, 1, {10, 10, 50, 20}},
                     {{6, 7}, 1, {10, 40, 20, 50}},
                     {{8, 9}, 1, {40, 40, 50, 50}},
                     {{10, 11}, 1, {10, 60, 20, 70}},
                     {{12, 14}, 1, {40, 60, 60, 70}}};
  return document;
}

std::string regions(const std::string& box) {
  return "<document><table id='1'><region id='1' page='1'><bounding-box " + box +
         "/></region></table></document>";
}

std::string cell(int row, int column, const std::string& text, const std::string& more = "") {
  return "<cell id='1' start-row='" + std::to_string(row) + "' start-col='" +
         std::to_string(column) + "'" + more + "><content>" + text + "</content></cell>";
}

std::string structure(const std::string& cells) {
  return "<document><table id='1'><region id='1' page='1'>" + cells +
         "</region></table></document>";
}

const char* const kBox = "x1='5' y1='25' x2='65' y2='65'";

TEST(EvalTables, TheSameTableIsAllRight) {
  const std::string cells =
      cell(0, 0, " a ") + cell(0, 1, "B") + cell(1, 0, "C") + cell(1, 1, "1 2");
  const auto counts = count_tables(made_document(), regions(kBox), structure(cells));
  ASSERT_TRUE(counts.ok());
  const TableCounts& c = counts.value();
  EXPECT_EQ(c.truth_tables, 1U);
  EXPECT_EQ(c.matched_tables, 1U);
  EXPECT_EQ(c.pure_tables, 1U);
  EXPECT_EQ(c.both_characters, 5U);
  EXPECT_EQ(c.truth_relations, 4U);
  EXPECT_EQ(c.right_relations, 4U);
  EXPECT_EQ(f1(c), 1);
}

TEST(EvalTables, EmptyCellsAreSkippedAndWideCellsHaveSeveralNeighbours) {
  const std::string cells =
      cell(0, 0, "A", " end-col='1'") + cell(1, 0, "C") + cell(1, 1, "12") + cell(0, 2, "");
  const auto counts = count_tables(made_document(), regions(kBox), structure(cells));
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts.value().truth_relations, 3U);  // A-C, A-12, C-12
  EXPECT_EQ(counts.value().right_relations, 2U);  // A over C, 12 beside C
  EXPECT_DOUBLE_EQ(recall(counts.value()), 2.0 / 3);
  EXPECT_DOUBLE_EQ(precision(counts.value()), 2.0 / 4);
}

TEST(EvalTables, ATableElsewhereIsNotFound) {
  const std::string cells = cell(0, 0, "Te") + cell(0, 1, "xt");
  const auto counts =
      count_tables(made_document(), regions("x1='5' y1='75' x2='65' y2='95'"), structure(cells));
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts.value().truth_characters, 4U);
  EXPECT_EQ(counts.value().matched_tables, 0U);
  EXPECT_EQ(counts.value().right_relations, 0U);
  EXPECT_EQ(f1(counts.value()), 0);
}

TEST(EvalTables, CountsOfDocumentsAddUp) {
  const std::string cells = cell(0, 0, "A") + cell(0, 1, "B");
  TableCounts all;
  for (int i = 0; i < 3; ++i)
    all += count_tables(made_document(), regions(kBox), structure(cells)).value();
  EXPECT_EQ(all.truth_relations, 3U);
  EXPECT_EQ(all.found_relations, 12U);
  EXPECT_EQ(all.right_relations, 3U);
}

TEST(EvalTables, WhatIsNoTruthIsRefused) {
  for (const char* const text : {"", "<document>", "<other/>", "no XML"}) {
    const auto counts = count_tables(made_document(), text, structure(""));
    ASSERT_FALSE(counts.ok());
    EXPECT_EQ(counts.error().code, Code::Invalid);
  }
}

}  // namespace
}  // namespace oi
