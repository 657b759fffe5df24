// From the recogniser's numbers to characters and words. The network looks at a line in steps from
// left to right and gives for each step how likely every character is, or none ("blank"). The
// likeliest per step, with repeats and blanks taken out, is the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oi {

// The characters by class: class 0 is the blank, the last one the space.
class Alphabet {
 public:
  // From the list in the model, one a line. Corrupt when it is empty.
  static Result<Alphabet> parse(std::string_view list);
  size_t classes() const { return characters_.size(); }
  const std::string& operator[](size_t a_class) const { return characters_[a_class]; }
  bool is_space(size_t a_class) const { return a_class + 1 == characters_.size(); }

 private:
  std::vector<std::string> characters_;
};

// One character that was read. `from` and `to` are steps: the first that shows it, and one past
// the last.
struct ReadCharacter {
  uint32_t a_class = 0;
  float probability = 0;
  uint32_t from = 0, to = 0;
};

// `rows` is steps x classes. Only the first `steps` are looked at: what follows is padding.
std::vector<ReadCharacter> read_characters(std::span<const float> rows, size_t classes,
                                           size_t steps);

// A word of a line; `from` and `to` are fractions of the line's length.
struct LineWord {
  std::string text;
  float confidence = 0;
  float from = 0, to = 0;
};

std::vector<LineWord> make_words(std::span<const ReadCharacter> characters,
                                 const Alphabet& alphabet, size_t steps);

// The mean over the words' characters; 0 for no words.
float confidence_of(std::span<const LineWord> words);

}  // namespace oi
