#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

struct Case {
  const char* claim;
  Outcome outcome;
  Effect effect;
};

TEST(GateQuotes, QuotedWordsMustStandInWhatIsCited) {
  const std::vector<Case> cases = {
      {"The rule is \"keep the door shut\". [S1]", Outcome::Pass, Effect::Note},
      {"The rule is \"Keep The Door Shut\". [S1]", Outcome::Pass, Effect::MarkPartial},
      {"The rule is \"keep the door open\". [S1]", Outcome::Fail, Effect::RemoveClaim},
      {"The rule is \"keep the door shut\". [S2]", Outcome::Fail, Effect::RemoveClaim},
      {"The rule is \"keep the door shut\". [S2][S1]", Outcome::Pass, Effect::Note}};
  for (const Case& c : cases) {
    const Bench bench({"Always keep the door shut at night.", "Cats sleep a lot."});
    const Verdict verdict = *gate_quotes(draft_of({c.claim}), bench.input(), {});
    EXPECT_EQ(verdict.outcome, c.outcome) << c.claim;
    ASSERT_EQ(verdict.findings.size(), 1u) << c.claim;
    EXPECT_EQ(verdict.findings[0].effect, c.effect) << c.claim;
  }
}

TEST(GateQuotes, TextWithoutQuotesIsNotJudged) {
  const Bench bench({"Cats sleep."});
  EXPECT_EQ(gate_quotes(draft_of({"Cats sleep. [S1]"}), bench.input(), {})->outcome,
            Outcome::NotApplicable);
}

}  // namespace
}  // namespace oi
