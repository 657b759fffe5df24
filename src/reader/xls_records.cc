// A record has at most 8,224 bytes; what is longer goes on in CONTINUE records. Only the text of
// strings begins anew there, with a byte that says how wide its characters are.

#include "reader/xls_records.h"

#include <algorithm>

#include "reader/bytes.h"

namespace oi {
namespace {

std::string latin(std::string_view bytes) {
  std::string wide;
  wide.reserve(bytes.size() * 2);
  for (const char c : bytes)
    wide += {c, '\0'};
  return wide;
}

}  // namespace

bool biff_record(std::string_view stream, size_t at, BiffRecord& record) {
  if (at + 4 > stream.size()) return false;
  record.type = u16(stream, at);
  record.content = part(stream, at + 4, u16(stream, at + 2));
  record.next = at + 4 + record.content.size();
  return true;
}

BiffReader::BiffReader(std::string_view stream, const BiffRecord& record) {
  parts_.push_back(record.content);
  BiffRecord more;
  for (size_t at = record.next; biff_record(stream, at, more) && more.type == kContinue;
       at = more.next)
    parts_.push_back(more.content);
  settle();
}

// Moves on from the end of a part to the next that has bytes.
void BiffReader::settle() {
  while (part_ < parts_.size() && at_ >= parts_[part_].size()) {
    ++part_;
    at_ = 0;
  }
}

uint8_t BiffReader::byte() {
  if (at_end()) return 0;
  const uint8_t value = u8(parts_[part_], at_++);
  settle();
  return value;
}

uint16_t BiffReader::number16() {
  const uint16_t low = byte();
  return static_cast<uint16_t>(low | byte() << 8);
}

uint32_t BiffReader::number32() {
  const uint32_t low = number16();
  return low | static_cast<uint32_t>(number16()) << 16;
}

void BiffReader::skip(size_t bytes) {
  while (bytes > 0 && !at_end()) {
    const size_t step = std::min(bytes, parts_[part_].size() - at_);
    at_ += step;
    bytes -= step;
    settle();
  }
}

std::string BiffReader::characters(size_t count, bool wide) {
  std::string units;
  while (count > 0 && !at_end()) {
    const size_t width = wide ? 2 : 1;
    const std::string_view rest = parts_[part_].substr(at_);
    const size_t here = std::min(count, rest.size() / width);
    const std::string_view piece = rest.substr(0, here * width);
    if (wide) {
      units += piece;
    } else {
      units += latin(piece);
    }
    count -= here;
    at_ += here * width;
    if (count > 0 && at_ < parts_[part_].size()) at_ = parts_[part_].size();  // half a unit
    const size_t before = part_;
    settle();
    if (count > 0 && part_ != before && !at_end()) wide = (byte() & 1) != 0;
  }
  return from_utf16(units);
}

std::string BiffReader::wide_string(size_t count) {
  const size_t began = part_;
  const uint8_t flags = byte();
  const size_t runs = (flags & 8) != 0 ? number16() : 0;
  const size_t extra = (flags & 4) != 0 ? number32() : 0;
  bool wide = (flags & 1) != 0;
  const bool text_goes_on = count > 0 && part_ != began && at_ == 0;
  if (text_goes_on) wide = (byte() & 1) != 0;
  std::string text = characters(count, wide);
  skip(runs * 4);
  skip(extra);
  return text;
}

std::string BiffReader::continued_text(size_t count) {
  part_ = std::min<size_t>(1, parts_.size());
  at_ = 0;
  settle();
  const bool wide = (byte() & 1) != 0;
  return characters(count, wide);
}

std::string biff_string(std::string_view content, size_t at, size_t length_bytes,
                        const BiffText& how) {
  const size_t count = length_bytes == 1 ? u8(content, at) : u16(content, at);
  at += length_bytes;
  if (how.version < 8) {
    const std::string_view bytes = part(content, at, count);
    return how.codepage == nullptr ? std::string() : how.codepage->decode(bytes);
  }
  const uint8_t flags = u8(content, at);
  at += 1 + ((flags & 8) != 0 ? 2 : 0) + ((flags & 4) != 0 ? 4 : 0);
  if ((flags & 1) != 0) return from_utf16(part(content, at, count * 2));
  return from_utf16(latin(part(content, at, count)));
}

}  // namespace oi
