// Whatever the format, the heading comes first, then the cells, then what was not shown of them.

#include "reader/sheet.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace oi {
namespace {

TextRun paragraph(BlockKind kind, std::string text) {
  TextRun run;
  run.before = TextRun::Break::Paragraph;
  run.block = kind;
  run.text = std::move(text);
  return run;
}

}  // namespace

void MergedCells::add(uint32_t row, uint32_t last_row, uint16_t column, uint16_t last_column) {
  if (last_row < row || last_column < column) return;
  const auto rows = static_cast<uint16_t>(std::min<uint32_t>(last_row - row + 1, UINT16_MAX));
  const auto columns = static_cast<uint16_t>(std::min(last_column - column + 1, 16384));
  if (rows > 1 || columns > 1) spans_[{row, column}] = {rows, columns};
}

void MergedCells::set_spans(TextRun& run) const {
  const auto span = spans_.find({run.row, run.column});
  if (span == spans_.end()) return;
  run.rows = span->second.first;
  run.columns = span->second.second;
}

void HiddenCells::hide_row(uint32_t row) {
  constexpr uint32_t kRows = 1 << 20;
  if (row >= kRows) return;
  if (row >= rows_.size()) rows_.resize(size_t{row} + 1);
  rows_[row] = true;
}

void HiddenCells::hide_columns(uint32_t first, uint32_t last) {
  constexpr uint32_t kColumns = 1 << 14;
  columns_.resize(kColumns);
  for (uint32_t i = first; i <= last && i < kColumns; ++i)
    columns_[i] = true;
}

void HiddenCells::see(uint32_t row, uint32_t column) {
  if (row < rows_.size() && rows_[row] && row != last_row_) {
    ++seen_rows_;
    last_row_ = row;
  }
  if (column >= columns_.size() || !columns_[column]) return;
  seen_columns_.resize(columns_.size());
  seen_columns_[column] = true;
}

Result<Done> HiddenCells::tell(const std::string& sheet, Frames& out) const {
  const auto columns =
      static_cast<uint64_t>(std::count(seen_columns_.begin(), seen_columns_.end(), true));
  if (seen_rows_ == 0 && columns == 0) return Done{};
  const auto of = [](uint64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  std::string what = seen_rows_ > 0 ? of(seen_rows_, "row") : std::string();
  if (columns > 0) what += (what.empty() ? "" : " and ") + of(columns, "column");
  return out.problem({"hidden_cells", "sheet " + sheet,
                      what + " with text that are hidden; they are read all the same"});
}

Result<Done> SheetSender::start(bool hidden) {
  TextRun heading = paragraph(BlockKind::Heading, name_);
  heading.level = 1;
  TRY(out_.run(std::move(heading)));
  if (hidden)
    TRY(out_.problem({"hidden_sheet", "sheet " + name_, "the sheet is hidden; its text is kept"}));
  return Done{};
}

Result<Done> SheetSender::cell(const SheetCell& cell) {
  if (trim(cell.text).empty()) return Done{};
  unseen_.see(cell.row, cell.column);
  if (cell.row != row_) TRY(rows_.end_row());
  row_ = cell.row;
  TextRun run;
  run.row = cell.row;
  run.column = cell.column;
  run.rows = run.columns = 1;
  run.hidden = cell.hidden;
  run.text = cell.text;
  for (char& c : run.text)  // a row is one line
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  merged_.set_spans(run);
  return rows_.add(std::move(run), cell.typed);
}

Result<Done> SheetSender::end() {
  TRY(rows_.finish());
  return unseen_.tell(name_, out_);
}

Result<Done> SheetSender::note(const SheetNote& note) {
  const std::string who = note.author.empty() ? "" : " (" + note.author + ")";
  return text(BlockKind::Comment, name_of_place(note.row, note.column) + who + ": " + note.text);
}

Result<Done> SheetSender::text(BlockKind kind, std::string_view text) {
  if (trim(text).empty()) return Done{};
  return out_.run(paragraph(kind, std::string(trim(text))));
}

const char* cell_error(uint8_t code) {
  switch (code) {
    case 0x00:
      return "#NULL!";
    case 0x07:
      return "#DIV/0!";
    case 0x0F:
      return "#VALUE!";
    case 0x17:
      return "#REF!";
    case 0x1D:
      return "#NAME?";
    case 0x24:
      return "#NUM!";
    default:
      return "#N/A";
  }
}

double number_of_rk(uint32_t rk) {
  double value = 0;
  if ((rk & 2) != 0) {
    value = static_cast<double>(static_cast<int32_t>(rk) >> 2);
  } else {
    const uint64_t bits = uint64_t{rk & 0xFFFFFFFC} << 32;
    std::memcpy(&value, &bits, sizeof value);
  }
  return (rk & 1) != 0 ? value / 100 : value;
}

std::string name_of_place(uint32_t row, uint16_t column) {
  std::string letters;
  for (uint32_t left = column + 1U; left > 0; left = (left - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
  return letters + std::to_string(row + 1);
}

std::string without_header_codes(std::string_view coded) {
  std::string text;
  for (size_t at = 0; at < coded.size(); ++at) {
    if (coded[at] != '&' || at + 1 >= coded.size()) {
      text += coded[at];
      continue;
    }
    const char code = coded[++at];
    if (code == '&') {
      text += '&';
    } else if (code == '"') {
      at = std::min(coded.find('"', at + 1), coded.size());
    } else if (code >= '0' && code <= '9') {
      while (at + 1 < coded.size() && coded[at + 1] >= '0' && coded[at + 1] <= '9')
        ++at;
    } else if (code == 'L' || code == 'C' || code == 'R') {
      text += ' ';
    } else if (static_cast<unsigned char>(code) >= 0x80) {
      text += code;  // no code, but the first byte of a letter
    }
  }
  return collapse_spaces(text);
}

}  // namespace oi
