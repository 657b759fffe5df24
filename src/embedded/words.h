// What the lexical arm indexes and what it asks: pure functions from text to text.
#pragma once

#include <string>
#include <string_view>

namespace oi {

// The search copy of a text: soft hyphens gone, words that a line end cut in two joined, then
// folded (ligatures expanded, case and accents gone). Words of scripts that are written without
// spaces are set apart. Only ever indexed: citations are cut from the canonical text.
std::string search_copy(std::string_view text);

// Expressions of the full-text engine for a question. Every word stands in quotes, so no question
// can be a syntax error. Both empty: the question holds no searchable word.
struct WordsQuery {
  std::string all;  // passages with every word
  std::string any;  // passages with at least one
};
// Stop words are left out unless there is nothing else. A word that is repeated counts once.
WordsQuery words_query(std::string_view question);

}  // namespace oi
