#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"
#include "verify/cite.h"

namespace oi {
namespace {

Verdict judge(const std::string& text, const std::string& claim, const std::string& question = "") {
  Bench bench({text});
  bench.question = question;
  return *gate_numbers(resolve_citations(draft_of({claim}), bench.input()), bench.input(), {});
}

TEST(GateNumbers, EveryNumberMustStandInTheCitedText) {
  EXPECT_EQ(judge("The dose is 5 mg.", "The dose is 5 mg. [S1]").outcome, Outcome::Pass);
  const Verdict wrong = judge("The dose is 5 mg.", "The dose is 5 kg. [S1]");
  EXPECT_EQ(wrong.outcome, Outcome::Fail);
  ASSERT_EQ(wrong.findings.size(), 1u);
  EXPECT_EQ(wrong.findings[0].effect, Effect::RemoveClaim);
  EXPECT_NE(wrong.findings[0].reason.find("5 kg"), std::string::npos);
}

TEST(GateNumbers, OneWrongNumberAmongRightOnesIsEnough) {
  const Verdict verdict = judge("Between 2010 and 2015 it grew from 3 to 9 sites.",
                                "Between 2010 and 2016 it grew from 3 to 9 sites. [S1]");
  EXPECT_EQ(verdict.outcome, Outcome::Fail);
  EXPECT_DOUBLE_EQ(verdict.score, 0.75);
}

TEST(GateNumbers, AnInventedNumberThatLooksLikeAYearIsNoYear) {
  EXPECT_EQ(judge("It was founded in 1949.", "It turns at 1950 rpm. [S1]").outcome, Outcome::Fail);
}

TEST(GateNumbers, AClaimWithoutCitationHasNoEvidence) {
  EXPECT_EQ(judge("The dose is 5 mg.", "The dose is 5 mg.").outcome, Outcome::Fail);
}

TEST(GateNumbers, TextWithoutNumbersIsNotJudged) {
  EXPECT_EQ(judge("Cats sleep.", "Cats sleep. [S1]").outcome, Outcome::NotApplicable);
}

TEST(GateNumbers, AMissingUnitMakesTheClaimPartial) {
  const Verdict verdict = judge("The dose is 5 mg.", "The dose is 5. [S1]");
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].effect, Effect::MarkPartial);
}

}  // namespace
}  // namespace oi
