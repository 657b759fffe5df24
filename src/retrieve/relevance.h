// The stand-in for a cross-encoder: how likely is it that a passage answers the question, and in
// which order do the candidates go? Two weighed sums over the same features. The weights were
// fitted by bench/relevance (rules/relevance_weights.h).
#pragma once

#include "retrieve/features.h"

namespace oi {

// In [0,1], absolute (ruling 11): of the question and the passage alone, whatever else was found.
// Never falls when more of the question is found in the passage.
double relevance_of(const Features& features);

// What the candidates are ordered by. Only differences within one pool mean something.
double order_of(const Features& features);

}  // namespace oi
