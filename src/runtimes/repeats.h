// A model that listens to music or noise can say one phrase without end. That is found here, in
// tokens, so that it is the same in every language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oi {

// tokens[at, at + length) are there `times` times, one after the other.
struct Repeat {
  size_t at = 0, length = 0, times = 0;
  bool operator==(const Repeat&) const = default;
};

// Phrases that are repeated as nobody speaks: at least four times, and over at least sixteen tokens
// together ("no, no, no" and a counted-in "one two, one two" are speech). In order, not
// overlapping. Cost: the tokens times the longest phrase.
std::vector<Repeat> find_repeats(std::span<const int32_t> tokens);

// What each of `count` tokens is.
enum class Saying : uint8_t { Once, First, Again };
std::vector<Saying> mark(size_t count, std::span<const Repeat> repeats);

}  // namespace oi
