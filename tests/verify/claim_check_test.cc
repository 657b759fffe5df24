#include "verify/claim_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

ClaimCheck check_one(const std::string& text, const std::string& claim,
                     const std::string& question = "", const std::string& language = "en") {
  const Evidence evidence = evidence_of({text});
  const ReadEvidence read = read_evidence(evidence, question, language);
  const std::vector<const ReadPassage*> passages = {&read.passages[0]};
  return check_claim(claim, passages, read);
}

struct Case {
  const char* text;
  const char* claim;
  Standing standing;
  Fault fault;
};

constexpr Standing kYes = Standing::Supported;
constexpr Standing kHalf = Standing::Partial;
constexpr Standing kNo = Standing::Unsupported;

void expect_all(const std::vector<Case>& cases, const std::string& language = "en") {
  for (const Case& c : cases) {
    const ClaimCheck check = check_one(c.text, c.claim, "", language);
    EXPECT_EQ(check.standing, c.standing) << c.text << " / " << c.claim << ": " << check.reason;
    EXPECT_EQ(check.fault, c.fault) << c.text << " / " << c.claim << ": " << check.reason;
    EXPECT_EQ(check.reason.empty(), check.standing == kYes) << c.claim;
  }
}

TEST(ClaimCheck, SupportsWhatThePassageSays) {
  expect_all({
      {"Pets are allowed in the garden.", "Pets are allowed in the garden.", kYes, Fault::None},
      {"Pets are allowed in the garden.", "Pets are allowed.", kYes, Fault::None},
      {"Pets are not allowed in the garden.", "No pets are allowed in the garden.", kYes,
       Fault::None},
      {"Smoking is prohibited indoors.", "Smoking is not allowed indoors.", kYes, Fault::None},
      {"The device was approved in 2019 and weighs 5 kg.", "It weighs 5 kg.", kYes, Fault::None},
      {"Acme sued Bolt in Paris.", "Bolt was sued by Acme.", kYes, Fault::None},
      {"The pump stops. Its alarm then sounds for 5 minutes.",
       "When the pump stops, the alarm sounds for 5 minutes.", kYes, Fault::None},
      {"The warranty lasts 24 months.", "The warranty lasts two years.", kYes, Fault::None},
      {"Drivers may park here.", "Drivers may park here on Sundays.", kNo, Fault::Name},
      {"Unlike Alpha, which is not waterproof, Beta is waterproof.", "Beta is waterproof.", kYes,
       Fault::None},
      {"The tyre pressure is 32 psi in front and 35 psi in the rear.",
       "The front pressure is 32 psi.", kYes, Fault::None},
  });
}

TEST(ClaimCheck, CatchesAFlippedNegation) {
  expect_all({
      {"Pets are not allowed in the garden.", "Pets are allowed in the garden.", kNo,
       Fault::Negation},
      {"Pets are allowed in the garden.", "Pets are not allowed in the garden.", kNo,
       Fault::Negation},
      {"Pets are not allowed in the pool, but smoking is allowed.", "Pets are allowed in the pool.",
       kNo, Fault::Negation},
      {"Pets are not allowed. Smoking is allowed.", "Pets are allowed.", kNo, Fault::Negation},
      {"The drug doesn't cure colds.", "The drug cures colds.", kNo, Fault::Negation},
      {"You never need a key.", "You need a key.", kNo, Fault::Negation},
      {"Entry is possible without a ticket.", "Entry is possible with a ticket.", kNo,
       Fault::Opposite},
  });
  expect_all(
      {{"Haustiere sind nicht erlaubt.", "Haustiere sind erlaubt.", kNo, Fault::Negation},
       {"Haustiere sind nicht erlaubt.", "Haustiere sind nicht erlaubt.", kYes, Fault::None}},
      "de");
  expect_all({{"Les animaux ne sont pas admis.", "Les animaux sont admis.", kNo, Fault::Negation}},
             "fr");
  expect_all({{"Los perros no pueden entrar.", "Los perros pueden entrar.", kNo, Fault::Negation}},
             "es");
  expect_all({{"宠物不允许进入花园。", "宠物允许进入花园。", kNo, Fault::Negation},
              {"宠物不允许进入花园。", "宠物不允许进入花园。", kYes, Fault::None}},
             "zh");
}

TEST(ClaimCheck, CatchesOneWrongNumber) {
  expect_all({
      {"The office is on the 16th floor.", "The office is on the 6th floor.", kNo, Fault::Number},
      {"The office is on the 6th floor.", "The office is on the 16th floor.", kNo, Fault::Number},
      {"The daily dose is 5 mg.", "The daily dose is 5 kg.", kNo, Fault::Number},
      {"The daily dose is 5 mg.", "The daily dose is 5.", kHalf, Fault::Number},
      {"Signed on 12 March 2021.", "Signed on 12 March 2012.", kNo, Fault::Number},
      {"Use part E2 for the door.", "Use part E3 for the door.", kNo, Fault::Number},
      {"The dose is 5 mg daily. Rest an hour. Children take 2 mg.", "The dose is 2 mg daily.", kNo,
       Fault::Order},
      {"The dose is taken daily. Rest an hour. Walk a bit. Children take 2 mg.",
       "The dose taken daily is 2 mg.", kHalf, Fault::Number},
      {"Adults take 5 mg. Children take 2 mg.", "Adults take 5 mg and children take 2 mg.", kYes,
       Fault::None},
  });
}

TEST(ClaimCheck, CatchesInventedWordsAndNames) {
  expect_all({
      {"The garden opens in spring.", "The garden opens in spring with fireworks and music.", kNo,
       Fault::Words},
      {"The garden opens in spring.", "Visitors love tropical flowers.", kNo, Fault::Words},
      {"The contract was signed by Anna Schmidt.", "The contract was signed by Peter Schmidt.", kNo,
       Fault::Name},
      {"The capital of France is Paris.", "The capital of Italy is Paris.", kNo, Fault::Name},
      {"The garden opens in spring.", "...", kNo, Fault::Empty},
  });
}

TEST(ClaimCheck, CatchesOppositesAndSwaps) {
  expect_all({
      {"Prices increased last year.", "Prices decreased last year.", kNo, Fault::Opposite},
      {"The maximum load is 5 kg.", "The minimum load is 5 kg.", kNo, Fault::Opposite},
      {"Take it before meals.", "Take it after meals.", kNo, Fault::Opposite},
      {"In May Acme sued Bolt.", "In May Bolt sued Acme.", kNo, Fault::Order},
      {"Last year Acme was sued by Bolt.", "Last year Acme sued Bolt.", kNo, Fault::Order},
      {"The tenant pays the landlord.", "The landlord pays the tenant.", kNo, Fault::Order},
      {"Trains run from Rome to Milan.", "Trains run from Milan to Rome.", kNo, Fault::Order},
      {"The front tyre has 32 psi, the rear tyre 35 psi.",
       "The front tyre has 35 psi, the rear tyre 32 psi.", kNo, Fault::Order},
  });
}

TEST(ClaimCheck, MarksWhatIsLeftOutOrAdded) {
  expect_all({
      {"Guests may swim unless children are present.", "Guests may swim.", kHalf, Fault::Condition},
      {"Some batteries leak.", "Batteries leak.", kHalf, Fault::Condition},
      {"Pets are allowed.", "All pets are allowed.", kHalf, Fault::Condition},
      {"Members may vote.", "Members must vote.", kHalf, Fault::Condition},
  });
}

TEST(ClaimCheck, TheQuestionIsNoEvidence) {
  const char* text = "The Rome office opened in 2009.";
  const ClaimCheck parrot =
      check_one(text, "The capital of Italy is Rome.", "What is the capital of Italy?");
  EXPECT_EQ(parrot.standing, kNo) << parrot.reason;
  // A word of the question may stand in the heading.
  Evidence evidence = evidence_of({"It lasts 24 months."});
  evidence.passages[0].heading_path = "Warranty of the pump";
  const ReadEvidence read = read_evidence(evidence, "How long is the pump warranty?", "en");
  const std::vector<const ReadPassage*> passages = {&read.passages[0]};
  EXPECT_EQ(check_claim("The pump warranty lasts 24 months.", passages, read).standing, kYes);
}

TEST(ClaimCheck, PointsToTheSentenceAndNotToTheWholePassage) {
  const std::string text = "Welcome to the house. Pets are allowed in the garden. Bring a towel.";
  const ClaimCheck check = check_one(text, "Pets are allowed in the garden");
  EXPECT_EQ(check.standing, kYes);
  EXPECT_EQ(text.substr(check.span.begin, check.span.size()), "Pets are allowed in the garden.");
}

TEST(ClaimCheck, OfSeveralPassagesTheSupportingOneIsNamed) {
  const Evidence evidence =
      evidence_of({"Cats sleep a lot.", "Dogs bark at night.", "Birds sing."});
  const ReadEvidence read = read_evidence(evidence, "", "en");
  std::vector<const ReadPassage*> passages;
  for (const ReadPassage& passage : read.passages)
    passages.push_back(&passage);
  EXPECT_EQ(check_claim("Dogs bark at night.", passages, read).label, "S2");
}

}  // namespace
}  // namespace oi
