// A word's successor is the nearest word to its right that stands beside it; a word takes the
// nearest of those that chose it. Chains of successors without a wide gap are segments.

#include "extract/layout_lines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr float kWideGap = 1.15F;    // font sizes; a wider gap ends a segment
constexpr float kFileGap = 1.6F;     // the same where the file writes one word after the other
constexpr float kTabGap = 2.2F;      // font sizes; a wider gap in a line becomes a tab
constexpr float kLeastGap = 0.15F;   // font sizes; a narrower one is no space
constexpr float kBackwards = -0.6F;  // font sizes that words may lie over one another
constexpr float kOtherSize = 1.7F;   // times; such words stand in no segment together
constexpr size_t kBuckets = 4096;
constexpr size_t kLooks = 96;  // at most, for one word in one bucket

// By height on the page; in a bucket by left edge.
class Buckets {
 public:
  explicit Buckets(std::span<const Word> words) : words_(words) {
    float top = words[0].box.y0, bottom = words[0].box.y1;
    std::vector<float> sizes;
    for (const Word& word : words) {
      top = std::min(top, word.box.y0);
      bottom = std::max(bottom, word.box.y1);
      sizes.push_back(word.size);
    }
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    top_ = top;
    step_ = std::max({*middle, 2.0F, (bottom - top) / kBuckets});
    all_.resize(index(bottom) + 1);
    for (uint32_t i = 0; i < words.size(); ++i)
      all_[index(middle_y(words[i].box))].push_back(i);
    for (std::vector<uint32_t>& bucket : all_) {
      std::sort(bucket.begin(), bucket.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(words[a].box.x0, a) < std::pair(words[b].box.x0, b);
      });
    }
  }

  size_t index(float y) const {
    return static_cast<size_t>(std::clamp((y - top_) / step_, 0.0F, float{kBuckets}));
  }

  template <typename Look>
  void to_the_right(uint32_t from, const Look& look) const {
    const Word& word = words_[from];
    const size_t first = index(word.box.y0 - step_ / 2);
    const size_t last = std::min(index(word.box.y1 + step_ / 2), all_.size() - 1);
    for (size_t b = first; b <= last; ++b) {
      const std::vector<uint32_t>& bucket = all_[b];
      auto at = std::lower_bound(bucket.begin(), bucket.end(), word.box.x0,
                                 [&](uint32_t i, float x) { return words_[i].box.x0 < x; });
      for (size_t looks = 0; at != bucket.end() && looks < kLooks; ++at, ++looks) {
        if (*at != from && look(*at)) break;
      }
    }
  }

 private:
  std::span<const Word> words_;
  std::vector<std::vector<uint32_t>> all_;
  float top_ = 0, step_ = 1;
};

bool is_risen(const Word& word) {
  return word.rise != TextRun::Rise::None;
}

bool stand_together(const Word& a, const Word& b) {
  const float least = is_risen(a) || is_risen(b) || b.glued ? 0.2F : 0.5F;
  return share_of_height(a.box, b.box) >= least;
}

bool may_follow(const Word& a, const Word& b, bool next_in_file) {
  const float size = std::max(a.size, b.size);
  const float gap = b.box.x0 - a.box.x1;
  if (next_in_file && b.glued) return std::abs(gap) < 2 * size;
  if (b.begins_line && !next_in_file) return false;
  if (gap < kBackwards * size) return false;
  if (gap > (next_in_file ? kFileGap : kWideGap) * std::min(size, 2 * std::min(a.size, b.size)))
    return false;
  const bool other = size > kOtherSize * std::min(a.size, b.size);
  return !other || is_risen(a) || is_risen(b);
}

std::vector<uint32_t> successors(std::span<const Word> words) {
  const Buckets buckets(words);
  std::vector<uint32_t> next(words.size(), kNone), before(words.size(), kNone);
  const auto nearer = [&](uint32_t a, uint32_t b) {  // to the word both precede
    return std::pair(words[a].box.x1, a) > std::pair(words[b].box.x1, b);
  };
  const auto link = [&](uint32_t a, uint32_t b) {
    if (before[b] != kNone) {
      if (!nearer(a, before[b])) return;
      next[before[b]] = kNone;
    }
    next[a] = b;
    before[b] = a;
  };
  // What the file itself says stands together comes first.
  for (uint32_t i = 1; i < words.size(); ++i) {
    const Word &a = words[i - 1], &b = words[i];
    if (b.glued && b.box.x0 >= a.box.x0 && stand_together(a, b) && may_follow(a, b, true))
      link(i - 1, i);
  }
  for (uint32_t i = 0; i < words.size(); ++i) {
    if (next[i] != kNone) continue;
    uint32_t best = kNone;
    buckets.to_the_right(i, [&](uint32_t j) {
      const bool same_place = words[j].box.x0 == words[i].box.x0 && j < i;
      if (same_place || !stand_together(words[i], words[j])) return false;
      const bool further = best != kNone && words[j].box.x0 >= words[best].box.x0;
      if (further) return true;
      if (before[j] != kNone && words[j].glued && before[j] + 1 == j) return false;
      best = j;
      return true;
    });
    if (best != kNone && may_follow(words[i], words[best], best == i + 1)) link(i, best);
  }
  return next;
}

bool ends_with_space_or_none(std::string_view text) {
  return text.empty() || text.back() == ' ' || text.back() == '\t';
}

}  // namespace

LineSegment segment_of(std::span<const Word> words, std::vector<uint32_t> members) {
  LineSegment segment;
  segment.words = std::move(members);
  segment.bold = true;
  std::vector<std::pair<float, uint32_t>> sizes;
  uint32_t most = 0;
  for (const uint32_t i : segment.words) {
    const Word& word = words[i];
    include(segment.box, word.box);
    const auto characters = static_cast<uint32_t>(code_points(word.text));
    segment.characters += characters;
    segment.bold = segment.bold && (word.bold || is_risen(word));
    if (is_risen(word) && segment.words.size() > 1) continue;
    auto at = std::find_if(sizes.begin(), sizes.end(), [&](const auto& one) {
      return std::abs(one.first - word.size) < 0.25F;
    });
    if (at == sizes.end()) {
      if (sizes.size() < 8) sizes.emplace_back(word.size, characters);
      at = sizes.end() - 1;
    } else {
      at->second += characters;
    }
    if (at->second > most) {
      most = at->second;
      segment.size = word.size;
      segment.base = word.box.y1;
    }
  }
  if (segment.size == 0) {
    segment.size = words[segment.words.front()].size;
    segment.base = words[segment.words.front()].box.y1;
  }
  return segment;
}

std::vector<LineSegment> segments_of(std::span<const Word> words) {
  std::vector<LineSegment> segments;
  if (words.empty()) return segments;
  const std::vector<uint32_t> next = successors(words);
  std::vector<bool> follows(words.size(), false);
  for (const uint32_t n : next)
    if (n != kNone) follows[n] = true;
  std::vector<bool> used(words.size(), false);
  const auto chain_from = [&](uint32_t first) {
    std::vector<uint32_t> members;
    for (uint32_t i = first; i != kNone && !used[i]; i = next[i]) {
      used[i] = true;
      members.push_back(i);
    }
    segments.push_back(segment_of(words, std::move(members)));
  };
  for (uint32_t i = 0; i < words.size(); ++i)
    if (!follows[i]) chain_from(i);
  for (uint32_t i = 0; i < words.size(); ++i)  // words in a ring, by damaged boxes
    if (!used[i]) chain_from(i);
  std::stable_sort(segments.begin(), segments.end(),
                   [](const LineSegment& a, const LineSegment& b) {
                     return std::pair(a.base, a.box.x0) < std::pair(b.base, b.box.x0);
                   });
  return segments;
}

std::vector<Row> rows_of(std::span<const LineSegment> segments, std::span<const uint32_t> members) {
  std::vector<uint32_t> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
    const float ya = middle_y(segments[a].box), yb = middle_y(segments[b].box);
    return std::pair(ya, a) < std::pair(yb, b);
  });
  std::vector<Row> rows;
  float tallest = 0;
  for (const uint32_t i : sorted) {
    const LineSegment& segment = segments[i];
    bool joins = false;
    if (!rows.empty()) {
      // Beside its latest segment, and over none of the row's.
      const LineSegment& latest = segments[rows.back().segments.back()];
      joins = share_of_height(latest.box, segment.box) >= 0.5F &&
              std::abs(latest.base - segment.base) < 0.6F * std::max(latest.size, segment.size);
      for (size_t k = rows.back().segments.size(), looks = 0; joins && k-- > 0 && looks < 64;
           ++looks) {
        const Box& other = segments[rows.back().segments[k]].box;
        joins = std::min(other.x1, segment.box.x1) - std::max(other.x0, segment.box.x0) <
                0.5F * segment.size;
      }
    }
    if (!joins) {
      rows.push_back({});
      tallest = 0;
    }
    Row& row = rows.back();
    row.segments.push_back(i);
    include(row.box, segment.box);
    if (height(segment.box) > tallest) {
      tallest = height(segment.box);
      row.base = segment.base;
    }
  }
  for (Row& row : rows) {
    std::sort(row.segments.begin(), row.segments.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(segments[a].box.x0, a) < std::pair(segments[b].box.x0, b);
    });
  }
  return rows;
}

Line line_of(const Row& row, std::span<const LineSegment> segments, std::span<const Word> words,
             const Turn& turn, bool in_cell) {
  Line line;
  line.box = row.box;
  line.base = row.base;
  line.bold = true;
  line.turned = turn.quarters != 0;
  line.italic = true;
  uint32_t most = 0;
  const Word* previous = nullptr;
  uint32_t previous_index = 0;
  TextPlace place;
  Box around;
  const auto end_place = [&] {
    place.end = static_cast<uint32_t>(line.text.size());
    place.box = turn.shown(around);
    if (place.end > place.begin) line.places.push_back(place);
    around = {};
  };
  for (const uint32_t s : row.segments) {
    const LineSegment& segment = segments[s];
    for (const uint32_t i : segment.words) {
      const Word& word = words[i];
      if (previous != nullptr) {
        const float gap = word.box.x0 - previous->box.x1;
        const float size = std::max({word.size, previous->size, 1.0F});
        const bool next_in_file = i == previous_index + 1;
        const bool glued =
            next_in_file ? word.glued
                         : !word.begins_line && gap < kLeastGap * size && gap > kBackwards * size;
        if (!in_cell && gap > kTabGap * size && !is_marker(line.text)) {
          end_place();
          line.text += '\t';
          place.begin = static_cast<uint32_t>(line.text.size());
        } else if (!glued && !ends_with_space_or_none(line.text)) {
          line.text += ' ';
        }
      }
      line.text += word.text;
      include(around, word.box);
      line.characters += static_cast<uint32_t>(code_points(word.text));
      line.italic = line.italic && word.italic;
      previous = &word;
      previous_index = i;
    }
    line.bold = line.bold && segment.bold;
    if (segment.characters > most) {
      most = segment.characters;
      line.size = segment.size;
    }
  }
  end_place();
  return line;
}

bool is_marker(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 12) return false;
  if (code_points(text) == 1) {
    size_t at = 0;
    const char32_t c = next_code_point(text, at);
    return !is_letter(c) && !is_digit(c) && c != U'=' && c != U'+' && c != U'|' && c != U'$' &&
           c != U'%';
  }
  const bool open = text.front() == '(';
  if (open) text.remove_prefix(1);
  const char end = text.back();
  const bool closed = end == '.' || end == ')' || end == ':';
  if (closed) text.remove_suffix(1);
  if (text.empty()) return false;
  bool digits = true, dotted = false, roman = true;
  for (const char c : text) {
    digits = digits && ((c >= '0' && c <= '9') || c == '.');
    dotted = dotted || c == '.';
    roman = roman && std::string_view("ivxIVX").find(c) != std::string_view::npos;
  }
  if (digits) return (closed && text.size() <= 3) || (dotted && text.front() != '.');
  const bool letter = text.size() == 1 &&
                      ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  return closed && (letter || (roman && text.size() <= 5));
}

}  // namespace oi::layout
