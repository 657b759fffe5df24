#include "extract/layout_columns.h"

#include <gtest/gtest.h>

#include <random>

namespace oi::layout {
namespace {

Piece text(float x0, float y, float x1, uint32_t words = 6) {
  return {Piece::What::Text, 0, {x0, y, x1, y + 10}, 10, words, false, false};
}

std::vector<Piece> two_columns(size_t lines) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < lines; ++i) {
    const auto y = static_cast<float>(100 + 12 * i);
    pieces.push_back(text(50, y, 290));
    pieces.push_back(text(310, y, 550));
  }
  return pieces;
}

TEST(LayoutColumns, AGutterPartsTwoColumns) {
  const std::vector<Column> columns = columns_of(two_columns(6));
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].pieces, (std::vector<uint32_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(columns[1].left, 310);
}

TEST(LayoutColumns, ARuleOverTheGutterEndsIt) {
  std::vector<Piece> pieces = two_columns(8);
  pieces.push_back({Piece::What::Rule, 0, {50, 147, 550, 147}, 0, 0, false, false});
  const std::vector<Column> columns = columns_of(pieces);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].pieces, (std::vector<uint32_t>{0, 2, 4, 6}));
  EXPECT_EQ(columns[2].pieces, (std::vector<uint32_t>{8, 10, 12, 14}));
}

TEST(LayoutColumns, FiguresBesideNamesAreNoColumnOfText) {
  std::vector<Piece> pieces;
  for (int i = 0; i < 6; ++i) {
    const auto y = static_cast<float>(100 + 12 * i);
    pieces.push_back(text(50, y, 150, 2));
    pieces.push_back(text(300, y, 330, 1));
    pieces.back().figures = true;
  }
  EXPECT_EQ(columns_of(pieces).size(), 1U);
}

// An index: short lines that do not go together.
TEST(LayoutColumns, LongListsOfShortLinesAreColumns) {
  std::vector<Piece> pieces;
  for (int i = 0; i < 30; ++i) {
    pieces.push_back(text(50, static_cast<float>(100 + 12 * i), 150, 2));
    pieces.push_back(text(300, static_cast<float>(105 + 13 * i), 400, 2));
  }
  EXPECT_EQ(columns_of(pieces).size(), 2U);
}

TEST(LayoutColumns, EveryPieceIsInOneColumn) {
  std::mt19937 random(9);
  for (int round = 0; round < 50; ++round) {
    std::vector<Piece> pieces;
    for (int i = 0; i < 150; ++i) {
      const auto at = [&](unsigned most) { return static_cast<float>(random() % most); };
      const float x = at(500);
      pieces.push_back(text(x, at(700), x + at(200), random() % 8));
    }
    std::vector<uint32_t> count(pieces.size(), 0);
    for (const Column& column : columns_of(pieces))
      for (const uint32_t i : column.pieces)
        ++count[i];
    EXPECT_EQ(count, std::vector<uint32_t>(pieces.size(), 1));
  }
  EXPECT_TRUE(columns_of({}).empty());
}

}  // namespace
}  // namespace oi::layout
