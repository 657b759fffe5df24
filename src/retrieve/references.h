// "See section 4.2", "as Table 3 shows": what a passage points at in its own document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"

namespace oi {

enum class Pointed : uint8_t { Section, Table, Figure };

struct Reference {
  Pointed what = Pointed::Section;
  std::string number;  // as written, without a full stop at its end: "4.2", "B", "IV"
  std::string words;   // as written: "section 4.2"
  bool operator==(const Reference&) const = default;
};

// The references of a text, in order, each once. English, German, French, Spanish and Italian
// words, "§" and their abbreviations; a number is digits with dots, one capital letter with or
// without digits, or Roman. A word that begins a line is a title there and not a reference.
std::vector<Reference> references_in(std::string_view text);

// Where it is in the document: the heading that begins with the number (or with the word and the
// number), the table of that name or the caption with the table beside it. Nothing where none, or
// more than one, fits: a guess would be worse than nothing.
std::optional<Span> resolve(const Document& document, const Reference& reference);

}  // namespace oi
