// What each stage of the retrieval makes of one question: the stages of a question in Standard,
// by the same calls.
#pragma once

#include <cstdint>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct Retrieved {
  Profile profile;
  std::vector<Hit> vector, lexical;  // the arms
  std::vector<Hit> fused;            // both by rank, before the list is cut
  std::vector<Hit> reranked;         // the candidates by relevance, before floor and diversity
  std::vector<Hit> shortlist;        // after them
  Evidence packed;
};

// `depth`: how many chunks each arm lists; at most as many as a question would take reach the
// fusion. Hits of an arm behind those have no span.
Result<Retrieved> retrieve(Engine& engine, const Question& question, size_t depth, const Job& job);

}  // namespace oi
