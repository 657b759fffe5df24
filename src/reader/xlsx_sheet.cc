// Cells stream from the parser into frames; only the first rows wait until it is known which one
// names the columns. Merged cells and the filter are told behind the cells, so a sheet that has any
// is read twice.

#include <algorithm>
#include <charconv>

#include "reader/number_format.h"
#include "reader/sheet.h"
#include "reader/xlsx.h"
#include "reader/zip_sheet.h"

namespace oi {
namespace {

constexpr size_t kMostMerges = 1'000'000;
constexpr size_t kMostHeaders = 1000;
constexpr size_t kMostFormulas = 100'000;
constexpr size_t kLongestValue = 1 << 20;

bool is_true(std::string_view text) {
  return text == "1" || text == "true";
}

bool parse_number(std::string_view text, uint32_t& number) {
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

uint64_t key_of(uint32_t row, uint32_t column) {
  return uint64_t{row} * kSheetColumns + column;
}

// What stands behind the cells in the file.
struct Layout {
  std::unordered_map<uint64_t, CellRange> merged;  // by the first cell
  // Ranges whose first row names columns, by that row.
  std::unordered_map<uint32_t, std::vector<CellRange>> headers;
  size_t header_count = 0;

  void add_header(const CellRange& range) {
    if (++header_count <= kMostHeaders) headers[range.first.row].push_back(range);
  }
};

bool mentions(Package& package, const Sheet& sheet) {
  bool found = false;
  std::string tail;
  const auto outcome = package.source(sheet.part)([&](std::string_view piece) -> Result<Done> {
    tail += piece;
    found = found || tail.find("mergeCell ") != std::string::npos ||
            tail.find("autoFilter ") != std::string::npos;
    tail.erase(0, tail.size() - std::min<size_t>(tail.size(), 16));
    return found ? Result<Done>(Error{Code::Cancelled, ""}) : Result<Done>(Done{});
  });
  (void)outcome.ok();
  return found;
}

Result<Layout> layout_of(Package& package, const Sheet& sheet) {
  Layout layout;
  for (const CellRange& range : sheet.tables)
    layout.add_header(range);
  if (!mentions(package, sheet)) return layout;
  XmlNames names;
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes& attributes) -> Result<Done> {
    CellRange range;
    if (name == "x:mergeCell" && layout.merged.size() < kMostMerges) {
      if (parse_range(attributes["ref"], range))
        layout.merged.emplace(key_of(range.first.row, range.first.column), range);
    } else if (name == "x:autoFilter") {
      if (parse_range(attributes["ref"], range)) layout.add_header(range);
    }
    return Done{};
  };
  events.end = [](std::string_view) -> Result<Done> { return Done{}; };
  events.text = events.end;
  TRY(parse_xml(package.source(sheet.part), names, events));
  return layout;
}

class Cells {
 public:
  Cells(const Workbook& workbook, const Sheet& sheet, Layout layout, Frames& out)
      : workbook_(workbook),
        layout_(std::move(layout)),
        rows_(sheet.name, !layout_.headers.empty(), out) {}

  Result<Done> start(std::string_view name, const XmlAttributes& attributes);
  Result<Done> end(std::string_view name);
  Result<Done> text(std::string_view text);
  Result<Done> finish();
  uint64_t sent() const { return rows_.sent(); }
  uint64_t uncomputed() const { return uncomputed_; }
  const HiddenCells& unseen() const { return unseen_; }

 private:
  void start_cell(const XmlAttributes& attributes);
  void start_formula(const XmlAttributes& attributes);
  Result<Done> end_cell();
  std::string shown(bool& typed);
  bool in_header(const TextRun& run) const;

  const Workbook& workbook_;
  Layout layout_;
  SheetRows rows_;

  uint32_t row_ = 0, column_ = 0;  // of the cell that comes next
  bool in_cell_ = false, has_value_ = false, has_formula_ = false;
  int phonetic_ = 0;
  std::string type_, value_, formula_, inline_, shared_;
  uint64_t style_ = 0;
  std::string* into_ = nullptr;
  std::map<std::string, std::string> formulas_;  // those that other cells share

  uint64_t uncomputed_ = 0;
  HiddenCells unseen_;
};

void Cells::start_cell(const XmlAttributes& attributes) {
  in_cell_ = true;
  has_value_ = has_formula_ = false;
  value_.clear();
  formula_.clear();
  inline_.clear();
  shared_.clear();
  type_ = attributes["t"];
  const std::string_view style = attributes["s"];
  style_ = 0;
  std::from_chars(style.data(), style.data() + style.size(), style_);
  CellPlace place;
  if (parse_place(attributes["r"], place)) {
    row_ = place.row;
    column_ = place.column;
  }
}

void Cells::start_formula(const XmlAttributes& attributes) {
  has_formula_ = true;
  into_ = &formula_;
  if (attributes["t"] == "shared") shared_ = attributes["si"];
}

Result<Done> Cells::start(std::string_view name, const XmlAttributes& attributes) {
  into_ = nullptr;
  if (name == "x:row") {
    uint32_t number = 0;
    const std::string_view text = attributes["r"];
    std::from_chars(text.data(), text.data() + text.size(), number);
    if (number >= 1 && number <= kSheetRows) row_ = number - 1;
    column_ = 0;
    if (is_true(attributes["hidden"])) unseen_.hide_row(row_);
  } else if (name == "x:col") {
    uint32_t first = 0, last = 0;
    if (is_true(attributes["hidden"]) && parse_number(attributes["min"], first) &&
        parse_number(attributes["max"], last) && first > 0 && last >= first)
      unseen_.hide_columns(first - 1, last - 1);
  } else if (name == "x:c") {
    start_cell(attributes);
  } else if (in_cell_ && name == "x:v") {
    has_value_ = true;
    into_ = &value_;
  } else if (in_cell_ && name == "x:f") {
    start_formula(attributes);
  } else if (name == "x:rPh") {
    ++phonetic_;
  } else if (in_cell_ && name == "x:t" && phonetic_ == 0) {
    into_ = &inline_;
  }
  return Done{};
}

Result<Done> Cells::text(std::string_view text) {
  if (into_ == nullptr) return Done{};
  if (into_->size() + text.size() > kLongestValue)
    return Error{Code::TooLarge, "a cell of over 1 MiB"};
  *into_ += text;
  return Done{};
}

Result<Done> Cells::end(std::string_view name) {
  into_ = nullptr;
  if (name == "x:rPh") --phonetic_;
  if (name == "x:c" && in_cell_) return end_cell();
  if (name != "x:row") return Done{};
  if (row_ + 1 < kSheetRows) ++row_;
  column_ = 0;
  return rows_.end_row();
}

std::string Cells::shown(bool& typed) {
  if (type_ == "s") {
    uint64_t index = UINT64_MAX;
    std::from_chars(value_.data(), value_.data() + value_.size(), index);
    const std::optional<std::string_view> text = workbook_.strings.at(index);
    return text ? cell_text(*text) : std::string();
  }
  if (type_ == "inlineStr") return cell_text(inline_.empty() ? value_ : inline_);
  if (type_ == "str" || type_ == "e") return cell_text(value_);
  if (type_ == "b") {
    typed = true;
    return value_ == "0" || value_.empty() ? "FALSE" : "TRUE";
  }
  if (type_ == "d") {
    typed = true;
    return cell_text(value_);
  }
  double number = 0;
  const char* end = value_.data() + value_.size();
  const auto parsed = std::from_chars(value_.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return cell_text(value_);
  typed = true;
  return shown_number(number, workbook_.formats.code(style_), workbook_.date1904);
}

Result<Done> Cells::end_cell() {
  in_cell_ = false;
  TextRun run;
  bool typed = false;
  run.row = row_;
  run.column = static_cast<uint16_t>(column_);
  if (column_ + 1 < kSheetColumns) ++column_;
  if (!shared_.empty() && !formula_.empty() && formulas_.size() < kMostFormulas)
    formulas_.emplace(shared_, formula_);
  if (has_value_ || !inline_.empty()) {
    run.text = shown(typed);
  } else if (has_formula_) {
    if (formula_.empty() && !shared_.empty()) {
      const auto found = formulas_.find(shared_);
      if (found != formulas_.end()) formula_ = found->second;
    }
    run.text = "=" + cell_text(formula_);
    ++uncomputed_;
  }
  if (run.text.empty()) return Done{};
  unseen_.see(run.row, run.column);
  run.block = BlockKind::Table;
  run.rows = run.columns = 1;
  const auto merged = layout_.merged.empty() ? layout_.merged.end()
                                             : layout_.merged.find(key_of(run.row, run.column));
  if (merged != layout_.merged.end()) {
    const CellRange& range = merged->second;
    run.rows =
        static_cast<uint16_t>(std::min<uint32_t>(range.last.row - range.first.row + 1, UINT16_MAX));
    run.columns = static_cast<uint16_t>(range.last.column - range.first.column + 1);
  }
  if (!layout_.headers.empty()) run.header = in_header(run);
  return rows_.add(std::move(run), typed);
}

bool Cells::in_header(const TextRun& run) const {
  const auto row = layout_.headers.find(run.row);
  if (row == layout_.headers.end()) return false;
  for (const CellRange& range : row->second)
    if (run.column >= range.first.column && run.column <= range.last.column) return true;
  return false;
}

Result<Done> Cells::finish() {
  if (in_cell_) TRY(end_cell());
  return rows_.finish();
}

}  // namespace

Result<Done> send_cells(Package& package, const Workbook& workbook, const Sheet& sheet, Frames& out,
                        uint64_t& sent) {
  Layout layout = TRY(layout_of(package, sheet));
  Cells cells(workbook, sheet, std::move(layout), out);
  XmlNames names;
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes& attributes) {
    return cells.start(name, attributes);
  };
  events.end = [&](std::string_view name) { return cells.end(name); };
  events.text = [&](std::string_view text) { return cells.text(text); };
  const XmlDamage damage = TRY(parse_xml(package.source(sheet.part), names, events));
  TRY(cells.finish());
  sent = cells.sent();
  const std::string where = "sheet " + sheet.name;
  if (damage) TRY(out.problem({"damaged_part", where, "the sheet is damaged: " + damage->what}));
  TRY(cells.unseen().tell(sheet.name, out));
  if (cells.uncomputed() == 0) return Done{};
  return out.problem({"formula_not_computed", where,
                      std::to_string(cells.uncomputed()) +
                          " formulas have no stored result; their own text stands instead"});
}

}  // namespace oi
