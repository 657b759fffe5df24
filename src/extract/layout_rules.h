// The thin lines of a page as rules, and rules that meet as grids.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_parts.h"
#include "extract/layout_words.h"
#include "extract/wire.h"

namespace oi::layout {

struct Rule {
  float at = 0;  // y of one that runs across, x of one that runs down
  float from = 0, to = 0;
};

struct Rules {
  std::vector<Rule> across, down;  // sorted by `at`, then `from`
};

// Lines and thin shades; those that go on in one another are one.
Rules rules_of(const PageMarks& marks, const Turn& turn);

// Rules that touch. Without rules down it is a stack of rules of one width, such as above and below
// a table's head.
struct Grid {
  Box box;
  std::vector<Rule> across, down;
};
std::vector<Grid> grids_of(const Rules& rules);

// Places that lie within `tolerance` of their neighbour are one.
std::vector<float> clustered(std::vector<float> places, float tolerance);

}  // namespace oi::layout
