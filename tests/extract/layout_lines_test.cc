#include "extract/layout_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/extract/made_page.h"

namespace oi::layout {
namespace {

std::vector<std::string> texts(const PageWords& page) {
  const std::vector<Word>& words = page.ways[0].words;
  const std::vector<LineSegment> segments = segments_of(words);
  std::vector<uint32_t> all(segments.size());
  std::iota(all.begin(), all.end(), 0U);
  std::vector<std::string> lines;
  for (const Row& row : rows_of(segments, all))
    lines.push_back(line_of(row, segments, words, page.ways[0].turn).text);
  return lines;
}

TEST(LayoutLines, TheOrderOfTheFileDoesNotMatter) {
  MadePage page(1);
  page.lines(50, 100, {"one two three", "four five", "six seven eight nine"});
  const std::vector<std::string> sorted = {"one two three", "four five", "six seven eight nine"};
  EXPECT_EQ(texts(words_of(page.content())), sorted);
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(page.content().runs.begin(), page.content().runs.end(), random);
    EXPECT_EQ(texts(words_of(page.content())), sorted);
  }
}

TEST(LayoutLines, PartsOfAWordStayTogetherAndGapsBecomeTabs) {
  MadePage page(1);
  page.text(50, 100, "co op").text(300, 100, "far away");
  page.content().runs[1].before = TextRun::Break::None;
  page.content().runs[1].box.x0 -= 5;
  page.content().runs[1].box.x1 -= 5;
  EXPECT_EQ(texts(words_of(page.content())), std::vector<std::string>{"coop\tfar away"});
}

TEST(LayoutLines, LinesOfALeaningBaselineAreNotMixed) {
  MadePage page(1);
  for (int i = 0; i < 12; ++i) {  // falls by half a line over its length
    const auto x = static_cast<float>(50 + 40 * i), y = static_cast<float>(100 + 0.5 * i);
    page.text(x, y, "upper").text(x, y + 12, "lower");
  }
  for (const std::string& line : texts(words_of(page.content())))
    EXPECT_TRUE(line.find("upper") == std::string::npos || line.find("lower") == std::string::npos);
}

TEST(LayoutLines, EveryWordIsInOneSegmentWhateverItsBox) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<Word> words(200);
    for (Word& word : words) {
      const auto at = [&](unsigned most) { return static_cast<float>(random() % most); };
      const float x = at(50), y = at(50);
      word = {"w",   {x, y, x + at(20), y + at(20)},           1 + at(30),       false,
              false, static_cast<TextRun::Rise>(random() % 3), random() % 2 == 0};
    }
    std::vector<uint32_t> found;
    for (const LineSegment& segment : segments_of(words))
      found.insert(found.end(), segment.words.begin(), segment.words.end());
    std::sort(found.begin(), found.end());
    std::vector<uint32_t> all(words.size());
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(found, all);
  }
}

TEST(LayoutLines, MarksOfListsAreTold) {
  for (const char* const text : {"•", "–", "1.", "12)", "(a)", "b)", "3.2.1", "iv)", "A."})
    EXPECT_TRUE(is_marker(text)) << text;
  for (const char* const text : {"", "a", "word", "12", "1999.", "and)", "="})
    EXPECT_FALSE(is_marker(text)) << text;
}

}  // namespace
}  // namespace oi::layout
