// Sheets stream by rows. A cell or a row that says how often it is repeated is sent as often, but
// not beyond kMostRepeated in all, since one row can claim a million.

#include "reader/odf_sheet.h"

#include <algorithm>

#include "base/text.h"

namespace oi {
namespace {

constexpr int64_t kMostRows = 1'048'576;
constexpr int64_t kMostColumns = 16'384;
constexpr uint64_t kMostRepeated = 1'000'000;

bool is_hidden(std::string_view visibility) {
  return visibility == "collapse" || visibility == "filter";
}

}  // namespace

void OdfSheet::columns(const XmlAttributes& attributes) {
  const int64_t times = odf_number(attributes["table:number-columns-repeated"], 1, kMostColumns, 1);
  if (is_hidden(attributes["table:visibility"]))
    unseen_.hide_columns(static_cast<uint32_t>(column_),
                         static_cast<uint32_t>(column_ + times - 1));
  column_ = std::min(column_ + times, kMostColumns);
}

Result<Done> OdfSheet::row(const XmlNode& node, bool header) {
  struct Read {
    TextRun run;
    bool typed = false;
    int64_t times = 1;
  };
  std::vector<Read> cells;
  int64_t column = 0;
  for (const XmlNode& cell : node.children) {
    const bool covered = cell.name == "table:covered-table-cell";
    if (cell.name != "table:table-cell" && !covered) continue;
    const int64_t times = odf_number(cell["table:number-columns-repeated"], 1, kMostColumns, 1);
    Read read;
    for (const std::string& line : odf_lines(cell))
      read.run.text += (read.run.text.empty() ? "" : " ") + line;
    const std::string_view type = cell["office:value-type"];
    read.typed = !type.empty() && type != "string";
    if (read.run.text.empty()) {
      read.run.text = collapse_spaces(cell[type == "boolean"  ? "office:boolean-value"
                                           : type == "date"   ? "office:date-value"
                                           : type == "time"   ? "office:time-value"
                                           : type == "string" ? "office:string-value"
                                                              : "office:value"]);
    }
    const std::string_view formula = cell["table:formula"];
    if (read.run.text.empty() && !formula.empty() && type.empty()) {
      const size_t colon = formula.find(":=");
      read.run.text =
          collapse_spaces(colon == std::string_view::npos ? formula : formula.substr(colon + 1));
      ++uncomputed_;
    }
    read.run.column = static_cast<uint16_t>(std::min(column, kMostColumns - 1));
    read.run.columns =
        static_cast<uint16_t>(odf_number(cell["table:number-columns-spanned"], 1, kMostColumns, 1));
    read.run.rows =
        static_cast<uint16_t>(odf_number(cell["table:number-rows-spanned"], 1, UINT16_MAX, 1));
    read.run.header = header;
    read.times = times;
    for (const XmlNode& child : cell.children)
      if (child.name == "office:annotation") {
        std::string text = odf_comment(child);
        if (!text.empty()) comments_.push_back(std::move(text));
      }
    if (!read.run.text.empty()) cells.push_back(std::move(read));
    column = std::min(column + times, kMostColumns);
  }
  const int64_t times = odf_number(node["table:number-rows-repeated"], 1, kMostRows, 1);
  const bool hidden = is_hidden(node["table:visibility"]);
  for (int64_t again = 0; again < times && !cells.empty() && row_ + again < kMostRows; ++again) {
    bool full = false;
    for (const Read& read : cells) {
      for (int64_t i = 0; i < read.times && read.run.column + i < kMostColumns; ++i) {
        full = (again > 0 || i > 0) && ++repeated_ > kMostRepeated;
        if (full) break;
        TextRun run = read.run;
        run.row = static_cast<uint32_t>(row_ + again);
        run.column = static_cast<uint16_t>(read.run.column + i);
        if (hidden) unseen_.hide_row(run.row);
        unseen_.see(run.row, run.column);
        TRY(rows_.add(std::move(run), read.typed));
      }
      if (full) break;
    }
    cut_ = cut_ || full;
    if (full) break;
    TRY(rows_.end_row());
  }
  row_ = std::min(row_ + times, kMostRows - 1);
  return Done{};
}

Result<Done> OdfSheet::finish(Frames& out) {
  TRY(rows_.finish());
  for (std::string& text : comments_) {
    TextRun run;
    run.block = BlockKind::Comment;
    run.before = TextRun::Break::Paragraph;
    run.text = std::move(text);
    TRY(out.run(std::move(run)));
  }
  const std::string where = "sheet " + name_;
  TRY(unseen_.tell(name_, out));
  if (cut_)
    TRY(out.problem({"repeated_cells_cut", where, "a cell is repeated over a million times"}));
  if (uncomputed_ == 0) return Done{};
  return out.problem({"formula_not_computed", where,
                      std::to_string(uncomputed_) +
                          " formulas have no stored result; their own text stands instead"});
}

}  // namespace oi
