// A list has levels, each with its start, its digits and its text, in which the counts of levels
// stand as characters 0 to 8. Levels lie behind the table of lists, in its order. What paragraphs
// name is an override: a list, and where it starts or looks otherwise.

#include "reader/doc_lists.h"

#include <algorithm>

#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

constexpr size_t kListSize = 28, kLevelSize = 28, kOverrideSize = 16;
constexpr size_t kMostLists = 4096, kMostFonts = 4096;
constexpr uint16_t kNoStyle = 0xFFF;

const char* digits_of(uint8_t number) {
  switch (number) {
    case 1:
      return "upperRoman";
    case 2:
      return "lowerRoman";
    case 3:
      return "upperLetter";
    case 4:
      return "lowerLetter";
    case 5:
      return "ordinal";
    case 22:
      return "decimalZero";
    case 23:
      return "bullet";
    case 255:
      return "none";
    default:
      return "decimal";
  }
}

int64_t start_at(uint32_t told) {
  return std::min<int64_t>(told, 1 << 30);
}

// The level that begins at `at`, which is moved behind it. False where none does.
bool read_level(std::string_view table, size_t& at, NumberLevel& level) {
  if (at + kLevelSize > table.size()) return false;
  level.start = start_at(u32(table, at));
  level.format = digits_of(u8(table, at + 4));
  const uint8_t flags = u8(table, at + 5);
  level.legal = (flags & 0x04) != 0;
  if ((flags & 0x08) != 0) level.restart = u8(table, at + 26);
  at += kLevelSize + size_t{u8(table, at + 24)} + u8(table, at + 25);
  const size_t length = u16(table, at);
  const std::string_view text = part(table, at + 2, length * 2);
  at += 2 + length * 2;
  for (size_t i = 0; i + 2 <= text.size() && level.text.size() < kLongestMark; i += 2) {
    const uint16_t unit = u16(text, i);
    if (unit < kListLevels) {
      level.text += {'%', static_cast<char>('1' + unit)};
    } else {
      level.text += from_utf16(text.substr(i, 2));
    }
  }
  return true;
}

void read_lists(const DocHead& head, std::string_view table, Numbering& numbering) {
  const std::string_view lists = part(table, head.lists.at, head.lists.size);
  const size_t count = std::min<size_t>(u16(lists, 0), kMostLists);
  size_t at = size_t{head.lists.at} + 2 + size_t{u16(lists, 0)} * kListSize;
  for (size_t i = 0; i < count; ++i) {
    const size_t list = 2 + i * kListSize;
    NumberLevels levels;
    const bool simple = (u8(lists, list + 26) & 1) != 0;
    for (size_t one = 0; one < (simple ? 1 : kListLevels); ++one) {
      if (!read_level(table, at, levels[one])) return;
      const uint16_t style = u16(lists, list + 8 + one * 2);
      if (style != kNoStyle) levels[one].style = std::to_string(style);
    }
    numbering.add_abstract(std::to_string(u32(lists, list)), std::move(levels));
  }
}

void read_overrides(const DocHead& head, std::string_view table, Numbering& numbering) {
  const std::string_view all = part(table, head.overrides.at, head.overrides.size);
  const size_t told = u32(all, 0);
  if (told > all.size() / kOverrideSize) return;
  size_t at = 4 + told * kOverrideSize;
  for (size_t i = 0; i < std::min(told, kMostLists); ++i) {
    const size_t own = 4 + i * kOverrideSize;
    NumberChanges changes;
    changes.abstract = std::to_string(u32(all, own));
    at += 4;  // where the list begins, which nobody needs
    for (size_t one = 0; one < u8(all, own + 12) && at + 8 <= all.size(); ++one) {
      const uint32_t flags = u32(all, at + 4);
      const size_t level = std::min<size_t>(flags & 15, kListLevels - 1);
      if ((flags & 0x10) != 0) changes.start[level] = start_at(u32(all, at));
      at += 8;
      if ((flags & 0x20) == 0) continue;
      NumberLevel changed;
      if (!read_level(all, at, changed)) break;
      if ((flags & 0x10) != 0) changes.start[level] = changed.start;
      changes.levels[level] = std::move(changed);
    }
    numbering.add(std::to_string(i + 1), std::move(changes));
  }
}

}  // namespace

Numbering doc_numbering(const DocHead& head, std::string_view table) {
  Numbering numbering;
  if (head.word6) return numbering;
  read_lists(head, table, numbering);
  read_overrides(head, table, numbering);
  return numbering;
}

std::vector<std::string> doc_fonts(const DocHead& head, std::string_view table) {
  std::vector<std::string> names;
  if (head.word6) return names;
  const std::string_view all = part(table, head.fonts.at, head.fonts.size);
  constexpr size_t kNameAt = 39;  // behind what is said of the font's looks
  for (size_t at = 4; at < all.size() && names.size() < kMostFonts; at += size_t{u8(all, at)} + 1) {
    const std::string_view font = part(all, at + 1, u8(all, at));
    std::string name =
        from_utf16(part(font, kNameAt, (font.size() - std::min(font.size(), kNameAt)) / 2 * 2));
    name.resize(std::min(name.find('\0'), name.size()));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace oi
