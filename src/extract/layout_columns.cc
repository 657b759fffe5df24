// Of a region, the gutter is taken that divides the most lines: among the places that few pieces
// cross, and between two pieces that cross it. What stands above is read first, then its left side,
// its right side, and what stands below; each is a region again. Where the left side is narrow and
// sparse it holds side headings: each is read before the lines that begin beside it.

#include "extract/layout_columns.h"

#include <algorithm>
#include <cmath>

namespace oi::layout {
namespace {

constexpr int kDeepest = 8;
constexpr size_t kBins = 256;
constexpr size_t kCandidates = 16;
constexpr float kCrossedBy = 0.4F;     // of the most pieces over any place, at most
constexpr float kNarrowGutter = 0.7F;  // font sizes, where it runs along many lines
constexpr float kWideGutter = 1.4F;    // where it runs along few
constexpr size_t kManyLines = 5;
constexpr float kProseWords = 2.4F;   // in a piece, on average
constexpr float kWordsBeside = 3.4F;  // the same, where a side holds columns again
constexpr size_t kLongList = 10;      // lines
constexpr float kWordsOfList = 1.5F;
constexpr float kHeading = 1.15F;    // times the usual size: no gutter runs beside it
constexpr float kSparse = 0.62F;     // lines of side headings to lines beside them
constexpr float kSideWidth = 0.42F;  // of both sides
constexpr float kSameBase = 0.45F;   // font sizes
constexpr float kSamePart = 1.9F;    // font sizes between bases of one side heading's lines

using Pieces = std::span<const Piece>;
using Members = std::vector<uint32_t>;

struct Gutter {
  float x = 0;
  size_t from = 0, to = 0;  // places in the region's members
  size_t lines = 0;
  bool side_headings = false;
};

struct Side {
  size_t lines = 0, pieces = 0, words = 0, figures = 0, markers = 0, tables = 0;
  float size = 0;  // on average
  Box box;
  std::vector<float> bases;  // of its lines
};

class Cutter {
 public:
  explicit Cutter(Pieces pieces) : pieces_(pieces) {}

  std::vector<Column> cut() {
    Members all(pieces_.size());
    for (uint32_t i = 0; i < all.size(); ++i)
      all[i] = i;
    std::stable_sort(all.begin(), all.end(), [&](uint32_t a, uint32_t b) {
      return middle_y(pieces_[a].box) < middle_y(pieces_[b].box);
    });
    region(all, 0);
    return std::move(columns_);
  }

 private:
  void region(const Members& members, int depth) {
    Gutter gutter;
    if (depth < kDeepest && members.size() >= 3) gutter = best_gutter(members);
    if (gutter.lines == 0) return leaf(members);
    const auto part = [&](size_t from, size_t to) {
      return Members(members.begin() + static_cast<std::ptrdiff_t>(from),
                     members.begin() + static_cast<std::ptrdiff_t>(to));
    };
    if (gutter.from > 0) region(part(0, gutter.from), depth + 1);
    Members left, right;
    for (size_t i = gutter.from; i < gutter.to; ++i) {
      if (pieces_[members[i]].what == Piece::What::Rule) continue;
      (middle_x(pieces_[members[i]].box) < gutter.x ? left : right).push_back(members[i]);
    }
    if (gutter.side_headings) {
      side_headings(left, right, depth);
    } else {
      region(left, depth + 1);
      region(right, depth + 1);
    }
    if (gutter.to < members.size()) region(part(gutter.to, members.size()), depth + 1);
  }

  void leaf(const Members& members) {
    Column column;
    Box box;
    for (const uint32_t i : members) {
      if (pieces_[i].what == Piece::What::Rule) continue;
      column.pieces.push_back(i);
      include(box, pieces_[i].box);
    }
    if (column.pieces.empty()) return;
    column.left = box.x0;
    column.right = box.x1;
    columns_.push_back(std::move(column));
  }

  // Places that few pieces cover, between places that many do.
  std::vector<float> candidates(const Members& members) const {
    Box all;
    for (const uint32_t i : members)
      if (pieces_[i].what == Piece::What::Text) include(all, pieces_[i].box);
    const float step = width(all) / kBins;
    if (step <= 0) return {};
    std::vector<int> change(kBins + 1, 0);
    const auto bin = [&](float x) {
      return static_cast<size_t>(std::clamp((x - all.x0) / step, 0.0F, float{kBins - 1}));
    };
    for (const uint32_t i : members) {
      if (pieces_[i].what != Piece::What::Text) continue;
      ++change[bin(pieces_[i].box.x0)];
      --change[bin(pieces_[i].box.x1) + 1];
    }
    std::vector<int> over(kBins);
    int sum = 0, most = 0;
    for (size_t b = 0; b < kBins; ++b) {
      over[b] = sum += change[b];
      most = std::max(most, sum);
    }
    const int limit = static_cast<int>(kCrossedBy * static_cast<float>(most));
    std::vector<std::pair<int, float>> found;
    for (size_t b = 1; b + 1 < kBins; ++b) {
      if (over[b] > limit || over[b] > over[b - 1]) continue;
      size_t end = b;
      while (end + 1 < kBins && over[end + 1] == over[b])
        ++end;
      if (end + 1 < kBins && over[end + 1] > over[b]) {
        const float middle = static_cast<float>(b + end + 1) / 2;
        found.emplace_back(over[b], all.x0 + step * middle);
      }
      b = end;
    }
    std::sort(found.begin(), found.end());
    if (found.size() > kCandidates) found.resize(kCandidates);
    std::vector<float> places;
    for (const auto& one : found)
      places.push_back(one.second);
    return places;
  }

  Gutter best_gutter(const Members& members) const {
    Gutter best;
    const std::vector<float> places = candidates(members);
    const std::vector<bool> headings = headings_over(members, places);
    for (const float x : places) {
      size_t from = 0;
      for (size_t i = 0; i <= members.size(); ++i) {
        const bool crosses = i < members.size() && (headings[i] || crosses_at(members[i], x));
        if (i < members.size() && !crosses) continue;
        Gutter gutter{x, from, i, 0, false};
        if (i - from >= 2) judge(members, gutter);
        if (gutter.lines > best.lines) best = gutter;
        from = i + 1;
      }
    }
    return best;
  }

  bool crosses_at(uint32_t piece, float x) const {
    return pieces_[piece].box.x0 < x && pieces_[piece].box.x1 > x;
  }

  // Large text over one gutter stands over all of them.
  std::vector<bool> headings_over(const Members& members, const std::vector<float>& places) const {
    std::vector<float> sizes;
    for (const uint32_t i : members)
      if (pieces_[i].what == Piece::What::Text) sizes.push_back(pieces_[i].size);
    std::vector<bool> headings(members.size(), false);
    if (sizes.empty()) return headings;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    for (size_t i = 0; i < members.size(); ++i) {
      const bool large = pieces_[members[i]].size > kHeading * *middle;
      headings[i] = large && std::any_of(places.begin(), places.end(),
                                         [&](float x) { return crosses_at(members[i], x); });
    }
    return headings;
  }

  Side side(const Members& members) const {
    Side all;
    float base = -1e9F, sizes = 0;
    for (const uint32_t i : members) {
      const Piece& piece = pieces_[i];
      include(all.box, piece.box);
      if (piece.what == Piece::What::Table) {
        ++all.tables;
        continue;
      }
      if (piece.box.y1 > base + 0.5F * piece.size) {
        ++all.lines;
        base = piece.box.y1;
        all.bases.push_back(base);
      }
      ++all.pieces;
      all.words += piece.words;
      all.figures += piece.figures ? 1 : 0;
      all.markers += piece.marker ? 1 : 0;
      sizes += piece.size;
    }
    if (all.pieces > 0) all.size = sizes / static_cast<float>(all.pieces);
    return all;
  }

  static bool reads_as_text(const Side& side) {
    if (side.tables > 0) return true;
    const auto pieces = static_cast<float>(side.pieces);
    const auto words = static_cast<float>(side.words);
    const float beside = words >= kWordsBeside * pieces ? 4.0F : 1.5F;  // columns of its own
    return side.lines >= 2 && words >= kProseWords * pieces &&
           static_cast<float>(side.figures) < 0.3F * pieces &&
           pieces < beside * static_cast<float>(side.lines) + 1;
  }

  // Such as an index: many short lines on both sides, which do not go together as rows do.
  static bool are_long_lists(const Side& a, const Side& b, float gap) {
    for (const Side* const side : {&a, &b}) {
      const auto pieces = static_cast<float>(side->pieces), words = static_cast<float>(side->words);
      if (side->lines < kLongList || words < kWordsOfList * pieces) return false;
      if (static_cast<float>(side->figures) > 0.15F * pieces) return false;
      if (pieces > 2.1F * static_cast<float>(side->lines)) return false;
    }
    if (gap < std::max(a.size, b.size)) return false;
    size_t together = 0;
    for (const float base : a.bases) {
      const auto at = std::lower_bound(b.bases.begin(), b.bases.end(), base - 0.15F * a.size);
      together += at != b.bases.end() && *at < base + 0.15F * a.size ? 1 : 0;
    }
    const size_t fewer = std::min(a.lines, b.lines);
    if (together * 10 < fewer * 7) return true;
    const float ratio = width(a.box) / std::max(width(b.box), 1.0F);
    return ratio > 0.6F && ratio < 1.7F && a.pieces * 10 < a.lines * 13 &&
           b.pieces * 10 < b.lines * 13;
  }

  void judge(const Members& members, Gutter& gutter) const {
    Members left, right;
    for (size_t i = gutter.from; i < gutter.to; ++i) {
      const Piece& piece = pieces_[members[i]];
      if (piece.what == Piece::What::Rule) continue;
      (middle_x(piece.box) < gutter.x ? left : right).push_back(members[i]);
    }
    if (left.empty() || right.empty()) return;
    const Side a = side(left), b = side(right);
    const float gap = b.box.x0 - a.box.x1;
    const float size = std::min(a.size > 0 ? a.size : b.size, b.size > 0 ? b.size : a.size);
    const size_t fewer = std::min(a.lines, b.lines);
    if (gap < (fewer >= kManyLines ? kNarrowGutter : kWideGutter) * size) return;
    const float overlap = std::min(a.box.y1, b.box.y1) - std::max(a.box.y0, b.box.y0);
    if (overlap < 0.5F * std::min(height(a.box), height(b.box))) return;
    if (has_side_headings(left, a, b)) {
      gutter.lines = a.lines + b.lines;
      gutter.side_headings = true;
      return;
    }
    const bool prose = a.markers * 2 <= a.pieces && reads_as_text(a) && reads_as_text(b);
    if (!prose && !are_long_lists(a, b, gap)) return;
    gutter.lines = a.lines + b.lines + 4 * (a.tables + b.tables);
  }

  bool has_side_headings(const Members& left, const Side& a, const Side& b) const {
    if (a.tables > 0 || a.markers > 0 || a.figures * 2 > a.pieces) return false;
    if (b.tables > 0 || b.lines < 2 || a.words < a.lines) return false;
    if (static_cast<float>(a.lines) > kSparse * static_cast<float>(b.lines)) return false;
    if (width(a.box) > kSideWidth * (b.box.x1 - a.box.x0)) return false;
    const auto pieces = static_cast<float>(b.pieces);
    if (static_cast<float>(b.words) < kProseWords * pieces) return false;
    size_t aligned = 0;
    const std::vector<float> tops = tops_of(left);
    for (const float top : tops) {
      const auto at = std::lower_bound(b.bases.begin(), b.bases.end(), top - kSameBase * b.size);
      aligned += at != b.bases.end() && *at < top + kSameBase * b.size ? 1 : 0;
    }
    return aligned == tops.size() && tops.size() >= 2;
  }

  // The base of the first line of each part.
  std::vector<float> tops_of(const Members& left) const {
    std::vector<float> tops;
    float base = -1e9F;
    for (const uint32_t i : left) {
      const Piece& piece = pieces_[i];
      if (piece.box.y1 > base + kSamePart * piece.size) tops.push_back(piece.box.y1);
      base = std::max(base, piece.box.y1);
    }
    return tops;
  }

  void side_headings(const Members& left, const Members& right, int depth) {
    const std::vector<float> tops = tops_of(left);
    std::vector<Members> headings(tops.size() + 1), texts(tops.size() + 1);
    const auto put = [&](const Members& from, std::vector<Members>& to) {
      for (const uint32_t i : from) {
        const Piece& piece = pieces_[i];
        const auto part =
            std::lower_bound(tops.begin(), tops.end(), piece.box.y1 + 0.6F * piece.size);
        to[static_cast<size_t>(part - tops.begin())].push_back(i);
      }
    };
    put(left, headings);
    put(right, texts);
    for (size_t i = 0; i < headings.size(); ++i) {
      leaf(headings[i]);
      if (!texts[i].empty()) region(texts[i], depth + 1);
    }
  }

  Pieces pieces_;
  std::vector<Column> columns_;
};

}  // namespace

std::vector<Column> columns_of(std::span<const Piece> pieces) {
  return Cutter(pieces).cut();
}

}  // namespace oi::layout
