// For each length of a phrase, a run in which every token equals the one that many places later.
// Shorter phrases are looked for first, so "a a a a" is not taken for two of "a a". What is left of
// a last time that breaks off is no part of the repeat.
#include "runtimes/repeats.h"

#include <algorithm>

namespace oi {
namespace {

constexpr size_t kLongestPhrase = 64;  // tokens
constexpr size_t kFewestTimes = 4;
constexpr size_t kFewestTokens = 16;

}  // namespace

std::vector<Repeat> find_repeats(std::span<const int32_t> tokens) {
  std::vector<Repeat> found;
  const auto taken = [&](size_t from, size_t to) {
    return std::any_of(found.begin(), found.end(), [&](const Repeat& one) {
      return from < one.at + one.length * one.times && one.at < to;
    });
  };
  for (size_t length = 1; length <= kLongestPhrase; ++length) {
    for (size_t at = 0; at + length < tokens.size();) {
      size_t equal = 0;
      while (at + length + equal < tokens.size() &&
             tokens[at + equal] == tokens[at + length + equal])
        ++equal;
      const size_t times = equal / length + 1;
      if (times >= kFewestTimes && times * length >= kFewestTokens &&
          !taken(at, at + times * length)) {
        found.push_back({at, length, times});
      }
      at += equal + 1;
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Repeat& a, const Repeat& b) { return a.at < b.at; });
  return found;
}

std::vector<Saying> mark(size_t count, std::span<const Repeat> repeats) {
  std::vector<Saying> marks(count, Saying::Once);
  for (const Repeat& repeat : repeats) {
    const auto begin = marks.begin() + static_cast<long>(repeat.at);
    const auto length = static_cast<long>(repeat.length);
    std::fill_n(begin, length, Saying::First);
    std::fill_n(begin + length, length * static_cast<long>(repeat.times - 1), Saying::Again);
  }
  return marks;
}

}  // namespace oi
