// What of the candidates is worth showing: relevance, a floor, diversity.
#pragma once

#include "base/job.h"
#include "base/result.h"
#include "models/models.h"
#include "rules/modes.h"
#include "store/store.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct ShortenInput {
  const Candidates& candidates;
  const Question& question;
  const Profile& profile;
  const ModeRules& mode;
  const Store& store;
  Reranker* reranker = nullptr;  // null: the stand-in of relevance.h, and the trace says so
};

// Every candidate gets a relevance; those under the mode's floor go; maximal marginal relevance
// orders the rest and ends at results_wanted. Hits are in that order. An empty shortlist is a
// value: nothing in the library is about the question. The trace lists rerank and final hold every
// candidate, the dropped ones with their reason. Fails as the store and the reranker do.
Result<Shortlist> shorten(const ShortenInput& input, const Job& job);

}  // namespace oi
