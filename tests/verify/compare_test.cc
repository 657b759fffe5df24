#include "verify/compare.h"

#include <gtest/gtest.h>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

TEST(Compare, ASentenceThatHoldsMoreOfTheClaimRanksHigher) {
  const ReadEvidence read =
      read_evidence(evidence_of({"Cats sleep. Dogs bark at night. The dose is 5 mg."}), "", "en");
  const auto& sentences = read.passages[0].sentences;
  ASSERT_EQ(sentences.size(), 3u);
  const Wording claim = read_wording("Dogs bark.", {}, Capitals::MarkNames);
  EXPECT_GT(amount_held(claim, {&sentences[1]}, read), amount_held(claim, {&sentences[0]}, read));
  const Wording dose = read_wording("5 mg", {}, Capitals::MarkNames);
  EXPECT_GT(amount_held(dose, {&sentences[2]}, read), amount_held(dose, {&sentences[1]}, read));
}

TEST(Compare, AYearThatOnlyTheQuestionStatesIsNoInvention) {
  const auto standing = [](const std::string& text) {
    const ReadEvidence read =
        read_evidence(evidence_of({text}), "What was the revenue in 2019?", "en");
    const Wording claim =
        read_wording("The revenue in 2019 was $5 million.", {}, Capitals::MarkNames);
    return compare(claim, {&read.passages[0].sentences[0]}, read.passages[0], read).standing;
  };
  EXPECT_EQ(standing("The revenue was $5 million."), Standing::Supported);
  EXPECT_EQ(standing("The revenue in 2018 was $5 million."), Standing::Unsupported);
}

}  // namespace
}  // namespace oi
