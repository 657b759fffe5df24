// What a question asks the full-text engine for: its words, its quoted phrases, its codes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embedded/stems.h"

namespace oi {

struct AskedTerm {
  enum class What { Word, Beginning, Code, Phrase };
  What what = What::Word;
  std::string text;  // folded, as it stands in the question
  // Phrases of the engine, any of which is the term: one for each set of stems; of a code its
  // spellings too.
  std::vector<std::string> forms;
  // Of a code or phrase: the forms of its single words.
  std::vector<std::string> parts;
  // Must stand so in the text: a phrase, or a code that only its signs tell from a list of numbers.
  bool to_the_letter = false;
  bool exact() const { return what == What::Code || what == What::Phrase; }
};

// In the order in which the question says them, each once. Stop words, and the function words of
// the question's language, are left out unless there is nothing else.
std::vector<AskedTerm> asked_terms(std::string_view question, std::span<const Stems> stems);

// Expressions of the full-text engine. All and any hold the same phrases in the same order, so that
// a passage has one score whichever finds it. An empty one asks for nothing.
struct WordsQuery {
  std::string all;          // passages with every term
  std::string every_exact;  // with every code and phrase; empty where that is all terms, or none
  std::string any_exact;    // with one of several codes and phrases
  std::string any;          // with at least one term
  std::string parts;        // with a single word of a code or phrase
  std::vector<std::string> to_the_letter;  // texts of terms that must stand so
};
WordsQuery words_query(std::string_view question, std::span<const Stems> stems);

// Does the text hold each of the folded phrases as it is written, whatever its case, accents and
// line ends? A match does not begin or end inside of a word.
bool holds_to_the_letter(std::string_view text, std::span<const std::string> phrases);

}  // namespace oi
