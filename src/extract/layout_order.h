// The order of rows and of what stands in them. Prose is read row after row. Where the file writes
// parts of one row between those of another, the rows are a formula's, a drawing's or captions'
// side by side: then the file knows better than heights what belongs together.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_formulas.h"
#include "extract/layout_lines.h"

namespace oi::layout {

// A row to be read as a line.
struct ReadRow {
  Row row;
  bool made = false;     // its segments are those of ReadRows, not the page's
  bool formula = false;  // a fraction stands in it
};

struct ReadRows {
  std::vector<ReadRow> rows;
  std::vector<LineSegment> segments;
};

// Every word of `rows` in exactly one row. Linear in words, but for groups of interleaved rows,
// which are bounded.
ReadRows reading_order(std::span<const Word> words, std::span<const LineSegment> segments,
                       std::span<const Row> rows, std::span<const FormulaRows> formulas);

// Formulas that reach over several rows: in order, none over another. They are no table's.
struct LineRange {
  size_t first = 0, end = 0;
};
std::vector<LineRange> formula_rows(std::span<const Word> words,
                                    std::span<const LineSegment> segments,
                                    std::span<const Row> rows,
                                    std::span<const FormulaRows> formulas);

// Whether these rows, which look like a table's, are the labels of a drawing: the file writes them
// up and down and to and fro.
bool are_drawn(std::span<const Word> words, std::span<const LineSegment> segments,
               std::span<const Row> rows);

}  // namespace oi::layout
