#include "engine/eval_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace oi {
namespace {

// The textbook's table.
uint64_t slow_common(const std::string& a, const std::string& b) {
  std::vector<std::vector<uint64_t>> t(a.size() + 1, std::vector<uint64_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j)
      t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : std::max(t[i - 1][j], t[i][j - 1]);
  return t[a.size()][b.size()];
}

TEST(EvalText, AgreesWithTheTextbookOverTheBordersOfMachineWords) {
  std::mt19937 random(7);
  for (const size_t length : {0U, 1U, 63U, 64U, 65U, 127U, 128U, 200U}) {
    for (int round = 0; round < 5; ++round) {
      std::string a, b;
      for (size_t i = 0; i < length; ++i)
        a += static_cast<char>('a' + random() % 4);
      for (size_t i = 0; i < 150; ++i)
        b += static_cast<char>('a' + random() % 4);
      EXPECT_EQ(common_subsequence(a, b), slow_common(a, b));
      EXPECT_EQ(common_subsequence(b, a), slow_common(a, b));
    }
  }
}

TEST(EvalText, CountsCodePointsAndNotBytes) {
  EXPECT_EQ(common_subsequence("Grüße", "Gruße"), 4U);
}

TEST(EvalText, RatioIsOneForTheSameWordsAndLessForOthers) {
  EXPECT_EQ(indel_ratio("", ""), 1);
  EXPECT_EQ(indel_ratio("a", ""), 0);
  EXPECT_EQ(indel_ratio(" one\n two ", "one two"), 1);
  EXPECT_DOUBLE_EQ(indel_ratio("kitten", "sitting"), 8.0 / 13);
}

}  // namespace
}  // namespace oi
