// How a sheet of a workbook goes out, whatever the format: a heading with its name, then its cells
// as a table, then what is drawn or written on it.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reader/readers.h"
#include "reader/zip_sheet.h"

namespace oi {

struct SheetCell {
  uint32_t row = 0;
  uint16_t column = 0;
  std::string_view text;
  bool hidden = false;  // the cell's format shows nothing
  bool typed = false;   // a number, a date, a truth value
};

struct SheetNote {
  uint32_t row = 0;
  uint16_t column = 0;
  std::string author, text;
};

// Which cells are one with those beside and below them.
class MergedCells {
 public:
  void add(uint32_t row, uint32_t last_row, uint16_t column, uint16_t last_column);
  void set_spans(TextRun& run) const;

 private:
  std::map<std::pair<uint32_t, uint16_t>, std::pair<uint16_t, uint16_t>> spans_;
};

// Rows and columns that are not shown. What stands in them is read all the same, and told.
class HiddenCells {
 public:
  void hide_row(uint32_t row);
  void hide_columns(uint32_t first, uint32_t last);
  // A cell with text; rows in order.
  void see(uint32_t row, uint32_t column);
  Result<Done> tell(const std::string& sheet, Frames& out) const;

 private:
  std::vector<bool> rows_, columns_, seen_columns_;
  uint64_t seen_rows_ = 0, last_row_ = UINT64_MAX;
};

// Cells must come sorted by row and column. The heading goes out with the first, or with `end`.
class SheetSender {
 public:
  SheetSender(std::string name, const MergedCells& merged, HiddenCells& unseen, Frames& out)
      : name_(std::move(name)),
        merged_(merged),
        unseen_(unseen),
        rows_(name_, false, out),
        out_(out) {}
  Result<Done> start(bool hidden);
  Result<Done> cell(const SheetCell& cell);
  Result<Done> end();
  // Behind the table.
  Result<Done> note(const SheetNote& note);
  Result<Done> text(BlockKind kind, std::string_view text);

 private:
  std::string name_;
  const MergedCells& merged_;
  HiddenCells& unseen_;
  SheetRows rows_;
  Frames& out_;
  uint32_t row_ = 0;
};

// A number in 30 bits: an integer or the upper half of a double, perhaps of a hundred times it.
double number_of_rk(uint32_t rk);
// "#DIV/0!" and its like, by the number that the binary formats have for it.
const char* cell_error(uint8_t code);
// "C7" of row 6, column 2.
std::string name_of_place(uint32_t row, uint16_t column);
// The text of a page header or footer without its codes for fonts, places and fields.
std::string without_header_codes(std::string_view coded);

}  // namespace oi
