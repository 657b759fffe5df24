// Gate C: do the numbers and units in the answer stand in the cited evidence?
// Reads the quantities of each claim and of the sentences it cites. May ask to remove a claim or to
// mark it partial. Rule: ruling 24, every counted number, none for free: a number that the cited
// passage does not hold removes its claim; one that stands elsewhere in the passage, or has its
// unit on one side only, makes it partial. A year, date or code may stand in the heading or the
// document's name, and a year in the question where the source names no other. Cannot see a right
// number said of the wrong thing; that is the claim check's part.
#include <algorithm>

#include "verify/claim_check.h"
#include "verify/gate.h"

namespace oi {
namespace {

struct Cited {
  std::vector<const Quantities*> sentences;  // those the citations point to
  std::vector<const ReadPassage*> passages;
};

Cited cited_by(const Claim& claim, const ReadEvidence& read) {
  Cited cited;
  for (size_t i = 0; i < claim.cited.size() && i < claim.labels.size(); ++i) {
    const ReadPassage* passage = find_passage(read, claim.labels[i]);
    if (passage == nullptr) continue;
    cited.passages.push_back(passage);
    for (const Wording& sentence : passage->sentences) {
      if (sentence.span.overlaps(claim.cited[i])) cited.sentences.push_back(&sentence.quantities);
    }
  }
  return cited;
}

bool year_of_question(const Quantity& quantity, const Cited& cited, const ReadEvidence& read) {
  if (!is_year(quantity) || find_quantity(quantity, read.question_quantities) != Agreement::Full) {
    return false;
  }
  return std::none_of(cited.sentences.begin(), cited.sentences.end(), [](const Quantities* in) {
    return std::any_of(in->all.begin(), in->all.end(), is_year);
  });
}

Agreement agreement_of(const Quantity& quantity, const Cited& cited, const ReadEvidence& read) {
  Agreement best = Agreement::None;
  for (const Quantities* sentence : cited.sentences) {
    best = std::max(best, find_quantity(quantity, *sentence));
  }
  const bool names_the_source = quantity.kind != QuantityKind::Ordinal &&
                                (quantity.kind != QuantityKind::Amount || is_year(quantity));
  for (const ReadPassage* passage : cited.passages) {
    if (best == Agreement::None && find_quantity(quantity, passage->quantities) != best) {
      best = Agreement::Weak;
    }
    if (names_the_source && find_quantity(quantity, passage->above) == Agreement::Full) {
      best = Agreement::Full;
    }
  }
  return year_of_question(quantity, cited, read) ? Agreement::Full : best;
}

}  // namespace

Result<Verdict> gate_numbers(const Draft& draft, const GateInput& input, const Job& job) {
  Verdict verdict = make_verdict('C');
  verdict.bar = 1;
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  size_t counted = 0, matched = 0;
  for (uint32_t i = 0; i < draft.claims.size(); ++i) {
    TRY(check(job));
    const Claim& claim = draft.claims[i];
    const Cited cited = cited_by(claim, read);
    Finding finding{.effect = Effect::Note, .claim = i, .label = {}, .reason = {}};
    for (const Quantity& quantity : read_quantities(claim.text).all) {
      if (quantity.loose) continue;
      ++counted;
      const Agreement agreement = agreement_of(quantity, cited, read);
      matched += agreement != Agreement::None;
      if (agreement == Agreement::Full || finding.effect == Effect::RemoveClaim) continue;
      const bool absent = agreement == Agreement::None;
      finding.effect = absent ? Effect::RemoveClaim : Effect::MarkPartial;
      finding.reason = "\"" + quantity.text + "\" " +
                       (absent ? "is not in what it cites" : "only partly agrees with the source");
    }
    if (finding.effect != Effect::Note) verdict.findings.push_back(std::move(finding));
  }
  if (counted == 0) return verdict;
  verdict.score = static_cast<double>(matched) / static_cast<double>(counted);
  verdict.outcome = matched == counted ? Outcome::Pass : Outcome::Fail;
  return verdict;
}

}  // namespace oi
