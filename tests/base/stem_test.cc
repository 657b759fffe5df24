#include "base/stem.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace oi {
namespace {

TEST(Stem, InflectionsOfOneWordAgree) {
  const std::array<std::pair<const char*, const char*>, 14> pairs = {{{"policies", "policy"},
                                                                      {"stopped", "stops"},
                                                                      {"increase", "increasing"},
                                                                      {"operate", "operations"},
                                                                      {"allowed", "allows"},
                                                                      {"boxes", "box"},
                                                                      {"tenant's", "tenant"},
                                                                      {"inflated", "inflation"},
                                                                      {"carried", "carries"},
                                                                      {"filling", "fills"},
                                                                      {"described", "describe"},
                                                                      {"quickly", "quick"},
                                                                      {"users", "user"},
                                                                      {"passes", "pass"}}};
  for (const auto& [a, b] : pairs)
    EXPECT_EQ(stem(a), stem(b)) << a << " / " << b;
}

TEST(Stem, DifferentWordsStayDifferent) {
  EXPECT_NE(stem("station"), stem("state"));
  EXPECT_NE(stem("bus"), stem("bu"));
  EXPECT_NE(stem("allow"), stem("allot"));
  EXPECT_NE(stem("need"), stem("ne"));
  EXPECT_NE(stem("king"), stem("ked"));
}

TEST(Stem, ShortWordsAndOtherScriptsStayAsTheyAre) {
  EXPECT_EQ(stem("is"), "is");
  EXPECT_EQ(stem(""), "");
  EXPECT_EQ(stem("ед"), "ед");
  EXPECT_EQ(stem("允许"), "允许");
}

}  // namespace
}  // namespace oi
