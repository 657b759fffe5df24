// Rows of several segments each, one below the other, whose white space lines up, are a table when
// their cells are short or hold figures. Rules across above, between and below them are evidence
// too. What reads as prose, as a list or as a line of contents is none.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "extract/layout_tables.h"

namespace oi::layout {
namespace {

constexpr float kRowGap = 2.1F;      // font sizes of white space between rows of one table
constexpr float kRuledGap = 3.6F;    // the same between rules of one stack
constexpr size_t kRowsBetween = 3;   // of one segment each, between rows of several
constexpr float kLeastRiver = 0.5F;  // font sizes; white space that runs through many rows
constexpr float kWideRiver = 1.0F;   // through few
constexpr size_t kManyRows = 4;
constexpr float kCrossed = 0.2F;  // of the rows may cross a river: headings over several columns
constexpr float kWordsOfProse = 7;
constexpr float kTightLines = 1.32F;  // font sizes between bases of one cell's lines
constexpr size_t kBins = 1024;

struct Group {  // neighbouring words of a row in one cell
  std::vector<uint32_t> words;
  Box box;
  uint32_t first = 0, last = 0;  // columns
  bool figure = false;
};

struct TextRow {
  std::vector<Group> groups;
  Box box;
  float base = 0, size = 0;
};

bool has_leaders(std::string_view text) {
  size_t run = 0;
  for (const char c : text) {
    run = c == '.' ? run + 1 : (c == ' ' ? run : 0);
    if (run >= 4) return true;
  }
  return text.find("……") != std::string_view::npos;
}

class Aligned {
 public:
  Aligned(const PageText& page, std::span<const Row> rows, std::span<const Grid> grids,
          const Rules& rules)
      : page_(page), rows_(rows), grids_(grids), rules_(rules) {
    for (const Row& row : rows) {
      several_.push_back(is_several(row));
      sizes_.push_back(size_of(row));
    }
  }

  std::vector<AlignedTable> find() {
    std::vector<AlignedTable> found;
    for (size_t i = 0; i < rows_.size();) {
      if (!several_[i]) {
        ++i;
        continue;
      }
      size_t end = end_of_band(i);
      const size_t first = with_rows_above(i, found.empty() ? 0 : found.back().end);
      end = with_rows_below(i, end);
      std::optional<TablePart> part = table(first, end);
      if (!part && first < i) part = table(i, end);
      if (part) {
        found.push_back({part->rows > 0 ? first_ : first, end_, std::move(*part)});
        i = std::max(end_, i + 1);
      } else {
        i = std::max(end, i + 1);
      }
    }
    return found;
  }

 private:
  std::string text_of(const std::vector<uint32_t>& words) const {
    std::string text;
    for (const uint32_t w : words)
      text += (text.empty() || page_.words[w].glued ? "" : " ") + page_.words[w].text;
    return text;
  }

  float size_of(const Row& row) const {
    float size = 1;
    for (const uint32_t s : row.segments)
      size = std::max(size, page_.segments[s].size);
    return size;
  }

  bool is_several(const Row& row) const {
    if (row.segments.size() < 2) return false;
    const LineSegment& first = page_.segments[row.segments[0]];
    const bool marked = is_marker(text_of(first.words));
    if (row.segments.size() == 2 && marked) return false;
    for (const uint32_t s : row.segments)
      if (has_leaders(text_of(page_.segments[s].words))) return false;
    return true;
  }

  const Grid* stack_at(float y) const {
    for (const Grid& grid : grids_)
      if (y > grid.box.y0 - 1 && y < grid.box.y1 + 1 && grid.across.size() >= 2) return &grid;
    return nullptr;
  }

  // Between these rows of the page; also a rule that parts them is seen.
  bool far_apart(size_t above, size_t below) const {
    const float gap = rows_[below].box.y0 - rows_[above].box.y1;
    const float size = std::max(sizes_[above], sizes_[below]);
    const Grid* stack = stack_at(middle_y(rows_[above].box));
    const bool in_stack = stack != nullptr && stack == stack_at(middle_y(rows_[below].box));
    return gap > (in_stack ? kRuledGap : kRowGap) * size;
  }

  size_t end_of_band(size_t first) const {
    size_t end = first + 1, last = first;
    while (end < rows_.size() && end - last <= kRowsBetween && !far_apart(end - 1, end)) {
      const bool prose = !several_[end] && page_.segments[rows_[end].segments[0]].words.size() > 12;
      if (prose) break;
      if (several_[end]) last = end;
      ++end;
    }
    return last + 1;
  }

  // Names of columns often stand alone, below the table's first rule.
  size_t with_rows_above(size_t first, size_t least) const {
    const Grid* stack = stack_at(middle_y(rows_[first].box));
    if (stack == nullptr) return first;
    size_t at = first;
    while (at > least && at + 4 > first && middle_y(rows_[at - 1].box) > stack->box.y0 - 1)
      --at;
    return at;
  }

  size_t with_rows_below(size_t first, size_t end) const {
    const Grid* stack = stack_at(middle_y(rows_[first].box));
    if (stack == nullptr) return end;
    while (end < rows_.size() && middle_y(rows_[end].box) < stack->box.y1 + 1 &&
           (several_[end] || !far_apart(end - 1, end)))
      ++end;
    return end;
  }

  std::optional<TablePart> table(size_t first, size_t end) {
    first_ = first;
    end_ = end;
    if (end - first < 2) return std::nullopt;
    set_rivers();
    if (rivers_.empty()) return std::nullopt;
    set_groups();
    if (!is_table()) return std::nullopt;
    return part();
  }

  // White space that runs down through the band, as the places of its middle.
  void set_rivers() {
    rivers_.clear();
    Box all;
    float size = 1e9F;
    size_t counted = 0;
    for (size_t r = first_; r < end_; ++r) {
      include(all, rows_[r].box);
      size = std::min(size, sizes_[r]);
      counted += several_[r] ? 1 : 0;
    }
    const float step = std::max(width(all) / kBins, 0.25F);
    const size_t bins = std::min(kBins, static_cast<size_t>(width(all) / step) + 1);
    std::vector<int> over(bins + 1, 0);
    const auto bin = [&](float x) {
      return std::min(static_cast<size_t>(std::max(0.0F, (x - all.x0) / step)), bins - 1);
    };
    for (size_t r = first_; r < end_; ++r) {
      std::vector<bool> row(bins, false);
      for (const uint32_t s : rows_[r].segments) {
        const std::vector<uint32_t>& words = page_.segments[s].words;
        for (size_t i = 0; i < words.size(); ++i) {
          const Box& box = page_.words[words[i]].box;
          float from = box.x0;
          if (i > 0) {  // the space between words of one phrase
            const Box& before = page_.words[words[i - 1]].box;
            if (from - before.x1 < kLeastRiver * sizes_[r]) from = before.x1;
          }
          for (size_t b = bin(from); b <= bin(box.x1); ++b)
            row[b] = true;
        }
      }
      for (size_t b = 0; b < bins; ++b)
        over[b] += row[b] ? 1 : 0;
    }
    const auto rows = static_cast<float>(end_ - first_);
    const int allowed = static_cast<int>(kCrossed * rows);
    const float least = (counted >= kManyRows ? kLeastRiver : kWideRiver) * size;
    for (size_t b = 0; b < bins;) {
      if (over[b] > allowed) {
        ++b;
        continue;
      }
      size_t e = b;
      int lowest = over[b];
      while (e < bins && over[e] <= allowed)
        lowest = std::min(lowest, over[e++]);
      size_t from = b, longest = 0, best = b;
      for (size_t i = b; i <= e; ++i) {
        if (i < e && over[i] == lowest) continue;
        if (i - from > longest) {
          longest = i - from;
          best = from;
        }
        from = i + 1;
      }
      const bool inner = b > 0 && e < bins;
      if (inner && static_cast<float>(e - b) * step >= least)
        rivers_.push_back(all.x0 +
                          step * (static_cast<float>(best) + static_cast<float>(longest) / 2));
      b = e;
    }
  }

  void set_groups() {
    text_rows_.clear();
    for (size_t r = first_; r < end_; ++r) {
      TextRow row;
      row.box = rows_[r].box;
      row.base = rows_[r].base;
      row.size = sizes_[r];
      for (const uint32_t s : rows_[r].segments) {
        Group group;
        const auto end = [&] {
          if (!group.words.empty()) row.groups.push_back(std::move(group));
          group = {};
        };
        for (const uint32_t w : page_.segments[s].words) {
          const Box& box = page_.words[w].box;
          if (!group.words.empty() && parted(group.box.x1, box.x0, row.size)) end();
          group.words.push_back(w);
          include(group.box, box);
        }
        end();
      }
      for (Group& group : row.groups) {
        group.first = column(group.box.x0 + 0.5F);
        group.last = std::max(group.first, column(group.box.x1 - 0.5F));
        group.figure = is_figure(text_of(group.words));
      }
      text_rows_.push_back(std::move(row));
    }
  }

  bool parted(float from, float to, float size) const {
    if (to - from < 0.35F * size) return false;
    const auto river = std::lower_bound(rivers_.begin(), rivers_.end(), from - 0.5F);
    return river != rivers_.end() && *river <= to + 0.5F;
  }

  uint32_t column(float x) const {
    return static_cast<uint32_t>(std::lower_bound(rivers_.begin(), rivers_.end(), x) -
                                 rivers_.begin());
  }

  size_t rules_inside() const {
    const float top = text_rows_.front().box.y0, bottom = text_rows_.back().box.y1;
    const float left = rows_[first_].box.x0, right = rows_[first_].box.x1;
    size_t count = 0;
    float last = -1e9F;
    for (const Rule& rule : rules_.across) {
      if (rule.at < top - 12 || rule.at > bottom + 12) continue;
      const float both = std::min(rule.to, right) - std::max(rule.from, left);
      if (both < 0.6F * (right - left) || rule.at - last < 4) continue;
      last = rule.at;
      ++count;
    }
    return count;
  }

  bool is_table() const {
    size_t several = 0, groups = 0, figures = 0, words = 0, labels = 0, full = 0;
    const size_t columns = rivers_.size() + 1;
    for (const TextRow& row : text_rows_) {
      several += row.groups.size() >= 2 ? 1 : 0;
      full += row.groups.size() >= std::min<size_t>(columns, 3) ? 1 : 0;
      for (size_t i = 0; i < row.groups.size(); ++i) {
        const Group& group = row.groups[i];
        ++groups;
        words += group.words.size();
        if (i > 0 && group.figure) ++figures;
        if (i == 0) {
          const std::string text = text_of(group.words);
          labels += is_marker(text) || text.ends_with(':') ? 1 : 0;
        }
      }
    }
    const size_t others = groups - text_rows_.size();
    if (several < 2 || others == 0) return false;
    const size_t ruled = rules_inside();
    const float average = static_cast<float>(words) / static_cast<float>(groups);
    const bool numeric = figures * 2 >= others;
    if (is_drawing(ruled < 2 ? columns : 0) || (ruled < 2 && is_contents())) return false;
    if (average > kWordsOfProse) return false;
    if (labels * 2 > text_rows_.size() && ruled < 2) return false;
    if (several * 2 < text_rows_.size() && ruled < 2) return false;
    if (columns == 2)
      return ruled >= 2 ? several >= 2 && (numeric || ruled >= 3)
                        : several >= 3 && figures * 10 >= others * 8;
    if (several >= 3) return full >= 2 && (numeric || ruled >= 2 || average < 4);
    return numeric && (ruled >= 1 || figures >= 3);
  }

  // Marks of an axis, letters of a drawing or a formula: single letters, or mostly empty where so
  // many columns are to be filled.
  bool is_drawing(size_t columns) const {
    size_t groups = 0, letters = 0, filled = 0;
    for (const TextRow& row : text_rows_) {
      for (const Group& group : row.groups) {
        ++groups;
        filled += group.last - group.first + 1;
        const std::string text = text_of(group.words);
        letters += !group.figure && code_points(text) <= 2 ? 1 : 0;
        if (text.find("\xEF\xBF\xBD") != std::string::npos) ++letters;
      }
    }
    return letters * 10 > groups * 3 || filled * 2 < columns * text_rows_.size();
  }

  // Names with ascending numbers behind them, which are pages.
  bool is_contents() const {
    if (rivers_.size() != 1) return false;
    uint64_t last = 0;
    for (const TextRow& row : text_rows_) {
      if (row.groups.size() < 2) continue;
      const std::string text = text_of(row.groups.back().words);
      uint64_t number = 0;
      for (const char c : text) {
        if (c < '0' || c > '9' || number > 99'999) return false;
        number = 10 * number + static_cast<uint64_t>(c - '0');
      }
      if (number < last) return false;
      last = number;
    }
    return true;
  }

  bool rule_between(float above, float below, const Box& box) const {
    auto rule = std::lower_bound(rules_.across.begin(), rules_.across.end(), above,
                                 [](const Rule& one, float y) { return one.at < y; });
    for (; rule != rules_.across.end() && rule->at < below; ++rule) {
      const float both = std::min(rule->to, box.x1) - std::max(rule->from, box.x0);
      if (both > 0.3F * width(box)) return true;
    }
    return false;
  }

  // Whether this row of text goes on in the cells of the row above.
  bool continues(size_t row, bool in_head) const {
    const TextRow &above = text_rows_[row - 1], &below = text_rows_[row];
    const float size = std::max(above.size, below.size);
    if (below.base - above.base > kTightLines * size) return false;
    const float y0 = middle_y(above.box), y1 = middle_y(below.box);
    if (rule_between(y0, y1, below.box)) return false;
    bool figures = false, first = false;
    for (const Group& group : below.groups) {
      figures = figures || group.figure;
      first = first || group.first == 0;
    }
    if (in_head) {
      const bool wide = std::any_of(above.groups.begin(), above.groups.end(),
                                    [](const Group& g) { return g.last > g.first; });
      return !wide && !figures;
    }
    if (figures) return false;
    if (!first) return true;
    return below.groups.size() == 1 && above.groups.size() >= 2 && row + 1 < text_rows_.size() &&
           starts_lower(below.groups[0]);
  }

  bool starts_lower(const Group& group) const {
    size_t at = 0;
    const std::string& text = page_.words[group.words[0]].text;
    return !text.empty() && is_lower(next_code_point(text, at));
  }

  size_t head_rows() const {
    size_t rows = 0;
    while (rows < text_rows_.size()) {
      size_t figures = 0;
      for (const Group& group : text_rows_[rows].groups)
        figures += group.first > 0 && group.figure ? 1 : 0;
      if (figures * 2 >= std::max<size_t>(text_rows_[rows].groups.size(), 2) - 1) break;
      ++rows;
    }
    return rows == text_rows_.size() ? 1 : rows;
  }

  TablePart part() {
    std::vector<RawCell> cells;
    const size_t head = head_rows();
    uint32_t row = 0;
    for (size_t r = 0; r < text_rows_.size(); ++r) {
      const bool goes_on = r > 0 && continues(r, r < head);
      if (r > 0 && !goes_on) ++row;
      for (Group& group : text_rows_[r].groups) {
        LineSegment segment = segment_of(page_.words, std::move(group.words));
        RawCell* same = nullptr;
        for (size_t k = cells.size(); k-- > 0 && cells[k].row == row;) {
          const bool over =
              cells[k].column <= group.last && group.first < cells[k].column + cells[k].columns;
          if (over) same = &cells[k];
        }
        if (same != nullptr) {
          const uint32_t end = std::max(same->column + same->columns, group.last + 1);
          same->column = std::min(same->column, group.first);
          same->columns = end - same->column;
          same->parts.push_back(std::move(segment));
        } else {
          cells.push_back({row, group.first, 1, group.last - group.first + 1, {}, {}});
          cells.back().parts.push_back(std::move(segment));
        }
      }
    }
    TablePart part = table_of(page_, std::move(cells));
    part.edges.push_back(part.box.x0);
    part.edges.insert(part.edges.end(), rivers_.begin(), rivers_.end());
    part.edges.push_back(part.box.x1);
    return part;
  }

  const PageText& page_;
  std::span<const Row> rows_;
  std::span<const Grid> grids_;
  const Rules& rules_;
  std::vector<bool> several_;
  std::vector<float> sizes_;
  size_t first_ = 0, end_ = 0;
  std::vector<float> rivers_;
  std::vector<TextRow> text_rows_;
};

}  // namespace

std::vector<AlignedTable> aligned_tables(const PageText& page, std::span<const Row> rows,
                                         std::span<const Grid> grids, const Rules& rules) {
  return Aligned(page, rows, grids, rules).find();
}

}  // namespace oi::layout
