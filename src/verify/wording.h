// A sentence as the claim check sees it: its words, which of them are negated, its quantities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "verify/opposites.h"
#include "verify/quantities.h"

namespace oi {

struct Token {
  std::string folded;
  std::string stem;
  uint32_t clause = 0;
  bool content = false;  // says something about the topic; no number, unit or stop word
  bool name = false;     // written with a capital where a plain word would not be
  bool number = false;   // holds a digit
  Extent extent = Extent::None;
};

struct Wording {
  Span span;  // where it stands, as given
  std::string text;
  std::vector<Token> tokens;
  std::vector<std::vector<size_t>> negations;  // per negating word: the tokens it reaches
  std::vector<std::string> conditions;         // "unless", "except", "only if"... with what follows
  Quantities quantities;
};

// Chinese, Japanese and Korean are read by characters, other scripts by words. Capitals mark names
// only when `names` is so: in German every noun has one.
enum class Capitals : uint8_t { MarkNames, MeanNothing };
Wording read_wording(std::string_view text, Span span, Capitals capitals);

}  // namespace oi
