// A window of 4,096 bytes, filled before with words that rich text often has; then bytes, and
// references of a place and a length into the window, eight to each byte of flags.

#include "reader/msg_rtf.h"

#include <algorithm>

#include "reader/bytes.h"

namespace oi {
namespace {

constexpr size_t kWindow = 4096, kHeader = 16;
constexpr uint32_t kSqueezed = 0x75465A4C, kPlain = 0x414C454D;
constexpr std::string_view kUsualWords =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    "\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

}  // namespace

Result<std::string> expand_rtf(std::string_view bytes, uint64_t limit) {
  const uint32_t told = u32(bytes, 4), form = u32(bytes, 8);
  if (form == kPlain) return std::string(part(bytes, kHeader, told));
  if (form != kSqueezed) return Error{Code::Corrupt, "the message's rich text is of no known form"};
  std::string window(kUsualWords);
  window.resize(kWindow, '\0');
  size_t write = kUsualWords.size();
  std::string text;
  const auto put = [&](char c) {
    text += c;
    window[write] = c;
    write = (write + 1) % kWindow;
  };
  for (size_t at = kHeader; at < bytes.size() && text.size() < told;) {
    const uint8_t flags = u8(bytes, at++);
    for (int bit = 0; bit < 8 && at < bytes.size(); ++bit) {
      if (text.size() >= limit) return Error{Code::TooLarge, "the message's rich text is too long"};
      if ((flags >> bit & 1) == 0) {
        put(bytes[at++]);
        continue;
      }
      const auto reference = static_cast<uint16_t>(u8(bytes, at) << 8 | u8(bytes, at + 1));
      at += 2;
      size_t from = reference >> 4;
      if (from == write) return text;
      for (int i = 0; i < (reference & 15) + 2; ++i) {
        put(window[from]);
        from = (from + 1) % kWindow;
      }
    }
  }
  return text;
}

}  // namespace oi
