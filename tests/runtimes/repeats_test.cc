#include "runtimes/repeats.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

using Tokens = std::vector<int32_t>;

Tokens times(const Tokens& phrase, size_t count, Tokens after = {}) {
  Tokens all;
  for (size_t i = 0; i < count; ++i)
    all.insert(all.end(), phrase.begin(), phrase.end());
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

// C073
TEST(Repeats, APhraseSaidWithoutEndIsFoundOnce) {
  const std::vector<Repeat> found = find_repeats(times({1, 2, 3, 4}, 20));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], (Repeat{0, 4, 20}));
}

TEST(Repeats, WhatStandsAroundItIsLeftAlone) {
  Tokens tokens = {9, 8, 7};
  const Tokens loop = times({1, 2, 3}, 6, {1, 5, 6});
  tokens.insert(tokens.end(), loop.begin(), loop.end());
  const std::vector<Repeat> found = find_repeats(tokens);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], (Repeat{3, 3, 6}));
}

TEST(Repeats, AShortPhraseIsNotTakenForALongOne) {
  const std::vector<Repeat> found = find_repeats(times({5}, 64));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], (Repeat{0, 1, 64}));
}

TEST(Repeats, TwoInARowAreBothFoundInOrder) {
  const std::vector<Repeat> found = find_repeats(times({1, 2, 3, 4, 5}, 4, times({7}, 16)));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (Repeat{0, 5, 4}));
  EXPECT_EQ(found[1], (Repeat{20, 1, 16}));
}

TEST(Repeats, WhatPeopleSayAgainIsSpeech) {
  EXPECT_TRUE(find_repeats({}).empty());
  EXPECT_TRUE(find_repeats(Tokens{1}).empty());
  EXPECT_TRUE(find_repeats(times({1}, 8)).empty());                    // no, no, no, ...
  EXPECT_TRUE(find_repeats(times({1, 2}, 6)).empty());                 // one two, one two, ...
  EXPECT_TRUE(find_repeats(times({1, 2, 3, 4, 5, 6, 7}, 3)).empty());  // a refrain
}

TEST(Repeats, OnlyTheFirstTimeIsLeft) {
  const Tokens tokens = times({1, 2, 3, 4}, 5, {6});
  const std::vector<Saying> marks = mark(tokens.size(), find_repeats(tokens));
  ASSERT_EQ(marks.size(), tokens.size());
  for (size_t i = 0; i < 20; ++i)
    EXPECT_EQ(marks[i], i < 4 ? Saying::First : Saying::Again) << i;
  EXPECT_EQ(marks[20], Saying::Once);
}

}  // namespace
}  // namespace oi
