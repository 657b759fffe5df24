#include "embedded/sift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <thread>

namespace oi {
namespace {

TEST(Sift, RowsThatCannotBeAmongTheBestAreLeftOut) {
  Bar bar(2);
  Sieve sieve(2, bar);
  sieve.offer(0, 0.1f, 0.01f);
  sieve.offer(1, 0.9f, 0.01f);
  sieve.offer(2, 0.8f, 0.01f);    // from here the bar is 0.79
  sieve.offer(3, 0.7f, 0.01f);    // at most 0.71
  sieve.offer(4, 0.5f, 0.4f);     // may be 0.9
  sieve.offer(5, 0.775f, 0.02f);  // may be 0.795
  sieve.close();
  std::vector<uint64_t> passed;
  sieve.append_passed(passed);
  EXPECT_EQ(passed, (std::vector<uint64_t>{1, 2, 4, 5}));
}

// Each of many parts has few of the best: together they must raise the bar as high as one would.
TEST(Sift, BarIsThatOfAllPartsTogether) {
  Bar bar(10);
  std::vector<Sieve> sieves(10, Sieve(10, bar));
  for (uint64_t row = 0; row < 100; ++row)
    sieves[row % 10].offer(row, static_cast<float>(row), 0.25f);
  for (Sieve& sieve : sieves)
    sieve.close();
  EXPECT_EQ(bar.height(), 89.75f);
  std::vector<uint64_t> passed;
  for (const Sieve& sieve : sieves)
    sieve.append_passed(passed);
  EXPECT_EQ(passed.size(), 10u);
}

TEST(Sift, WhatPassedBeforeAnotherThreadRaisedTheBarIsLookedAtAgain) {
  Bar bar(1);
  Sieve first(1, bar), second(1, bar);
  first.offer(0, 0.3f, 0.1f);
  first.close();
  second.offer(1, 0.8f, 0.1f);
  second.close();
  std::vector<uint64_t> passed;
  first.append_passed(passed);
  EXPECT_TRUE(passed.empty());
  second.append_passed(passed);
  EXPECT_EQ(passed, std::vector<uint64_t>{1});
}

// Guesses as wrong as their errors allow, whichever way hurts most: the true k best all pass.
TEST(Sift, TrueBestAlwaysPassWhateverTheErrorsAre) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> even(-1, 1);
  for (int round = 0; round < 300; ++round) {
    const size_t rows = 50 + random() % 500, k = 1 + random() % 20;
    const float widest = round % 3 == 0 ? 0.0f : 0.2f * std::fabs(even(random));
    std::vector<std::pair<float, uint64_t>> truth;
    std::vector<float> guesses, errors;
    for (uint64_t row = 0; row < rows; ++row) {
      const float exact = round % 2 == 0 ? even(random) : std::round(even(random) * 4) / 4;
      const float error = widest * std::fabs(even(random));
      guesses.push_back(exact + error * (round % 5 == 0 ? -1.0f : 0.99f * even(random)));
      errors.push_back(error + 1e-6f);
      truth.emplace_back(exact, row);
    }
    Bar bar(k);
    std::vector<Sieve> sieves(4, Sieve(k, bar));
    {
      std::vector<std::jthread> threads;
      for (size_t part = 0; part < sieves.size(); ++part) {
        threads.emplace_back([&, part] {
          for (uint64_t row = part; row < rows; row += sieves.size())
            sieves[part].offer(row, guesses[row], errors[row]);
          sieves[part].close();
        });
      }
    }
    std::vector<uint64_t> passed;
    for (const Sieve& sieve : sieves)
      sieve.append_passed(passed);
    std::sort(truth.rbegin(), truth.rend());
    for (const auto& [exact, row] : truth) {
      if (exact < truth[k - 1].first) break;  // ties with the k-th are wanted too
      ASSERT_NE(std::find(passed.begin(), passed.end(), row), passed.end()) << round;
    }
  }
}

}  // namespace
}  // namespace oi
