#include "runtimes/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace oi {
namespace {

std::vector<size_t> mixed_lengths(size_t count) {
  std::vector<size_t> lengths;
  for (size_t i = 0; i < count; ++i)
    lengths.push_back(2 + i * 7919 % 511);
  return lengths;
}

TEST(Batches, EveryTextIsInOneBatchAndFits) {
  const auto lengths = mixed_lengths(1000);
  std::vector<uint32_t> seen;
  for (const Batch& batch : make_batches(lengths, 512)) {
    for (const uint32_t text : batch.texts) {
      seen.push_back(text);
      EXPECT_LE(lengths[text], batch.tokens);
    }
    EXPECT_LE(batch.tokens, 512u);
    EXPECT_TRUE(batch.texts.size() == 1 || batch.texts.size() * batch.tokens <= 1024);
  }
  std::ranges::sort(seen);
  std::vector<uint32_t> all(lengths.size());
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(seen, all);
}

TEST(Batches, LittleWorkIsSpentOnPadding) {
  const auto lengths = mixed_lengths(1000);
  size_t worked = 0;
  for (const Batch& batch : make_batches(lengths, 512))
    worked += batch.texts.size() * batch.tokens;
  const size_t needed = std::accumulate(lengths.begin(), lengths.end(), size_t{0});
  EXPECT_LE(worked, needed * 21 / 20);
}

TEST(Batches, ShortTextDoesNotJoinAMuchLongerOne) {
  const size_t lengths[] = {12, 400, 398};
  const auto batches = make_batches(lengths, 512);
  ASSERT_EQ(batches.size(), 2u);
  EXPECT_EQ(batches[0].texts, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(batches[0].tokens, 400u);
  EXPECT_EQ(batches[1].texts, (std::vector<uint32_t>{0}));
  EXPECT_EQ(batches[1].tokens, 16u);
}

TEST(Batches, LengthsComeInFewSteps) {
  std::set<size_t> tokens;
  for (const Batch& batch : make_batches(mixed_lengths(5000), 512))
    tokens.insert(batch.tokens);
  EXPECT_LE(tokens.size(), 32u);
}

TEST(Batches, RoundingNeverPassesTheLongest) {
  const size_t lengths[] = {510};
  EXPECT_EQ(make_batches(lengths, 510)[0].tokens, 510u);
  EXPECT_TRUE(make_batches({}, 512).empty());
}

}  // namespace
}  // namespace oi
