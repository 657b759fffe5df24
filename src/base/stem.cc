// Endings are taken off in three steps, each at most once: plural or possessive, then -ed or -ing
// (with a doubled consonant made single), then -ion and a final e. A word keeps at least three
// letters, and words of other scripts are never touched.
#include "base/stem.h"

#include <algorithm>

namespace oi {
namespace {

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

bool has_vowel(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return is_vowel(c) || c == 'y'; });
}

void drop(std::string& word, size_t letters) {
  word.resize(word.size() - letters);
}

void drop_plural(std::string& word) {
  if (word.ends_with("'s")) return drop(word, 2);
  if (word.size() < 4 || !word.ends_with('s')) return;
  if (word.ends_with("ies")) {
    if (word.size() > 4) word.replace(word.size() - 3, 3, "y");
  } else if (word.ends_with("sses") || word.ends_with("ches") || word.ends_with("shes") ||
             word.ends_with("xes") || word.ends_with("zes")) {
    drop(word, 2);
  } else if (!word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) {
    drop(word, 1);
  }
}

// "stopp" -> "stop", but "fill", "pass" and "buzz" stay.
void make_single(std::string& word) {
  const char last = word.back();
  if (word.size() < 4 || is_vowel(last) || last != word[word.size() - 2]) return;
  if (last != 'l' && last != 's' && last != 'z') drop(word, 1);
}

void drop_tense(std::string& word) {
  if (word.ends_with("ied") && word.size() > 4) {
    word.replace(word.size() - 3, 3, "y");
    return;
  }
  const size_t ending = word.ends_with("ing") ? 3 : word.ends_with("ed") ? 2 : 0;
  if (ending == 0 || word.ends_with("eed") || word.size() < ending + 3) return;
  const std::string_view rest(word.data(), word.size() - ending);
  if (!has_vowel(rest)) return;
  drop(word, ending);
  make_single(word);
}

void drop_ending(std::string& word) {
  if (word.size() >= 8 && (word.ends_with("tion") || word.ends_with("sion"))) drop(word, 3);
  if (word.size() >= 7 && word.ends_with("ly")) drop(word, 2);
  if (word.size() >= 4 && word.ends_with('e')) drop(word, 1);
}

}  // namespace

std::string stem(std::string_view folded) {
  std::string word(folded);
  drop_plural(word);
  if (word.size() < 4) return word;
  drop_tense(word);
  drop_ending(word);
  return word;
}

}  // namespace oi
