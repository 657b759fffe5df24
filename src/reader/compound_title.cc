// A property set: sections of (number, place) pairs. The title is number 2, the code page number 1.

#include "reader/compound_title.h"

#include <algorithm>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

constexpr uint32_t kCodepage = 1, kTitle = 2;
constexpr uint32_t kBytes = 30, kWide = 31;  // how a property's text is written
constexpr size_t kMostProperties = 200, kLongest = 1000;

// Without the templates' and programs' own words, which say nothing about the document.
bool says_nothing(std::string_view title) {
  for (const char* word : {"PowerPoint Presentation", "No Slide Title", "Slide 1", "Microsoft Word",
                           "Untitled", "PowerPoint-Pr\u00E4sentation", "Title"})
    if (title == word) return true;
  return false;
}

}  // namespace

std::string compound_title(const CompoundFile& file) {
  const auto stream = file.stream("\x05SummaryInformation");
  if (!stream) return {};
  const std::string_view bytes = stream->bytes();
  const std::string_view section = part(bytes, u32(bytes, 44), bytes.size());
  uint32_t codepage = 1252;
  std::string_view title;
  const size_t count = std::min<size_t>(u32(section, 4), kMostProperties);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t number = u32(section, 8 + i * 8), at = u32(section, 12 + i * 8);
    if (number == kCodepage) codepage = u16(section, size_t{at} + 4);
    if (number == kTitle) title = part(section, at, kLongest);
  }
  const uint32_t type = u32(title, 0);
  if (type != kBytes && type != kWide) return {};
  const size_t size = std::min<size_t>(u32(title, 4), kLongest);
  const bool wide = type == kWide || codepage == 1200;
  std::string text = wide ? from_utf16(part(title, 8, (type == kWide ? size * 2 : size) / 2 * 2))
                          : Codepage(codepage).decode(part(title, 8, size));
  text.resize(std::min(text.find('\0'), text.size()));
  text = collapse_spaces(repair_utf8(text).text);
  return says_nothing(text) ? std::string() : text;
}

}  // namespace oi
