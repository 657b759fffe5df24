// How the words of a question lie in a passage: measured in one pass over the passage's bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "types/question.h"

namespace oi {

// A word that the question asks by. Numbers, codes and names weigh more: a passage without them is
// about something else.
struct TermAsked {
  std::string stem;  // of a word; a code without the signs in which its writings differ
  std::string word;  // folded, as asked
  double weight = 1;
  double rarity = 1;  // the rarer in the library, the larger (inverse document frequency)
  bool code = false;  // has a digit
  bool name = false;
  bool operator==(const TermAsked&) const = default;
};

// A question as passages are matched against it. Made once per question.
struct Asked {
  std::vector<TermAsked> terms;
  std::vector<std::pair<uint32_t, uint32_t>> pairs;  // terms that follow each other, by index
  std::vector<std::string> phrases;                  // quoted by the asker, folded
};
Asked ask_by(std::string_view question, const Profile& profile);

// Rarity from how many of the library's `passages` hold each term, as in bm25. A few hundred
// passages of a usual text are thought to stand beside the library's own, since in a small library
// nearly every word is rare. `holding` has one number a term.
void weigh_by_rarity(Asked& asked, uint64_t passages, std::span<const uint64_t> holding);

// Shares are in [0,1], of the question's whole weight or rarity. A question without terms matches
// nothing.
struct WordMatch {
  std::vector<float> in_text;   // how often each term stands in the text, near forms in part
  std::vector<float> in_above;  // the same for the heading path above it
  double coverage = 0;          // weight of the terms found
  double rare = 0;              // rarity of the terms found
  double sentence = 0;          // rarity found in the best sentence
  double window = 0;            // rarity found in the best run of 24 words
  double ordered = 0;           // rarity of the pairs that follow each other here too
  double above = 0;             // rarity found in the heading path
  double codes_missing = 0;     // share of the codes asked for that are not here
  double names_missing = 0;     // the same for names
  double phrases_missing = 0;   // the same for quoted phrases
  uint32_t words = 0;           // of the text
};
WordMatch match(const Asked& asked, std::string_view above, std::string_view text);

}  // namespace oi
