// A type of one or two bytes, a size of one to four, seven bits each.

#include "reader/xlsb_records.h"

#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

// False when the bytes end inside of it.
bool take_number(std::string_view& rest, int most, uint32_t& number) {
  number = 0;
  for (int i = 0; i < most && !rest.empty(); ++i) {
    const uint8_t byte = u8(rest, 0);
    rest.remove_prefix(1);
    number |= (byte & 0x7FU) << (7 * i);
    if ((byte & 0x80) == 0) return true;
  }
  return !rest.empty();
}

}  // namespace

bool xlsb_record(std::string_view& rest, XlsbRecord& record) {
  uint32_t type = 0, size = 0;
  if (rest.empty() || !take_number(rest, 2, type)) return false;
  take_number(rest, 4, size);
  record.type = static_cast<uint16_t>(type);
  record.content = rest.substr(0, size);
  rest.remove_prefix(record.content.size());
  return true;
}

std::string xlsb_text(std::string_view content, size_t& at) {
  const uint32_t count = u32(content, at);
  at += 4;
  constexpr uint32_t kNone = 0xFFFFFFFF;
  if (count == kNone) return {};
  const std::string_view units = part(content, at, size_t{count} * 2);
  at += size_t{count} * 2;  // behind the end where the text is cut short
  return from_utf16(units.substr(0, units.size() / 2 * 2));
}

}  // namespace oi
