#include "runtimes/recogniser_ctc.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
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

// A picture in which every step that shows a letter has ink in all its columns.
InkMap ink_of(const std::string& steps) {
  InkMap ink;
  for (const char step : steps)
    ink.columns.insert(ink.columns.end(), kStepPixels, step == '_' || step == ' ' ? 0 : 1);
  return ink;
}

std::vector<std::string> words_of(const std::string& steps) {
  const auto read = read_characters(rows_of(steps, kClasses), alphabet(), steps.size());
  std::vector<std::string> out;
  for (const LineWord& word : make_words(read, alphabet(), ink_of(steps)))
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
  const auto read = read_characters(rows_of("a_bc", kClasses), alphabet(), 2);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].a_class, 1u);
  EXPECT_TRUE(read_characters({}, alphabet(), 4).empty());
}

TEST(RecogniserCtc, AWordEndsWhereItsInkDoes) {
  const std::string steps = "_aabbc__ __abcc____";
  const auto read = read_characters(rows_of(steps, kClasses), alphabet(), steps.size());
  const auto words = make_words(read, alphabet(), ink_of(steps));
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].from, 1 * kStepPixels);
  EXPECT_EQ(words[0].to, 6 * kStepPixels);
  EXPECT_EQ(words[1].from, 11 * kStepPixels);
  EXPECT_EQ(words[1].to, 15 * kStepPixels);
  EXPECT_NEAR(words[0].confidence, 0.9, 0.001);
}

// Small print: the network thinks of a space and does not say it.
TEST(RecogniserCtc, ASpaceThatWasThoughtOfCountsWhereThePictureHasAGap) {
  const std::string steps = "aa__bb";
  for (const auto& [likely, gap, words] :
       {std::tuple{0.1f, true, 2u}, {0.1f, false, 1u}, {0.001f, true, 1u}, {0.4f, false, 2u}}) {
    std::vector<float> rows = rows_of(steps, kClasses);
    rows[2 * kClasses.size() + 4] = likely;
    for (const size_t step : {0, 1, 3, 4, 5})
      rows[step * kClasses.size() + 4] = 0;
    const auto read = read_characters(rows, alphabet(), steps.size());
    const InkMap ink = ink_of(gap ? steps : "aaaabb");
    EXPECT_EQ(make_words(read, alphabet(), ink).size(), words) << likely << gap;
  }
}

// Steps of an alphabet of a, e with an acute, e and E: each shows the accented letter as likely as
// said, and the plain one as likely as the rest.
std::vector<ReadCharacter> accents(const std::vector<float>& likely) {
  const Alphabet letters = Alphabet::parse("a\n\u00e9\ne\nE\n").value();
  std::vector<float> rows;
  for (const float p : likely) {
    rows.insert(rows.end(), {0, 0, p, 1 - p, 0, 0});
    rows.insert(rows.end(), {1, 0, 0, 0, 0, 0});
  }
  return read_characters(rows, letters, 2 * likely.size());
}

std::vector<ReadCharacter> plain_letters(size_t count) {
  return std::vector<ReadCharacter>(count, ReadCharacter{.a_class = 1, .probability = 1});
}

TEST(RecogniserCtc, ADoubtfulAccentIsDroppedOnAPageThatHasNone) {
  std::vector<std::vector<ReadCharacter>> page = {plain_letters(300), accents({0.7f, 0.999f})};
  drop_doubtful_accents(page);
  EXPECT_EQ(page[1][0].a_class, 3u);
  EXPECT_NEAR(page[1][0].probability, 1, 0.001);
  EXPECT_EQ(page[1][1].a_class, 2u);
}

TEST(RecogniserCtc, AccentsStayOnAPageThatHasSome) {
  std::vector<std::vector<ReadCharacter>> page = {plain_letters(300),
                                                  accents({0.7f, 0.999f, 0.999f})};
  drop_doubtful_accents(page);
  EXPECT_EQ(page[1][0].a_class, 2u);
}

}  // namespace
}  // namespace oi
