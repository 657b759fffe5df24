#include "verify/opposites.h"

#include <gtest/gtest.h>

#include "base/stem.h"

namespace oi {
namespace {

TEST(Opposites, NegationsOfSeveralLanguagesAreKnown) {
  for (const char* word : {"not", "isn't", "nicht", "pas", "sin", "senza", "niet", "не"}) {
    EXPECT_TRUE(is_negation(word)) << word;
  }
  for (const char* word : {"note", "notice", "another", "know"})
    EXPECT_FALSE(is_negation(word));
  EXPECT_TRUE(is_negation_sign("不"));
  EXPECT_FALSE(is_negation_sign("允"));
}

TEST(Opposites, OppositionGoesBothWays) {
  ASSERT_EQ(opposites_of(stem("increased")).size(), 2u);
  const auto of_minimum = opposites_of(stem("minimum"));
  ASSERT_EQ(of_minimum.size(), 1u);
  EXPECT_EQ(of_minimum[0].stem, stem("maximum"));
  EXPECT_EQ(of_minimum[0].how, Opposition::Open);
  EXPECT_TRUE(opposites_of("garden").empty());
}

TEST(Opposites, ExtentsTellHowMuchIsClaimed) {
  EXPECT_EQ(extent_of("every"), Extent::All);
  EXPECT_EQ(extent_of("might"), Extent::May);
  EXPECT_EQ(extent_of("garden"), Extent::None);
}

}  // namespace
}  // namespace oi
