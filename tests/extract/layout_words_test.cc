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
