// Which target answers, and why. Decided only after the search, when it is known what the evidence
// is; one table, first match wins.
#pragma once

#include <cstdint>

#include "rules/modes.h"
#include "types/evidence.h"
#include "types/question.h"
#include "types/receipt.h"

namespace oi {

// What this machine can do for the question.
struct Abilities {
  bool generator = false;       // one is loaded, on this machine
  uint32_t window = 0;          // of the generator, in tokens, prompt and output together
  bool only_copies = false;     // it is too small for more than choosing a sentence
  bool sentence_found = false;  // extraction has a sentence that answers (look_up)
};

// Pure. A remote target is not configured in this version: a question that requires one gets a
// local plan with the reason pccUnavailable, and it is for the caller to refuse.
// An on-device plan falls back to extraction, which needs no model; an extraction to abstaining. A
// generator that only copies is asked only where several sentences may answer together.
Plan make_plan(const Evidence& evidence, const Profile& profile, const Abilities& abilities,
               const Policy& policy, const Bars& bars);

}  // namespace oi
