#include "embedded/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "embedded/scan.h"

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

std::vector<Ranked> best(std::span<const float> query, std::span<const RowRange> ranges, size_t k) {
  const Result<Nearest> nearest = best_rows(query, ranges, k, {}, {});
  EXPECT_TRUE(nearest.ok());
  return nearest.ok() ? nearest->ranked : std::vector<Ranked>{};
}

TEST(Nearest, BestRowsAreThoseOfAFullSort) {
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
  const std::vector<Ranked> all = best(query, ranges, 1000);
  ASSERT_EQ(all.size(), 1000u);
  for (size_t i = 1; i < all.size(); ++i)
    EXPECT_GE(all[i - 1].score, all[i].score);
  for (const size_t k : {1, 2, 10, 999}) {
    const std::vector<Ranked> some = best(query, ranges, k);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << k;
    EXPECT_EQ(some.size(), k);
  }
}

TEST(Nearest, EqualScoresGoByChunkIdWhateverTheOrderOfRows) {
  const std::vector<float> rows(2 * 600, 1.0f);
  const std::vector<float> lengths = lengths_of(rows, 2);
  const std::vector<float> query = {1, 1};
  const std::vector<RowRange> ranges = {{rows.data(), lengths.data(), 300, {9}, 0},
                                        {rows.data(), lengths.data(), 300, {3}, 5}};
  const std::vector<Ranked> found = best(query, ranges, 301);
  EXPECT_EQ(found[0].chunk, (ChunkId{{3}, 5}));
  EXPECT_EQ(found[299].chunk, (ChunkId{{3}, 304}));
  EXPECT_EQ(found[300].chunk, (ChunkId{{9}, 0}));
}

TEST(Nearest, RowsAndQueriesWithoutLengthScoreZero) {
  const std::vector<float> rows = {0, 0, 1, 0, 3e38f, 3e38f};
  const std::vector<float> lengths = lengths_of(rows, 2);
  const std::vector<RowRange> ranges = {{rows.data(), lengths.data(), 3, {1}, 0}};
  const std::vector<Ranked> found = best(std::vector<float>{-1, 0}, ranges, 5);
  EXPECT_EQ(found[0], (Ranked{{{1}, 0}, 0}));
  EXPECT_EQ(found[1], (Ranked{{{1}, 2}, 0}));  // its length is more than a float holds
  EXPECT_EQ(found[2], (Ranked{{{1}, 1}, -1}));
  EXPECT_EQ(best(std::vector<float>{0, 0}, ranges, 5)[2].score, 0);
}

// A filter of pages: what it keeps is found as if nothing else were there, in the same order.
TEST(Nearest, RowMaskLeavesOutRowsBeforeTheBestAreTaken) {
  const std::vector<float> rows = random_floats(4 * 200, 8);
  const std::vector<float> lengths = lengths_of(rows, 4);
  const RowRange whole = {rows.data(), lengths.data(), 200, {7}, 30};
  const std::vector<float> query = random_floats(4, 9);
  std::vector<uint8_t> keep(200);
  for (size_t i = 0; i < 200; ++i)
    keep[i] = i % 7 == 3 || (i > 50 && i < 90);
  std::vector<RowRange> kept;
  append_kept(whole, keep, 4, kept);
  std::vector<Ranked> expected = best(query, {&whole, 1}, 200);
  std::erase_if(expected, [&](const Ranked& row) { return keep[row.chunk.ordinal - 30] == 0; });
  ASSERT_GT(expected.size(), 50u);
  EXPECT_EQ(best(query, kept, 200), expected);
  expected.resize(5);
  EXPECT_EQ(best(query, kept, 5), expected);

  kept.clear();
  append_kept(whole, std::vector<uint8_t>(200, 0), 4, kept);
  append_kept(whole, {}, 4, kept);
  EXPECT_TRUE(kept.empty());
  append_kept(whole, std::vector<uint8_t>(200, 1), 4, kept);
  EXPECT_EQ(kept.size(), 1u);
}

// Invariant 13.
TEST(Nearest, StopEndsAScanWithin200Ms) {
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
  const auto found =
      best_rows(std::span(rows).first(384), ranges, 10, {}, {source.get_token(), {}});
  stopper.join();
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(200));
}

}  // namespace
}  // namespace oi
