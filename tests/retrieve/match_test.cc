#include "retrieve/match.h"

#include <gtest/gtest.h>

#include <numeric>

#include "retrieve/profile.h"

namespace oi {
namespace {

Asked asked_by(const std::string& text) {
  Question question;
  question.text = text;
  return ask_by(text, profile_question(question));
}
WordMatch matched(const std::string& question, std::string_view text, std::string_view above = "") {
  return match(asked_by(question), above, text);
}

TEST(AskBy, CodesAndNamesAreKnownAndPairsAreThoseThatFollowEachOther) {
  const Asked asked = asked_by("What torque does the H-220 pump of Hansen need?");
  ASSERT_EQ(asked.terms.size(), 4u);
  EXPECT_EQ(asked.terms[0].stem, "torqu");
  EXPECT_EQ(asked.terms[1].stem, "h220");
  EXPECT_TRUE(asked.terms[1].code);
  EXPECT_TRUE(asked.terms[3].name);
  EXPECT_GT(asked.terms[1].weight, asked.terms[3].weight);
  EXPECT_GT(asked.terms[3].weight, asked.terms[2].weight);
  ASSERT_EQ(asked.pairs.size(), 3u);
  EXPECT_EQ(asked.pairs[1], (std::pair<uint32_t, uint32_t>{1, 2}));
}

TEST(AskBy, QuestionWithoutContentWordsHasNoTerms) {
  const Asked asked = asked_by("what is it of the?");
  EXPECT_TRUE(asked.terms.empty());
  const WordMatch none = match(asked, "", "what is it");
  EXPECT_EQ(none.coverage, 0);
  EXPECT_EQ(none.words, 3u);
}

TEST(WeighByRarity, FewerPassagesMoreRarityAndSmallLibrariesStayEven) {
  Asked asked = asked_by("pump valve");
  const std::vector<uint64_t> holding = {2, 4000};
  weigh_by_rarity(asked, 100000, holding);
  EXPECT_GT(asked.terms[0].rarity, 2 * asked.terms[1].rarity);
  EXPECT_GT(asked.terms[1].rarity, 0);
  const std::vector<uint64_t> few = {0, 3};
  weigh_by_rarity(asked, 3, few);
  EXPECT_LT(asked.terms[0].rarity, 1.3 * asked.terms[1].rarity);
  const std::vector<uint64_t> too_many = {1000, 0};
  weigh_by_rarity(asked, 10, too_many);
  EXPECT_GT(asked.terms[0].rarity, 0) << "an estimate over the library's size";
}

struct Case {
  const char* what;
  const char* question;
  const char* text;
  double coverage;
};

TEST(WordMatch, Coverage) {
  const Case cases[] = {
      {"all words", "red pump", "The pump is red.", 1},
      {"inflected", "tightened bolts", "Tighten each bolt.", 1},
      {"half", "red pump", "A red valve.", 0.5},
      {"a word of the same beginning counts in part", "calibrator", "calibration", 0.6},
      {"none", "red pump", "Holiday is requested early.", 0},
      {"a code in another writing", "H-220", "the H220 unit", 1},
      {"a code with signs around it", "H220", "(H-220),", 1},
      {"a code's part", "220", "the H-220 unit", 1},
      {"another code", "H-220", "the H-310 unit", 0},
      {"thousands", "1,500", "1500 units", 1},
      {"a full stop is not a sign", "3.5", "35 units", 0},
      {"accents", "cafe", "Das Café öffnet.", 1},
      {"curly apostrophes", "pump", "the pump’s seal", 1},
      {"dashes without blanks", "valve", "pump—valve—hose", 1},
      {"Chinese, by its words", "水泵", "检查水泵。", 1},
      {"no text", "red pump", "", 0},
  };
  for (const Case& each : cases) {
    EXPECT_NEAR(matched(each.question, each.text).coverage, each.coverage, 1e-6) << each.what;
  }
}

TEST(WordMatch, HeadingPathCountsAsFound) {
  const WordMatch found = matched("pump torque", "Tighten to 45 Nm torque.", "Maintenance > Pump");
  EXPECT_EQ(found.coverage, 1);
  EXPECT_DOUBLE_EQ(found.above, 0.5);
  EXPECT_EQ(found.in_above, (std::vector<float>{1, 0}));
  EXPECT_EQ(found.in_text, (std::vector<float>{0, 1}));
}

TEST(WordMatch, OneSentenceIsBetterThanScatteredWords) {
  const WordMatch together =
      matched("red pump seal", "All is well. The red pump has a seal. Good.");
  EXPECT_EQ(together.sentence, 1);
  const WordMatch apart =
      matched("red pump seal", "The pump runs. Walls turn red today. Buy a seal.");
  EXPECT_NEAR(apart.sentence, 1.0 / 3, 1e-9);
  EXPECT_EQ(apart.window, 1) << "near all the same";
  std::string far = "The pump runs";
  for (int i = 0; i < 30; ++i)
    far += " on and on";
  EXPECT_NEAR(matched("red pump", far + " red").window, 0.5, 1e-9);
  EXPECT_EQ(matched("red pump", "Dr. Red sells e.g. one pump").sentence, 1)
      << "abbreviations end no sentence";
  EXPECT_EQ(matched("red pump", "red\n\npump").sentence, 0.5) << "a blank line does";
}

TEST(WordMatch, PairsCountInTheirOrderOnly) {
  EXPECT_EQ(matched("oil filter", "change the oil filter").ordered, 1);
  EXPECT_EQ(matched("oil filter", "a filter for oil").ordered, 0);
  EXPECT_EQ(matched("oil filter", "oil is dear and so is a good filter").ordered, 0);
}

TEST(WordMatch, MissingCodesNamesAndPhrasesAreTold) {
  const WordMatch other =
      matched("torque of the H-220 by Hansen", "The torque of the H-310 by Olsen.");
  EXPECT_EQ(other.codes_missing, 1);
  EXPECT_EQ(other.names_missing, 1);
  const WordMatch same = matched("torque of the H-220 by Hansen", "Hansen: torque of the H220.");
  EXPECT_EQ(same.codes_missing, 0);
  EXPECT_EQ(same.names_missing, 0);
  EXPECT_EQ(matched("who wrote \"the last mile\"", "The last\nMile is long.").phrases_missing, 0);
  EXPECT_EQ(matched("who wrote \"the last mile\"", "The mile is the last.").phrases_missing, 1);
}

// Whatever the bytes: shares stay shares, and nothing is read past the end.
TEST(WordMatch, AnyBytesGiveShares) {
  uint32_t state = 3;
  const auto random = [&state] { return (state = state * 1664525u + 1013904223u) >> 9; };
  const Asked asked = asked_by("the red pump H-220 of Hansen \"old mill\" 水泵 über 3.5");
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (uint32_t i = random() % 60; i > 0; --i) {
      const char* pieces[] = {"pump", "H-",   "220", " ",    "\n",  "Hansen",       ".", "\xe6\xb0",
                              "\xff", "水泵", "’",   "über", "3.5", "\"old mill\"", "-", "。"};
      text += pieces[random() % std::size(pieces)];
    }
    const WordMatch found = match(asked, text.substr(0, text.size() / 2), text);
    for (const double share :
         {found.coverage, found.rare, found.sentence, found.window, found.ordered, found.above,
          found.codes_missing, found.names_missing, found.phrases_missing}) {
      EXPECT_GE(share, 0);
      EXPECT_LE(share, 1 + 1e-9);
    }
  }
}

}  // namespace
}  // namespace oi
