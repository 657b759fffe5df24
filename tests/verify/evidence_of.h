// Evidence for tests: one passage, and one document, per text.
#pragma once

#include <string>
#include <vector>

#include "tests/fakes.h"
#include "types/evidence.h"

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

}  // namespace oi
