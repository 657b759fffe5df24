// Rules meet in a grid; where a rule is missing between two cells they are one. A row of the grid
// that has no rules down at all is divided as the rows around it are, unless its text crosses.
// Where rules across are missing between rows of figures, the rows of text are the table's rows.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "extract/layout_tables.h"

namespace oi::layout {
namespace {

constexpr float kSamePlace = 3.2F;
constexpr float kOpenSide = 7;  // points that rules across reach beyond the outermost one down
constexpr float kInside = 2.5F;
constexpr float kCovered = 0.5F;  // of a cell's side, by rules
constexpr size_t kMostCells = 40'000;
constexpr float kRiver = 0.9F;      // font sizes
constexpr size_t kRiverRows = 4;    // segments on each side of it
constexpr float kBaseApart = 0.5F;  // font sizes
constexpr float kOwnColumn = 2;     // font sizes between columns inside of a cell
constexpr size_t kFramedRows = 4;   // with such columns: the cell is a frame

struct Lattice {
  std::vector<float> xs, ys;
  std::vector<bool> right_open, below_open;  // of a cell: no rule stands there
  size_t columns() const { return xs.size() - 1; }
  size_t rows() const { return ys.size() - 1; }
  size_t at(size_t row, size_t column) const { return row * columns() + column; }
};

// How much of [from, to] the rules at this place cover.
float covered(std::span<const Rule> rules, float at, float from, float to) {
  float sum = 0;
  auto rule = std::lower_bound(rules.begin(), rules.end(), at - kSamePlace,
                               [](const Rule& one, float place) { return one.at < place; });
  for (; rule != rules.end() && rule->at <= at + kSamePlace; ++rule)
    sum += std::max(0.0F, std::min(to, rule->to) - std::max(from, rule->from));
  return to > from ? sum / (to - from) : 1;
}

bool inside(const Box& box, const Box& word) {
  const float x = middle_x(word), y = middle_y(word);
  return x > box.x0 - kInside && x < box.x1 + kInside && y > box.y0 - kInside &&
         y < box.y1 + kInside;
}

size_t interval(const std::vector<float>& edges, float at) {
  const auto above = std::upper_bound(edges.begin(), edges.end(), at);
  const auto index = static_cast<size_t>(std::max<std::ptrdiff_t>(above - edges.begin() - 1, 0));
  return std::min(index, edges.size() - 2);
}

class RuledTable {
 public:
  RuledTable(const PageText& page, const Grid& grid) : page_(page), grid_(grid) {}

  std::optional<FoundTable> find(std::span<const uint32_t> free) {
    if (grid_.down.empty()) return std::nullopt;
    for (const uint32_t s : free)
      if (inside(grid_.box, page_.segments[s].box)) members_.push_back(s);
    if (members_.size() < 3 || !set_edges()) return std::nullopt;
    set_openings();
    divide();
    merge();
    split_rows();
    if (is_frame()) return std::nullopt;
    FoundTable found;
    found.part = table_of(page_, std::move(cells_));
    if (!is_table(found.part)) return std::nullopt;
    found.part.edges = lattice_.xs;
    found.segments = members_;
    return found;
  }

 private:
  bool set_edges() {
    std::vector<float> xs, ys;
    float left = 1e9F, right = -1e9F, top = 1e9F, bottom = -1e9F;
    for (const Rule& rule : grid_.down) {
      xs.push_back(rule.at);
      top = std::min(top, rule.from);
      bottom = std::max(bottom, rule.to);
    }
    for (const Rule& rule : grid_.across) {
      ys.push_back(rule.at);
      left = std::min(left, rule.from);
      right = std::max(right, rule.to);
    }
    if (xs.empty() || ys.empty()) return false;
    lattice_.xs = clustered(std::move(xs), kSamePlace);
    lattice_.ys = clustered(std::move(ys), kSamePlace);
    open_side(lattice_.xs, left, right);
    open_side(lattice_.ys, top, bottom);
    if (lattice_.xs.size() < 2 || lattice_.ys.size() < 2) return false;
    add_rivers();
    if (lattice_.xs.size() < 3) return false;
    return lattice_.columns() * lattice_.rows() <= kMostCells;
  }

  // A column of rules may hold several of words: white space runs down through all of it.
  void add_rivers() {
    std::vector<std::vector<uint32_t>> columns(lattice_.columns());
    for (const uint32_t s : members_)
      columns[interval(lattice_.xs, middle_x(page_.segments[s].box))].push_back(s);
    for (std::vector<uint32_t>& column : columns) {
      std::sort(column.begin(), column.end(), [&](uint32_t a, uint32_t b) {
        return page_.segments[a].box.x0 < page_.segments[b].box.x0;
      });
      float end = 0;
      size_t left = 0;
      for (size_t i = 0; i < column.size(); ++i) {
        const LineSegment& segment = page_.segments[column[i]];
        const float gap = segment.box.x0 - end;
        const size_t fewer = std::min(left, column.size() - i);
        if (i > 0 && gap > kRiver * segment.size && fewer >= kRiverRows) {
          rivers_.push_back(end + gap / 2);
          left = 0;
        }
        end = i == 0 ? segment.box.x1 : std::max(end, segment.box.x1);
        ++left;
      }
    }
    lattice_.xs.insert(lattice_.xs.end(), rivers_.begin(), rivers_.end());
    std::sort(lattice_.xs.begin(), lattice_.xs.end());
    std::sort(rivers_.begin(), rivers_.end());
  }

  static void open_side(std::vector<float>& edges, float first, float last) {
    if (first < edges.front() - kOpenSide) edges.insert(edges.begin(), first);
    if (last > edges.back() + kOpenSide) edges.push_back(last);
  }

  void set_openings() {
    const size_t rows = lattice_.rows(), columns = lattice_.columns();
    lattice_.right_open.assign(rows * columns, false);
    lattice_.below_open.assign(rows * columns, false);
    std::vector<bool> undivided(rows, true);
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < columns; ++c) {
        const float x0 = lattice_.xs[c], x1 = lattice_.xs[c + 1];
        const float y0 = lattice_.ys[r], y1 = lattice_.ys[r + 1];
        const bool river = std::binary_search(rivers_.begin(), rivers_.end(), x1);
        const bool ruled = river || covered(grid_.down, x1, y0, y1) >= kCovered;
        if (c + 1 < columns && ruled && !river) undivided[r] = false;
        lattice_.right_open[lattice_.at(r, c)] = c + 1 < columns && !ruled;
        lattice_.below_open[lattice_.at(r, c)] =
            r + 1 < rows && covered(grid_.across, y1, x0, x1) < kCovered;
      }
    }
    for (size_t r = 0; r < rows; ++r) {
      if (!undivided[r]) continue;
      for (size_t c = 0; c + 1 < columns; ++c)
        lattice_.right_open[lattice_.at(r, c)] = false;
    }
    for (const uint32_t s : members_) {
      const Box& box = page_.segments[s].box;
      const size_t r = interval(lattice_.ys, middle_y(box));
      if (!undivided[r]) continue;
      for (size_t c = 0; c + 1 < columns; ++c) {
        const float x = lattice_.xs[c + 1];
        if (box.x0 < x - 2 && box.x1 > x + 2 && crosses(s, x))
          lattice_.right_open[lattice_.at(r, c)] = true;
      }
    }
  }

  // A word lies over this place, or two words close to it on both sides.
  bool crosses(uint32_t segment, float x) const {
    const std::vector<uint32_t>& words = page_.segments[segment].words;
    for (size_t i = 0; i < words.size(); ++i) {
      const Word& word = page_.words[words[i]];
      if (word.box.x0 < x - 1 && word.box.x1 > x + 1) return true;
      if (i == 0) continue;
      const Word& before = page_.words[words[i - 1]];
      if (before.box.x1 <= x + 1 && word.box.x0 >= x - 1)
        return word.box.x0 - before.box.x1 < 0.6F * word.size;
    }
    return false;
  }

  // Each segment's words to the cells they stand in.
  void divide() {
    parts_.resize(lattice_.rows() * lattice_.columns());
    for (const uint32_t s : members_) {
      const LineSegment& segment = page_.segments[s];
      const size_t row = interval(lattice_.ys, middle_y(segment.box));
      std::vector<uint32_t> words;
      size_t column = 0;
      const auto end = [&] {
        if (!words.empty())
          parts_[lattice_.at(row, column)].push_back(segment_of(page_.words, std::move(words)));
        words.clear();
      };
      for (const uint32_t w : segment.words) {
        const size_t at = interval(lattice_.xs, middle_x(page_.words[w].box));
        const bool glued = page_.words[w].glued && !words.empty() && words.back() + 1 == w;
        bool open = !words.empty() && at > column;
        for (size_t c = column; open && c < at; ++c)
          open = lattice_.right_open[lattice_.at(row, c)];
        if (at != column && !glued && !open) {
          end();
          column = at;
        }
        if (words.empty()) column = at;
        words.push_back(w);
      }
      end();
    }
  }

  // Cells without rules between them are one rectangle.
  void merge() {
    const size_t rows = lattice_.rows(), columns = lattice_.columns();
    std::vector<bool> taken(rows * columns, false);
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < columns; ++c) {
        if (taken[lattice_.at(r, c)]) continue;
        size_t right = c, bottom = r;
        while (right + 1 < columns && lattice_.right_open[lattice_.at(r, right)] &&
               !taken[lattice_.at(r, right + 1)])
          ++right;
        while (bottom + 1 < rows && opens_below(bottom, c, right, taken))
          ++bottom;
        RawCell cell{
            static_cast<uint32_t>(r),
            static_cast<uint32_t>(c),
            static_cast<uint32_t>(bottom - r + 1),
            static_cast<uint32_t>(right - c + 1),
            {},
            {lattice_.xs[c], lattice_.ys[r], lattice_.xs[right + 1], lattice_.ys[bottom + 1]}};
        for (size_t i = r; i <= bottom; ++i) {
          for (size_t j = c; j <= right; ++j) {
            taken[lattice_.at(i, j)] = true;
            std::vector<LineSegment>& parts = parts_[lattice_.at(i, j)];
            std::move(parts.begin(), parts.end(), std::back_inserter(cell.parts));
          }
        }
        cells_.push_back(std::move(cell));
      }
    }
  }

  bool opens_below(size_t row, size_t first, size_t last, const std::vector<bool>& taken) const {
    for (size_t c = first; c <= last; ++c) {
      if (!lattice_.below_open[lattice_.at(row, c)] || taken[lattice_.at(row + 1, c)]) return false;
      const bool inner = c < last;
      if (inner && !lattice_.right_open[lattice_.at(row + 1, c)]) return false;
    }
    // The cell below must end where this one does.
    return !lattice_.right_open[lattice_.at(row + 1, last)] &&
           (first == 0 || !lattice_.right_open[lattice_.at(row + 1, first - 1)]);
  }

  // The bases of the text in cells that begin in this row of the grid.
  std::vector<float> bases(const std::vector<const RawCell*>& cells) const {
    std::vector<float> all;
    float size = 8;
    for (const RawCell* cell : cells) {
      for (const LineSegment& part : cell->parts) {
        all.push_back(part.base);
        size = part.size;
      }
    }
    return clustered(std::move(all), kBaseApart * size);
  }

  // `places` are sorted and not empty.
  static size_t nearest(const std::vector<float>& places, float at) {
    const auto above = std::lower_bound(places.begin(), places.end(), at);
    if (above == places.begin()) return 0;
    const auto index = static_cast<size_t>(above - places.begin());
    if (above == places.end()) return index - 1;
    return *above - at < at - *(above - 1) ? index : index - 1;
  }

  // For each row of text in these cells, the row of the table it belongs to; one row for all when
  // the cells hold no rows of figures.
  std::vector<uint32_t> rows_of_text(const std::vector<const RawCell*>& cells,
                                     const std::vector<float>& places) const {
    std::vector<uint32_t> filled(places.size(), 0);
    size_t figures = 0, others = 0;
    for (const RawCell* cell : cells) {
      std::vector<bool> here(places.size(), false);
      for (const LineSegment& part : cell->parts) {
        here[nearest(places, part.base)] = true;
        if (cell->column == 0) continue;
        std::string text;
        for (const uint32_t w : part.words)
          text += page_.words[w].text + " ";
        ++(is_figure(text) ? figures : others);
      }
      for (size_t i = 0; i < places.size(); ++i)
        filled[i] += here[i] ? 1 : 0;
    }
    size_t full = 0;
    for (const uint32_t count : filled)
      full += count >= 2 ? 1 : 0;
    std::vector<uint32_t> rows(places.size(), 0);
    if (full < 2 || figures < 2 * others || figures < 2) return rows;
    uint32_t row = 0;
    for (size_t i = 1; i < places.size(); ++i)
      rows[i] = filled[i] >= 2 ? ++row : row;
    return rows;
  }

  void split_rows() {
    const auto rows = static_cast<uint32_t>(lattice_.rows());
    std::vector<std::vector<const RawCell*>> by_row(rows);
    for (const RawCell& cell : cells_)
      if (!cell.parts.empty() && cell.rows == 1) by_row[cell.row].push_back(&cell);
    std::vector<std::vector<float>> places(rows);
    std::vector<std::vector<uint32_t>> parts(rows);
    std::vector<uint32_t> start(rows + 1, 0);
    for (uint32_t r = 0; r < rows; ++r) {
      places[r] = bases(by_row[r]);
      parts[r] = rows_of_text(by_row[r], places[r]);
      start[r + 1] = start[r] + 1 + (parts[r].empty() ? 0 : parts[r].back());
    }
    std::vector<RawCell> all;
    for (RawCell& cell : cells_) {
      const uint32_t r = cell.row;
      const uint32_t end = start[r + cell.rows];
      if (cell.rows > 1 || start[r + 1] == start[r] + 1) {
        cell.row = start[r];
        cell.rows = end - start[r];
        all.push_back(std::move(cell));
        continue;
      }
      std::vector<RawCell> pieces(end - start[r]);
      for (uint32_t i = 0; i < pieces.size(); ++i)
        pieces[i] = {start[r] + i, cell.column, 1, cell.columns, {}, {}};
      for (LineSegment& part : cell.parts)
        pieces[parts[r][nearest(places[r], part.base)]].parts.push_back(std::move(part));
      std::move(pieces.begin(), pieces.end(), std::back_inserter(all));
    }
    cells_ = std::move(all);
  }

  // Rules around a form or a whole page tell no cells: what stands in one has columns of its own.
  bool is_frame() const {
    size_t all = 0, framed = 0;
    for (const RawCell& cell : cells_) {
      size_t characters = 0;
      for (const LineSegment& part : cell.parts)
        characters += part.characters;
      all += characters;
      if (rows_with_columns(cell) >= kFramedRows) framed += characters;
    }
    return framed * 8 > all;
  }

  static size_t rows_with_columns(const RawCell& cell) {
    std::vector<const LineSegment*> parts;
    for (const LineSegment& part : cell.parts)
      parts.push_back(&part);
    std::sort(parts.begin(), parts.end(), [](const LineSegment* a, const LineSegment* b) {
      return std::pair(a->base, a->box.x0) < std::pair(b->base, b->box.x0);
    });
    size_t rows = 0;
    float counted = -1e9F;  // base of the latest such row
    for (size_t i = 1; i < parts.size(); ++i) {
      const LineSegment &before = *parts[i - 1], &part = *parts[i];
      const float size = std::max(before.size, part.size);
      const bool beside = part.base - before.base < kBaseApart * size;
      const float gap = std::max(part.box.x0 - before.box.x1, before.box.x0 - part.box.x1);
      if (!beside || gap < kOwnColumn * size || part.base - counted < kBaseApart * size) continue;
      ++rows;
      counted = part.base;
    }
    return rows;
  }

  static bool is_table(const TablePart& part) {
    return part.rows >= 2 && part.columns >= 2 && part.cells.size() >= 4 &&
           part.cells.size() * 8 >= size_t{part.rows} * part.columns;
  }

  const PageText& page_;
  const Grid& grid_;
  Lattice lattice_;
  std::vector<float> rivers_;  // of its columns' borders, those without rules
  std::vector<uint32_t> members_;
  std::vector<std::vector<LineSegment>> parts_;
  std::vector<RawCell> cells_;
};

}  // namespace

std::optional<FoundTable> ruled_table(const PageText& page, const Grid& grid,
                                      std::span<const uint32_t> free) {
  return RuledTable(page, grid).find(free);
}

}  // namespace oi::layout
