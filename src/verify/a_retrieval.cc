// Gate A: did the search find enough, by a margin?
// Reads the absolute relevance of the best and the second passage. Asks for nothing: without enough
// evidence the whole answer abstains. Rule: tau and margin of the bars (ruling 22). Fails when the
// best is below tau, or within the margin above it while no second passage reaches tau; passages
// that agree are not punished. Cannot see whether a relevant passage holds the answer.
#include <algorithm>
#include <cstdio>

#include "verify/gate.h"

namespace oi {
namespace {

std::string two_places(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

}  // namespace

Result<Verdict> gate_retrieval(const Draft&, const GateInput& input, const Job&) {
  const Evidence& evidence = input.evidence;
  Verdict verdict = make_verdict('A');
  verdict.score = std::clamp(evidence.best_relevance, 0.0, 1.0);
  verdict.bar = input.bars.tau;
  verdict.outcome = Outcome::Fail;
  Finding finding{.effect = Effect::Note, .claim = {}, .label = {}, .reason = {}};
  if (evidence.passages.empty()) {
    finding.reason = "the search found no passage";
  } else if (evidence.best_relevance < input.bars.tau) {
    finding.reason = "the best passage has relevance " + two_places(evidence.best_relevance) +
                     ", " + two_places(input.bars.tau) + " is needed";
  } else if (evidence.best_relevance < input.bars.tau + input.bars.margin &&
             evidence.second_relevance < input.bars.tau) {
    finding.reason = "the best passage is relevant by less than " + two_places(input.bars.margin) +
                     ", and no second one agrees";
  } else {
    verdict.outcome = Outcome::Pass;
    return verdict;
  }
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

}  // namespace oi
