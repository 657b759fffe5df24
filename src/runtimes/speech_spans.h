// Where in a recording somebody may be speaking, and the windows in which that is transcribed.
//
// A model of speech that is given silence writes words all the same, so it never gets any. The rule
// errs on the side of listening: it drops what is silent and what never changes in loudness (noise,
// hum, a tone), and leaves the rest to the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "types/runs.h"

namespace oi {

inline constexpr size_t kFrame = kSampleRate / 50;  // samples of one frame, 20 ms

// What each frame of a recording is like. A last frame that is not whole is a frame too.
struct Loudness {
  std::vector<float> level;  // decibels above one step of a sample
  std::vector<bool> voiced;  // stands out from what is quietest around it
};
Loudness measure(std::span<const int16_t> samples);

// Frames from `from` up to `to`.
struct FrameSpan {
  size_t from = 0, to = 0;
  bool operator==(const FrameSpan&) const = default;
};

// All voiced frames, with a little around them, in windows of at most `longest` frames (over 3 s)
// that do not overlap. A silence of over kLongestPause is in no window. What is longer than a
// window is parted where it is quietest.
inline constexpr size_t kLongestPause = 100;  // frames: 2 s
std::vector<FrameSpan> find_windows(const Loudness& loudness, size_t longest);

// The stretches of voiced frames in a span, cut at its ends.
std::vector<FrameSpan> find_sounds(const Loudness& loudness, FrameSpan within);

// The quietest place within a span that is not empty.
size_t quietest(const Loudness& loudness, FrameSpan within);

}  // namespace oi
