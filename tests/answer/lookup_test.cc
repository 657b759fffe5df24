#include "answer/lookup.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

Profile profile_of(const std::string& question) {
  Profile profile;
  for (const TextSpan& word : words(question)) {
    const std::string folded = fold(question.substr(word.begin, word.size()));
    const bool framing =
        folded == "wie" || folded == "lange" || folded == "die" || folded == "long";
    if (!framing && !is_stop_word(folded)) profile.terms.push_back(folded);
  }
  return profile;
}

std::string first_quote(const std::vector<std::string>& texts, const std::string& question) {
  const Draft draft = look_up(evidence_of(texts), profile_of(question), question);
  return draft.claims.empty() ? "" : draft.claims[0].text;
}

struct Case {
  std::vector<std::string> texts;
  const char* question;
  const char* quote;
};

TEST(Lookup, QuotesTheSentenceThatAnswers) {
  const std::vector<Case> cases = {
      {{"The office opened early. The office was founded by Anna Berg. It has a garden."},
       "Who founded the office?",
       "The office was founded by Anna Berg."},
      {{"The pump is old. The pump was installed in 1998. The pump is blue."},
       "When was the pump installed?",
       "The pump was installed in 1998."},
      {{"A heat pump is a machine that moves heat. The heat pump stands outside."},
       "What is a heat pump?",
       "A heat pump is a machine that moves heat."},
      {{"The warranty is long. The warranty lasts 24 months. Ask for the warranty card."},
       "How long does the warranty last?",
       "The warranty lasts 24 months."},
      {{"Cats sleep a lot.", "Dogs eat 300 g of meat a day."},
       "How much meat do dogs eat?",
       "Dogs eat 300 g of meat a day."},
      {{"花园六点开门。宠物不允许进入花园。"}, "宠物 允许", "宠物不允许进入花园。"},
      {{"Die Garantie dauert 24 Monate. Der Garten ist schön."},
       "Wie lange dauert die Garantie?",
       "Die Garantie dauert 24 Monate."}};
  for (const Case& c : cases)
    EXPECT_EQ(first_quote(c.texts, c.question), c.quote) << c.question;
}

TEST(Lookup, AbstainsWhenNoSentenceHoldsEnoughOfTheQuestion) {
  EXPECT_EQ(
      first_quote({"The office opened early. Cats sleep a lot."}, "What is the capital of Italy?"),
      "");
  EXPECT_EQ(first_quote({}, "Who?"), "");
  EXPECT_EQ(
      first_quote({"The capital gains tax is high."}, "Which river crosses the capital of Italy?"),
      "");
  EXPECT_EQ(first_quote({"What is the warranty of the pump?"}, "What is the warranty of the pump?"),
            "");
}

TEST(Lookup, EveryClaimIsTheBytesOfTheDocument) {  // invariant 2
  Evidence evidence = evidence_of({"Intro line.  The pump was\ninstalled in 1998. The end."});
  evidence.passages[0].span = {100, 100 + evidence.passages[0].text.size()};
  const std::string question = "When was the pump installed?";
  const Draft draft = look_up(evidence, profile_of(question), question);
  ASSERT_EQ(draft.claims.size(), 1u);
  const Claim& claim = draft.claims[0];
  ASSERT_EQ(claim.cited.size(), 1u);
  EXPECT_EQ(evidence.passages[0].text.substr(claim.cited[0].begin - 100, claim.cited[0].size()),
            claim.text);
  EXPECT_EQ(claim.labels, std::vector<std::string>{"S1"});
}

TEST(Lookup, SaysTheSameOnceAndAtMostThreeSentences) {
  const std::string text = "The pump was installed in 1998.";
  EXPECT_EQ(
      look_up(evidence_of({text, text, text}), profile_of("pump installed"), "pump installed?")
          .claims.size(),
      1u);
  const Draft many = look_up(
      evidence_of(
          {"The pump has a red valve. The pump has a blue valve. The pump has a green valve. "
           "The pump has a white valve."}),
      profile_of("pump valve"), "Which pump valve?");
  EXPECT_EQ(many.claims.size(), 3u);
}

TEST(Lookup, TextThatLooksLikeALabelIsNotQuoted) {
  EXPECT_EQ(first_quote({"The pump was installed in 1998 [S7]."}, "When was the pump installed?"),
            "");
}

TEST(Lookup, WordsOfTheHeadingCountForItsSentences) {
  Evidence evidence = evidence_of({"It lasts 24 months. Call us."});
  evidence.passages[0].heading_path = "Warranty of the pump";
  const std::string question = "How long does the pump warranty last?";
  const Draft draft = look_up(evidence, profile_of(question), question);
  ASSERT_FALSE(draft.claims.empty());
  EXPECT_EQ(draft.claims[0].text, "It lasts 24 months.");
}

}  // namespace
}  // namespace oi
