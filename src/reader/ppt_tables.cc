// Cells are shapes of one group and have no other order than their places; the lines between them
// are shapes without a height or a width.

#include <algorithm>

#include "reader/bytes.h"
#include "reader/compound_art.h"
#include "reader/ppt_slides.h"

namespace oi {
namespace {

constexpr size_t kMostCells = 20'000;
constexpr int32_t kSame = 3;  // units of a 576th of an inch: edges this near are one

struct Drawn {
  int32_t left = 0, top = 0, right = 0, bottom = 0;
  std::string_view shape;
};

bool is_table(std::string_view shape) {
  ArtProperties properties;
  for (const PptRecord& record : ppt_children(shape))
    if (record.type == kArtProperties || record.type == kArtMoreProperties)
      read_art_properties(record, properties);
  return properties.table;
}

bool has_text(std::string_view shape) {
  PptTree tree(shape);
  PptRecord record;
  while (tree.next(record)) {
    const bool text = record.type == kPptTextChars || record.type == kPptTextBytes;
    if (record.type == kPptOutlineText || (text && !record.content.empty())) return true;
  }
  return false;
}

// Edges from the first to the last, those that are one told once.
std::vector<int32_t> edges(std::vector<int32_t> all) {
  std::sort(all.begin(), all.end());
  std::vector<int32_t> kept;
  for (const int32_t edge : all)
    if (kept.empty() || int64_t{edge} - kept.back() > kSame) kept.push_back(edge);
  return kept;
}

// The first edge that is not before `at`.
size_t edge_at(const std::vector<int32_t>& all, int32_t at) {
  const auto found = std::lower_bound(all.begin(), all.end(), at, [](int32_t edge, int32_t value) {
    return int64_t{edge} + kSame < value;
  });
  return static_cast<size_t>(found - all.begin());
}

}  // namespace

std::vector<PptCell> ppt_table(std::string_view group) {
  std::vector<PptCell> cells;
  std::vector<Drawn> drawn;
  std::vector<int32_t> lefts, tops;
  bool first = true;
  for (const PptRecord& record : ppt_children(group)) {
    if (record.type != kArtShape) continue;
    if (first && !is_table(record.content)) return cells;
    if (!first) {
      if (drawn.size() >= kMostCells) return {};
      const size_t before = drawn.size();
      for (const PptRecord& inner : ppt_children(record.content)) {
        if (inner.type != kArtInGroup) continue;
        const auto at = [&](size_t place) {
          return static_cast<int32_t>(u32(inner.content, place));
        };
        const Drawn one{at(0), at(4), at(8), at(12), record.content};
        if (int64_t{one.right} - one.left <= kSame || int64_t{one.bottom} - one.top <= kSame)
          continue;
        drawn.push_back(one);
        lefts.push_back(one.left);
        tops.push_back(one.top);
      }
      // What has no place in the grid would be lost, so it is none.
      if (drawn.size() == before && has_text(record.content)) return {};
    }
    first = false;
  }
  lefts = edges(std::move(lefts));
  tops = edges(std::move(tops));
  for (const Drawn& one : drawn) {
    PptCell cell;
    const size_t row = edge_at(tops, one.top), column = edge_at(lefts, one.left);
    cell.row = static_cast<uint32_t>(row);
    cell.column = static_cast<uint16_t>(column);
    cell.rows = static_cast<uint16_t>(std::max<size_t>(edge_at(tops, one.bottom) - row, 1));
    cell.columns = static_cast<uint16_t>(std::max<size_t>(edge_at(lefts, one.right) - column, 1));
    cell.shape = one.shape;
    cells.push_back(cell);
  }
  std::stable_sort(cells.begin(), cells.end(), [](const PptCell& one, const PptCell& other) {
    return std::pair(one.row, one.column) < std::pair(other.row, other.column);
  });
  return cells;
}

}  // namespace oi
