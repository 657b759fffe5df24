#include "base/compose.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Compose, ALetterAndItsMarkAreOneCodePointWhereThereIsOne) {
  EXPECT_EQ(composed(U'e', 0x301), U'é');
  EXPECT_EQ(composed(U'u', 0x308), U'ü');
  EXPECT_EQ(composed(U'=', 0x338), U'≠');
  EXPECT_EQ(composed(U'f', 0x303), 0U);
  EXPECT_EQ(composed(U'a', U'b'), 0U);
}

}  // namespace
}  // namespace oi
