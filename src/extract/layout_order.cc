#include "extract/layout_order.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr size_t kAhead = 6;         // rows that are looked at for one that belongs to a group
constexpr size_t kMostRows = 160;    // of a group
constexpr float kNear = 0.6F;        // font sizes between rows of a group
constexpr float kNearLabels = 6.0F;  // the same between labels of a drawing
constexpr uint32_t kLabel = 12;      // characters of a label, at most
constexpr float kLyingOver = 0.15F;  // of a piece's height: it stands in the same line
constexpr float kBad = 0.1F;         // of a group's characters may stand before their turn
constexpr size_t kComparedPieces = 48;
constexpr size_t kGridRows = 3;
constexpr size_t kLeastLabels = 4;  // of a drawing
constexpr size_t kForOneBack = 6;   // pieces of a drawing to one that is written against the order
constexpr float kSmaller = 0.9F;    // of a line's size: limits and labels of braces
constexpr float kNearLimit = 0.5F;  // font sizes between these and their line

// Words that the file writes one after the other in one line.
struct Piece {
  std::vector<uint32_t> words;
  Box box;
  float size = 0;
  uint32_t characters = 0;
};

struct Group {
  size_t first = 0, end = 0;  // rows
  const FormulaRows* formula = nullptr;
};

float overlap(float a0, float a1, float b0, float b1) {
  return std::min(a1, b1) - std::max(a0, b0);
}

class Order {
 public:
  Order(std::span<const Word> words, std::span<const LineSegment> segments,
        std::span<const Row> rows, std::span<const FormulaRows> formulas)
      : words_(words), segments_(segments), rows_(rows), formulas_(formulas) {
    for (const Row& row : rows)
      spans_.push_back(span_of(row));
  }

  std::vector<LineRange> no_tables() {
    std::vector<LineRange> ranges;
    for (size_t first = 0; first < rows_.size();) {
      const Group group = group_from(first);
      first = group.end;
      if (group.end - group.first == 1) continue;
      const std::vector<Piece> pieces = pieces_of(group);
      if (lies_over(group) && is_mathematical(pieces) && reads_on(pieces))
        ranges.push_back({group.first, group.end});
    }
    return ranges;
  }

  bool drawn() const {
    const Group all{0, rows_.size(), nullptr};
    return is_drawing(all, pieces_of(all));
  }

  ReadRows read() {
    for (size_t first = 0; first < rows_.size();) {
      const Group group = group_from(first);
      first = group.end;
      const bool alone = group.end - group.first == 1;
      if (!alone && read_by_file(group)) continue;
      if (group.formula == nullptr) {
        for (size_t r = group.first; r < group.end; ++r)
          out_.rows.push_back({rows_[r], false, false});
        continue;
      }
      add_around_formulas(group);
    }
    return std::move(out_);
  }

 private:
  struct RowSpan {
    uint32_t first = UINT32_MAX, last = 0;  // words in the file
    uint32_t words = 0, characters = 0;
    float size = 0;
  };

  RowSpan span_of(const Row& row) const {
    RowSpan span;
    for (const uint32_t s : row.segments) {
      span.characters += segments_[s].characters;
      span.size = std::max(span.size, segments_[s].size);
      span.words += static_cast<uint32_t>(segments_[s].words.size());
      for (const uint32_t w : segments_[s].words) {
        span.first = std::min(span.first, w);
        span.last = std::max(span.last, w);
      }
    }
    return span;
  }

  // Rows near to one another, each of which the file begins before it is done with those above.
  Group group_from(size_t first) {
    Group group{first, first + 1, nullptr};
    uint32_t last = spans_[first].last;
    float bottom = rows_[first].box.y1;
    bool labels = is_labels(first);
    const auto include_to = [&](size_t end) {
      for (; group.end < end; ++group.end) {
        last = std::max(last, spans_[group.end].last);
        bottom = std::max(bottom, rows_[group.end].box.y1);
        labels = labels && is_labels(group.end);
      }
    };
    const auto take_formulas = [&] {
      while (next_formula_ < formulas_.size() && formulas_[next_formula_].first < group.end) {
        group.formula = group.formula == nullptr ? &formulas_[next_formula_] : group.formula;
        include_to(std::max(group.end, formulas_[next_formula_].end));
        ++next_formula_;
      }
    };
    take_formulas();
    for (bool more = true; more && group.end - first < kMostRows;) {
      more = false;
      const size_t limit = std::min(group.end + kAhead, rows_.size());
      for (size_t k = group.end; k < limit && !more; ++k) {
        const float reach = labels && is_labels(k) ? kNearLabels : kNear;
        if (rows_[k].box.y0 > bottom + reach * spans_[k].size) break;
        if (spans_[k].first > last) continue;
        include_to(k + 1);
        more = true;
      }
      take_formulas();
    }
    return group;
  }

  bool is_labels(size_t r) const {
    return spans_[r].characters <= kLabel * rows_[r].segments.size();
  }

  // In the file's order, unless that would be against the reader's.
  bool read_by_file(const Group& group) {
    const std::vector<Piece> pieces = pieces_of(group);
    const bool over = lies_over(group);
    if (!is_drawing(group, pieces)) {
      if (!over && interrupted(group) >= kGridRows) return false;
      if (!are_labels(pieces) && !reads_on(pieces)) return false;
    }
    const bool formula = group.formula != nullptr;
    size_t lines = out_.rows.size();
    for (const Piece& piece : pieces) {
      const bool same =
          lines < out_.rows.size() && stands_beside(piece, out_.rows.back().row, over);
      if (!same) out_.rows.push_back({{}, true, formula});
      Row& row = out_.rows.back().row;
      const auto index = static_cast<uint32_t>(out_.segments.size());
      out_.segments.push_back(segment_of(words_, piece.words));
      row.segments.push_back(index);
      include(row.box, piece.box);
    }
    for (; lines < out_.rows.size(); ++lines)
      set_base(out_.rows[lines].row);
    return true;
  }

  // Limits and labels of braces belong to a formula's line though they stand over or below it.
  bool stands_beside(const Piece& piece, const Row& line, bool formula) const {
    const float both = overlap(piece.box.y0, piece.box.y1, line.box.y0, line.box.y1);
    if (both >= kLyingOver * height(piece.box)) return true;
    const LineSegment& first = out_.segments[line.segments.front()];
    return formula && piece.characters <= kLabel && piece.size < kSmaller * first.size &&
           both > -kNearLimit * piece.size;
  }

  // Where the most of its characters stand.
  void set_base(Row& row) const {
    uint32_t most = 0;
    for (const uint32_t s : row.segments) {
      const LineSegment& segment = out_.segments[s];
      if (segment.characters < most) continue;
      most = segment.characters;
      row.base = segment.base;
    }
  }

  std::vector<Piece> pieces_of(const Group& group) const {
    std::vector<uint32_t> all;
    for (size_t r = group.first; r < group.end; ++r)
      for (const uint32_t s : rows_[r].segments)
        all.insert(all.end(), segments_[s].words.begin(), segments_[s].words.end());
    std::sort(all.begin(), all.end());
    std::vector<Piece> pieces;
    for (size_t i = 0; i < all.size(); ++i) {
      const Word& word = words_[all[i]];
      const bool goes_on = i > 0 && all[i] == all[i - 1] + 1 && !word.begins_line;
      if (!goes_on) pieces.push_back({});
      Piece& piece = pieces.back();
      piece.words.push_back(all[i]);
      include(piece.box, word.box);
      piece.size = std::max(piece.size, word.size);
      piece.characters += static_cast<uint32_t>(code_points(word.text));
    }
    return pieces;
  }

  // Most rows stand partly beside others.
  bool lies_over(const Group& group) const {
    size_t over = 0;
    for (size_t r = group.first; r < group.end; ++r) {
      const Box& box = rows_[r].box;
      bool beside = false;
      for (size_t k = r > group.first + kAhead ? r - kAhead : group.first;
           k < std::min(r + kAhead, group.end) && !beside; ++k) {
        const Box& other = rows_[k].box;
        beside = k != r && overlap(box.y0, box.y1, other.y0, other.y1) >=
                               kLyingOver * std::min(height(box), height(other));
      }
      over += beside ? 1 : 0;
    }
    return over * 4 >= (group.end - group.first) * 3;
  }

  // Rows that the file does not write in one go: many of them are a table's that it writes by
  // columns, or a drawing's.
  size_t interrupted(const Group& group) const {
    size_t count = 0;
    for (size_t r = group.first; r < group.end; ++r) {
      const RowSpan& span = spans_[r];
      if (rows_[r].segments.size() > 1 && span.last - span.first + 1 > span.words) ++count;
    }
    return count;
  }

  static bool are_labels(std::span<const Piece> pieces) {
    return std::all_of(pieces.begin(), pieces.end(),
                       [](const Piece& piece) { return piece.characters <= kLabel; });
  }

  // Labels that the file writes up and down and to and fro. A table's cells go downwards, or to the
  // right.
  bool is_drawing(const Group& group, std::span<const Piece> pieces) const {
    if (pieces.size() < kLeastLabels || interrupted(group) == 0) return false;
    size_t back = 0, labels = 0;
    for (size_t i = 0; i < pieces.size(); ++i) {
      labels += pieces[i].characters <= kLabel ? 1 : 0;
      if (i > 0 && goes_back(pieces[i - 1], pieces[i])) ++back;
    }
    return labels * 5 >= pieces.size() * 4 && back >= 2 && back * kForOneBack >= pieces.size();
  }

  bool is_mathematical(std::span<const Piece> pieces) const {
    for (const Piece& piece : pieces) {
      for (const uint32_t w : piece.words) {
        const std::string_view text = words_[w].text;
        for (size_t at = 0; at < text.size();)
          if (is_operator(next_code_point(text, at))) return true;
      }
    }
    return false;
  }

  static bool is_operator(char32_t c) {
    return (c >= 0x2200 && c < 0x2400) || (c >= 0x27C0 && c < 0x27F0) ||
           (c >= 0x2900 && c < 0x2B00) || c == U'=' || (c >= 0xFE37 && c <= 0xFE38);
  }

  // From `a` upwards without going to the right, or to the left: no table is written so.
  static bool goes_back(const Piece& a, const Piece& b) {
    const bool up = b.box.y1 <= a.box.y0 + 0.25F * std::min(a.size, b.size);
    return (up && b.box.x0 < a.box.x1) || is_before(b, a);
  }

  // Whether a reader would come to `a` before `b`.
  static bool is_before(const Piece& a, const Piece& b) {
    const float least = std::min(width(a.box), width(b.box));
    const bool above = a.box.y1 <= b.box.y0 + 0.25F * std::min(a.size, b.size) &&
                       overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1) > 0.3F * least;
    const bool left = share_of_height(a.box, b.box) >= 0.6F && a.box.x1 <= b.box.x0 + 0.1F * a.size;
    return above || left;
  }

  // No piece is written after one that stands below it, or to the right of it in the same line.
  static bool reads_on(std::span<const Piece> pieces) {
    uint64_t bad = 0, all = 0;
    for (size_t j = 0; j < pieces.size(); ++j) {
      const Piece& later = pieces[j];
      all += later.characters;
      for (size_t i = j > kComparedPieces ? j - kComparedPieces : 0; i < j; ++i) {
        const Piece& earlier = pieces[i];
        if (is_before(later, earlier)) bad += std::min(later.characters, earlier.characters);
      }
    }
    return static_cast<float>(bad) <= kBad * static_cast<float>(all);
  }

  void add_around_formulas(const Group& group) {
    size_t at = group.first;
    for (const FormulaRows* formula = group.formula;
         formula != formulas_.data() + formulas_.size() && formula->first < group.end; ++formula) {
      for (; at < formula->first; ++at)
        out_.rows.push_back({rows_[at], false, false});
      out_.rows.push_back({formula->row, false, true});
      at = formula->end;
    }
    for (; at < group.end; ++at)
      out_.rows.push_back({rows_[at], false, false});
  }

  std::span<const Word> words_;
  std::span<const LineSegment> segments_;
  std::span<const Row> rows_;
  std::span<const FormulaRows> formulas_;
  std::vector<RowSpan> spans_;
  size_t next_formula_ = 0;
  ReadRows out_;
};

}  // namespace

bool are_drawn(std::span<const Word> words, std::span<const LineSegment> segments,
               std::span<const Row> rows) {
  return Order(words, segments, rows, {}).drawn();
}

std::vector<LineRange> formula_rows(std::span<const Word> words,
                                    std::span<const LineSegment> segments,
                                    std::span<const Row> rows,
                                    std::span<const FormulaRows> formulas) {
  return Order(words, segments, rows, formulas).no_tables();
}

ReadRows reading_order(std::span<const Word> words, std::span<const LineSegment> segments,
                       std::span<const Row> rows, std::span<const FormulaRows> formulas) {
  return Order(words, segments, rows, formulas).read();
}

}  // namespace oi::layout
