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
  // The classes of the small and the capital letter that this one is with an accent; both 0 for
  // what is no accented Latin letter.
  struct Plain {
    uint32_t small = 0, capital = 0;
  };
  Plain plain(size_t a_class) const { return plain_[a_class]; }

 private:
  std::vector<Plain> plain_;
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
  // Of an accented letter: the likelier of the small and the capital one without the accent.
  uint32_t plain = 0;
  float plain_probability = 0;
  int middle() const { return static_cast<int>(from + to) * kStepPixels / 2; }  // in pixels
};

// `rows` is steps x classes, probabilities for each step. Only the first `steps` are looked at:
// what follows is padding.
std::vector<ReadCharacter> read_characters(std::span<const float> rows, const Alphabet& alphabet,
                                           size_t steps);

// Specks beside a letter look like an accent to a network that knows all languages. On pages whose
// sure letters hardly ever bear one, a doubtful accented letter is taken for the plain one. A
// letter that is surely accented keeps its accent, as do all on a page that has some.
void drop_doubtful_accents(std::span<std::vector<ReadCharacter>> lines);

// A word of a line; `from` and `to` are pixels of the line's picture.
struct LineWord {
  std::string text;
  float confidence = 0;
  int from = 0, to = 0;
};

// Words end at spaces, and where the network thought of one and the picture has a gap.
std::vector<LineWord> make_words(std::span<const ReadCharacter> characters,
                                 const Alphabet& alphabet, const InkMap& ink);

}  // namespace oi
