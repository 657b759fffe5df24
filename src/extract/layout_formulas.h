// Fractions: a short rule with text right above and right below it.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_lines.h"
#include "extract/layout_rules.h"

namespace oi::layout {

// Rows of text that one or more fractions stand in, as one.
struct FormulaRows {
  size_t first = 0, end = 0;  // rows
  Row row;                    // all of their segments; of a fraction first what is above its rule
};

// In order, none over another. A rule of a table or under a word is no fraction's.
std::vector<FormulaRows> formulas_of(std::span<const LineSegment> segments,
                                     std::span<const Row> rows, const Rules& rules);

}  // namespace oi::layout
