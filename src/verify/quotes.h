// Quoted words: finding them in a text, and finding them again in a source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// What stands between quotation marks (straight, curly, low, guillemets, corner brackets), at least
// three words or twelve characters: shorter ones only set a word apart. Without the marks.
std::vector<std::string> find_quotes(std::string_view text);

// How faithful a quote is: each rung allows what the one before does not.
enum class Rung : uint8_t {
  None,
  Exact,     // byte for byte
  Print,     // spaces, line-end and soft hyphens, curly marks, dashes, ligatures
  Spelling,  // capitals and accents
  Ellipsis   // parts around "..." in their order
};
const char* name_of(Rung rung);

// The first rung on which the source has the quote, at word borders.
Rung find_quote(std::string_view quote, std::string_view source);

}  // namespace oi
