// A backslash begins a word of letters, a number and one space that ends it; or a symbol; or two
// hexadecimal digits that are a byte. Line ends are no text.

#include "reader/rtf_tokens.h"

#include <algorithm>
#include <cctype>

namespace oi {
namespace {

using Kind = RtfToken::Kind;

bool is_letter_byte(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

void RtfTokens::pass(size_t bytes) {
  text_.remove_prefix(std::min(bytes, text_.size()));
}

RtfToken RtfTokens::next() {
  while (!text_.empty() && (text_[0] == '\r' || text_[0] == '\n' || text_[0] == '\0'))
    text_.remove_prefix(1);
  if (text_.empty()) return {};
  const char c = text_[0];
  if (c == '\\') return control();
  text_.remove_prefix(1);
  if (c == '{') return {Kind::Open, {}, 0, false};
  if (c == '}') return {Kind::Close, {}, 0, false};
  return {Kind::Byte, {}, static_cast<uint8_t>(c), false};
}

RtfToken RtfTokens::control() {
  text_.remove_prefix(1);
  if (text_.empty()) return {};
  size_t end = 0;
  constexpr size_t kLongestWord = 32;
  while (end < text_.size() && end < kLongestWord && is_letter_byte(text_[end]))
    ++end;
  if (end == 0) {
    const char c = text_[0];
    if (c == '\'' && text_.size() >= 3) {
      const int high = hex_digit(text_[1]), low = hex_digit(text_[2]);
      if (high >= 0 && low >= 0) {
        text_.remove_prefix(3);
        return {Kind::Hex, {}, high * 16 + low, false};
      }
    }
    RtfToken token{Kind::Symbol, text_.substr(0, 1), 0, false};
    text_.remove_prefix(1);
    return token;
  }
  RtfToken token{Kind::Word, text_.substr(0, end), 0, false};
  text_.remove_prefix(end);
  const bool minus = text_.size() > 1 && text_[0] == '-' && text_[1] >= '0' && text_[1] <= '9';
  if (minus) text_.remove_prefix(1);
  int64_t number = 0;
  while (!text_.empty() && text_[0] >= '0' && text_[0] <= '9') {
    number = std::min<int64_t>(number * 10 + (text_[0] - '0'), INT32_MAX);
    token.has_number = true;
    text_.remove_prefix(1);
  }
  token.number = static_cast<int32_t>(minus ? -number : number);
  if (!text_.empty() && text_[0] == ' ') text_.remove_prefix(1);
  return token;
}

}  // namespace oi
