// The decision table. A row is a condition, the target, the reason and the fallback; the first row
// whose condition holds decides. Rows for a remote target join when one can be configured.
#include "answer/plan.h"

#include <array>

#include "rules/limits.h"

namespace oi {
namespace {

struct Case {
  const Evidence& evidence;
  const Profile& profile;
  const Abilities& abilities;
  const Policy& policy;
  const Bars& bars;
};

struct Row {
  bool (*applies)(const Case&);
  Plan plan;
};

bool nothing_found(const Case& c) {
  return c.evidence.passages.empty() || c.evidence.best_relevance < c.bars.tau;
}
bool wants_quote(const Case& c) {
  return c.profile.kind == AnswerKind::Quote;
}
bool without_model(const Case& c) {
  return !c.policy.use_generator;
}
bool no_generator(const Case& c) {
  return !c.abilities.generator;
}
bool too_large(const Case& c) {
  return c.evidence.tokens + limits::kReserve > c.abilities.window;
}
bool remote_required(const Case& c) {
  return c.policy.remote == RemotePolicy::Require;
}
// A generator that only copies finds the sentence less often than extraction does: it chooses where
// several sentences may answer together, and nowhere else.
bool nothing_to_copy(const Case& c) {
  return c.abilities.only_copies && !c.abilities.sentence_found;
}
bool extraction_is_better(const Case& c) {
  const AnswerKind kind = c.profile.kind;
  const bool together = kind == AnswerKind::Explain || kind == AnswerKind::Summary ||
                        kind == AnswerKind::Compare || kind == AnswerKind::Procedure;
  return c.abilities.only_copies && (c.profile.extractive || !together);
}
bool always(const Case&) {
  return true;
}

constexpr Target kExtract = Target::Deterministic;
const std::array<Row, 9> kRows = {{
    {nothing_found, {Target::Abstain, Reason::InsufficientEvidence, Target::Abstain}},
    {wants_quote, {kExtract, Reason::ExactAnswerAvailable, Target::Abstain}},
    {without_model, {kExtract, Reason::UserRequiredLocal, Target::Abstain}},
    {no_generator, {kExtract, Reason::Fallback, Target::Abstain}},
    {nothing_to_copy, {Target::Abstain, Reason::InsufficientEvidence, Target::Abstain}},
    {extraction_is_better, {kExtract, Reason::ExactAnswerAvailable, Target::Abstain}},
    {too_large, {kExtract, Reason::LocalContextExceeded, Target::Abstain}},
    {remote_required, {Target::OnDevice, Reason::PccUnavailable, kExtract}},
    {always, {Target::OnDevice, Reason::LocalContextFits, kExtract}},
}};

}  // namespace

Plan make_plan(const Evidence& evidence, const Profile& profile, const Abilities& abilities,
               const Policy& policy, const Bars& bars) {
  const Case c{evidence, profile, abilities, policy, bars};
  for (const Row& row : kRows) {
    if (row.applies(c)) return row.plan;
  }
  return {};
}

}  // namespace oi
