// Looks are kept in pages of 512 bytes, each with the stretches of the text that it describes and
// lists of changes (a number that tells its own operand's size). Word 6 numbers them in another way
// that tells no size; of those only the style is read, and tables are told by their marks.

#include "reader/doc_looks.h"

#include <algorithm>

#include "reader/bytes.h"

namespace oi {
namespace {

constexpr size_t kPage = 512;
constexpr uint8_t kDeepestHeading = 6;
constexpr int kLastLevel = 8;

enum Change : uint16_t {
  kDeleted = 0x0800,
  kFieldData = 0x0806,
  kBold = 0x0835,
  kItalic = 0x0836,
  kHidden = 0x083C,
  kListLevel = 0x260A,
  kInTable = 0x2416,
  kRowEnd = 0x2417,
  kInnerCell = 0x244B,
  kOutline = 0x2640,
  kHeaderRow = 0x3404,
  kList = 0x460B,
  kFont = 0x4A4F,
  kDepth = 0x6649,
  kPicture = 0x6A03,
  kSymbol = 0x6A09,
  kTabs = 0xC615,
  kTable = 0xD608,
};

size_t operand_size(uint16_t change, std::string_view rest) {
  switch (change >> 13) {
    case 2:
    case 4:
    case 5:
      return 2;
    case 3:
      return 4;
    case 6:
      if (change == kTable) return size_t{u16(rest, 0)} + 1;
      if (change == kTabs && u8(rest, 0) == 255) {
        const size_t removed = size_t{u8(rest, 1)} * 4;
        return 2 + removed + 1 + size_t{u8(rest, 2 + removed)} * 3;
      }
      return size_t{u8(rest, 0)} + 1;
    case 7:
      return 3;
    default:
      return 1;
  }
}

template <typename Take>
void each_change(std::string_view changes, Take take) {
  for (size_t at = 0; at + 3 <= changes.size();) {
    const uint16_t change = u16(changes, at);
    const std::string_view operand = changes.substr(at + 2);
    take(change, operand);
    at += 2 + operand_size(change, operand);
  }
}

// Numbers above these say that the paragraph once was in a list.
uint16_t list_number(std::string_view operand) {
  constexpr uint16_t kMostLists = 0x7FE;
  return u16(operand, 0) <= kMostLists ? u16(operand, 0) : uint16_t{0};
}

uint8_t level_of(uint32_t told) {
  return static_cast<uint8_t>(std::min<uint32_t>(told, kDeepestHeading));
}

}  // namespace

DocLooks::DocLooks(const DocHead& head, std::string_view document, std::string_view table)
    : word6_(head.word6), document_(document), table_(table) {
  read_styles(part(table, head.styles.at, head.styles.size));
  if (!word6_) characters_ = stretches(head.characters, false);
  paragraphs_ = stretches(head.paragraphs, true);
}

void DocLooks::read_list(std::string_view changes, Style& style) {
  each_change(changes, [&](uint16_t change, std::string_view operand) {
    if (change == kList) style.list = list_number(operand);
    if (change == kListLevel) style.list_level = std::min<int>(u8(operand, 0), kLastLevel);
  });
}

// A style is a heading by its own built-in number, or by that of the style that it is based on; so
// is its list.
void DocLooks::read_styles(std::string_view sheet) {
  constexpr uint16_t kTitle = 62, kCaption = 34, kNoStyle = 0xFFF;
  const size_t count = std::min<size_t>(u16(sheet, 2), 4096);
  const size_t base_size = u16(sheet, 4);
  std::vector<uint16_t> bases;
  size_t at = 2 + size_t{u16(sheet, 0)};
  for (size_t i = 0; i < count && at + 2 <= sheet.size(); ++i) {
    const size_t size = u16(sheet, at);
    const uint16_t number = size == 0 ? 0 : u16(sheet, at + 2) & 0xFFF;
    Style style;
    if (number >= 1 && number <= 9) style.heading = level_of(number);
    if (number == kTitle) style.heading = 1;
    style.caption = number == kCaption;
    // Behind the name: how paragraphs of it look, with the style's own number before that.
    const size_t behind = at + 2 + base_size + (size_t{u16(sheet, at + 2 + base_size)} + 2) * 2;
    const bool of_paragraphs = (u16(sheet, at + 4) & 15) == 1;
    if (!word6_ && of_paragraphs && behind + 4 <= at + 2 + size && u16(sheet, behind) >= 2)
      read_list(part(sheet, behind + 4, u16(sheet, behind) - 2U), style);
    bases.push_back(size == 0 ? kNoStyle : u16(sheet, at + 4) >> 4);
    styles_.push_back(style);
    at += 2 + size + size % 2;
  }
  for (size_t i = 0; i < styles_.size(); ++i) {
    size_t base = bases[i];
    for (int steps = 0; steps < 10 && base < styles_.size(); ++steps) {
      if (styles_[i].heading == 0) styles_[i].heading = styles_[base].heading;
      if (styles_[i].list < 0) styles_[i].list = styles_[base].list;
      if (styles_[i].list_level < 0) styles_[i].list_level = styles_[base].list_level;
      base = bases[base];
    }
  }
}

std::vector<DocLooks::Stretch> DocLooks::stretches(DocPlace where, bool paragraphs) const {
  const std::string_view plc = part(table_, where.at, where.size);
  const size_t width = word6_ ? 2 : 4;
  std::vector<Stretch> all;
  if (plc.size() < 4 + 4 + width) return all;
  const size_t count = std::min((plc.size() - 4) / (4 + width), document_.size() / kPage + 1);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = (plc.size() - 4) / (4 + width) * 4 + 4 + i * width;
    const size_t page = word6_ ? u16(plc, at) : u32(plc, at) & 0x3FFFFF;
    add_page(part(document_, page * kPage, kPage), paragraphs, all);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Stretch& one, const Stretch& other) { return one.from < other.from; });
  return all;
}

void DocLooks::add_page(std::string_view page, bool paragraphs, std::vector<Stretch>& all) const {
  if (page.size() < kPage) return;
  const size_t count = u8(page, kPage - 1);
  const size_t width = paragraphs ? (word6_ ? 7 : 13) : 1;
  for (size_t i = 0; i < count && (count + 1) * 4 + (i + 1) * width < kPage; ++i) {
    Stretch stretch{u32(page, i * 4), u32(page, i * 4 + 4), {}, 0};
    const size_t at = size_t{u8(page, (count + 1) * 4 + i * width)} * 2;
    if (stretch.to <= stretch.from) continue;
    if (at > 0 && !paragraphs) stretch.changes = part(page, at + 1, u8(page, at));
    if (at > 0 && paragraphs) {
      const bool long_form = u8(page, at) == 0 && !word6_;
      const size_t begin = at + (long_form ? 2 : 1);
      const size_t size = long_form ? size_t{u8(page, at + 1)} * 2
                                    : size_t{u8(page, at)} * 2 - (u8(page, at) > 0 ? 1 : 0);
      const std::string_view look = part(page, begin, size);
      stretch.style = u16(look, 0);
      stretch.changes = part(look, 2, look.size());
    }
    all.push_back(stretch);
  }
}

const DocLooks::Stretch* DocLooks::find(const std::vector<Stretch>& all, uint32_t place) {
  auto behind =
      std::upper_bound(all.begin(), all.end(), place,
                       [](uint32_t value, const Stretch& stretch) { return value < stretch.from; });
  if (behind == all.begin()) return nullptr;
  --behind;
  return place < behind->to ? &*behind : nullptr;
}

CharacterLook DocLooks::character(uint32_t place) const {
  CharacterLook look;
  const Stretch* stretch = find(characters_, place);
  if (stretch == nullptr) return look;
  bool field_data = false;
  each_change(stretch->changes, [&](uint16_t change, std::string_view operand) {
    const bool on = u8(operand, 0) == 1 || u8(operand, 0) == 0x81;
    if (change == kDeleted) look.deleted = on;
    if (change == kHidden) look.hidden = on;
    if (change == kBold) look.bold = on;
    if (change == kItalic) look.italic = on;
    if (change == kPicture) look.picture = u32(operand, 0);
    if (change == kFieldData) field_data = on;
    if (change == kFont) look.font = u16(operand, 0);
    if (change == kSymbol) {
      look.symbol_font = u16(operand, 0);
      look.symbol = u16(operand, 2);
    }
  });
  if (field_data) look.picture = kNoPicture;
  return look;
}

ParagraphLook DocLooks::paragraph(uint32_t place) const {
  ParagraphLook look;
  const Stretch* stretch = find(paragraphs_, place);
  if (stretch == nullptr) return look;
  if (stretch->style < styles_.size()) {
    look.heading = styles_[stretch->style].heading;
    look.caption = styles_[stretch->style].caption;
    look.list = static_cast<uint16_t>(std::max(styles_[stretch->style].list, 0));
    look.list_level = styles_[stretch->style].list_level;
  }
  look.style = stretch->style;
  if (word6_) return look;
  each_change(stretch->changes, [&](uint16_t change, std::string_view operand) {
    const uint8_t value = u8(operand, 0);
    if (change == kInTable || change == kRowEnd || change == kHeaderRow || change == kInnerCell)
      (change == kInTable     ? look.in_table
       : change == kRowEnd    ? look.row_end
       : change == kHeaderRow ? look.header_row
                              : look.inner_cell_end) = value != 0;
    if (change == kDepth) look.in_table = u32(operand, 0) > 0;
    if (change == kOutline) look.heading = value < 9 ? level_of(value + 1U) : 0;
    if (change == kList) look.list = list_number(operand);
    if (change == kListLevel) look.list_level = std::min<int>(value, kLastLevel);
  });
  return look;
}

}  // namespace oi
