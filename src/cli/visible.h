// Text for a terminal. Names and quotes come from documents, so they are hostile.
//
// 1. No control character, escape sequence, or character that turns the writing direction reaches
//    the terminal: it is shown as a sign or as its number instead.
// 2. Bytes that are not UTF-8 are shown as their numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// On one line: line breaks are made visible too. "a\x1b[2J" gives "a␛[2J".
std::string visible(std::string_view text);
// Line breaks stay, tabs become spaces.
std::string visible_text(std::string_view text);

// Columns that the text takes on a terminal: wide characters take two, combining marks none. Colour
// sequences of our own are not counted.
size_t columns(std::string_view text);
// At most `most` columns; what is cut off shows as "…".
std::string shortened(std::string_view text, size_t most);
// Padded with spaces on the right.
std::string padded(std::string_view text, size_t wide);

// Lines of at most `wide` columns, broken between words; a longer word is broken inside. Line
// breaks of the text stay.
std::vector<std::string> wrapped(std::string_view text, size_t wide);
// The same as one text, each line after `indent` spaces and followed by a line break.
std::string indented(std::string_view text, size_t indent, size_t wide);

}  // namespace oi
