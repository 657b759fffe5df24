#include "verify/units.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Units, CaseDecidesWhereItMatters) {
  ASSERT_NE(find_unit("mW"), nullptr);
  EXPECT_EQ(find_unit("mW")->name, "mW");
  EXPECT_EQ(find_unit("MW")->name, "MW");
  EXPECT_EQ(find_unit("Minutes")->name, "min");
  EXPECT_EQ(find_unit("a"), nullptr);
  EXPECT_EQ(find_unit("A")->name, "A");
  EXPECT_EQ(find_unit("members"), nullptr);
}

TEST(Units, WordsForNumbersRanksAndMonthsAreKnown) {
  EXPECT_EQ(find_number_word("ninety"), 90u);
  EXPECT_EQ(find_rank_word("sixteenth"), 16u);
  EXPECT_EQ(find_month("dezember"), 12u);
  EXPECT_EQ(find_scale("billion"), 1e9);
  EXPECT_EQ(find_scale("bill"), 0);
}

}  // namespace
}  // namespace oi
