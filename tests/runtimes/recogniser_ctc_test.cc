#include "runtimes/recogniser_ctc.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oi {
namespace {

// Numbers in which each step shows one class with a probability of 0.9, '_' being the blank.
std::vector<float> rows_of(const std::string& steps, const std::string& classes) {
  std::vector<float> rows;
  for (const char step : steps) {
    for (const char one : classes)
      rows.push_back(one == step ? 0.9f : 0.01f);
  }
  return rows;
}

const std::string kClasses = "_abc ";

Alphabet alphabet() {
  return Alphabet::parse("a\nb\nc\n").value();
}

std::vector<std::string> words_of(const std::string& steps) {
  const auto read = read_characters(rows_of(steps, kClasses), kClasses.size(), steps.size());
  std::vector<std::string> out;
  for (const LineWord& word : make_words(read, alphabet(), steps.size()))
    out.push_back(word.text);
  return out;
}

TEST(RecogniserCtc, AnAlphabetHasABlankBeforeAndASpaceBehindItsCharacters) {
  EXPECT_EQ(alphabet().classes(), 5u);
  EXPECT_EQ(alphabet()[0], "");
  EXPECT_EQ(alphabet()[3], "c");
  EXPECT_TRUE(alphabet().is_space(4));
  EXPECT_FALSE(Alphabet::parse("").ok());
}

TEST(RecogniserCtc, RepeatsAreOneCharacterUnlessABlankStandsBetween) {
  EXPECT_EQ(words_of("aa_bbb__c"), std::vector<std::string>{"abc"});
  EXPECT_EQ(words_of("a_a"), std::vector<std::string>{"aa"});
  EXPECT_EQ(words_of("____"), std::vector<std::string>{});
}

TEST(RecogniserCtc, SpacesPartWordsAndStandNowhereElse) {
  EXPECT_EQ(words_of(" a_b  c "), (std::vector<std::string>{"ab", "c"}));
  EXPECT_EQ(words_of("  "), std::vector<std::string>{});
}

TEST(RecogniserCtc, StepsBehindTheLineAreNotRead) {
  const auto read = read_characters(rows_of("a_bc", kClasses), kClasses.size(), 2);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].a_class, 1u);
  EXPECT_TRUE(read_characters({}, kClasses.size(), 4).empty());
}

TEST(RecogniserCtc, AWordReachesHalfACharacterBeyondItsOuterOnes) {
  const std::string steps = "_a_b_c__ __a_b_c____";
  const auto read = read_characters(rows_of(steps, kClasses), kClasses.size(), steps.size());
  const auto words = make_words(read, alphabet(), steps.size());
  ASSERT_EQ(words.size(), 2u);
  EXPECT_NEAR(words[0].from, 0.5f / 20, 0.001);
  EXPECT_NEAR(words[0].to, 6.5f / 20, 0.001);
  EXPECT_NEAR(words[1].from, 10.5f / 20, 0.001);
  EXPECT_NEAR(words[0].confidence, 0.9, 0.001);
  EXPECT_NEAR(confidence_of(words), 0.9, 0.001);
  EXPECT_EQ(confidence_of({}), 0);
}

}  // namespace
}  // namespace oi
