#include <gtest/gtest.h>

#include <vector>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

struct Case {
  double best;
  double second;
  Outcome expected;
};

TEST(GateRetrieval, FailsBelowTauOrWhenNarrowAndAlone) {
  const std::vector<Case> cases = {{0.39, 0.0, Outcome::Fail},  {0.39, 0.39, Outcome::Fail},
                                   {0.41, 0.0, Outcome::Fail},  {0.42, 0.39, Outcome::Fail},
                                   {0.41, 0.40, Outcome::Pass}, {0.44, 0.0, Outcome::Pass},
                                   {0.95, 0.95, Outcome::Pass}};
  for (const Case& c : cases) {
    Bench bench({"One.", "Two."});
    bench.evidence.best_relevance = c.best;
    bench.evidence.second_relevance = c.second;
    const Verdict verdict = *gate_retrieval({}, bench.input(), {});
    EXPECT_EQ(verdict.outcome, c.expected) << c.best << " " << c.second;
    EXPECT_EQ(verdict.findings.empty(), c.expected == Outcome::Pass);
    EXPECT_DOUBLE_EQ(verdict.score, c.best);
  }
}

TEST(GateRetrieval, SensitiveTopicsNeedMore) {
  Bench bench({"One."}, 0.5);
  EXPECT_EQ(gate_retrieval({}, bench.input(), {})->outcome, Outcome::Pass);
  bench.profile.sensitive = true;
  bench.bars = bars_for(rules_for(Mode::Standard), bench.profile, GateProfile::Default);
  EXPECT_EQ(gate_retrieval({}, bench.input(), {})->outcome, Outcome::Fail);
}

TEST(GateRetrieval, NothingFoundFails) {
  const Bench bench(std::vector<std::string>{});
  EXPECT_EQ(gate_retrieval({}, bench.input(), {})->outcome, Outcome::Fail);
}

}  // namespace
}  // namespace oi
