// Gate F: do quoted spans exist, character for character?
// Reads the quotes in each claim and the text of the passages it cites. May ask to remove a claim
// or to mark it partial; every quote found leaves a note with its rung. Rule: ruling 27 and the
// ladder of quotes.cc. A quote that the cited passages do not hold removes its claim: taking the
// marks away would be writing. Capitals or accents that differ make it partial. Cannot see quotes
// without marks, nor short ones that only set a word apart.
#include <algorithm>

#include "verify/gate.h"
#include "verify/quotes.h"

namespace oi {
namespace {

struct Place {
  Rung rung = Rung::None;
  std::string label;
};

// The best rung among the cited passages.
Place find_in_cited(const std::string& quote, const Claim& claim, const Evidence& evidence) {
  Place best;
  for (const Passage& passage : evidence.passages) {
    if (std::find(claim.labels.begin(), claim.labels.end(), passage.label) == claim.labels.end()) {
      continue;
    }
    const Rung rung = find_quote(quote, passage.text);
    if (rung != Rung::None && (best.rung == Rung::None || rung < best.rung)) {
      best = {rung, passage.label};
    }
  }
  return best;
}

}  // namespace

Result<Verdict> gate_quotes(const Draft& draft, const GateInput& input, const Job& job) {
  Verdict verdict = make_verdict('F');
  verdict.bar = 1;
  size_t quoted = 0, found = 0;
  for (uint32_t i = 0; i < draft.claims.size(); ++i) {
    TRY(check(job));
    for (const std::string& quote : find_quotes(draft.claims[i].text)) {
      const Place place = find_in_cited(quote, draft.claims[i], input.evidence);
      ++quoted;
      found += place.rung != Rung::None;
      Finding finding{.effect = Effect::Note,
                      .claim = i,
                      .label = place.label,
                      .reason = std::string("quote found, rung: ") + name_of(place.rung)};
      if (place.rung == Rung::Spelling) finding.effect = Effect::MarkPartial;
      if (place.rung == Rung::None) {
        finding.effect = Effect::RemoveClaim;
        finding.reason = "the quoted words are not in what it cites: \"" + quote + "\"";
      }
      verdict.findings.push_back(std::move(finding));
    }
  }
  if (quoted == 0) return verdict;
  verdict.score = static_cast<double>(found) / static_cast<double>(quoted);
  verdict.outcome = found == quoted ? Outcome::Pass : Outcome::Fail;
  return verdict;
}

}  // namespace oi
