#include "embedded/compact.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace oi {
namespace {

using Numbers = std::vector<int64_t>;

std::vector<SegmentUse> full_segments(size_t count) {
  std::vector<SegmentUse> uses;
  for (int64_t number = 1; number <= static_cast<int64_t>(count); ++number)
    uses.push_back({number, 10, 10});
  return uses;
}

TEST(Compact, FewFullSegmentsAreLeftAlone) {
  EXPECT_EQ(choose_merged({}), Numbers{});
  EXPECT_EQ(choose_merged(full_segments(kFan - 1)), Numbers{});
}

TEST(Compact, EightOfOneSizeAreMergedAndOthersAreLeft) {
  std::vector<SegmentUse> uses = full_segments(10);
  uses[0] = {1, 1000, 1000};
  uses[3] = {4, 7, 7};
  EXPECT_EQ(choose_merged(uses), (Numbers{2, 3, 5, 6, 7, 8, 9, 10}));
  uses[1] = {2, 64, 64};
  EXPECT_EQ(choose_merged(uses), Numbers{});
}

TEST(Compact, LargeSegmentsAreNotMergedForBeingMany) {
  std::vector<SegmentUse> uses = full_segments(20);
  for (SegmentUse& use : uses)
    use.rows = use.live = kLargeSegment;
  EXPECT_EQ(choose_merged(uses), Numbers{});
  for (SegmentUse& use : uses)
    use.rows = use.live = kLargeSegment - 1;
  EXPECT_EQ(choose_merged(uses).size(), 20u);
}

TEST(Compact, HalfDeadSegmentsAreWrittenAnewAndDeadOnesJustGo) {
  EXPECT_EQ(choose_merged(std::vector<SegmentUse>{{1, 10, 5}, {2, 10, 4}, {3, 10, 0}, {4, 3, 1}}),
            (Numbers{2, 4}));
}

// Thousands of one-row commits: the segments stay few, and a row is copied a few times, not once a
// commit.
TEST(Compact, ManySmallCommitsCopyEachRowRarely) {
  std::vector<SegmentUse> uses;
  uint64_t copied = 0;
  int64_t next = 1;
  for (int commit = 0; commit < 10'000; ++commit) {
    uses.push_back({next++, 1, 1});
    const Numbers merged = choose_merged(uses);
    SegmentUse made{next, 0, 0};
    std::erase_if(uses, [&](const SegmentUse& use) {
      if (!std::binary_search(merged.begin(), merged.end(), use.number)) return false;
      made.rows += use.rows;
      return true;
    });
    made.live = made.rows;
    if (made.rows > 0) {
      uses.push_back(made);
      ++next;
    }
    copied += made.rows;
    ASSERT_LE(uses.size(), 5 * kFan);
  }
  EXPECT_LT(copied, 10'000u * 5);
}

}  // namespace
}  // namespace oi
