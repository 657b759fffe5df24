// A signed message as S/MIME seals it (CMS, RFC 5652): what is signed stands in the clear inside of
// a few BER envelopes. Only the way to it is walked; nothing of the signature is judged.

#include <cstdint>

#include "reader/mail.h"

namespace oi {
namespace {

struct Ber {
  uint8_t tag = 0;
  std::string_view content;  // of an indefinite length: all that follows
  bool indefinite = false;
};

// The value that begins `rest`, which moves behind it; behind its head only when its length is
// indefinite. Tag 0 when there is none.
Ber take(std::string_view& rest) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(rest[i]); };
  if (rest.size() < 2) return {};
  Ber value;
  value.tag = byte(0);
  size_t head = 2, length = byte(1);
  if (length == 0x80) {
    value.indefinite = true;
    length = rest.size() - head;
  } else if (length > 0x80) {
    const size_t digits = length & 0x7F;
    if (digits > 8 || rest.size() < 2 + digits) return {};
    length = 0;
    for (size_t i = 0; i < digits; ++i)
      length = length << 8 | byte(2 + i);
    head += digits;
  }
  if (length > rest.size() - head) length = rest.size() - head;
  value.content = rest.substr(head, length);
  rest.remove_prefix(value.indefinite ? head : head + length);
  return value;
}

}  // namespace

std::string signed_content(std::string_view bytes) {
  constexpr uint8_t kSequence = 0x30, kSet = 0x31, kNamed = 0xA0, kIdentifier = 0x06,
                    kNumber = 0x02, kOctets = 0x04, kOctetParts = 0x24;
  constexpr std::string_view kSignedData("\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02", 9);
  // Inwards: enter an envelope, or pass over a value.
  static constexpr struct {
    uint8_t tag;
    bool enter;
  } kWay[] = {{kSequence, true}, {kIdentifier, false}, {kNamed, true},
              {kSequence, true}, {kNumber, false},     {kSet, false},
              {kSequence, true}, {kIdentifier, false}, {kNamed, true}};
  std::string_view rest = bytes;
  bool first = true;
  for (const auto& step : kWay) {
    const Ber value = take(rest);
    if (value.tag != step.tag || (value.indefinite && !step.enter)) return {};
    if (step.tag == kIdentifier && first && value.content != kSignedData) return {};
    if (step.tag == kIdentifier) first = false;
    if (step.enter) rest = value.content;
  }
  const Ber content = take(rest);
  if (content.tag == kOctets) return std::string(content.content);
  std::string joined;
  if (content.tag != kOctetParts) return joined;
  std::string_view parts = content.content;
  for (Ber part = take(parts); part.tag == kOctets && !part.indefinite; part = take(parts))
    joined += part.content;
  return joined;
}

}  // namespace oi
