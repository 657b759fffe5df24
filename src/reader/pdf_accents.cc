#include "reader/pdf_accents.h"

#include <optional>

#include "base/compose.h"

namespace oi::pdf {
namespace {

constexpr size_t kLooks = 3;    // glyphs on both sides of an accent
constexpr float kOver = 0.55F;  // of the narrower of both: so much stands over the letter
constexpr float kSlantShift =
    0.3F;  // of a letter's width: accents of slanted ones stand so far off

// The combining mark that an accent is over a letter, 0 for any other character.
char32_t mark_of(char32_t c) {
  switch (c) {
    case U'`':
      return 0x300;
    case 0xB4:
      return 0x301;
    case 0x2C6:
      return 0x302;
    case 0x2DC:
      return 0x303;
    case 0xAF:
    case 0x2C9:
      return 0x304;
    case 0x2D8:
      return 0x306;
    case 0x2D9:
      return 0x307;
    case 0xA8:
      return 0x308;
    case 0x2DA:
      return 0x30A;
    case 0x2DD:
      return 0x30B;
    case 0x2C7:
      return 0x30C;
    case 0xB8:
      return 0x327;
    case 0x2DB:
      return 0x328;
    default:
      return (c >= 0x300 && c < 0x370) || (c >= 0x20D0 && c < 0x20F0) ? c : 0;
  }
}

// How much of an accent stands over the letter, as a share of the narrower of both.
float share_over(const Box& accent, const Box& letter) {
  const float wide = letter.x1 - letter.x0;
  const float left = std::max(accent.x0, letter.x0);
  const float right = std::min(accent.x1, letter.x1 + kSlantShift * wide);
  const float least = std::min(accent.x1 - accent.x0, wide);
  if (least <= 0) return right >= left && wide > 0 ? 1.0F : 0.0F;
  return (right - left) / least;
}

std::optional<size_t> letter_below(const std::vector<Glyph>& line, size_t accent) {
  std::optional<size_t> found;
  float most = kOver;
  const size_t first = accent > kLooks ? accent - kLooks : 0;
  for (size_t i = first; i < std::min(accent + kLooks + 1, line.size()); ++i) {
    if (i == accent || line[i].code == 0 || line[i].mark != 0 || mark_of(line[i].code) != 0 ||
        line[i].code == 0xFFFD)
      continue;
    const float share = share_over(line[accent].box, line[i].box);
    if (share <= most) continue;
    most = share;
    found = i;
  }
  return found;
}

}  // namespace

void join_accents(std::vector<Glyph>& line) {
  bool any = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char32_t mark = mark_of(line[i].code);
    if (mark == 0) continue;
    const std::optional<size_t> letter = letter_below(line, i);
    if (!letter) continue;
    any = true;
    Glyph& below = line[*letter];
    const char32_t whole = composed(below.code, mark);
    if (whole != 0) {
      below.code = whole;
    } else {
      below.mark = mark;
    }
    if (i + 1 < line.size()) {
      line[i + 1].space = line[i + 1].space || (line[i].space && *letter != i - 1);
      line[i + 1].guessed = line[i + 1].guessed || line[i].guessed;
    }
    line[i].code = 0;
  }
  if (any) std::erase_if(line, [](const Glyph& glyph) { return glyph.code == 0; });
}

}  // namespace oi::pdf
