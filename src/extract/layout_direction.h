// Which way a page is read. A page read from the right is laid out in a mirror: in it every rule
// about what follows, stands first or begins a row holds as it does for pages read from the left.
#pragma once

#include <string_view>

#include "extract/layout_words.h"

namespace oi::layout {

// What a word's letters say of the way it is read. Digits and signs are read as their neighbours.
enum class Reads : uint8_t { Either, FromLeft, FromRight };
Reads reads(std::string_view word);

// Sets the words so that those which follow one another lie one to the right of the other: all in a
// mirror where most letters are read from the right, and runs of words that are read the other way
// turned around in their own place. Of a word in such a run the box is then another's; that of the
// whole run is right.
void set_in_reading_order(Words& words);

}  // namespace oi::layout
