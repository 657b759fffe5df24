#include "verify/figures.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Figures, ThousandsComeInGroupsOfThree) {
  EXPECT_DOUBLE_EQ(read_figure("1,250,000")->value, 1250000);
  EXPECT_DOUBLE_EQ(read_figure("30,1200")->value, 30.12);
  EXPECT_DOUBLE_EQ(read_figure("12,5")->value, 12.5);
  EXPECT_DOUBLE_EQ(read_figure("-.5")->value, -0.5);
  EXPECT_EQ(read_figure("4.50 l")->decimals, 2);
  EXPECT_FALSE(read_figure("x5"));
  EXPECT_FALSE(read_figure("1234567890123456"));
}

TEST(Figures, RunsLoseWhatStandsAroundThem) {
  const auto runs = cut_runs("See (5 mg), “ten”; 5公斤|6");
  ASSERT_EQ(runs.size(), 7u);
  EXPECT_EQ(runs[1].text, "5");
  EXPECT_TRUE(runs[1].bracketed);
  EXPECT_EQ(runs[2].text, "mg");
  EXPECT_TRUE(runs[2].ends_clause);
  EXPECT_EQ(runs[3].text, "ten");
  EXPECT_EQ(runs[5].text, "公斤");
}

TEST(Figures, CodesKeepThePointsBetweenDigits) {
  EXPECT_EQ(code_of("M8-1.25."), "m81.25");
  EXPECT_EQ(code_of("v1.0.21"), "v1.0.21");
}

}  // namespace
}  // namespace oi
