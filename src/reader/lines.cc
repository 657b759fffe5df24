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
constexpr size_t kBoldCharacters = 100;  // of a heading that only its weight tells
constexpr float kRaised = 0.85F;  // of the line's size: a note's number, not the heading's size

struct Line {
  size_t first = 0, end = 0;  // pieces
  Box box;
  float size = 0;
  bool bold = true;  // all of it
};

std::vector<Line> lines_of(const std::vector<Piece>& page) {
  std::vector<Line> lines;
  for (size_t i = 0; i < page.size(); ++i) {
    const TextRun& run = page[i].run;
    if (lines.empty() || run.before >= Break::Line) lines.push_back({i, i, run.box, run.font_size});
    Line& line = lines.back();
    line.end = i + 1;
    line.bold = line.bold && page[i].bold;
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

bool starts_paragraph(const std::vector<Piece>& page, const Line& above, const Line& below,
                      float usual) {
  const float larger = std::max(above.size, below.size);
  const float smaller = std::max(std::min(above.size, below.size), 0.1F);
  if (larger / smaller > kOtherSize || above.bold != below.bold) return true;
  const float apart = pitch(above, below);
  if (apart > usual * kWidePitch) return true;
  const bool closed = ends_sentence(page[above.end - 1].run.text);
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
  for (size_t at = 0; at < text.size();)
    count += is_letter(next_code_point(text, at));
  return count;
}

// Set along the side of the page, such as a date stamp.
bool is_turned(const TextRun& run) {
  return run.box.y1 - run.box.y0 > run.box.x1 - run.box.x0 && code_points(run.text) >= 4;
}

uint8_t level_by_size(float ratio) {
  if (ratio >= 1.7F) return 1;
  if (ratio >= 1.35F) return 2;
  return ratio >= kOtherSize ? 3 : 0;
}

// The level of the heading that this paragraph is, or 0.
uint8_t heading_level(std::span<const Piece> paragraph, float body) {
  size_t lines = 1, characters = 0, with_letters = 0;
  float smallest = 0, largest = 0;
  bool bold = true;
  for (const Piece& piece : paragraph) {
    if (is_turned(piece.run)) return 0;
    lines += piece.run.before == Break::Line ? 1 : 0;
    characters += code_points(piece.run.text);
    with_letters += letters(piece.run.text);
    largest = std::max(largest, piece.run.font_size);
    const bool raised = largest > 0 && piece.run.font_size < kRaised * largest;
    if (smallest == 0 || !raised) smallest = piece.run.font_size;
    bold = bold && piece.bold;
  }
  if (lines > kHeadingLines || characters > kHeadingCharacters || with_letters < 2) return 0;
  const float ratio = smallest / body;
  const uint8_t level = level_by_size(ratio);
  if (level > 0) return level;
  const std::string_view end = trim(paragraph.back().run.text);
  const bool open = end.find_last_of(".,;:!?") != end.size() - 1;
  if (!bold || !open || lines > 1 || characters > kBoldCharacters || ratio < 0.97F) return 0;
  return ratio >= 1.04F ? 3 : 4;
}

}  // namespace

float body_size(std::span<const Piece> pieces) {
  std::vector<std::pair<float, size_t>> sizes;
  size_t all = 0;
  for (const Piece& piece : pieces) {
    sizes.emplace_back(piece.run.font_size, piece.run.text.size());
    all += piece.run.text.size();
  }
  std::sort(sizes.begin(), sizes.end());
  size_t seen = 0;
  for (const auto& [size, characters] : sizes) {
    seen += characters;
    if (2 * seen >= all) return size;
  }
  return 0;
}

bool ends_sentence(std::span<const Piece> page) {
  return page.empty() || ends_sentence(page.back().run.text);
}

void set_paragraphs(std::vector<Piece>& page, bool open_sentence) {
  if (page.empty()) return;
  const std::vector<Line> lines = lines_of(page);
  const float usual = usual_pitch(lines);
  for (size_t i = 1; i < lines.size(); ++i) {
    if (starts_paragraph(page, lines[i - 1], lines[i], usual))
      page[lines[i].first].run.before = Break::Paragraph;
  }
  TextRun& first = page.front().run;
  first.before = open_sentence && starts_lower(first) ? Break::Line : Break::Paragraph;
}

void mark_headings(std::vector<Piece>& page, float body) {
  if (body <= 0) return;
  for (size_t begin = 0; begin < page.size();) {
    size_t end = begin + 1;
    while (end < page.size() && page[end].run.before != Break::Paragraph)
      ++end;
    const uint8_t level = heading_level(std::span(page).subspan(begin, end - begin), body);
    for (size_t i = begin; level > 0 && i < end; ++i) {
      page[i].run.block = BlockKind::Heading;
      page[i].run.level = level;
    }
    begin = end;
  }
}

std::string largest_heading(std::span<const Piece> page) {
  float largest = 0;
  for (const Piece& piece : page) {
    if (piece.run.block == BlockKind::Heading) largest = std::max(largest, piece.run.font_size);
  }
  std::string text;
  for (const Piece& piece : page) {
    const TextRun& run = piece.run;
    const bool begins = run.block == BlockKind::Heading && run.font_size >= largest;
    const bool goes_on = run.block == BlockKind::Heading && run.before != Break::Paragraph;
    if (text.empty() ? !begins : !goes_on) {
      if (!text.empty()) break;
      continue;
    }
    if (!text.empty() && run.before != Break::None) text += ' ';
    text += run.text;
  }
  return text;
}

}  // namespace oi
