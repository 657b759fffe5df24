#include "extract/layout_words.h"

#include <gtest/gtest.h>

#include "tests/extract/made_page.h"

namespace oi::layout {
namespace {

TEST(LayoutWords, QuarterTurnsAreUndoneAndDoneAgain) {
  const Box box{10, 20, 50, 30};
  for (uint8_t quarters = 0; quarters < 4; ++quarters) {
    const Turn turn{quarters, 200, 100};
    EXPECT_EQ(turn.shown(turn.upright(box)), box) << int{quarters};
  }
  // Reading downwards along the right side of the page: the first line of the upright page.
  EXPECT_EQ((Turn{1, 200, 100}.upright({190, 0, 200, 40})), (Box{0, 0, 40, 10}));
  // Reading upwards along the left side.
  EXPECT_EQ((Turn{3, 200, 100}.upright({0, 60, 10, 100})), (Box{0, 0, 40, 10}));
}

TEST(LayoutWords, OnlyDigitsAndSignsAreRaised) {
  EXPECT_EQ(raised("1234567890"), "¹²³⁴⁵⁶⁷⁸⁹⁰");
  EXPECT_EQ(raised("-3"), "⁻³");
  EXPECT_EQ(raised("\u2212"
                   "1"),
            "⁻¹");
  EXPECT_EQ(raised("n+1"), "n+1");
  EXPECT_EQ(raised("+"), "+");
  EXPECT_EQ(raised("th"), "th");
}

std::vector<std::string> texts(MadePage& page) {
  std::vector<std::string> all;
  const PageWords words = words_of(page.content());
  for (const Word& word : words.ways[0].words)
    all.push_back(word.text);
  return all;
}

// Half of an exponent raised says something else than the page does.
TEST(LayoutWords, AnExponentIsRaisedAsAWholeOrNotAtAll) {
  MadePage minus(1);
  minus.text(50, 100, "f").risen("\u2212", TextRun::Rise::Raised).risen("1", TextRun::Rise::Raised);
  EXPECT_EQ(texts(minus), (std::vector<std::string>{"f", "⁻", "¹"}));
  MadePage letter(1);
  letter.text(50, 100, "x").risen("n", TextRun::Rise::Raised).risen("+1", TextRun::Rise::Raised);
  EXPECT_EQ(texts(letter), (std::vector<std::string>{"x", "n", "+1"}));
}

TEST(LayoutWords, WhatStandsOverAFractionsLineIsNoExponent) {
  MadePage fraction(1);
  fraction.text(50, 100, "s ≤").risen("1", TextRun::Rise::Raised);
  const Box above = fraction.content().runs.back().box;
  fraction.risen("2", TextRun::Rise::Lowered);
  fraction.content().runs.back().box.x0 = above.x0;
  fraction.content().runs.back().box.x1 = above.x1;
  EXPECT_EQ(texts(fraction), (std::vector<std::string>{"s", "≤", "1", "2"}));
  EXPECT_FALSE(words_of(fraction.content()).ways[0].words[3].glued);  // no "12"
  // One with an index below it is one all the same.
  MadePage index(1);
  index.text(50, 100, "x").risen("2", TextRun::Rise::Raised);
  const Box power = index.content().runs.back().box;
  index.risen("i", TextRun::Rise::Lowered);
  index.content().runs.back().box.x0 = power.x0;
  index.content().runs.back().box.x1 = power.x1;
  EXPECT_EQ(texts(index), (std::vector<std::string>{"x", "²", "i"}));
  MadePage slash(1);
  slash.text(50, 100, "in (").risen("1", TextRun::Rise::Raised).text(73, 100, "/n");
  slash.content().runs.back().before = TextRun::Break::None;
  EXPECT_EQ(texts(slash), (std::vector<std::string>{"in", "(", "1", "/n"}));
}

TEST(LayoutWords, TheWayOfMostCharactersComesFirst) {
  MadePage page(1);
  page.text(50, 100, "few");
  page.turned({100, 100, 110, 300}, "many-more-letters", 1);
  const PageWords words = words_of(page.content());
  ASSERT_EQ(words.ways.size(), 2U);
  EXPECT_EQ(words.ways[0].turn.quarters, 1);
  EXPECT_EQ(words.seen, 20U);
}

TEST(LayoutWords, BoxesUpsideDownAndSizesUnknownAreRepaired) {
  MadePage page(1);
  page.text(50, 100, "word");
  page.content().runs[0].box = {70, 110, 50, 100};
  page.content().runs[0].font_size = 0;
  const PageWords words = words_of(page.content());
  EXPECT_EQ(words.ways[0].words[0].box, (Box{50, 100, 70, 110}));
  EXPECT_FLOAT_EQ(words.ways[0].words[0].size, 8);
}

}  // namespace
}  // namespace oi::layout
