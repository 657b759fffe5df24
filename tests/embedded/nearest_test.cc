#include "embedded/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
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

// Rows with their lengths and bytes, as documents of up to 40 chunks.
struct Library {
  Library(std::vector<float> values, size_t width) : dimension(width), rows(std::move(values)) {
    const size_t count = rows.size() / dimension, stride = int8_stride(dimension);
    lengths = lengths_of(rows, dimension);
    bytes.resize(count * stride);
    for (size_t i = 0; i < count; ++i) {
      const Int8Row made = to_int8(std::span(rows).subspan(i * dimension, dimension), lengths[i],
                                   std::span(bytes).subspan(i * stride, stride));
      scales.push_back(made.scale);
      errors.push_back(made.error);
    }
    uint32_t first = 0;
    for (uint32_t i = 0; first < count; ++i) {
      const uint32_t chunks =
          std::min<uint32_t>(1 + (i * 13) % 40, static_cast<uint32_t>(count) - first);
      ranges.push_back(
          {&rows[first * dimension],
           &lengths[first],
           chunks,
           {(i * 7919) % 104'729},
           0,
           Int8Rows{bytes.data(), scales.data(), errors.data()}.from(first, dimension)});
      first += chunks;
    }
  }

  size_t dimension;
  std::vector<float> rows, lengths, scales, errors;
  std::vector<uint8_t> bytes;
  std::vector<RowRange> ranges;
};

// The k best after a first look, and that they are those of the exact scan to the last bit.
void expect_exact(const Library& library, std::span<const float> query, size_t k, Pool* pool) {
  const auto exact = best_rows(query, library.ranges, k, {nullptr, UINT64_MAX}, {});
  const auto looked = best_rows(query, library.ranges, k, {pool, 0}, {});
  ASSERT_TRUE(exact.ok() && looked.ok());
  EXPECT_EQ(looked->path.rfind("cpu int8 ", 0), 0u) << looked->path;
  EXPECT_EQ(exact->path.find("int8"), std::string::npos);
  EXPECT_EQ(looked->ranked, exact->ranked);
  EXPECT_EQ(looked->ranked.size(), k);
}

TEST(Nearest, FirstLookInBytesGivesTheExactAnswerOnRandomRows) {
  Pool pool(3);
  for (const size_t dimension : {3, 64, 100, 384}) {
    const Library library(random_floats(dimension * 20'000, 10), dimension);
    for (unsigned seed = 20; seed < 26; ++seed) {
      for (const size_t k : {1, 10, 90, 5000})
        expect_exact(library, random_floats(dimension, seed), k, seed % 2 == 0 ? &pool : nullptr);
    }
  }
}

// Rows that bytes cannot tell apart, in every way that we could think of.
TEST(Nearest, FirstLookInBytesGivesTheExactAnswerOnRowsMadeToMislead) {
  Pool pool(3);
  const size_t dimension = 96, count = 10'000;
  const std::vector<float> base = random_floats(dimension, 30);
  const auto made = [&](auto value) {
    std::vector<float> rows(count * dimension);
    const std::vector<float> noise = random_floats(rows.size(), 31);
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i] = value(i / dimension, i % dimension, noise[i]);
    return Library(std::move(rows), dimension);
  };
  const auto near = [&](float by) {
    return made([&base, by](size_t, size_t j, float noise) { return base[j] + by * noise; });
  };
  std::vector<Library> libraries;
  libraries.push_back(near(0));      // all the same: ties by chunk id
  libraries.push_back(near(1e-6f));  // apart by less than a step, and by little more
  libraries.push_back(near(1e-3f));
  libraries.push_back(near(0.1f));
  // One value so large that the others vanish in their steps, yet they alone decide.
  libraries.push_back(made([](size_t, size_t j, float noise) { return j == 0 ? 1000.0f : noise; }));
  // The best rows are said worst: the nearer to the query, the larger the spike.
  libraries.push_back(made([&](size_t row, size_t j, float noise) {
    const float closeness = static_cast<float>(row % 100) / 100;
    const float spike = j == row % dimension ? 8 * closeness * closeness : 0.0f;
    return closeness * base[j] + (1 - closeness) * noise + spike;
  }));
  // Of every length, from nothing to more than has a cosine.
  libraries.push_back(made([](size_t row, size_t, float noise) {
    return noise * std::pow(10.0f, static_cast<float>(row % 60) - 30);
  }));
  for (const Library& library : libraries) {
    for (const size_t k : {1, 50, 700}) {
      expect_exact(library, base, k, &pool);
      expect_exact(library, random_floats(dimension, 32), k, nullptr);
    }
    std::vector<float> spiked = base;
    spiked[0] = 1000;
    expect_exact(library, spiked, 50, &pool);
  }
}

TEST(Nearest, RowsWithoutBytesAreScannedWithoutAFirstLook) {
  Library library(random_floats(20 * 3000, 33), 20);
  library.ranges[5].int8 = {};
  const auto found = best_rows(random_floats(20, 34), library.ranges, 5, {nullptr, 0}, {});
  EXPECT_EQ(found->path.find("int8"), std::string::npos);
  EXPECT_EQ(found->ranked, best(random_floats(20, 34), library.ranges, 5));
}

TEST(Nearest, RowMaskCutsTheBytesWithTheRows) {
  const Library library(random_floats(20 * 4000, 35), 20);
  std::vector<RowRange> kept, plain;
  for (const RowRange& range : library.ranges) {
    std::vector<uint8_t> keep(range.count);
    for (size_t i = 0; i < keep.size(); ++i)
      keep[i] = i % 3 != 1;
    append_kept(range, keep, 20, kept);
  }
  const std::vector<float> query = random_floats(20, 36);
  const auto looked = best_rows(query, kept, 30, {nullptr, 0}, {});
  EXPECT_NE(looked->path.find("int8"), std::string::npos);
  EXPECT_EQ(looked->ranked, best_rows(query, kept, 30, {nullptr, UINT64_MAX}, {})->ranked);
}

// Thirty-two questions at once on one pool: each gets the answer that it gets alone.
TEST(Nearest, ThirtyTwoQuestionsAtOnceGetTheirOwnAnswers) {
  Pool pool(3);
  const Library library(random_floats(64 * 30'000, 40), 64);
  std::vector<std::vector<float>> queries;
  std::vector<std::vector<Ranked>> alone;
  for (unsigned i = 0; i < 32; ++i) {
    queries.push_back(random_floats(64, 100 + i));
    alone.push_back(best_rows(queries[i], library.ranges, 50, {nullptr, UINT64_MAX}, {})->ranked);
  }
  std::vector<std::vector<Ranked>> together(32);
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < 32; ++i) {
      threads.emplace_back([&, i] {
        const uint64_t int8_least = i % 4 == 0 ? UINT64_MAX : 0;
        for (int round = 0; round < 3; ++round)
          together[i] = best_rows(queries[i], library.ranges, 50, {&pool, int8_least}, {})->ranked;
      });
    }
  }
  EXPECT_EQ(together, alone);
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
