// UTF-8 text: validity, code points, words, sentences, and folding for comparison.
//
// All positions are byte offsets. Functions that cut expect valid UTF-8 and cut on code point
// borders; invalid bytes are treated as U+FFFD and never read past the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// Half-open byte range.
struct TextSpan {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
  bool operator==(const TextSpan&) const = default;
};

bool valid_utf8(std::string_view text);

struct Utf8Repair {
  std::string text;     // valid UTF-8
  size_t replaced = 0;  // U+FFFD put in, one per maximal invalid sequence
};
Utf8Repair repair_utf8(std::string_view text);

size_t code_points(std::string_view text);

// The code point that begins at `at`, which moves behind it. U+FFFD for an invalid sequence. `at`
// must be inside the text.
char32_t next_code_point(std::string_view text, size_t& at);

// The largest border of a code point that is not above `at`.
size_t floor_code_point(std::string_view text, size_t at);

// The length of the text without a code point that its end cuts off: what of a stream is whole.
size_t whole_code_points(std::string_view text);

bool is_letter(char32_t c);
bool is_digit(char32_t c);  // decimal digits of any script
bool is_space(char32_t c);
bool is_upper(char32_t c);
bool is_lower(char32_t c);

// The sentences of the text, in order, without the space around them. Each span is `offset` plus
// its place in `text`. A blank line and a list entry's line end a sentence; abbreviations,
// initials, numbers, times and addresses do not. Everything but white space is in exactly one
// sentence.
std::vector<TextSpan> sentences(std::string_view text, size_t offset = 0);

// Words: segments with at least one letter or digit, by the Unicode rules with dictionaries where a
// script needs one. "don't" and "3.5" are one word each.
std::vector<TextSpan> words(std::string_view text);
size_t count_words(std::string_view text);

// For comparison only, never for showing: NFKC, case folded, accents stripped.
std::string fold(std::string_view text);

// Runs of white space become one space; none at the ends.
std::string collapse_spaces(std::string_view text);
// The text without white space at both ends.
std::string_view trim(std::string_view text);

// The parts between the marks, empty ones too: "a,,b" gives "a", "", "b".
std::vector<std::string_view> split(std::string_view text, char mark);

// English words that say nothing about a topic. Takes a folded word.
bool is_stop_word(std::string_view folded);

}  // namespace oi
