// Rich text as tokens: groups, control words with their numbers, bytes of text.
#pragma once

#include <cstdint>
#include <string_view>

namespace oi {

struct RtfToken {
  enum class Kind : uint8_t { End, Open, Close, Word, Symbol, Hex, Byte } kind = Kind::End;
  std::string_view word;  // a control word's name, or a symbol's character
  int32_t number = 0;     // behind the word; a byte's value
  bool has_number = false;
};

class RtfTokens {
 public:
  explicit RtfTokens(std::string_view text) : text_(text) {}
  RtfToken next();
  // Passes over raw bytes, as behind \bin.
  void pass(size_t bytes);

 private:
  RtfToken control();

  std::string_view text_;
};

}  // namespace oi
