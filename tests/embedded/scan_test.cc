#include "embedded/scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

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

}  // namespace
}  // namespace oi
