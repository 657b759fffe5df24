// How many words were read or heard right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// The words of a text: what white space separates, as written.
std::vector<std::string> words_as_written(std::string_view text);
// The words of an hOCR file: the contents of its elements of class ocrx_word.
std::string text_of_hocr(std::string_view html);

// The share of the truth's words that were read, each counted as often as it occurs, in any order,
// letter for letter with case and punctuation. 1 for a truth without words.
double word_accuracy(std::string_view truth, std::string_view read);

struct WordErrors {
  uint64_t edits = 0;  // words put in, left out or replaced, the fewest possible
  uint64_t words = 0;  // of the truth
};
// Of speech: words folded, without punctuation.
WordErrors word_errors(std::string_view truth, std::string_view heard);

}  // namespace oi
