// The stand-in for a cross-encoder: how likely is it that this passage answers the question?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/question.h"

namespace oi {

// The question's terms as the stand-in weighs them. Made once per question.
struct WeighedTerm {
  std::string stem;
  double weight = 1;  // numbers, codes and names weigh more: a passage without them is about others
};
std::vector<WeighedTerm> weigh_terms(std::string_view question, const Profile& profile);

// In [0,1]. Not calibrated: the shape is reasoned, the constants are set on half of two labelled
// sets. `text` is the passage with its heading path. A question without terms rests on the cosine.
double relevance_stand_in(const std::vector<WeighedTerm>& terms, std::string_view text,
                          double cosine);

}  // namespace oi
