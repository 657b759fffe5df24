// What kind of question is this? Rules over its words; no model, no search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/question.h"

namespace oi {

// Pure, and the same on every machine. Never fails: a question that no rule knows is Explain.
Profile profile_question(const Question& question);

// The folded words of a text that carry meaning, in order and without repeats. Codes ("h-220",
// "0w-20", "1.0.21") stay whole.
std::vector<std::string> content_terms(std::string_view text);

}  // namespace oi
