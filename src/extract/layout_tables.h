// Tables: where rules form a grid, and where words stand in columns.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "extract/layout_lines.h"
#include "extract/layout_rules.h"

namespace oi::layout {

// What the steps of a table need of its page.
struct PageText {
  std::span<const Word> words;
  std::span<const LineSegment> segments;
  const Turn& turn;
};

// Words of a cell on their way to a TablePart.
struct RawCell {
  uint32_t row = 0, column = 0, rows = 1, columns = 1;
  std::vector<LineSegment> parts;
  Box box;  // of the cell's rules, where it has them
};

struct FoundTable {
  TablePart part;
  std::vector<uint32_t> segments;  // all of whose words are in the table
};

// The table of a grid. Segments that a column's rule divides are divided. `free`: those of the page
// that are in no other table.
std::optional<FoundTable> ruled_table(const PageText& page, const Grid& grid,
                                      std::span<const uint32_t> free);

// Tables among the rows of one column of the page. `first` and `end` count rows.
struct AlignedTable {
  size_t first = 0, end = 0;
  TablePart part;
};
std::vector<AlignedTable> aligned_tables(const PageText& page, std::span<const Row> rows,
                                         std::span<const Grid> grids, const Rules& rules);

// Leaves out rows and columns that hold nothing, marks what names columns and rows, and writes the
// cells' lines.
TablePart table_of(const PageText& page, std::vector<RawCell> cells);

// "12.5", "(3)", "1 234 €", "n/a", "–": what a table's body is made of.
bool is_figure(std::string_view text);

}  // namespace oi::layout
