// Resolve citations, run the gates, apply their findings, judge what is left, lay out the answer.
//
// 1. Copies of a claim are dropped. The claims are then numbered once; verdicts and removals keep
//    those numbers while the draft shrinks from gate to gate.
// 2. After the last gate C is judged again on what remains (ruling 21); its first findings are
//    kept.
// 3. Claims that say the same are shown once, with the labels of both.
#include "verify/verify.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/stem.h"
#include "base/text.h"
#include "verify/cite.h"
#include "verify/claim_check.h"

namespace oi {
namespace {

constexpr double kPartialFactor = 0.6;
constexpr size_t kNearestShown = 3;

// The draft as it shrinks.
struct Remaining {
  Draft draft;
  std::vector<uint32_t> numbers;  // of its claims in the draft as it came
  std::vector<RemovedClaim> removed;
};

void attach(Claim& claim, const std::string& label, const GateInput& input) {
  const auto span = resolve_label(claim.text, label, input);
  if (!span) return;
  claim.labels = {label};
  claim.cited = {*span};
}

// Applies a gate's findings, and gives them the numbers of the draft as it came.
void apply(Verdict& verdict, Remaining& remaining, const GateInput& input) {
  std::set<uint32_t> gone;
  for (Finding& finding : verdict.findings) {
    if (!finding.claim || *finding.claim >= remaining.draft.claims.size()) continue;
    const uint32_t index = *finding.claim;
    Claim& claim = remaining.draft.claims[index];
    finding.claim = remaining.numbers[index];
    switch (finding.effect) {
      case Effect::RemoveClaim:
      case Effect::Unquote:  // taking the marks away would be writing (invariant 9)
        if (gone.insert(index).second) {
          remaining.removed.push_back({claim.text, verdict.gate, finding.reason});
        }
        break;
      case Effect::MarkPartial:
        claim.support = Support::Partial;
        break;
      case Effect::Attach:
        attach(claim, finding.label, input);
        break;
      case Effect::DropPassage:
      case Effect::Note:
        break;
    }
  }
  for (auto at = gone.rbegin(); at != gone.rend(); ++at) {
    remaining.draft.claims.erase(remaining.draft.claims.begin() + *at);
    remaining.numbers.erase(remaining.numbers.begin() + *at);
  }
}

// A claim that an attachment could not bring to stored bytes has nothing to stand on.
void remove_uncited(Remaining& remaining) {
  for (size_t i = remaining.draft.claims.size(); i-- > 0;) {
    if (!remaining.draft.claims[i].cited.empty()) continue;
    remaining.removed.push_back({remaining.draft.claims[i].text, 'B', "uncited"});
    remaining.draft.claims.erase(remaining.draft.claims.begin() + static_cast<std::ptrdiff_t>(i));
    remaining.numbers.erase(remaining.numbers.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

Result<std::vector<Verdict>> run_gates(Remaining& remaining, const GateInput& input,
                                       const Job& job) {
  std::vector<Verdict> verdicts;
  for (const Gate& gate : kGates) {
    TRY(check(job));
    Verdict verdict = TRY(gate.run(remaining.draft, input, job));
    apply(verdict, remaining, input);
    if (gate.letter == 'B') remove_uncited(remaining);
    verdicts.push_back(std::move(verdict));
  }
  for (Verdict& verdict : verdicts) {
    if (verdict.gate != 'C' || verdict.outcome == Outcome::NotApplicable) continue;
    const Verdict again = TRY(gate_numbers(remaining.draft, input, job));
    verdict.outcome = again.outcome;
    verdict.score = again.score;
  }
  return verdicts;
}

void merge_repeats(Remaining& remaining) {
  std::map<std::string, size_t> seen;
  std::vector<Claim> once;
  for (Claim& claim : remaining.draft.claims) {
    const auto [place, fresh] = seen.emplace(collapse_spaces(fold(claim.text)), once.size());
    if (fresh) {
      once.push_back(std::move(claim));
      continue;
    }
    Claim& first = once[place->second];
    for (size_t i = 0; i < claim.labels.size(); ++i) {
      if (std::find(first.labels.begin(), first.labels.end(), claim.labels[i]) ==
          first.labels.end()) {
        first.labels.push_back(claim.labels[i]);
        first.cited.push_back(claim.cited[i]);
      }
    }
  }
  remaining.draft.claims = std::move(once);
}

// A model in a loop says the same under the same labels again and again: once is enough.
void drop_copies(Draft& draft) {
  std::set<std::pair<std::string, std::vector<std::string>>> seen;
  std::erase_if(draft.claims, [&](const Claim& claim) {
    return !seen.emplace(collapse_spaces(claim.text), claim.labels).second;
  });
}

void rate_claims(Draft& draft, const GateInput& input) {
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  for (Claim& claim : draft.claims) {
    std::vector<const ReadPassage*> cited;
    for (const std::string& label : claim.labels) {
      if (const ReadPassage* passage = find_passage(read, label)) cited.push_back(passage);
    }
    const double coverage = std::max(check_claim(claim.text, cited, read).coverage,
                                     check_together(claim.text, cited, read).coverage);
    claim.confidence = coverage * (claim.support == Support::Supported ? 1 : kPartialFactor);
  }
}

double mean_score(const std::vector<Verdict>& verdicts) {
  double sum = 0;
  size_t applicable = 0;
  for (const Verdict& verdict : verdicts) {
    if (verdict.outcome == Outcome::NotApplicable) continue;
    sum += verdict.score;
    ++applicable;
  }
  return applicable == 0 ? 0 : sum / static_cast<double>(applicable);
}

bool is_list(AnswerKind kind) {
  return kind == AnswerKind::List || kind == AnswerKind::Procedure || kind == AnswerKind::Table ||
         kind == AnswerKind::Compare;
}

// One sentence per claim with its labels behind it.
void lay_out(const Draft& draft, Answer& answer) {
  const bool list = is_list(answer.kind) && draft.claims.size() > 1;
  for (const Claim& claim : draft.claims) {
    if (!answer.text.empty()) answer.text += list ? "\n" : " ";
    if (list) answer.text += "- ";
    ShownClaim shown;
    shown.text = claim.text;
    shown.span = {answer.text.size(), answer.text.size() + claim.text.size()};
    shown.labels = claim.labels;
    shown.support = claim.support;
    shown.confidence = claim.confidence;
    answer.text += claim.text + " ";
    for (const std::string& label : claim.labels)
      answer.text += "[" + label + "]";
    answer.claims.push_back(std::move(shown));
  }
}

void add_citations(const Draft& draft, const GateInput& input, Answer& answer) {
  for (const Claim& claim : draft.claims) {
    for (size_t i = 0; i < claim.labels.size(); ++i) {
      auto citation = make_citation(claim.labels[i], claim.cited[i], input);
      if (!citation) continue;
      if (std::find(answer.citations.begin(), answer.citations.end(), *citation) ==
          answer.citations.end()) {
        answer.citations.push_back(std::move(*citation));
      }
    }
  }
}

void cite_nearest(const GateInput& input, Answer& answer) {
  std::vector<const Passage*> nearest;
  for (const Passage& passage : input.evidence.passages)
    nearest.push_back(&passage);
  std::stable_sort(nearest.begin(), nearest.end(),
                   [](const Passage* a, const Passage* b) { return a->relevance > b->relevance; });
  for (const Passage* passage : nearest) {
    if (answer.citations.size() == kNearestShown) break;
    if (auto citation = make_citation(passage->label, passage->span, input)) {
      answer.citations.push_back(std::move(*citation));
    }
  }
}

std::string words_not_found(const GateInput& input) {
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  std::string missing;
  for (const std::string& term : input.profile.terms) {
    const bool found = std::any_of(
        read.passages.begin(), read.passages.end(),
        [&](const ReadPassage& passage) { return passage.stems.count(stem(fold(term))) > 0; });
    if (!found) missing += (missing.empty() ? "\"" : ", \"") + term + "\"";
  }
  return missing;
}

std::string searched(const Evidence& evidence) {
  if (evidence.passages.empty()) return "Searched: nothing in the library matches the question.";
  std::set<std::string> names;
  for (const Passage& passage : evidence.passages)
    names.insert(passage.document_name);
  std::string text =
      "Searched: " + std::to_string(evidence.passages.size()) + " passages read, of ";
  size_t shown = 0;
  for (const std::string& name : names) {
    if (++shown > 5) {
      text += " and " + std::to_string(names.size() - 5) + " more";
      break;
    }
    text += (shown > 1 ? ", " : "") + name;
  }
  return text + ".";
}

// Why the whole answer must abstain, and the gate to name; an empty reason when it need not.
struct Abstention {
  std::string why;
  char gate = 'A';
};

char lowest_gate(const std::vector<Verdict>& verdicts) {
  const Verdict* lowest = nullptr;
  for (const Verdict& verdict : verdicts) {
    if (verdict.outcome == Outcome::NotApplicable) continue;
    if (lowest == nullptr || verdict.score < lowest->score) lowest = &verdict;
  }
  return lowest == nullptr ? 'A' : lowest->gate;
}

Abstention reason_to_abstain(const Remaining& remaining, const std::vector<Verdict>& verdicts,
                             const GateInput& input) {
  for (size_t i = 0; i < verdicts.size(); ++i) {
    if (kGates[i].weight != Weight::Critical || verdicts[i].outcome != Outcome::Fail) continue;
    const std::string detail = verdicts[i].findings.empty() ? "" : verdicts[i].findings[0].reason;
    return {
        std::string("Gate ") + verdicts[i].gate + " (" + verdicts[i].name + "): " + detail + ".",
        verdicts[i].gate};
  }
  if (remaining.draft.says_not_found) return {"The generator found no answer in the passages."};
  if (remaining.draft.claims.empty()) {
    return {remaining.removed.empty() ? "No sentence of the passages answers the question."
                                      : "No sentence of the draft is supported by the passages."};
  }
  if (mean_score(verdicts) < input.bars.verification) {
    return {"The gates' mean is under the verification bar.", lowest_gate(verdicts)};
  }
  return {};
}

Verified abstain(Remaining remaining, std::vector<Verdict> verdicts, const Abstention& abstention,
                 const GateInput& input) {
  for (const Claim& claim : remaining.draft.claims) {
    remaining.removed.push_back(
        {claim.text, abstention.gate, "the answer abstains: " + abstention.why});
  }
  Verified out;
  out.verdicts = std::move(verdicts);
  Answer& answer = out.answer;
  answer.kind = input.profile.kind;
  answer.text = abstention_sentence(input.profile.language);
  answer.removed = std::move(remaining.removed);
  answer.missing.push_back(abstention.why);
  answer.missing.push_back(searched(input.evidence));
  if (const std::string words = words_not_found(input); !words.empty()) {
    answer.missing.push_back("Not in these passages: " + words + ".");
  }
  cite_nearest(input, answer);
  return out;
}

}  // namespace

Verdict make_verdict(char letter) {
  Verdict verdict;
  verdict.gate = letter;
  for (const Gate& gate : kGates) {
    if (gate.letter == letter) verdict.name = gate.name;
  }
  return verdict;
}

std::string_view abstention_sentence(std::string_view language) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kSentences = {
      {{"de", "Die Dokumente beantworten das nicht."},
       {"fr", "Les documents ne répondent pas à cette question."},
       {"es", "Los documentos no responden a esto."},
       {"it", "I documenti non rispondono a questa domanda."},
       {"pt", "Os documentos não respondem a isto."},
       {"nl", "De documenten beantwoorden dit niet."},
       {"zh", "这些文档没有回答这个问题。"},
       {"ja", "これらの文書はこの質問に答えていません。"},
       {"ru", "Документы не отвечают на этот вопрос."}}};
  for (const auto& [code, sentence] : kSentences) {
    if (code == language) return sentence;
  }
  return "The documents do not answer this.";
}

Result<Verified> verify(const Draft& draft, const GateInput& input, const Job& job) {
  Remaining remaining;
  Draft once = draft;
  drop_copies(once);
  remaining.draft = resolve_citations(once, input);
  if (draft.says_not_found) remaining.draft.claims.clear();
  for (uint32_t i = 0; i < remaining.draft.claims.size(); ++i) {
    remaining.draft.claims[i].support = Support::Supported;
    remaining.numbers.push_back(i);
  }
  std::vector<Verdict> verdicts = TRY(run_gates(remaining, input, job));
  const Abstention abstention = reason_to_abstain(remaining, verdicts, input);
  if (!abstention.why.empty()) {
    return abstain(std::move(remaining), std::move(verdicts), abstention, input);
  }
  merge_repeats(remaining);
  rate_claims(remaining.draft, input);

  Verified out;
  Answer& answer = out.answer;
  answer.kind = input.profile.kind;
  double sure = 0, supported = 0;
  for (const Claim& claim : remaining.draft.claims) {
    sure += claim.confidence;
    supported += claim.support == Support::Supported;
  }
  const auto count = static_cast<double>(remaining.draft.claims.size());
  answer.confidence = (std::clamp(input.evidence.best_relevance, 0.0, 1.0) + sure / count) / 2;
  if (answer.confidence < input.bars.abstain_below) {
    const Abstention unsure{"The confidence is under the abstention floor.", lowest_gate(verdicts)};
    return abstain(std::move(remaining), std::move(verdicts), unsure, input);
  }
  answer.fidelity = supported / count;
  answer.outcome = draft.cut_off ? AnswerOutcome::Partial : AnswerOutcome::Answered;
  if (draft.cut_off) answer.missing.push_back("The draft was cut off at its longest output.");
  lay_out(remaining.draft, answer);
  add_citations(remaining.draft, input, answer);
  answer.removed = std::move(remaining.removed);
  out.verdicts = std::move(verdicts);
  return out;
}

}  // namespace oi
