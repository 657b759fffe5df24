// The steps of one page. What lies another way than most of the page is laid out by itself and
// follows.

#include "extract/layout_page.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "extract/layout_columns.h"
#include "extract/layout_direction.h"
#include "extract/layout_formulas.h"
#include "extract/layout_lines.h"
#include "extract/layout_order.h"
#include "extract/layout_rules.h"
#include "extract/layout_tables.h"
#include "extract/layout_words.h"

namespace oi::layout {
namespace {

constexpr float kGridMargin = 60;  // points: tables of rules look at what stands so close
constexpr size_t kMostGrids = 400;
constexpr float kShortRule = 0.45F;  // of the text's width: the rule above footnotes
constexpr float kShortestRule = 30;  // points
constexpr float kNotesFrom = 0.4F;   // of the text's height
constexpr float kLongRule = 90;      // points: no gutter crosses it

class PageLayout {
 public:
  PageLayout(const Words& words, const PageMarks& marks, PageParts& out)
      : words_(words),
        out_(out),
        segments_(segments_of(words.words)),
        rules_(rules_of(marks, words.turn)),
        grids_(grids_of(rules_)),
        page_{words.words, segments_, words.turn},
        taken_(segments_.size(), false) {}

  void run() {
    find_ruled();
    find_note_rule();
    const std::vector<Piece> pieces = pieces_of();
    for (const Column& column : columns_of(pieces))
      write(column, pieces);
  }

 private:
  void find_ruled() {
    if (grids_.size() > kMostGrids) return;
    for (const Grid& grid : grids_) {
      if (grid.down.empty()) continue;
      const auto near = [&](uint32_t i) {
        return !taken_[i] && segments_[i].box.y1 > grid.box.y0 - kGridMargin &&
               segments_[i].box.y0 < grid.box.y1 + kGridMargin;
      };
      std::vector<uint32_t> free;
      for (uint32_t i = 0; i < segments_.size(); ++i)
        if (near(i)) free.push_back(i);
      std::optional<FoundTable> found = ruled_table(page_, grid, free);
      if (!found) continue;
      if (are_drawn(words_.words, segments_, rows_of(segments_, found->segments))) continue;
      for (const uint32_t s : found->segments)
        taken_[s] = true;
      include(found->part.box, grid.box);
      tables_.push_back(std::move(found->part));
    }
  }

  // The lowest short rule in the lower part of the page below which there is text of a smaller
  // size and nothing else, as far as the rule reaches: beside it another column may go on.
  void find_note_rule() {
    Box all;
    for (const LineSegment& segment : segments_)
      include(all, segment.box);
    for (auto rule = rules_.across.rbegin(); rule != rules_.across.rend(); ++rule) {
      const float length = rule->to - rule->from;
      if (rule->at < all.y0 + kNotesFrom * height(all)) return;
      if (length < kShortestRule || length > kShortRule * width(all)) continue;
      if (rule->from > all.x0 + 0.25F * width(all)) continue;
      float above = 0, below = 0;
      for (const LineSegment& segment : segments_) {
        if (segment.box.x0 > rule->to || segment.box.x1 < rule->from) continue;
        float& size = segment.box.y1 < rule->at + 2 ? above : below;
        size = std::max(size, segment.size);
      }
      if (below <= 0 || below >= above) continue;
      note_rule_ = *rule;
      return;
    }
  }

  std::vector<Piece> pieces_of() const {
    std::vector<Piece> pieces;
    for (uint32_t i = 0; i < segments_.size(); ++i) {
      if (taken_[i]) continue;
      const LineSegment& segment = segments_[i];
      std::string text;
      for (const uint32_t w : segment.words)
        text += words_.words[w].text + " ";
      pieces.push_back({Piece::What::Text, i, segment.box, segment.size,
                        static_cast<uint32_t>(segment.words.size()), is_marker(text),
                        is_figure(text)});
    }
    for (uint32_t i = 0; i < tables_.size(); ++i)
      pieces.push_back({Piece::What::Table, i, tables_[i].box, 10, 0, false, false});
    for (const Rule& rule : rules_.across) {
      if (rule.to - rule.from < kLongRule) continue;
      pieces.push_back(
          {Piece::What::Rule, 0, {rule.from, rule.at, rule.to, rule.at}, 0, 0, false, false});
    }
    return pieces;
  }

  // Rows of the column down to a table, the table, and so on.
  void write(const Column& column, const std::vector<Piece>& pieces) {
    std::vector<uint32_t> members, tables;
    for (const uint32_t i : column.pieces)
      (pieces[i].what == Piece::What::Table ? tables : members).push_back(pieces[i].index);
    std::vector<Row> rows = rows_of(segments_, members);
    std::sort(tables.begin(), tables.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(tables_[a].box.y0, a) < std::pair(tables_[b].box.y0, b);
    });
    size_t from = 0;
    for (const uint32_t t : tables) {
      size_t to = from;
      while (to < rows.size() && middle_y(rows[to].box) < middle_y(tables_[t].box))
        ++to;
      write_rows(std::span(rows).subspan(from, to - from), column);
      write_table(std::move(tables_[t]));
      from = to;
    }
    write_rows(std::span(rows).subspan(from), column);
    ++column_;
  }

  void write_rows(std::span<const Row> rows, const Column& column) {
    const std::vector<FormulaRows> formulas = formulas_of(segments_, rows, rules_);
    size_t at = 0;
    for (const LineRange& range : formula_rows(words_.words, segments_, rows, formulas)) {
      write_stretch(rows.subspan(at, range.first - at), column);
      write_lines(rows.subspan(range.first, range.end - range.first), column);
      at = range.end;
    }
    write_stretch(rows.subspan(at), column);
  }

  void write_stretch(std::span<const Row> rows, const Column& column) {
    size_t at = 0;
    for (AlignedTable& table : aligned_tables(page_, rows, grids_, rules_)) {
      if (are_drawn(words_.words, segments_, rows.subspan(table.first, table.end - table.first)))
        continue;
      write_lines(rows.subspan(at, table.first - at), column);
      write_table(std::move(table.part));
      at = table.end;
    }
    write_lines(rows.subspan(at), column);
  }

  void write_lines(std::span<const Row> rows, const Column& column) {
    const std::vector<FormulaRows> formulas = formulas_of(segments_, rows, rules_);
    const ReadRows read = reading_order(words_.words, segments_, rows, formulas);
    for (const ReadRow& row : read.rows)
      write_line(row, row.made ? std::span(read.segments) : std::span(segments_), column);
  }

  void write_line(const ReadRow& row, std::span<const LineSegment> segments, const Column& column) {
    Line line = line_of(row.row, segments, words_.words, words_.turn, row.made || row.formula);
    line.formula = row.formula;
    line.below_rule = line.box.y0 > note_rule_.at - 2 && note_rule_.from < column.right &&
                      note_rule_.to > column.left;
    line.column = column_;
    line.left = column.left;
    line.right = column.right;
    out_.order.push_back({Entry::What::Line, static_cast<uint32_t>(out_.lines.size())});
    out_.lines.push_back(std::move(line));
  }

  void write_table(TablePart&& table) {
    out_.order.push_back({Entry::What::Table, static_cast<uint32_t>(out_.tables.size())});
    out_.tables.push_back(std::move(table));
  }

  const Words& words_;
  PageParts& out_;
  std::vector<LineSegment> segments_;
  Rules rules_;
  std::vector<Grid> grids_;
  PageText page_;
  std::vector<bool> taken_;
  std::vector<TablePart> tables_;
  uint32_t column_ = 0;
  Rule note_rule_{1e9F, 0, 0};
};

}  // namespace

PageParts parts_of(PageContent&& page) {
  PageParts parts;
  parts.number = page.number;
  parts.width = page.width;
  parts.height = page.height;
  parts.source = page.source;
  parts.confidence = page.confidence;
  PageWords words = words_of(page);
  parts.seen = words.seen;
  parts.hidden = words.hidden;
  parts.beside = std::move(words.beside);
  page.runs.clear();
  for (Words& way : words.ways) {
    set_in_reading_order(way);
    PageLayout(way, page.marks, parts).run();
  }
  for (uint32_t i = 0; i < parts.beside.size(); ++i)
    parts.order.push_back({Entry::What::Beside, i});
  return parts;
}

}  // namespace oi::layout
