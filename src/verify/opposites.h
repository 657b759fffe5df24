// Words that turn a sentence round: negations, opposites, quantifiers and hedges.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// Takes a folded word, in English, German, French, Spanish, Italian, Portuguese, Dutch or Russian.
bool is_negation(std::string_view folded);
// One character of Chinese, Japanese or Korean that negates.
bool is_negation_sign(std::string_view character);
// Words behind which a new thought begins: a negation does not reach over them.
bool is_contrast(std::string_view folded);

// How two words exclude each other.
enum class Opposition : uint8_t {
  Open,  // "increase", "decrease": content words, opposite wherever they stand
  Bound  // "before", "after": opposite only beside the same word
};
struct Opposite {
  std::string stem;
  Opposition how;
};
// The opposites of a word, given by its stem.
std::vector<Opposite> opposites_of(std::string_view stem_of_word);

// What a word says of how many, how often, how surely.
enum class Extent : uint8_t { None, All, Some, Most, Only, Must, May };
Extent extent_of(std::string_view folded);

}  // namespace oi
