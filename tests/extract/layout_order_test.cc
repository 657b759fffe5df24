#include "extract/layout_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/extract/made_page.h"

namespace oi::layout {
namespace {

std::vector<std::string> lines(MadePage& page) {
  const PageWords words = words_of(page.content());
  const std::vector<Word>& all = words.ways[0].words;
  const std::vector<LineSegment> segments = segments_of(all);
  std::vector<uint32_t> members(segments.size());
  std::iota(members.begin(), members.end(), 0U);
  const std::vector<Row> rows = rows_of(segments, members);
  const ReadRows read = reading_order(all, segments, rows, {});
  std::vector<std::string> texts;
  for (const ReadRow& row : read.rows) {
    const std::span<const LineSegment> of =
        row.made ? std::span(read.segments) : std::span(segments);
    texts.push_back(line_of(row.row, of, all, words.ways[0].turn, row.made).text);
  }
  return texts;
}

TEST(LayoutOrder, LimitsOfASumStandWhereTheFileHasThem) {
  MadePage page(1);
  page.text(50, 100, "S =").text(84, 95, "n", {7}).text(80, 100, "∑").text(76, 107, "k=0", {7});
  page.text(92, 100, "a + b");
  EXPECT_EQ(lines(page), std::vector<std::string>{"S = n ∑ k=0 a + b"});
}

TEST(LayoutOrder, CaptionsSideBySideAreReadOneAfterTheOther) {
  MadePage page(1);
  page.text(50, 100, "(a) A body whose lower").text(50, 112, "side is left open");
  page.text(250, 100, "(b) A body that is closed");
  EXPECT_EQ(lines(page), (std::vector<std::string>{"(a) A body whose lower", "side is left open",
                                                   "(b) A body that is closed"}));
}

TEST(LayoutOrder, RowsThatTheFileWritesByColumnsStayRows) {
  MadePage page(1);
  page.lines(50, 100, {"Name", "Age", "Town", "Work"});
  page.lines(250, 100, {"Ada", "36", "London", "none"});
  EXPECT_EQ(lines(page),
            (std::vector<std::string>{"Name\tAda", "Age\t36", "Town\tLondon", "Work\tnone"}));
}

TEST(LayoutOrder, ProseThatTheFileHasBackwardsIsReadDownwards) {
  MadePage page(1);
  page.text(50, 112, "second line of the text,").text(50, 124, "which goes on to the third.");
  page.text(50, 100, "The first line and the");
  EXPECT_EQ(lines(page),
            (std::vector<std::string>{"The first line and the", "second line of the text,",
                                      "which goes on to the third."}));
}

TEST(LayoutOrder, LabelsThatAreWrittenUpAndDownAreADrawings) {
  MadePage drawn(1), table(1);
  drawn.text(50, 140, "0 1 2 3").text(40, 130, "1").text(40, 120, "2").text(40, 110, "3");
  drawn.text(90, 110, "P").text(70, 120, "Q").text(110, 130, "x");
  table.lines(50, 100, {"1 2 3", "4 5 6", "7 8 9"});
  const auto judged = [](MadePage& page) {
    const PageWords words = words_of(page.content());
    const std::vector<LineSegment> segments = segments_of(words.ways[0].words);
    std::vector<uint32_t> members(segments.size());
    std::iota(members.begin(), members.end(), 0U);
    return are_drawn(words.ways[0].words, segments, rows_of(segments, members));
  };
  EXPECT_TRUE(judged(drawn));
  EXPECT_FALSE(judged(table));
}

TEST(LayoutOrder, EveryWordIsInOneRowWhateverItsPlace) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    MadePage page(1);
    for (int i = 0; i < 120; ++i)
      page.text(static_cast<float>(random() % 300), static_cast<float>(random() % 100), "w",
                {static_cast<float>(4 + random() % 12)});
    size_t words = 0;
    for (const std::string& line : lines(page))
      words += static_cast<size_t>(std::count(line.begin(), line.end(), 'w'));
    EXPECT_EQ(words, 120U);
  }
}

}  // namespace
}  // namespace oi::layout
