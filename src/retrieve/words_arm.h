// The keyword arm with its second try: a question that finds nothing may only be misspelled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "store/store.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct WordsFound {
  std::vector<Ranked> ranked;
  std::string
      note;  // "searched for 'torque' instead of 'torqeu'"; empty when nothing was respelled
};

// Store::search_words; only when that finds nothing, once more with the words that no document has
// replaced by the nearest that one has.
Result<WordsFound> find_by_words(const Store& store, std::string_view question, size_t k,
                                 const Filter& filter, const Job& job);

}  // namespace oi
