// A page's runs as words to be laid out: which of them count, upright, with raised digits as such.
#pragma once

#include <vector>

#include "extract/layout.h"
#include "extract/layout_parts.h"

namespace oi::layout {

// A page of this size turned back by quarter turns, so that its text stands upright, and then seen
// in a mirror where it is read from the right.
struct Turn {
  uint8_t quarters = 0;  // clockwise, of the text as shown
  float width = 0, height = 0;
  bool mirrored = false;
  Box upright(const Box& shown) const;
  Box shown(const Box& upright) const;

 private:
  Box turned(const Box& shown) const;
  Box mirror(const Box& upright) const;
};

// The words that lie one way, in the order of the file.
struct Words {
  Turn turn;
  std::vector<Word> words;
};

struct PageWords {
  std::vector<Words> ways;  // the way of most characters first, then by quarters
  std::vector<Beside> beside;
  uint64_t seen = 0, hidden = 0;  // characters; hidden ones are in none of the words
};

// Hidden text is a page's text where nearly all of it is hidden (a scan with a text layer), and
// left out elsewhere.
PageWords words_of(const PageContent& page);

// "10" as "¹⁰" where it is nothing but digits and signs; as it is otherwise.
std::string raised(std::string_view text);

}  // namespace oi::layout
