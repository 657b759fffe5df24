// Fonts whose letters are signs: what a character of one of them shows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oi {

// By its number there, or by that number in the private area U+F000 to U+F0FF, where office files
// put it. A number that is not known is given back as it is: nothing is guessed.
char32_t symbol_character(std::string_view font, uint32_t number);
// A symbol font's own characters in UTF-8 text, those of the private area, made what they show.
std::string with_symbols(std::string_view text, std::string_view font);

}  // namespace oi
