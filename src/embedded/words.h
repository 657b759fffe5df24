// What the lexical arm indexes: pure functions from text to text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "embedded/stems.h"

namespace oi {

// Soft hyphens gone, words that a line end cut in two joined, then folded (ligatures expanded, case
// and accents gone).
std::string search_fold(std::string_view text);

// A run of letters, digits and their marks, all of scripts with spaces or all of scripts without.
struct WordToken {
  std::string_view text;
  bool unspaced = false;
  bool operator==(const WordToken&) const = default;
};
// Of a text that search_fold() gave; views into it.
std::vector<WordToken> tokens_of(std::string_view folded);

// The search copy of a text: its stems, and the pairs of characters of scripts without spaces, with
// one space between. Only ever indexed: citations are cut from the canonical text.
std::string search_copy(std::string_view text, const Stems& stems);

// The same of a word or a phrase of a question, as a phrase of the full-text engine. In quotes, so
// that nothing can be a syntax error; empty when there is no token.
std::string phrase_of(std::string_view folded, const Stems& stems);

}  // namespace oi
