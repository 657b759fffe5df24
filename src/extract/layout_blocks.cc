// Lines of one column follow one another. The usual pitch of a page is the median distance of
// neighbouring bases in font sizes; a distance well above it parts paragraphs, as do another size
// or weight, an indentation or a short line after a sentence's end, and a list's mark.

#include "extract/layout_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"
#include "extract/layout_lines.h"

namespace oi::layout {
namespace {

constexpr float kUsualPitch = 1.2F;     // when a page has no own
constexpr float kWidePitch = 1.28F;     // times the usual: another paragraph
constexpr float kOtherSize = 1.15F;     // ratio of sizes: another paragraph
constexpr float kLeastIndent = 0.8F;    // in font sizes
constexpr float kLargestIndent = 8.0F;  // in font sizes
constexpr float kShortLine = 0.72F;     // of the column's width, where a sentence ends
constexpr float kFullLine = 0.85F;      // of the column's width
constexpr size_t kHeadingLines = 3;
constexpr size_t kHeadingCharacters = 200;
constexpr size_t kBoldCharacters = 120;  // of a heading that only its weight tells
constexpr size_t kCaptionLines = 5;

bool ends_sentence(std::string_view text) {
  text = trim(text);
  while (!text.empty()) {  // a note's number
    bool cut = false;
    for (const std::string_view mark : {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}) {
      if (!text.ends_with(mark)) continue;
      text.remove_suffix(mark.size());
      cut = true;
    }
    if (!cut) break;
  }
  for (const std::string_view mark :
       {".", "!", "?", ":", ".\"", ".)", ".”", ".“", ".»", "!”", "?”", "。", "！", "？", "■", ".]"})
    if (text.ends_with(mark)) return true;
  return text.empty();
}

bool starts_lower(std::string_view text) {
  size_t at = 0;
  return !text.empty() && is_lower(next_code_point(text, at));
}

size_t letters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();)
    count += is_letter(next_code_point(text, at)) ? 1 : 0;
  return count;
}

float pitch(const Line& above, const Line& below) {
  return (below.base - above.base) / std::max({above.size, below.size, 1.0F});
}

float usual_pitch(const PageParts& page) {
  std::vector<float> pitches;
  for (size_t i = 1; i < page.lines.size(); ++i) {
    const float p = pitch(page.lines[i - 1], page.lines[i]);
    if (page.lines[i].column == page.lines[i - 1].column && p > 0.8F && p < 2.2F)
      pitches.push_back(p);
  }
  if (pitches.size() < 3) return kUsualPitch;
  const auto middle = pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 2);
  std::nth_element(pitches.begin(), middle, pitches.end());
  return *middle;
}

// "3.2.1 Title" is 3 deep; 0 without a number.
uint8_t depth_of_number(std::string_view text) {
  uint8_t depth = 0;
  size_t at = 0;
  while (at < text.size() && depth < 6) {
    const size_t from = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
      ++at;
    if (at == from || at - from > 3) break;
    ++depth;
    if (at >= text.size() || text[at] != '.') break;
    ++at;
  }
  if (depth == 0 || at >= text.size() || (text[at] != ' ' && text[at] != '\t')) return 0;
  const std::string_view rest = trim(text.substr(at));
  return letters(rest) >= 2 ? depth : 0;
}

uint8_t level_by_size(float ratio) {
  if (ratio >= 1.7F) return 1;
  if (ratio >= 1.35F) return 2;
  return ratio >= kOtherSize ? 3 : 0;
}

class Blocks {
 public:
  Blocks(const PageParts& page, std::span<const Role> roles, float body)
      : page_(page), roles_(roles), body_(body), usual_(usual_pitch(page)) {}

  PageBlocks build() {
    for (const Entry& item : page_.order) {
      if (item.what == Entry::What::Line) {
        take(item.index);
      } else {
        const bool table = item.what == Entry::What::Table;
        const BlockKind kind = table ? BlockKind::Table : page_.beside[item.index].kind;
        all_.body.push_back({kind, 0, item.what, {item.index}, false, false, false});
      }
    }
    for (std::vector<PageBlock>* const blocks : {&all_.body, &all_.notes})
      for (PageBlock& block : *blocks)
        if (block.what == Entry::What::Line) settle(block);
    join_list_items(all_.body);
    return std::move(all_);
  }

 private:
  const Line& line(uint32_t index) const { return page_.lines[index]; }

  void take(uint32_t index) {
    switch (roles_[index]) {
      case Role::Head:
        return add(all_.heads, BlockKind::Furniture, index);
      case Role::Foot:
        return add(all_.feet, BlockKind::Furniture, index);
      case Role::Note:
        return add(all_.notes, BlockKind::Footnote, index);
      case Role::Body:
        // A margin's turned line waits as notes do: it splits no sentence that goes on.
        if (line(index).turned && !line(0).turned)
          return add(all_.notes, BlockKind::Paragraph, index);
        return add(all_.body, line(index).formula ? BlockKind::Formula : BlockKind::Paragraph,
                   index);
    }
  }

  void add(std::vector<PageBlock>& blocks, BlockKind kind, uint32_t index) {
    const bool follows =
        !blocks.empty() && blocks.back().what == Entry::What::Line && blocks.back().kind == kind;
    const bool whole = kind == BlockKind::Formula || kind == BlockKind::Furniture;
    if (follows &&
        (whole || !parted(blocks.back(), line(blocks.back().items.back()), line(index)))) {
      blocks.back().items.push_back(index);
    } else {
      blocks.push_back({kind, 0, Entry::What::Line, {index}, false, false, false});
    }
  }

  bool parted(const PageBlock& block, const Line& above, const Line& below) const {
    const float larger = std::max(above.size, below.size);
    const float smaller = std::max(std::min(above.size, below.size), 0.1F);
    if (above.turned != below.turned) return true;
    if (larger / smaller > kOtherSize) return true;
    const bool note = block.kind == BlockKind::Footnote;
    if (above.bold != below.bold && !note) return true;
    const bool closed = ends_sentence(above.text);
    const float full = above.right - above.left;
    if (above.column != below.column) {
      const bool goes_on = starts_lower(below.text) || (is_full(above) && is_full(below));
      return closed || !goes_on || marker_bytes(below.text) > 0;
    }
    const float apart = pitch(above, below);
    if (apart > std::max(usual_, 1.0F) * kWidePitch) return true;
    const bool ends_short = above.box.x1 - above.left < kShortLine * full;
    const Line& first = line(block.items.front());
    if (marker_bytes(below.text) > 0) {
      const bool aligned =
          marker_bytes(first.text) > 0 && std::abs(below.box.x0 - first.box.x0) < 0.6F * larger;
      if (closed || ends_short || aligned) return true;
    }
    if (is_caption(below.text) && (closed || ends_short)) return true;
    if (note) return false;
    const float indent = (below.box.x0 - above.box.x0) / std::max(larger, 1.0F);
    if (closed && indent > kLeastIndent && indent < kLargestIndent && marker_bytes(above.text) == 0)
      return true;
    if (closed && ends_short && !starts_lower(below.text)) return true;
    // Back out of a list's item.
    return closed && marker_bytes(first.text) > 0 && block.items.size() > 0 &&
           below.box.x0 < first.box.x0 + 0.5F * larger;
  }

  static bool is_full(const Line& line) {
    return line.box.x1 - line.left > kFullLine * (line.right - line.left);
  }

  std::string text_of(const PageBlock& block) const {
    std::string text;
    for (const uint32_t i : block.items)
      text += (text.empty() ? "" : " ") + line(i).text;
    return text;
  }

  void settle(PageBlock& block) {
    const Line& first = line(block.items.front());
    const Line& last = line(block.items.back());
    block.open = !ends_sentence(last.text) && !last.turned;
    block.full = is_full(last);
    if (block.kind != BlockKind::Paragraph) {
      block.open = block.open && block.kind == BlockKind::Footnote;
      return;
    }
    block.level = heading_level(block);
    if (block.level > 0) {
      block.kind = BlockKind::Heading;
      block.open = false;
      return;
    }
    if (is_caption(first.text) && block.items.size() <= kCaptionLines) {
      block.kind = BlockKind::Caption;
      block.open = false;
      return;
    }
    block.goes_on = starts_lower(first.text) && !first.turned;
    if (marker_bytes(first.text) > 0) block.kind = BlockKind::List;
  }

  uint8_t heading_level(const PageBlock& block) const {
    size_t characters = 0, with_letters = 0;
    float largest = 0, smallest = 1e9F;
    bool bold = true, italic = true;
    for (const uint32_t i : block.items) {
      if (line(i).turned) return 0;
      characters += line(i).characters;
      with_letters += letters(line(i).text);
      largest = std::max(largest, line(i).size);
      smallest = std::min(smallest, line(i).size);
      bold = bold && line(i).bold;
      italic = italic && line(i).italic;
    }
    const std::string text = text_of(block);
    if (is_caption(text) || block.items.size() > kHeadingLines || characters > kHeadingCharacters ||
        with_letters < 2 || body_ <= 0)
      return 0;
    if (text.find('\t') != std::string::npos && depth_of_number(text) == 0 &&
        marker_bytes(text) == 0)
      return 0;
    const float ratio = smallest / body_;
    const uint8_t depth = depth_of_number(text);
    uint8_t level = level_by_size(ratio);
    const std::string_view end = trim(text);
    const bool unfinished = end.find_last_of(".,;:!?") == end.size() - 1;
    if (level == 0) {
      const bool weighty = bold && characters <= kBoldCharacters && ratio >= 0.97F;
      const bool numbered = depth >= 2 && italic && ratio >= 0.97F && characters <= kBoldCharacters;
      if (unfinished || !(weighty || numbered)) return 0;
      level = ratio >= 1.04F ? 3 : 4;
    }
    return depth > 0 ? depth : level;
  }

  // Items that follow one another are one list. A single number before a paragraph makes none.
  void join_list_items(std::vector<PageBlock>& blocks) const {
    std::vector<PageBlock> all;
    for (PageBlock& block : blocks) {
      if (block.kind == BlockKind::List && !all.empty() && all.back().kind == BlockKind::List) {
        PageBlock& list = all.back();
        list.items.insert(list.items.end(), block.items.begin(), block.items.end());
        list.open = block.open;
        list.level = 1;  // more than one item
        continue;
      }
      all.push_back(std::move(block));
    }
    for (PageBlock& block : all) {
      if (block.kind != BlockKind::List) continue;
      const char first = line(block.items.front()).text.front();
      const bool numbered = (first >= '0' && first <= '9') || first == '(' ||
                            (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
      if (numbered && block.level == 0) block.kind = BlockKind::Paragraph;
      block.level = 0;
    }
    blocks = std::move(all);
  }

  const PageParts& page_;
  std::span<const Role> roles_;
  float body_, usual_;
  PageBlocks all_;
};

bool starts_with_name(std::string_view text, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (!text.starts_with(name)) continue;
    std::string_view rest = trim(text.substr(name.size()));
    if (rest.empty()) return false;
    const bool number = rest.front() >= '0' && rest.front() <= '9';
    const bool letter = rest.size() > 1 && rest.front() >= 'A' && rest.front() <= 'Z' &&
                        (rest[1] == '.' || rest[1] == ':' || (rest[1] >= '0' && rest[1] <= '9'));
    if (!number && !letter) return false;
    const size_t end = rest.find_first_not_of("0123456789.-ABCDEFGH");
    if (end == std::string_view::npos) return true;
    rest = rest.substr(end);
    if (rest.front() == ':' || rest.front() == '|') return true;
    rest = trim(rest);
    if (rest.empty()) return true;
    size_t at = 0;
    const char32_t c = next_code_point(rest, at);
    return is_upper(c) || c == U'–' || c == U'—' || c == U'(' || c == U'|' || c == U':';
  }
  return false;
}

constexpr std::array<std::string_view, 5> kTableNames = {"Table", "TABLE", "Tabelle", "Tableau",
                                                         "Tab."};
constexpr std::array<std::string_view, 8> kOtherNames = {"Figure", "FIGURE", "Fig.",  "Abbildung",
                                                         "Abb.",   "Chart",  "Graph", "Exhibit"};

}  // namespace

bool is_table_caption(std::string_view text) {
  return starts_with_name(text, kTableNames);
}

bool is_caption(std::string_view text) {
  return is_table_caption(text) || starts_with_name(text, kOtherNames);
}

size_t marker_bytes(std::string_view text) {
  const size_t end = text.find_first_of(" \t");
  if (end == std::string_view::npos || end > 12) return 0;
  if (!is_marker(text.substr(0, end))) return 0;
  const size_t rest = text.find_first_not_of(" \t", end);
  return rest == std::string_view::npos ? 0 : rest;
}

PageBlocks blocks_of(const PageParts& page, std::span<const Role> roles, float body) {
  return Blocks(page, roles, body).build();
}

}  // namespace oi::layout
