#include "extract/layout_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr double kNearlyAll = 0.9;    // of a page's characters are hidden: they are its text
constexpr float kUnknownSize = 0.8F;  // of a box's height, where the file tells no size

constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴",
                                                      "⁵", "⁶", "⁷", "⁸", "⁹"};

bool is_beside(const TextRun& run) {
  return run.block == BlockKind::Form || run.block == BlockKind::Comment ||
         run.block == BlockKind::Picture;
}

bool is_plain_digit(char c) {
  return c >= '0' && c <= '9';
}

// As it is where anything but a digit or a sign is in it.
std::string raised_signs(std::string_view text) {
  std::string all;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (c >= U'0' && c <= U'9') {
      all += kRaised[c - U'0'];
    } else if (c == U'+') {
      all += "⁺";
    } else if (c == U'-' || c == U'\u2212' || c == U'\u2010') {
      all += "⁻";
    } else {
      return std::string(text);
    }
  }
  return all;
}

Box sane(Box box) {
  if (box.x1 < box.x0) std::swap(box.x0, box.x1);
  if (box.y1 < box.y0) std::swap(box.y0, box.y1);
  return box;
}

Word word_of(const TextRun& run, const Turn& turn) {
  Word word;
  word.box = turn.upright(sane(run.box));
  word.size = run.font_size > 0 ? run.font_size : kUnknownSize * height(word.box);
  if (!(word.size > 0.5F)) word.size = 1;
  word.bold = run.bold;
  word.italic = run.italic;
  word.rise = run.rise;
  word.glued = run.before == TextRun::Break::None;
  word.begins_line = run.before >= TextRun::Break::Line;
  word.text = run.text;
  return word;
}

bool is_raised(const Word& word) {
  return word.rise == TextRun::Rise::Raised;
}

bool ends_in_operand(std::string_view text) {
  size_t at = 0;
  char32_t last = 0;
  while (at < text.size())
    last = next_code_point(text, at);
  return is_letter(last) || is_digit(last) || last == U')' || last == U']' || last == U'}' ||
         last == U'|' || last == U'\u2032' || (last >= 0x300 && last < 0x370);
}

bool stands_over(const Word& above, const Word& below) {
  return ends_in_operand(above.text) && below.box.y0 > above.box.y0 &&
         std::min(above.box.x1, below.box.x1) > std::max(above.box.x0, below.box.x0);
}

// Whether the raised words `first` to `end` stand above a fraction's line or a slanted one, or are
// a sum's limit: nothing stands before them that could be raised to a power.
bool are_no_power(std::span<const Word> words, size_t first, size_t end) {
  if (end == words.size() || words[first].begins_line) return false;
  if (first > 0 && words[first].glued && ends_in_operand(words[first - 1].text)) return false;
  const Word& next = words[end];
  return stands_over(words[first], next) ||
         (next.glued && (next.text.starts_with('/') || next.text.starts_with("\u2044")));
}

// Raised words that touch are one exponent; it is written raised as a whole or not at all.
void raise_exponents(std::vector<Word>& words) {
  for (size_t first = 0; first < words.size();) {
    size_t end = first + 1;
    if (!is_raised(words[first])) {
      first = end;
      continue;
    }
    std::string text = words[first].text;
    while (end < words.size() && is_raised(words[end]) && words[end].glued)
      text += words[end++].text;
    if (are_no_power(words, first, end)) {
      words[end].glued = words[end].glued && !stands_over(words[first], words[end]);
    } else if (raised(text) != text) {
      for (size_t i = first; i < end; ++i)
        words[i].text = raised_signs(words[i].text);
    }
    first = end;
  }
}

void add_beside(std::vector<Beside>& all, const TextRun& run, size_t characters) {
  const bool goes_on =
      !all.empty() && all.back().kind == run.block && run.before != TextRun::Break::Paragraph;
  if (!goes_on) {
    all.push_back({run.block, run.text, run.box, static_cast<uint32_t>(characters)});
    return;
  }
  Beside& last = all.back();
  if (run.before == TextRun::Break::Space) last.text += ' ';
  if (run.before == TextRun::Break::Line) last.text += '\n';
  last.text += run.text;
  last.characters += static_cast<uint32_t>(characters);
  include(last.box, run.box);
}

}  // namespace

Box Turn::upright(const Box& shown) const {
  return mirror(turned(shown));
}

Box Turn::mirror(const Box& b) const {
  if (!mirrored) return b;
  const float across = quarters % 2 == 0 ? width : height;
  return {across - b.x1, b.y0, across - b.x0, b.y1};
}

Box Turn::turned(const Box& b) const {
  switch (quarters % 4) {
    case 1:
      return {b.y0, width - b.x1, b.y1, width - b.x0};
    case 2:
      return {width - b.x1, height - b.y1, width - b.x0, height - b.y0};
    case 3:
      return {height - b.y1, b.x0, height - b.y0, b.x1};
    default:
      return b;
  }
}

Box Turn::shown(const Box& upright) const {
  const Box b = mirror(upright);
  switch (quarters % 4) {
    case 1:
      return {width - b.y1, b.x0, width - b.y0, b.x1};
    case 2:
      return {width - b.x1, height - b.y1, width - b.x0, height - b.y0};
    case 3:
      return {b.y0, height - b.x1, b.y1, height - b.x0};
    default:
      return b;
  }
}

std::string raised(std::string_view text) {
  const bool digits = std::any_of(text.begin(), text.end(), is_plain_digit);
  const std::string all = raised_signs(text);
  return digits ? all : std::string(text);
}

PageWords words_of(const PageContent& page) {
  PageWords out;
  uint64_t hidden = 0, plain = 0;
  std::array<uint64_t, 4> by_turn{};
  for (const TextRun& run : page.runs) {
    const size_t characters = code_points(run.text);
    out.seen += characters;
    if (is_beside(run)) continue;
    (run.hidden ? hidden : plain) += characters;
  }
  const bool use_hidden =
      static_cast<double>(hidden) >= kNearlyAll * static_cast<double>(hidden + plain);
  std::array<std::vector<Word>, 4> words;
  for (const TextRun& run : page.runs) {
    const size_t characters = code_points(run.text);
    if (is_beside(run)) {
      add_beside(out.beside, run, characters);
      continue;
    }
    if (run.hidden && !use_hidden) {
      out.hidden += characters;
      continue;
    }
    const uint8_t quarters = run.quarter_turns % 4;
    by_turn[quarters] += characters;
    words[quarters].push_back(word_of(run, {quarters, page.width, page.height}));
  }
  for (std::vector<Word>& one : words)
    raise_exponents(one);
  std::array<uint8_t, 4> ways = {0, 1, 2, 3};
  const auto most =
      static_cast<uint8_t>(std::max_element(by_turn.begin(), by_turn.end()) - by_turn.begin());
  std::stable_sort(ways.begin(), ways.end(),
                   [&](uint8_t a, uint8_t b) { return (a == most) > (b == most); });
  for (const uint8_t quarters : ways) {
    if (!words[quarters].empty())
      out.ways.push_back({{quarters, page.width, page.height}, std::move(words[quarters])});
  }
  return out;
}

}  // namespace oi::layout
