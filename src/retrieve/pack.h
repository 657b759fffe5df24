// The evidence as the generator will see it, inside the real token budget.
//
// 1. Evidence fits the budget as counted by the generator's own tokenizer; everything left out is
//    listed with its id and reason (invariant 11).
// 2. A passage is one contiguous span of its document, and its text is exactly those bytes. No two
//    passages share a byte.
// 3. Labels are given once, here, S1.. in prompt order.
// 4. A passage that begins inside of a table names the table's columns, and a reference that
//    resolves ("see section 4.2") is followed once.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/job.h"
#include "base/result.h"
#include "rules/limits.h"
#include "rules/modes.h"
#include "store/store.h"
#include "types/evidence.h"

namespace oi {

struct PackInput {
  const Store& store;
  std::function<size_t(std::string_view)> count;  // tokens, by the generator's tokenizer
  uint32_t window = limits::kWindow;              // of the generator: prompt and output
  uint32_t reserve = limits::kReserve;            // kept for the output
  uint32_t prompt_overhead = 0;                   // tokens of instructions, question and template
  uint32_t passage_overhead = 0;  // tokens that label, name and layout add to each passage
  uint32_t passages_most = 0;     // a small generator is confused by many; 0: no bound
  uint32_t budget_most = 0;       // tokens it uses well; 0: no bound below the budget
};

// Tokens that passages may use together: 3,200 of a 4,096 window, in proportion for another one,
// never more than the window leaves, nor than `budget_most`. 0 when the window leaves nothing. The
// reserve grows with the window and does not shrink.
uint32_t evidence_budget(const PackInput& input);

// Hits in the order of the shortlist as far as they fit, then what the best passages refer to, then
// neighbours, the best passages' first, `mode.neighbours` to each side. Hits of one document that
// touch become one passage. Best passage first, second best last. An empty shortlist gives empty
// evidence. A best hit larger than the whole budget is cut at sentences and the cut is listed.
// Fails as the store does.
Result<Evidence> pack(const Shortlist& shortlist, const ModeRules& mode, const PackInput& input,
                      const Job& job);

}  // namespace oi
