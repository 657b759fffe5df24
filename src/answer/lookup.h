// The answer without a model: the sentences of the evidence that best answer the question, quoted.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "types/answer.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

// One to three claims, in the order of the evidence, each the bytes of one sentence of a passage,
// with that passage's label and the sentence's document span. Empty when no sentence holds enough
// of what the question asks for: then the answer is to abstain. Pure.
Draft look_up(const Evidence& evidence, const Profile& profile, std::string_view question);

// The sentences nearest to an answer, best first, whether or not they hold enough: for a generator
// to choose from. Claims as above.
std::vector<Claim> nearest_sentences(const Evidence& evidence, const Profile& profile,
                                     std::string_view question, size_t most);

}  // namespace oi
