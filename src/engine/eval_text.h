// How alike two texts are.
#pragma once

#include <cstdint>
#include <string_view>

namespace oi {

// The length of the longest common subsequence, in code points. Costs n * m / 64.
uint64_t common_subsequence(std::string_view a, std::string_view b);

// The normalised Indel similarity: 2 * common_subsequence / (|a| + |b|), in code points, of both
// texts with each run of white space as one space and none at the ends. 1 for two empty texts.
double indel_ratio(std::string_view a, std::string_view b);

}  // namespace oi
