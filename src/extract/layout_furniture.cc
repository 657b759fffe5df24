// A line on the edge of a page is furniture when the same text, but for its numbers, stands at the
// same height of enough pages; or when it is a page's number and nothing more. Only what has
// nothing but furniture between itself and the edge can be furniture.

#include "extract/layout_furniture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr size_t kEdgeLines = 3;      // of a page's top and of its bottom are looked at
constexpr float kEdge = 0.14F;        // of the page's height
constexpr float kSameHeight = 6;      // points
constexpr size_t kEnough = 3;         // pages
constexpr float kNoteSize = 0.93F;    // of the body's: a footnote's, at most
constexpr float kNotesFrom = 0.45F;   // of the page's height
constexpr size_t kLongestHead = 240;  // bytes

struct Edge {
  uint32_t page = 0, line = 0;
  bool top = false;
  float y = 0;  // from the page's own edge
};

// Numbers do not tell one running head from another.
std::string without_numbers(std::string_view text) {
  std::string all;
  bool number = false;
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    const char32_t c = next_code_point(text, at);
    if (is_digit(c)) {
      if (!number) all += '#';
      number = true;
      continue;
    }
    number = false;
    if (!is_space(c)) all += text.substr(from, at - from);
  }
  return all;
}

bool is_roman(std::string_view text) {
  return !text.empty() && text.size() <= 7 &&
         text.find_first_not_of("ivxlc") == std::string_view::npos;
}

// "12", "- 12 -", "xii", "Page 3 of 7".
bool is_page_number(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 24) return false;
  if (is_roman(text)) return true;
  size_t digits = 0, letters = 0, others = 0;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_digit(c)) {
      ++digits;
    } else if (is_letter(c)) {
      ++letters;
    } else if (!is_space(c)) {
      ++others;
    }
  }
  if (digits == 0 || digits > 8) return false;
  const std::string folded = fold(text);
  const bool named = folded.starts_with("page") || folded.starts_with("seite") ||
                     folded.starts_with("p.") || folded.starts_with("pag");
  return (letters == 0 && others <= 3 && digits <= 4) || named;
}

// The lines next to the top and the bottom, outermost first.
std::vector<uint32_t> by_height(const PageParts& page, bool top) {
  std::vector<uint32_t> lines;
  for (uint32_t i = 0; i < page.lines.size(); ++i)
    if (!page.lines[i].turned) lines.push_back(i);
  const auto before = [&](uint32_t a, uint32_t b) {
    const float ya = page.lines[a].base, yb = page.lines[b].base;
    if (ya != yb) return top ? ya < yb : ya > yb;
    return a < b;
  };
  const size_t count = std::min(kEdgeLines, lines.size());
  std::partial_sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(count), lines.end(),
                    before);
  lines.resize(count);
  return lines;
}

bool table_beyond(const PageParts& page, const Line& line, bool top) {
  return std::any_of(page.tables.begin(), page.tables.end(), [&](const TablePart& table) {
    return top ? table.box.y0 < line.box.y0 : table.box.y1 > line.box.y1;
  });
}

class Finder {
 public:
  Finder(std::span<const PageParts> pages, float body) : pages_(pages), body_(body) {
    for (const PageParts& page : pages)
      roles_.emplace_back(page.lines.size(), Role::Body);
  }

  std::vector<std::vector<Role>> find() {
    count();
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      mark_edge(p, true);
      mark_edge(p, false);
      mark_notes(p);
    }
    return std::move(roles_);
  }

 private:
  using Key = std::pair<std::string, bool>;

  static float from_edge(const PageParts& page, const Line& line, bool top) {
    return top ? line.base : page.height - line.base;
  }

  void count() {
    for (const PageParts& page : pages_) {
      for (const bool top : {true, false}) {
        for (const uint32_t i : by_height(page, top)) {
          const Line& line = page.lines[i];
          if (line.text.size() > kLongestHead) continue;
          seen_[{without_numbers(line.text), top}].push_back(from_edge(page, line, top));
        }
      }
    }
    for (auto& [key, heights] : seen_)
      std::sort(heights.begin(), heights.end());
  }

  size_t repeated(const PageParts& page, const Line& line, bool top) const {
    const auto at = seen_.find({without_numbers(line.text), top});
    if (at == seen_.end()) return 0;
    const float y = from_edge(page, line, top);
    const auto from = std::lower_bound(at->second.begin(), at->second.end(), y - kSameHeight);
    const auto to = std::upper_bound(at->second.begin(), at->second.end(), y + kSameHeight);
    return static_cast<size_t>(to - from);
  }

  void mark_edge(uint32_t p, bool top) {
    const PageParts& page = pages_[p];
    const size_t half = std::max<size_t>(2, (pages_.size() + 1) / 2);
    const size_t enough = std::min(kEnough, half);
    for (const uint32_t i : by_height(page, top)) {
      const Line& line = page.lines[i];
      if (table_beyond(page, line, top)) return;
      const bool at_edge = from_edge(page, line, top) < kEdge * page.height + line.size;
      const bool again = repeated(page, line, top) >= enough && at_edge;
      const bool number = is_page_number(line.text) && at_edge && page.lines.size() > 2;
      if (!again && !number) return;
      roles_[p][i] = top ? Role::Head : Role::Foot;
    }
  }

  static bool begins_note(const Line& line) {
    size_t at = 0;
    if (line.text.empty()) return false;
    const char32_t c = next_code_point(line.text, at);
    return is_digit(c) || c == U'*' || c == U'†' || c == U'‡' || c == U'¹' || c == U'²' ||
           c == U'³' || (c >= 0x2070 && c <= 0x2079) || c == U'(' || c == U'[';
  }

  // From the foot upwards: small lines, of which the first begins with a mark or stands below the
  // rule.
  void mark_notes(uint32_t p) {
    const PageParts& page = pages_[p];
    std::map<uint32_t, std::vector<uint32_t>> columns;
    for (uint32_t i = 0; i < page.lines.size(); ++i)
      if (roles_[p][i] == Role::Body && !page.lines[i].turned)
        columns[page.lines[i].column].push_back(i);
    for (auto& [column, lines] : columns) {
      size_t first = lines.size();
      for (size_t k = lines.size(); k-- > 0;) {
        const Line& line = page.lines[lines[k]];
        const bool small = line.size < kNoteSize * body_;
        if (!line.below_rule && (!small || line.base < kNotesFrom * page.height)) break;
        const bool starts = begins_note(line) ||
                            (line.below_rule && (k == 0 || !page.lines[lines[k - 1]].below_rule));
        if (starts) first = k;
      }
      for (size_t k = first; k < lines.size(); ++k)
        roles_[p][lines[k]] = Role::Note;
    }
  }

  std::span<const PageParts> pages_;
  float body_;
  std::vector<std::vector<Role>> roles_;
  std::map<Key, std::vector<float>> seen_;
};

}  // namespace

std::vector<std::vector<Role>> roles_of(std::span<const PageParts> pages, float body) {
  return Finder(pages, body).find();
}

float body_size(std::span<const PageParts> pages) {
  std::map<int, uint64_t> sizes;  // in tenths of points
  uint64_t all = 0;
  for (const PageParts& page : pages) {
    for (const Line& line : page.lines) {
      sizes[static_cast<int>(std::lround(std::min(line.size, 1000.0F) * 10))] += line.characters;
      all += line.characters;
    }
  }
  uint64_t seen = 0;
  for (const auto& [size, characters] : sizes) {
    seen += characters;
    if (2 * seen >= all && seen > 0) return static_cast<float>(size) / 10;
  }
  return 0;
}

}  // namespace oi::layout
