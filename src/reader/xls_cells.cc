// Cells are found first and read later, because they may stand in any order and what is merged is
// told behind them. A formula shows its last result; a text result stands in a record of its own.

#include "reader/bytes.h"
#include "reader/number_format.h"
#include "reader/xls_workbook.h"

namespace oi {
namespace {

constexpr uint16_t kLastColumn = 16383;

std::string_view format_code(const XlsWorkbook& book, const BiffRecord& record, size_t nth) {
  uint16_t format = 0;
  if (book.text.version == 2) {
    format = u8(record.content, 5) & 0x3F;
  } else {
    const size_t at = record.type == kMulRk ? 4 + nth * 6 : 4;
    const uint16_t style = u16(record.content, at);
    if (style < book.styles.size()) format = book.styles[style];
  }
  const auto own = book.formats.find(format);
  return own != book.formats.end() ? std::string_view(own->second) : builtin_format(format);
}

ShownCell number(const XlsWorkbook& book, double value, std::string_view code) {
  ShownCell cell;
  cell.owned = shown_number(value, code, book.date1904);
  cell.typed = true;
  cell.hidden = cell.owned.empty();
  if (cell.hidden) cell.owned = shown_number(value, {}, book.date1904);
  return cell;
}

ShownCell text(std::string owned) {
  return {std::move(owned), nullptr, false, false, false};
}

ShownCell bool_or_error(uint8_t value, bool error) {
  ShownCell cell = text(error ? cell_error(value) : value != 0 ? "TRUE" : "FALSE");
  cell.typed = !error;
  return cell;
}

// The text result stands right behind the formula, or behind what it shares with others.
std::string text_result(const XlsWorkbook& book, size_t at) {
  BiffRecord record;
  for (int i = 0; i < 4 && biff_record(book.stream, at, record); ++i, at = record.next) {
    if (record.type == kString || record.type == kString2) {
      if (book.text.version < 8)
        return biff_string(record.content, 0, record.type == kString2 ? 1 : 2, book.text);
      BiffReader reader(book.stream, record);
      const size_t count = reader.number16();
      return reader.wide_string(count);
    }
    if (record.type != kSharedFormula && record.type != kArray && record.type != kTableFormula &&
        record.type != kContinue)
      break;
  }
  return {};
}

ShownCell formula(const XlsWorkbook& book, const BiffRecord& record) {
  const size_t at = book.text.version == 2 ? 7 : 6;
  const std::string_view result = part(record.content, at, 8);
  if (u16(result, 6) != 0xFFFF) return number(book, f64(result, 0), format_code(book, record, 0));
  switch (u8(result, 0)) {
    case 0:
      return text(text_result(book, record.next));
    case 1:
      return bool_or_error(u8(result, 2), false);
    case 2:
      return bool_or_error(u8(result, 2), true);
    default:
      return {};
  }
}

}  // namespace

void find_cells(const BiffRecord& record, size_t at, std::vector<XlsPlace>& places) {
  switch (record.type) {
    case kInteger2:
    case kNumber2:
    case kLabel2:
    case kBoolOrError2:
    case kFormula:
    case kFormula3:
    case kFormula4:
    case kNumber:
    case kLabel:
    case kBoolOrError:
    case kRk:
    case kLabelSst:
    case kRichString:
      if (record.content.size() >= 7 && u16(record.content, 2) <= kLastColumn)
        places.push_back({u16(record.content, 0), u16(record.content, 2), 0, at});
      break;
    case kMulRk:
      for (uint16_t nth = 0; 4 + nth * 6U + 6 + 2 <= record.content.size(); ++nth)
        if (u16(record.content, 2) + nth <= kLastColumn)
          places.push_back({u16(record.content, 0),
                            static_cast<uint16_t>(u16(record.content, 2) + nth), nth, at});
      break;
    default:
      break;
  }
}

ShownCell shown_cell(const XlsWorkbook& book, const XlsPlace& place) {
  BiffRecord record;
  if (!biff_record(book.stream, place.at, record)) return {};
  const std::string_view content = record.content;
  const size_t value = book.text.version == 2 ? 7 : 6;
  const auto code = [&] { return format_code(book, record, place.nth); };
  switch (record.type) {
    case kInteger2:
      return number(book, u16(content, 7), code());
    case kNumber2:
      return number(book, f64(content, 7), code());
    case kNumber:
      return number(book, f64(content, value), code());
    case kRk:
      return number(book, number_of_rk(u32(content, 6)), code());
    case kMulRk:
      return number(book, number_of_rk(u32(content, 6 + place.nth * 6U)), code());
    case kLabel2:
      return text(biff_string(content, 7, 1, book.text));
    case kLabel:
    case kRichString: {
      if (book.text.version < 8) return text(biff_string(content, 6, 2, book.text));
      BiffReader reader(book.stream, record);
      reader.skip(6);
      const size_t count = reader.number16();
      return text(reader.wide_string(count));
    }
    case kLabelSst: {
      const uint32_t index = u32(content, 6);
      if (index >= book.strings.size()) return {{}, nullptr, false, true, false};
      return {{}, &book.strings[index], false, false, false};
    }
    case kBoolOrError2:
      return bool_or_error(u8(content, 7), u8(content, 8) != 0);
    case kBoolOrError:
      return bool_or_error(u8(content, value), u8(content, value + 1) != 0);
    case kFormula:
    case kFormula3:
    case kFormula4:
      return formula(book, record);
    default:
      return {};
  }
}

}  // namespace oi
