#include "engine/about.h"

#include <gtest/gtest.h>

#include "rules/modes.h"

namespace oi {
namespace {

TEST(About, TheVersionIsThatOfTheBuild) {
  EXPECT_FALSE(program_version().empty());
  EXPECT_EQ(program_version().find_first_not_of("0123456789."), std::string::npos);
}

TEST(About, TheRulesArePassedOnAsTheyAre) {
  EXPECT_EQ(rules_page(), rules_markdown());
}

}  // namespace
}  // namespace oi
