// What a character is to whoever cuts text into words.
#pragma once

#include <string_view>

namespace oi {

// Of a script whose words cannot be told apart by spaces: Chinese, Japanese, Thai, Lao, Khmer and
// Burmese, which have none, and Korean, where endings grow on to the word.
bool is_unspaced(char32_t c);
// A sign that belongs to the letter before it: vowel signs, points, accents that stand alone.
bool is_mark(char32_t c);

bool has_unspaced(std::string_view text);

}  // namespace oi
