// What a span of the canonical text is searched by. The canonical text keeps every byte; running
// heads and the hyphens that a line's end put there are left out here, on the way to the index.
#pragma once

#include <set>
#include <string>

#include "types/document.h"

namespace oi {

class SearchText {
 public:
  // Keeps a reference to the document. One pass over its text.
  explicit SearchText(const Document& document);

  // For embedding: one spelling of each word. "Gen-\neral" becomes "General"; "n-\ntridecanal"
  // keeps its hyphen where the document writes the word so in the middle of a line, and so does
  // what begins with a single letter, a digit or goes on with a capital.
  std::string for_meaning(Span span) const;
  // For the index of words: where the spelling is a guess, both.
  std::string for_words(Span span) const;

 private:
  enum class Spellings : uint8_t { One, Both };
  std::string made(Span span, Spellings spellings) const;
  void append(std::string& out, std::string_view text, Spellings spellings) const;
  bool keeps_hyphen(std::string_view before, std::string_view after) const;

  const Document& document_;
  std::set<std::string, std::less<>> hyphenated_;  // folded, as they stand in the middle of lines
};

}  // namespace oi
