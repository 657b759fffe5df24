#include "embedded/scan_int8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "embedded/scan.h"

namespace oi {
namespace {

struct Copy {
  std::vector<uint8_t> bytes;
  std::vector<float> scales, errors;
  Int8Rows rows() const { return {bytes.data(), scales.data(), errors.data()}; }
};

Copy copy_of(const std::vector<float>& rows, size_t dimension) {
  const size_t stride = int8_stride(dimension);
  Copy copy;
  copy.bytes.resize(rows.size() / dimension * stride);
  for (size_t i = 0; i < rows.size() / dimension; ++i) {
    const auto row = std::span(rows).subspan(i * dimension, dimension);
    const Int8Row made =
        to_int8(row, length_of(row), std::span(copy.bytes).subspan(i * stride, stride));
    copy.scales.push_back(made.scale);
    copy.errors.push_back(made.error);
  }
  return copy;
}

// Rows of every kind that a byte a value says badly: even, spiked, tiny, huge, of few values.
std::vector<float> awkward_rows(size_t count, size_t dimension, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> rows(count * dimension);
  for (size_t i = 0; i < count; ++i) {
    const size_t kind = i % 6;
    for (size_t j = 0; j < dimension; ++j) {
      float& value = rows[i * dimension + j];
      value = normal(random);
      if (kind == 1 && j == i % dimension) value *= 500;
      if (kind == 2) value *= 1e-7f;
      if (kind == 3) value *= 1e13f;
      if (kind == 4) value = value > 0 ? 1.0f : -1.0f;
      if (kind == 5) value = std::pow(value, 5.0f);
    }
  }
  return rows;
}

struct Look {
  std::vector<float> guesses, errors;
};

Look look(Int8Path path, std::span<const float> query, const Copy& copy) {
  const size_t count = copy.scales.size();
  Look look{std::vector<float>(count), std::vector<float>(count)};
  Int8Query(query, length_of(query)).look(path, copy.rows(), look.guesses, look.errors);
  return look;
}

TEST(ScanInt8, NoCosineIsFartherFromItsGuessThanItsError) {
  for (const size_t dimension : {1, 2, 7, 64, 65, 384, 1024}) {
    const std::vector<float> rows = awkward_rows(240, dimension, 1);
    const Copy copy = copy_of(rows, dimension);
    for (unsigned seed = 2; seed < 8; ++seed) {
      const std::vector<float> queries = awkward_rows(6, dimension, seed);
      const auto query = std::span(queries).subspan((seed - 2) * dimension, dimension);
      const Look seen = look(int8_paths().back(), query, copy);
      std::vector<float> products(240);
      dot_rows(ScanPath::Portable, query, rows.data(), products);
      for (size_t i = 0; i < 240; ++i) {
        const float length = length_of(std::span(rows).subspan(i * dimension, dimension));
        const double cosine = double{products[i]} / (double{length_of(query)} * double{length});
        ASSERT_LE(std::fabs(cosine - double{seen.guesses[i]}), double{seen.errors[i]})
            << "dimension " << dimension << " row " << i << " query " << seed;
      }
    }
  }
}

// Were the errors wide, everything would pass the sieve and nothing be gained.
TEST(ScanInt8, ErrorsOfEvenRowsAreSmall) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<float> rows(100 * 384);
  for (float& value : rows)
    value = normal(random);
  const Look seen = look(int8_paths().back(), std::span(rows).first(384), copy_of(rows, 384));
  EXPECT_LT(*std::max_element(seen.errors.begin(), seen.errors.end()), 0.02f);
  EXPECT_NEAR(seen.guesses[0], 1, 0.001);
}

TEST(ScanInt8, EveryPathGivesTheSameGuesses) {
  ASSERT_EQ(int8_paths().front(), Int8Path::Portable);
  for (const size_t dimension : {1, 63, 64, 100, 384, 65'536}) {
    const std::vector<float> rows = awkward_rows(12, dimension, 4);
    const std::vector<float> query = awkward_rows(1, dimension, 5);
    const Copy copy = copy_of(rows, dimension);
    const Look expected = look(Int8Path::Portable, query, copy);
    for (const Int8Path path : int8_paths()) {
      EXPECT_EQ(look(path, query, copy).guesses, expected.guesses) << name_of(path) << dimension;
    }
  }
}

// 65,536 products of the largest bytes are near the end of what a sum can hold.
TEST(ScanInt8, LargestSumsDoNotWrapRound) {
  const std::vector<float> same(65'536, 0.25f);
  const Copy copy = copy_of(same, same.size());
  for (const Int8Path path : int8_paths())
    EXPECT_NEAR(look(path, same, copy).guesses[0], 1, 1e-3) << name_of(path);
}

TEST(ScanInt8, RowsWithoutDirectionSayNothing) {
  const std::vector<float> rows = {0, 0, 3e38f, 3e38f, 1e-12f, 0, std::nanf(""), 1};
  const Copy copy = copy_of(rows, 2);
  const Look seen = look(int8_paths().back(), std::vector<float>{1, 1}, copy);
  EXPECT_EQ(seen.guesses, std::vector<float>(4, 0));
}

}  // namespace
}  // namespace oi
