#include "extract/layout_tables.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr double kMostlyFigures = 0.55;

struct Extent {
  bool filled = false, figures = false;
};

std::string text_of(const TableCell& cell) {
  std::string text;
  for (const Line& line : cell.lines)
    text += (text.empty() ? "" : " ") + line.text;
  return text;
}

// Numbers rows or columns anew, so that none is empty.
std::vector<uint32_t> places_of(const std::vector<RawCell>& cells, uint32_t RawCell::*first) {
  std::set<uint32_t> used;
  for (const RawCell& cell : cells)
    used.insert(cell.*first);
  return {used.begin(), used.end()};
}

uint32_t place(const std::vector<uint32_t>& places, uint32_t old) {
  return static_cast<uint32_t>(std::lower_bound(places.begin(), places.end(), old) -
                               places.begin());
}

bool all_bold(const TableCell& cell) {
  return std::all_of(cell.lines.begin(), cell.lines.end(),
                     [](const Line& line) { return line.bold; });
}

struct RowLook {
  uint32_t cells = 0, figures = 0, bold = 0, right = 0, wide = 0;
};

// Rows from the top that hold names, above rows that hold figures; else one row in bold above rows
// that are not.
uint32_t header_rows(const std::vector<RowLook>& rows) {
  uint32_t names = 0;
  while (names < rows.size() && rows[names].figures * 3 < std::max(rows[names].right, 1U))
    ++names;
  if (names > 0 && names < rows.size() && names <= 5) {
    // A row with only a label parts the body and names no column.
    while (names > 1 && rows[names - 1].cells == 1 && rows[names - 1].wide == 0)
      --names;
    return names;
  }
  if (names < rows.size()) return 0;
  const bool bold_above =
      rows.size() > 1 && rows[0].bold == rows[0].cells && rows[1].bold < rows[1].cells;
  return bold_above || (rows.size() > 1 && rows[0].cells >= 2) ? 1 : 0;
}

void mark_headers(TablePart& table) {
  std::vector<RowLook> rows(table.rows);
  uint32_t first_cells = 0, first_figures = 0, other_cells = 0, other_figures = 0;
  for (const TableCell& cell : table.cells) {
    const bool figure = is_figure(text_of(cell));
    RowLook& row = rows[cell.row];
    ++row.cells;
    row.bold += all_bold(cell) ? 1 : 0;
    row.wide += cell.columns > 1 ? 1 : 0;
    if (cell.column > 0) {
      ++row.right;
      row.figures += figure ? 1 : 0;
      ++other_cells;
      other_figures += figure ? 1 : 0;
    } else {
      ++first_cells;
      first_figures += figure ? 1 : 0;
    }
  }
  const uint32_t headers = header_rows(rows);
  const bool names_rows =
      first_figures * 4 < std::max(first_cells, 1U) &&
      static_cast<double>(other_figures) >= kMostlyFigures * static_cast<double>(other_cells);
  for (TableCell& cell : table.cells)
    cell.header = cell.row < headers || (names_rows && cell.column == 0);
}

}  // namespace

bool is_figure(std::string_view text) {
  text = trim(text);
  if (text.empty()) return false;
  size_t digits = 0, letters = 0, marks = 0;
  bool named = false;  // a letter stands before the digits: "EU-15"
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_digit(c)) {
      ++digits;
    } else if (is_letter(c)) {
      named = named || digits == 0;
      ++letters;
    } else if (!is_space(c)) {
      ++marks;
    }
  }
  if (digits == 0) {
    const bool nothing = letters == 0 && marks <= 3;
    return nothing || text == "n/a" || text == "N/A" || text == "n.a." || text == "NA" ||
           text == "n.s." || text == "n.a";
  }
  return !named && digits >= letters && letters <= 4;
}

TablePart table_of(const PageText& page, std::vector<RawCell> cells) {
  TablePart table;
  std::erase_if(cells, [](const RawCell& cell) { return cell.parts.empty(); });
  const std::vector<uint32_t> rows = places_of(cells, &RawCell::row);
  const std::vector<uint32_t> columns = places_of(cells, &RawCell::column);
  for (RawCell& raw : cells) {
    TableCell cell;
    cell.row = place(rows, raw.row);
    cell.column = static_cast<uint16_t>(std::min(place(columns, raw.column), 0xFFFFU));
    cell.rows =
        static_cast<uint16_t>(std::clamp(place(rows, raw.row + raw.rows) - cell.row, 1U, 0xFFFFU));
    cell.columns = static_cast<uint16_t>(
        std::clamp(place(columns, raw.column + raw.columns) - cell.column, 1U, 0xFFFFU));
    std::vector<uint32_t> members(raw.parts.size());
    std::iota(members.begin(), members.end(), 0U);
    for (const Row& row : rows_of(raw.parts, members))
      cell.lines.push_back(line_of(row, raw.parts, page.words, page.turn, true));
    for (const LineSegment& part : raw.parts)
      include(table.box, part.box);
    table.rows = std::max(table.rows, cell.row + cell.rows);
    table.columns = std::max<uint32_t>(table.columns, cell.column + cell.columns);
    table.cells.push_back(std::move(cell));
  }
  std::stable_sort(table.cells.begin(), table.cells.end(),
                   [](const TableCell& a, const TableCell& b) {
                     return std::pair(a.row, a.column) < std::pair(b.row, b.column);
                   });
  mark_headers(table);
  return table;
}

}  // namespace oi::layout
