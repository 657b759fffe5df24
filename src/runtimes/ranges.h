// How the inputs of a network's products are rounded to eight bits: measured once for one set of
// weights by tools/make_int8_ranges.py and kept as text in models/NAME.int8.txt.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace oi {

struct Range {
  float low = 0, high = 0;                         // after damping; zero falls on a level
  std::vector<std::pair<uint32_t, float>> damped;  // channel, and what it is divided by
};

struct Ranges {
  std::string weights;                           // SHA-256 of the weights they were measured with
  std::map<std::string, Range, std::less<>> of;  // by the name of the product's tensors
};

// "weights HEX", then for each product "input NAME LOW HIGH" and any number of lines
// "divide CHANNEL:BY ..." and "apart CHANNEL ...". Lines that begin with # are passed over.
// Corrupt, naming the line, for anything else.
Result<Ranges> parse_ranges(std::string_view text);

// Those that this program carries.
Result<Ranges> known_ranges();

}  // namespace oi
