// Code point by code point: what would steer the terminal is replaced, everything else is copied.
// Widths follow the East Asian wide ranges and the usual combining marks; a terminal that thinks
// otherwise shows a ragged edge and nothing worse.
#include "cli/visible.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text.h"

namespace oi {
namespace {

struct CodeRange {
  char32_t first, last;
};

template <size_t n>
bool within_any(const std::array<CodeRange, n>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](CodeRange range) { return range.first <= c && c <= range.last; });
}

// C1 controls, direction marks and overrides, line separators, invisible operators, byte order
// mark, interlinear marks, tags.
constexpr std::array<CodeRange, 8> kSteering = {{{0x80, 0x9F},
                                                 {0x061C, 0x061C},
                                                 {0x200B, 0x200B},
                                                 {0x200E, 0x200F},
                                                 {0x2028, 0x202E},
                                                 {0x2060, 0x206F},
                                                 {0xFEFF, 0xFEFF},
                                                 {0xFFF9, 0xFFFB}}};
constexpr CodeRange kTags = {0xE0000, 0xE0FFF};
constexpr std::array<CodeRange, 9> kWide = {{{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0xFFE0, 0xFFE6},
                                             {0x1F300, 0x1FAFF}}};
constexpr std::array<CodeRange, 6> kCombining = {{{0x0300, 0x036F},
                                                  {0x0483, 0x0489},
                                                  {0x0591, 0x05BD},
                                                  {0x200C, 0x200D},
                                                  {0x20D0, 0x20FF},
                                                  {0xFE00, 0xFE0F}}};

std::string numbered(uint32_t number, const char* before) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string digits;
  do {
    digits.insert(digits.begin(), kDigits[number % 16]);
    number /= 16;
  } while (number > 0);
  return "‹" + std::string(before) + digits + "›";
}

// The sign that Unicode keeps for a control character: U+2400 plus its number.
std::string control_picture(char32_t c) {
  const uint32_t sign = c == 0x7F ? 0x2421 : 0x2400 + c;
  return {static_cast<char>(0xE0 | (sign >> 12)), static_cast<char>(0x80 | ((sign >> 6) & 0x3F)),
          static_cast<char>(0x80 | (sign & 0x3F))};
}

enum class Breaks : uint8_t { Shown, Kept };

std::string shown(std::string_view text, Breaks breaks) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    const std::string_view bytes = text.substr(begin, at - begin);
    if (breaks == Breaks::Kept && c == '\n') {
      out += '\n';
    } else if (breaks == Breaks::Kept && c == '\t') {
      out += "    ";
    } else if (c < 0x20 || c == 0x7F) {
      out += control_picture(c);
    } else if (c == 0xFFFD && !valid_utf8(bytes)) {
      for (const char byte : bytes)
        out += numbered(static_cast<unsigned char>(byte), "");
    } else if (within_any(kSteering, c) || (kTags.first <= c && c <= kTags.last)) {
      out += numbered(c, "U+");
    } else {
      out += bytes;
    }
  }
  return out;
}

// Behind a colour sequence "\x1b[...m" that begins at `at`; `at` itself when none does.
size_t skip_colour(std::string_view text, size_t at) {
  if (text.substr(at, 2) != "\x1b[") return at;
  const size_t end = text.find('m', at);
  return end == std::string_view::npos ? at : end + 1;
}

size_t width_of(char32_t c) {
  if (within_any(kCombining, c)) return 0;
  return within_any(kWide, c) ? 2 : 1;
}

// The longest beginning of `word` that takes at most `most` columns, at least one code point.
size_t fitting(std::string_view word, size_t most) {
  size_t wide = 0, at = 0;
  while (at < word.size()) {
    size_t next = at;
    wide += width_of(next_code_point(word, next));
    if (wide > most && at > 0) break;
    at = next;
  }
  return at;
}

void wrap_line(std::string_view line, size_t wide, std::vector<std::string>& lines) {
  std::string now;
  const auto end_line = [&] { lines.push_back(std::exchange(now, "")); };
  size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    const size_t end = std::min(line.find(' ', at), line.size());
    std::string_view word = line.substr(at, end - at);
    at = end;
    if (!now.empty() && columns(now) + 1 + columns(word) > wide) end_line();
    if (!now.empty()) now += ' ';
    while (columns(word) > wide) {
      const size_t part = fitting(word, wide);
      now += word.substr(0, part);
      word.remove_prefix(part);
      end_line();
    }
    now += word;
  }
  end_line();
}

}  // namespace

std::string visible(std::string_view text) {
  return shown(text, Breaks::Shown);
}

std::string visible_text(std::string_view text) {
  return shown(text, Breaks::Kept);
}

size_t columns(std::string_view text) {
  size_t wide = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t behind = skip_colour(text, at);
    if (behind != at) {
      at = behind;
      continue;
    }
    wide += width_of(next_code_point(text, at));
  }
  return wide;
}

std::string shortened(std::string_view text, size_t most) {
  if (columns(text) <= most) return std::string(text);
  if (most == 0) return "";
  if (most == 1) return "…";
  return std::string(text.substr(0, fitting(text, most - 1))) + "…";
}

std::string padded(std::string_view text, size_t wide) {
  const size_t now = columns(text);
  return std::string(text) + std::string(wide > now ? wide - now : 0, ' ');
}

std::vector<std::string> wrapped(std::string_view text, size_t wide) {
  std::vector<std::string> lines;
  wide = std::max<size_t>(wide, 8);
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    wrap_line(text.substr(at, end - at), wide, lines);
    at = end + 1;
  }
  return lines;
}

std::string indented(std::string_view text, size_t indent, size_t wide) {
  std::string out;
  for (const std::string& line : wrapped(text, wide > indent ? wide - indent : 8)) {
    if (!line.empty()) out += std::string(indent, ' ') + line;
    out += '\n';
  }
  return out;
}

}  // namespace oi
