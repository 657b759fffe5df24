// Evidence for tests: one passage, and one document, per text.
#pragma once

#include <string>
#include <vector>

#include "tests/fakes.h"
#include "types/evidence.h"
#include "verify/gate.h"

namespace oi {

inline std::vector<Document> documents_of(const std::vector<std::string>& texts) {
  std::vector<Document> documents;
  for (const std::string& text : texts) {
    documents.push_back(make_document("doc" + std::to_string(documents.size() + 1) + ".txt", text));
  }
  return documents;
}

// Passages labelled S1, S2...: each the whole of its document.
inline Evidence evidence_of(const std::vector<Document>& documents, double relevance = 0.9) {
  Evidence evidence;
  for (const Document& document : documents) {
    Passage passage;
    passage.label = "S" + std::to_string(evidence.passages.size() + 1);
    passage.chunk = {document.id, 0};
    passage.span = {0, document.text.size()};
    passage.document_name = document.name;
    passage.text = document.text;
    passage.relevance = relevance;
    evidence.passages.push_back(std::move(passage));
  }
  evidence.best_relevance = documents.empty() ? 0 : relevance;
  evidence.second_relevance = documents.size() < 2 ? 0 : relevance;
  return evidence;
}

inline Evidence evidence_of(const std::vector<std::string>& texts, double relevance = 0.9) {
  return evidence_of(documents_of(texts), relevance);
}

// All that a gate reads, for one passage per text.
struct Bench {
  explicit Bench(const std::vector<std::string>& texts, double relevance = 0.9)
      : documents(documents_of(texts)), evidence(evidence_of(documents, relevance)) {}

  GateInput input() const { return {evidence, profile, bars, question, documents}; }

  std::vector<Document> documents;
  Evidence evidence;
  Profile profile;
  Bars bars = bars_for(rules_for(Mode::Standard), profile, GateProfile::Default);
  std::string question;
};

// "text [S1][S2]" without the marks, as the draft's parser would give it.
inline Claim claim_of(const std::string& marked) {
  Claim claim;
  claim.text = marked;
  while (claim.text.ends_with(']')) {
    const size_t at = claim.text.rfind('[');
    claim.labels.insert(claim.labels.begin(),
                        claim.text.substr(at + 1, claim.text.size() - at - 2));
    claim.text.resize(at);
  }
  while (claim.text.ends_with(' '))
    claim.text.pop_back();
  return claim;
}

inline Draft draft_of(const std::vector<std::string>& claims) {
  Draft draft;
  for (const std::string& claim : claims)
    draft.claims.push_back(claim_of(claim));
  return draft;
}

}  // namespace oi
