// Both search arms in parallel, fused by their scores.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/pool.h"
#include "base/result.h"
#include "models/models.h"
#include "rules/modes.h"
#include "store/store.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct SearchInput {
  const Queries& queries;
  const Filter& filter;
  const ModeRules& mode;
  const Store& store;
  Embedder& embedder;
  Pool& pool;
};

// Up to 3 x results_wanted fused candidates, best first, then the best keyword-only hits that this
// cut would lose, up to max(4, results_wanted / 6). Every hit has its true cosine. The trace lists
// vector, lexical, fusion, boosted and candidates are in `stages`; what was cut is in the last with
// kept = false. Fails as the store and the embedder do; Invalid for a question without a character.
Result<Candidates> search(const SearchInput& input, const Job& job);

// Joins the lists by reciprocal rank fusion, k = 60, 0.7 for meaning and 0.3 for words, divided by
// its maximum: the order where there is nothing else. Only
// ranks are used, never scores: the arms have different scales. A list may be empty. Best first;
// equal values by chunk id, so equal input gives equal output.
std::vector<Hit> fuse(std::span<const Ranked> vector_arm, std::span<const Ranked> lexical_arm);

// The fused value of a question's candidates: half the cosine, half bm25 by the best of them, in
// [0,1]; bm25 counts as 0 where the keyword arm did not find the hit. Takes the place of the value
// by rank once every hit has its cosine. Best first by final_score; equal ones by chunk id.
void blend(std::vector<Hit>& hits);

// The question as one vector of length 1. A text over the embedder's longest input is divided at
// sentences (a longer sentence at words) and its parts averaged by their tokens; nothing is cut.
Result<Matrix> embed_question(std::string_view text, Embedder& embedder, const Job& job);

}  // namespace oi
