#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"
#include "verify/cite.h"

namespace oi {
namespace {

const std::vector<std::string> kTexts = {
    "The office is on the 16th floor. Pets are not allowed in the office.",
    "The daily dose is 5 mg. Take it before meals.", "Cats sleep a lot."};

struct Case {
  const char* claim;
  Effect effect;
  const char* label;  // of the finding
};

TEST(GateCoverage, JudgesEachClaimByWhatItCites) {
  const std::vector<Case> cases = {
      {"Pets are allowed in the office. [S1]", Effect::RemoveClaim, ""},
      {"Pets are not allowed in the office. [S2]", Effect::Attach, "S1"},
      {"Pets are not allowed in the office.", Effect::Attach, "S1"},
      {"Dragons live in the office.", Effect::RemoveClaim, ""},
      {"Dragons live under the roof. [S3]", Effect::RemoveClaim, ""},
      {"All cats sleep a lot. [S3]", Effect::RemoveClaim, "S3"},
      {"Take it after meals. [S2]", Effect::RemoveClaim, ""},
  };
  for (const Case& c : cases) {
    const Bench bench(kTexts);
    const Verdict verdict =
        *gate_coverage(resolve_citations(draft_of({c.claim}), bench.input()), bench.input(), {});
    ASSERT_EQ(verdict.findings.size(), 1u) << c.claim;
    EXPECT_EQ(verdict.findings[0].effect, c.effect) << c.claim << verdict.findings[0].reason;
    EXPECT_FALSE(verdict.findings[0].reason.empty());
    if (*c.label != '\0') {
      EXPECT_EQ(verdict.findings[0].label, c.label) << c.claim;
    }
    const bool removed = c.effect == Effect::RemoveClaim;
    EXPECT_EQ(verdict.outcome, removed ? Outcome::Fail : Outcome::Pass) << c.claim;
  }
}

TEST(GateCoverage, LeavesAWrongNumberToTheNumbersGate) {
  const Bench bench(kTexts);
  const Verdict verdict =
      *gate_coverage(resolve_citations(draft_of({"The daily dose is 7 mg. [S2]"}), bench.input()),
                     bench.input(), {});
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].effect, Effect::Note);
}

TEST(GateCoverage, TwoPassagesMaySupportAClaimTogether) {
  const Bench bench(kTexts);
  const Draft draft = resolve_citations(
      draft_of({"The daily dose is 5 mg and cats sleep a lot. [S2][S3]"}), bench.input());
  const Verdict verdict = *gate_coverage(draft, bench.input(), {});
  EXPECT_EQ(verdict.outcome, Outcome::Pass);
  EXPECT_TRUE(verdict.findings.empty() || verdict.findings[0].effect == Effect::Note);
}

TEST(GateCoverage, AnEmptyDraftIsNotJudged) {
  const Bench bench(kTexts);
  EXPECT_EQ(gate_coverage({}, bench.input(), {})->outcome, Outcome::NotApplicable);
}

}  // namespace
}  // namespace oi
