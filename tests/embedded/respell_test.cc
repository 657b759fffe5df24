// The whole is in the store's contract; here is the measure.
#include "embedded/respell.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Respell, LettersApartCountsSwapsOnce) {
  EXPECT_EQ(letters_apart("turbine", "turbine", 2), 0u);
  EXPECT_EQ(letters_apart("trubine", "turbine", 2), 1u);
  EXPECT_EQ(letters_apart("turbin", "turbine", 2), 1u);
  EXPECT_EQ(letters_apart("turbime", "turbine", 2), 1u);
  EXPECT_EQ(letters_apart("turbxxe", "turbine", 2), 2u);
  EXPECT_EQ(letters_apart("pump", "turbine", 2), 3u);
  EXPECT_EQ(letters_apart("é", "e", 2), 1u);  // letters, not bytes
}

}  // namespace
}  // namespace oi
