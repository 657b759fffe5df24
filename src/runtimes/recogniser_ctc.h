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
#include "runtimes/recogniser_ink.h"

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

inline constexpr int kStepPixels = 8;  // of the line's picture, for each step of the network

// One character that was read. `from` and `to` are steps: the first that shows it, and one past
// the last.
struct ReadCharacter {
  uint32_t a_class = 0;
  float probability = 0;
  uint32_t from = 0, to = 0;
  float space_before = 0;  // how likely a space was at most since the character before
  int middle() const { return static_cast<int>(from + to) * kStepPixels / 2; }  // in pixels
};

// `rows` is steps x classes. Only the first `steps` are looked at: what follows is padding.
std::vector<ReadCharacter> read_characters(std::span<const float> rows, size_t classes,
                                           size_t steps);

// A word of a line; `from` and `to` are pixels of the line's picture.
struct LineWord {
  std::string text;
  float confidence = 0;
  int from = 0, to = 0;
};

// Words end at spaces, and where the network thought of one and the picture has a gap.
std::vector<LineWord> make_words(std::span<const ReadCharacter> characters,
                                 const Alphabet& alphabet, const Ink& ink);

}  // namespace oi
