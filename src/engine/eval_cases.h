// One question of a set, measured.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/job.h"
#include "base/result.h"
#include "engine/eval_measures.h"
#include "engine/eval_search.h"
#include "engine/eval_set.h"

namespace oi {

// A question with its gold as the library knows it.
struct AskedCase {
  const EvalCase& asked;
  Measured measured = Measured::Documents;
  const std::map<DocumentId, std::string>& names;  // of the library's documents, in the set
  Places gold;                                     // of the canonical texts
};

using Scores = std::map<std::string, double>;

// How many chunks of each arm measure_search() wants to see.
size_t depth_for(Measured measured);
Scores measure_search(const AskedCase& asked, const Retrieved& retrieved);

// Asks without a generator, and compares what is quoted with the right answers.
Result<Scores> measure_answer(Engine& engine, const AskedCase& asked, const Job& job);

// {"id", "question", "metrics", "hits"}: the first `hits` of the reranked candidates with all their
// scores, and "gold": the grade of their document, or the share of the gold bytes that they hold.
struct ShownHits {
  uint32_t most = 10;
  bool texts = false;
};
Result<std::string> case_line(const Engine& engine, const AskedCase& asked,
                              const Retrieved& retrieved, const Scores& scores, ShownHits shown);

}  // namespace oi
