#include "embedded/scan.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

namespace oi {
namespace {

std::vector<float> random_floats(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values)
    value = normal(generator);
  return values;
}

std::vector<float> lengths_of(const std::vector<float>& rows, size_t dimension) {
  std::vector<float> lengths;
  for (size_t at = 0; at < rows.size(); at += dimension) {
    lengths.push_back(length_of(std::span(rows).subspan(at, dimension)));
  }
  return lengths;
}

TEST(Scan, EveryPathGivesTheSameBits) {
  ASSERT_EQ(scan_paths().front(), ScanPath::Portable);
  for (const size_t dimension : {1, 3, 15, 16, 17, 31, 48, 384, 385, 768, 1024}) {
    const std::vector<float> query = random_floats(dimension, 1);
    const std::vector<float> rows = random_floats(dimension * 50, 2);
    std::vector<float> expected(50);
    dot_rows(ScanPath::Portable, query, rows.data(), expected);
    for (const ScanPath path : scan_paths()) {
      std::vector<float> got(50);
      dot_rows(path, query, rows.data(), got);
      EXPECT_EQ(std::memcmp(got.data(), expected.data(), 50 * sizeof(float)), 0)
          << "dimension " << dimension << " path " << static_cast<int>(path);
    }
  }
}

TEST(Scan, DotProductsAreRightToRounding) {
  const size_t dimension = 384;
  const std::vector<float> query = random_floats(dimension, 3);
  const std::vector<float> row = random_floats(dimension, 4);
  double exact = 0;
  for (size_t i = 0; i < dimension; ++i)
    exact += double{query[i]} * row[i];
  float got = 0;
  dot_rows(scan_paths().back(), query, row.data(), {&got, 1});
  EXPECT_NEAR(got, exact, 1e-4);
  EXPECT_NEAR(length_of(row),
              std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0)), 1e-4);
}

TEST(Scan, BestRowsAreThoseOfAFullSort) {
  const size_t dimension = 20;
  const std::vector<float> rows = random_floats(dimension * 1000, 5);
  const std::vector<float> lengths = lengths_of(rows, dimension);
  const std::vector<float> query = random_floats(dimension, 6);
  std::vector<RowRange> ranges;  // documents of 1 to 37 chunks, in no order of ids
  uint32_t first = 0;
  for (uint32_t i = 0; first < 1000; ++i) {
    const uint32_t count = std::min(1 + (i * 7) % 37, 1000 - first);
    ranges.push_back({&rows[first * dimension], &lengths[first], count, {(i * 71) % 101}, 0});
    first += count;
  }
  const auto all = best_rows(query, ranges, 1000, {});
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->size(), 1000u);
  for (size_t i = 1; i < all->size(); ++i)
    EXPECT_GE((*all)[i - 1].score, (*all)[i].score);
  for (const size_t k : {1, 2, 10, 999}) {
    const auto best = best_rows(query, ranges, k, {});
    EXPECT_TRUE(std::equal(best->begin(), best->end(), all->begin())) << k;
    EXPECT_EQ(best->size(), k);
  }
}

TEST(Scan, EqualScoresGoByChunkIdWhateverTheOrderOfRows) {
  const std::vector<float> rows(2 * 600, 1.0f);
  const std::vector<float> lengths = lengths_of(rows, 2);
  const std::vector<float> query = {1, 1};
  const std::vector<RowRange> ranges = {{rows.data(), lengths.data(), 300, {9}, 0},
                                        {rows.data(), lengths.data(), 300, {3}, 5}};
  const auto best = best_rows(query, ranges, 301, {});
  EXPECT_EQ((*best)[0].chunk, (ChunkId{{3}, 5}));
  EXPECT_EQ((*best)[299].chunk, (ChunkId{{3}, 304}));
  EXPECT_EQ((*best)[300].chunk, (ChunkId{{9}, 0}));
}

TEST(Scan, RowsAndQueriesWithoutLengthScoreZero) {
  const std::vector<float> rows = {0, 0, 1, 0};
  const std::vector<float> lengths = lengths_of(rows, 2);
  const std::vector<RowRange> ranges = {{rows.data(), lengths.data(), 2, {1}, 0}};
  const std::vector<float> query = {-1, 0};
  const auto best = best_rows(query, ranges, 5, {});
  EXPECT_EQ((*best)[0], (Ranked{{{1}, 0}, 0}));
  EXPECT_EQ((*best)[1], (Ranked{{{1}, 1}, -1}));
  const std::vector<float> nothing = {0, 0};
  EXPECT_EQ((*best_rows(nothing, ranges, 5, {}))[1].score, 0);
}

// Invariant 13.
TEST(Scan, StopEndsAScanWithin200Ms) {
  const std::vector<float> rows = random_floats(256 * 384, 7);
  const std::vector<float> lengths = lengths_of(rows, 384);
  const std::vector<RowRange> ranges(100'000, {rows.data(), lengths.data(), 256, {1}, 0});
  std::stop_source source;
  std::chrono::steady_clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  const auto best = best_rows(std::span(rows).first(384), ranges, 10, {source.get_token(), {}});
  stopper.join();
  ASSERT_FALSE(best.ok());
  EXPECT_EQ(best.error().code, Code::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(200));
}

}  // namespace
}  // namespace oi
