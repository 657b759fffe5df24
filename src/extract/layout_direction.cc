// A run begins with a word that is read the other way than the page and ends with such a word or a
// number after it, as Unicode's rules for both directions have it.

#include "extract/layout_direction.h"

#include <algorithm>

#include "base/text.h"

namespace oi::layout {
namespace {

constexpr float kSameRun = 1.6F;   // font sizes: a wider gap ends a run
constexpr float kOverlap = 0.3F;   // font sizes that its words may lie over one another
constexpr float kSameLine = 0.5F;  // of the lower word's height

bool is_from_right(char32_t c) {
  return (c >= 0x590 && c < 0x900) || (c >= 0xFB1D && c < 0xFE00) || (c >= 0xFE70 && c < 0xFEFF) ||
         (c >= 0x10800 && c < 0x11000) || (c >= 0x1E800 && c < 0x1F000);
}

void count(std::string_view text, size_t& left, size_t& right) {
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (!is_letter(c)) continue;
    ++(is_from_right(c) ? right : left);
  }
}

bool has_digit(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (is_digit(next_code_point(text, at))) return true;
  return false;
}

class Runs {
 public:
  Runs(std::vector<Word>& words, Reads other) : words_(words), other_(other) {}

  void turn() {
    for (size_t first = 0; first < words_.size();) {
      const size_t end = reads(words_[first].text) == other_ ? end_of(first) : first + 1;
      if (end > first + 1) turn(first, end);
      first = end;
    }
  }

 private:
  size_t end_of(size_t first) const {
    size_t end = first + 1;
    for (size_t i = first + 1; i < words_.size() && follows(words_[i - 1], words_[i]); ++i) {
      const Reads way = reads(words_[i].text);
      if (way != other_ && way != Reads::Either) break;
      if (way == other_ || has_digit(words_[i].text)) end = i + 1;
    }
    return end;
  }

  // The words lie as the page is read; those of a run lie the other way.
  static bool follows(const Word& a, const Word& b) {
    if (b.begins_line || share_of_height(a.box, b.box) < kSameLine) return false;
    const float size = std::max(a.size, b.size);
    const float gap = a.box.x0 - b.box.x1;
    return gap < kSameRun * size && gap > -kOverlap * size;
  }

  void turn(size_t first, size_t end) {
    float left = words_[first].box.x0, right = words_[first].box.x1;
    for (size_t i = first; i < end; ++i) {
      left = std::min(left, words_[i].box.x0);
      right = std::max(right, words_[i].box.x1);
    }
    for (size_t i = first; i < end; ++i) {
      Box& box = words_[i].box;
      const float x0 = left + right - box.x1;
      box.x1 = left + right - box.x0;
      box.x0 = x0;
    }
  }

  std::vector<Word>& words_;
  Reads other_;
};

}  // namespace

Reads reads(std::string_view word) {
  size_t left = 0, right = 0;
  count(word, left, right);
  if (left == 0 && right == 0) return Reads::Either;
  return right > left ? Reads::FromRight : Reads::FromLeft;
}

void set_in_reading_order(Words& words) {
  size_t left = 0, right = 0;
  for (const Word& word : words.words)
    count(word.text, left, right);
  if (right == 0) return;
  const bool from_right = right > left;
  if (from_right) {
    Turn mirror = words.turn;
    mirror.mirrored = true;
    for (Word& word : words.words)
      word.box = mirror.upright(words.turn.shown(word.box));
    words.turn = mirror;
  }
  Runs(words.words, from_right ? Reads::FromLeft : Reads::FromRight).turn();
}

}  // namespace oi::layout
