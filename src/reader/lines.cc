// A line is a run that begins with a Line break and the runs that follow it with Space or None. The
// usual pitch of a page is the median distance of neighbouring baselines in font sizes; a distance
// well above it separates paragraphs. Nothing is reordered.

#include "reader/lines.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr float kUsualPitch = 1.2F;     // baselines apart, in font sizes, when a page has no own
constexpr float kWidePitch = 1.3F;      // times the usual: another paragraph
constexpr float kOtherSize = 1.15F;     // ratio of sizes: another paragraph
constexpr float kLeastIndent = 0.8F;    // in font sizes
constexpr float kLargestIndent = 6.0F;  // in font sizes; more is another column
constexpr size_t kHeadingLines = 3;
constexpr size_t kHeadingCharacters = 200;

struct Line {
  size_t first = 0, end = 0;  // runs
  Box box;
  float size = 0;
};

std::vector<Line> lines_of(const std::vector<TextRun>& page) {
  std::vector<Line> lines;
  for (size_t i = 0; i < page.size(); ++i) {
    const TextRun& run = page[i];
    if (lines.empty() || run.before >= Break::Line)
      lines.push_back({i, i, run.box, run.font_size});
    Line& line = lines.back();
    line.end = i + 1;
    line.box.x0 = std::min(line.box.x0, run.box.x0);
    line.box.y0 = std::min(line.box.y0, run.box.y0);
    line.box.x1 = std::max(line.box.x1, run.box.x1);
    line.box.y1 = std::max(line.box.y1, run.box.y1);
    line.size = std::max(line.size, run.font_size);
  }
  return lines;
}

// Baselines apart, in font sizes; negative where the text goes up again.
float pitch(const Line& above, const Line& below) {
  const float size = std::max({above.size, below.size, 1.0F});
  return (below.box.y1 - above.box.y1) / size;
}

float usual_pitch(const std::vector<Line>& lines) {
  std::vector<float> pitches;
  for (size_t i = 1; i < lines.size(); ++i) {
    const float p = pitch(lines[i - 1], lines[i]);
    if (p > 0.8F && p < 2.2F) pitches.push_back(p);
  }
  if (pitches.size() < 3) return kUsualPitch;
  const auto middle = pitches.begin() + static_cast<std::ptrdiff_t>(pitches.size() / 2);
  std::nth_element(pitches.begin(), middle, pitches.end());
  return *middle;
}

bool ends_sentence(std::string_view text) {
  text = trim(text);
  for (const std::string_view mark : {".", "!", "?", ":", ".\"", ".)", "\u201D", "\u3002"}) {
    if (text.size() >= mark.size() && text.substr(text.size() - mark.size()) == mark) return true;
  }
  return text.empty();
}

bool starts_paragraph(const std::vector<TextRun>& page, const Line& above, const Line& below,
                      float usual) {
  const float larger = std::max(above.size, below.size);
  const float smaller = std::max(std::min(above.size, below.size), 0.1F);
  if (larger / smaller > kOtherSize) return true;
  const float apart = pitch(above, below);
  if (apart > usual * kWidePitch) return true;
  const bool closed = ends_sentence(page[above.end - 1].text);
  if (apart < -0.5F) return closed;  // the top of the next column
  const float indent = (below.box.x0 - above.box.x0) / std::max(larger, 1.0F);
  return closed && indent > kLeastIndent && indent < kLargestIndent;
}

bool starts_lower(const TextRun& run) {
  size_t at = 0;
  return !run.text.empty() && is_lower(next_code_point(run.text, at));
}

size_t letters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();) count += is_letter(next_code_point(text, at));
  return count;
}

// Of the paragraph [begin, end): its heading's level, or 0.
uint8_t heading_level(std::span<const TextRun> paragraph, float body) {
  size_t line_breaks = 0, characters = 0, with_letters = 0;
  float smallest = paragraph.front().font_size;
  for (const TextRun& run : paragraph) {
    line_breaks += run.before == Break::Line ? 1 : 0;
    characters += code_points(run.text);
    with_letters += letters(run.text);
    smallest = std::min(smallest, run.font_size);
  }
  if (line_breaks + 1 > kHeadingLines || characters > kHeadingCharacters || with_letters < 2)
    return 0;
  const float ratio = smallest / body;
  if (ratio >= 1.7F) return 1;
  if (ratio >= 1.35F) return 2;
  return ratio >= kOtherSize ? 3 : 0;
}

}  // namespace

float body_size(std::span<const TextRun> runs) {
  std::vector<std::pair<float, size_t>> sizes;
  size_t all = 0;
  for (const TextRun& run : runs) {
    sizes.emplace_back(run.font_size, run.text.size());
    all += run.text.size();
  }
  std::sort(sizes.begin(), sizes.end());
  size_t seen = 0;
  for (const auto& [size, characters] : sizes) {
    seen += characters;
    if (2 * seen >= all) return size;
  }
  return 0;
}

bool ends_sentence(std::span<const TextRun> page) {
  return page.empty() || ends_sentence(page.back().text);
}

void set_paragraphs(std::vector<TextRun>& page, bool open_sentence) {
  if (page.empty()) return;
  const std::vector<Line> lines = lines_of(page);
  const float usual = usual_pitch(lines);
  for (size_t i = 1; i < lines.size(); ++i) {
    if (starts_paragraph(page, lines[i - 1], lines[i], usual))
      page[lines[i].first].before = Break::Paragraph;
  }
  page.front().before = open_sentence && starts_lower(page.front()) ? Break::Line
                                                                    : Break::Paragraph;
}

void mark_headings(std::vector<TextRun>& page, float body) {
  if (body <= 0) return;
  for (size_t begin = 0; begin < page.size();) {
    size_t end = begin + 1;
    while (end < page.size() && page[end].before != Break::Paragraph) ++end;
    const uint8_t level = heading_level(std::span(page).subspan(begin, end - begin), body);
    for (size_t i = begin; level > 0 && i < end; ++i) {
      page[i].block = BlockKind::Heading;
      page[i].level = level;
    }
    begin = end;
  }
}

}  // namespace oi
