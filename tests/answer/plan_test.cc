#include "answer/plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

struct Row {
  const char* why;
  double relevance;
  AnswerKind kind;
  bool generator;
  uint32_t window;
  Policy policy;
  Plan expected;
};

TEST(Plan, EveryRowOfTheTableIsReached) {
  const Policy plain;
  Policy no_model, require, allow;
  no_model.use_generator = false;
  require.remote = RemotePolicy::Require;
  allow.remote = RemotePolicy::Allow;
  constexpr Target kExtract = Target::Deterministic;
  const std::vector<Row> rows = {
      {"too little found",
       0.39,
       AnswerKind::Explain,
       true,
       4096,
       require,
       {Target::Abstain, Reason::InsufficientEvidence, Target::Abstain}},
      {"quote asked for",
       0.9,
       AnswerKind::Quote,
       true,
       4096,
       plain,
       {kExtract, Reason::ExactAnswerAvailable, Target::Abstain}},
      {"without a model",
       0.9,
       AnswerKind::Explain,
       true,
       4096,
       no_model,
       {kExtract, Reason::UserRequiredLocal, Target::Abstain}},
      {"no generator",
       0.9,
       AnswerKind::Explain,
       false,
       0,
       plain,
       {kExtract, Reason::Fallback, Target::Abstain}},
      {"window too small",
       0.9,
       AnswerKind::Explain,
       true,
       300,
       plain,
       {kExtract, Reason::LocalContextExceeded, Target::Abstain}},
      {"remote required",
       0.9,
       AnswerKind::Explain,
       true,
       4096,
       require,
       {Target::OnDevice, Reason::PccUnavailable, kExtract}},
      {"remote allowed",
       0.9,
       AnswerKind::Explain,
       true,
       4096,
       allow,
       {Target::OnDevice, Reason::LocalContextFits, kExtract}},
      {"the usual",
       0.4,
       AnswerKind::Explain,
       true,
       4096,
       plain,
       {Target::OnDevice, Reason::LocalContextFits, kExtract}},
  };
  for (const Row& row : rows) {
    Bench bench({"One.", "Two."}, row.relevance);
    bench.profile.kind = row.kind;
    bench.evidence.tokens = 100;
    const Abilities abilities{.generator = row.generator, .window = row.window};
    EXPECT_EQ(make_plan(bench.evidence, bench.profile, abilities, row.policy, bench.bars),
              row.expected)
        << row.why;
  }
}

TEST(Plan, AnEmptyLibraryAbstains) {
  const Bench bench(std::vector<std::string>{});
  const Plan plan =
      make_plan(bench.evidence, bench.profile, {.generator = true, .window = 4096}, {}, bench.bars);
  EXPECT_EQ(plan.target, Target::Abstain);
  EXPECT_EQ(plan.reason, Reason::InsufficientEvidence);
}

TEST(Plan, SensitiveQuestionsNeedMoreEvidence) {
  Bench bench({"One."}, 0.5);
  bench.profile.sensitive = true;
  bench.bars = bars_for(rules_for(Mode::Standard), bench.profile, GateProfile::Default);
  EXPECT_EQ(
      make_plan(bench.evidence, bench.profile, {.generator = true, .window = 4096}, {}, bench.bars)
          .target,
      Target::Abstain);
}

// It finds the sentence less often than extraction does, and it cannot say that there is none.
TEST(Plan, AGeneratorThatOnlyCopiesIsAskedWhereSeveralSentencesMayAnswer) {
  Bench bench({"One."});
  Abilities abilities{
      .generator = true, .window = 4096, .only_copies = true, .sentence_found = true};
  const Plan found = make_plan(bench.evidence, bench.profile, abilities, {}, bench.bars);
  EXPECT_EQ(found, (Plan{Target::OnDevice, Reason::LocalContextFits, Target::Deterministic}));

  bench.profile.extractive = true;
  EXPECT_EQ(make_plan(bench.evidence, bench.profile, abilities, {}, bench.bars),
            (Plan{Target::Deterministic, Reason::ExactAnswerAvailable, Target::Abstain}));
  bench.profile.extractive = false;
  bench.profile.kind = AnswerKind::Lookup;
  EXPECT_EQ(make_plan(bench.evidence, bench.profile, abilities, {}, bench.bars).target,
            Target::Deterministic);

  abilities.sentence_found = false;
  EXPECT_EQ(make_plan(bench.evidence, bench.profile, abilities, {}, bench.bars),
            (Plan{Target::Abstain, Reason::InsufficientEvidence, Target::Abstain}));
}

}  // namespace
}  // namespace oi
