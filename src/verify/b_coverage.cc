// Gate B: is every claim backed by what it cites?
// Reads the claims with their resolved citations, and the sentences of the passages. May ask to
// remove a claim, or to attach a passage. Rule: ruling 23 and the claim check's bars. An uncited
// claim, and one that its citation does not support, gets one attempt: the passage that supports it
// fully. A claim whose only fault is a number is left to gate C. Cannot see a paraphrase in quite
// other words, nor what two passages say only together when one is cited.
#include "verify/claim_check.h"
#include "verify/gate.h"

namespace oi {
namespace {

using Passages = std::vector<const ReadPassage*>;

ClaimCheck check_cited(const Claim& claim, const ReadEvidence& read) {
  Passages cited;
  for (const std::string& label : claim.labels) {
    if (const ReadPassage* passage = find_passage(read, label)) cited.push_back(passage);
  }
  const ClaimCheck single = check_claim(claim.text, cited, read);
  if (cited.size() < 2 || single.standing == Standing::Supported) return single;
  const ClaimCheck together = check_together(claim.text, cited, read);
  return together.standing > single.standing ? together : single;
}

Finding judge(const Claim& claim, uint32_t index, const ReadEvidence& read,
              const Passages& everything) {
  Finding finding{.effect = Effect::Note, .claim = index, .label = {}, .reason = {}};
  ClaimCheck check;
  if (claim.cited.empty()) {
    check.reason = "no passage supports it";
  } else {
    check = check_cited(claim, read);
    finding.label = check.label;
    finding.reason = check.reason;
    if (check.standing == Standing::Supported) return finding;
  }
  const ClaimCheck elsewhere = check_claim(claim.text, everything, read);
  if (elsewhere.standing == Standing::Supported) {
    finding.effect = Effect::Attach;
    finding.label = elsewhere.label;
    finding.reason = claim.cited.empty() ? "it cited nothing" : "what it cited does not say it";
    return finding;
  }
  if (!claim.cited.empty() && check.fault == Fault::Number) return finding;
  // A claim of which only a part is in the source holds something that is not: it goes as well.
  finding.effect = Effect::RemoveClaim;
  finding.reason = claim.cited.empty() ? "uncited: " + elsewhere.reason : check.reason;
  return finding;
}

}  // namespace

Result<Verdict> gate_coverage(const Draft& draft, const GateInput& input, const Job& job) {
  Verdict verdict = make_verdict('B');
  verdict.bar = 1;
  if (draft.claims.empty()) return verdict;
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  Passages everything;
  for (const ReadPassage& passage : read.passages)
    everything.push_back(&passage);
  size_t kept = 0;
  for (uint32_t i = 0; i < draft.claims.size(); ++i) {
    TRY(check(job));
    Finding finding = judge(draft.claims[i], i, read, everything);
    kept += finding.effect != Effect::RemoveClaim;
    if (!finding.reason.empty()) verdict.findings.push_back(std::move(finding));
  }
  verdict.score = static_cast<double>(kept) / static_cast<double>(draft.claims.size());
  verdict.outcome = kept == draft.claims.size() ? Outcome::Pass : Outcome::Fail;
  return verdict;
}

}  // namespace oi
