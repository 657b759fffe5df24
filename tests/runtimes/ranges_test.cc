#include "runtimes/ranges.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

const std::string kHex(64, 'a');

TEST(Ranges, ReadsProductsAndTheirDampedChannels) {
  const auto read = parse_ranges("# why\nweights " + kHex +
                                 "\ninput a.b -1.5 2.25\ndivide 3:1.5 4:2\ndivide 9:8\n"
                                 "input c 0 1\n");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value().weights, kHex);
  ASSERT_EQ(read.value().of.size(), 2u);
  const Range& range = read.value().of.at("a.b");
  EXPECT_EQ(range.low, -1.5f);
  EXPECT_EQ(range.high, 2.25f);
  EXPECT_EQ(range.damped,
            (std::vector<std::pair<uint32_t, float>>{{3, 1.5f}, {4, 2.0f}, {9, 8.0f}}));
  EXPECT_TRUE(read.value().of.at("c").damped.empty());
}

TEST(Ranges, AnythingElseIsCorruptAndNamesTheLine) {
  for (const std::string line :
       {"input a -1", "input a -1 2 3", "input a x 2", "input a 1 2", "input a -1 0",
        "input a -1 nan", "input a -1 inf", "divide 3:1.5", "weights abc", "hello"}) {
    const auto read = parse_ranges("\n" + line + "\n");
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_EQ(read.error().code, Code::Corrupt);
    EXPECT_NE(read.error().what.find("line 2"), std::string::npos) << read.error().what;
  }
  for (const std::string words : {"3", "3:", ":2", "3:0.5", "3:1", "-3:2", "3:nan", "3:2x", ""}) {
    EXPECT_FALSE(parse_ranges("input a -1 1\ndivide " + words).ok()) << words;
  }
}

// One product for query, key and value, one behind attention, two in the feed-forward half.
TEST(Ranges, ThoseOfTheProgramNameEveryProductOfItsModel) {
  const auto known = known_ranges();
  ASSERT_TRUE(known.ok()) << known.error().what;
  EXPECT_EQ(known.value().weights,
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db");
  EXPECT_EQ(known.value().of.size(), 6u * 4u);
  EXPECT_TRUE(known.value().of.contains("encoder.layer.5.attention.self"));
}

}  // namespace
}  // namespace oi
