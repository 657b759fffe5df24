#include "runtimes/speech_spans.h"

#include <gtest/gtest.h>

#include "local_sound.h"

namespace oi {
namespace {

constexpr size_t kSeconds = 50;  // frames of one

std::vector<FrameSpan> windows_of(const Sound& sound, size_t longest = 1400) {
  return find_windows(measure(sound), longest);
}

// A word of sorts: a tone whose loudness rises and falls.
Sound word(double seconds) {
  Sound sound = tone(seconds, 700, 6000);
  for (size_t i = 0; i < sound.size(); ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(sound.size());
    sound[i] = static_cast<int16_t>(sound[i] * std::sin(std::numbers::pi * at));
  }
  return sound;
}

TEST(SpeechSpans, NothingIsHeardInNothing) {
  EXPECT_TRUE(measure({}).level.empty());
  EXPECT_TRUE(windows_of({}).empty());
  EXPECT_TRUE(windows_of(silence(10)).empty());
}

// C071: none of these ever reaches the model.
TEST(SpeechSpans, WhatNeverChangesIsNotHeardHoweverLoud) {
  EXPECT_TRUE(windows_of(tone(10, 440, 20000)).empty());
  EXPECT_TRUE(windows_of(tone(10, 50, 20000)).empty());
  EXPECT_TRUE(windows_of(noise(10, 3000)).empty());
  EXPECT_TRUE(windows_of(noise(10, 30)).empty());
  EXPECT_TRUE(windows_of(noise(10, 2)).empty());
  EXPECT_TRUE(windows_of(Sound(10 * kSecond, 12000)).empty());  // the recorder's own offset
}

TEST(SpeechSpans, AClickIsNotHeard) {
  Sound sound = silence(5);
  for (size_t i = 0; i < 400; ++i)
    sound[2 * kSecond + i] = i % 2 == 0 ? 20000 : -20000;
  EXPECT_TRUE(windows_of(sound).empty());
}

TEST(SpeechSpans, AWordIsHeardWhereItIs) {
  for (const double before : {0.0, 3.0, 30.0}) {
    const std::vector<FrameSpan> windows = windows_of(silence(before) + word(0.5) + silence(10));
    ASSERT_EQ(windows.size(), 1u) << before;
    const auto at = static_cast<size_t>(before * kSeconds);
    EXPECT_LE(windows[0].from, at);
    EXPECT_GE(windows[0].from + kSeconds / 2, at);
    EXPECT_GE(windows[0].to, at + kSeconds / 2 - 3);
    EXPECT_LE(windows[0].to, at + kSeconds);
  }
}

TEST(SpeechSpans, AQuietWordInSteadyNoiseIsHeard) {
  Sound sound = noise(6, 400);
  const Sound said = word(0.6);
  for (size_t i = 0; i < said.size(); ++i)
    sound[3 * kSecond + i] = static_cast<int16_t>(sound[3 * kSecond + i] + said[i] / 4);
  EXPECT_EQ(windows_of(sound).size(), 1u);
}

TEST(SpeechSpans, ALongSilenceIsInNoWindowAndAShortOneIs) {
  EXPECT_EQ(windows_of(word(1) + silence(1.5) + word(1)).size(), 1u);
  const std::vector<FrameSpan> windows = windows_of(word(1) + silence(60) + word(1));
  ASSERT_EQ(windows.size(), 2u);
  EXPECT_LT(windows[0].to, 2 * kSeconds);
  EXPECT_GT(windows[1].from, 60 * kSeconds);
}

TEST(SpeechSpans, WindowsNeverOverlapAndAreNeverTooLong) {
  Sound sound;
  for (int i = 0; i < 120; ++i)
    sound = sound + word(0.3 + 0.1 * (i % 7)) + silence(i % 13 == 0 ? 3 : 0.1 * (i % 5));
  const Loudness loudness = measure(sound);
  for (const size_t longest : {size_t{150}, size_t{500}, size_t{1400}}) {
    const std::vector<FrameSpan> windows = find_windows(loudness, longest);
    std::vector<bool> covered(loudness.voiced.size());
    size_t end = 0;
    for (const FrameSpan& window : windows) {
      EXPECT_GE(window.from, end);
      EXPECT_GT(window.to, window.from);
      EXPECT_LE(window.to - window.from, longest);
      end = window.to;
      for (size_t i = window.from; i < window.to; ++i)
        covered[i] = true;
    }
    EXPECT_LE(end, loudness.voiced.size());
    for (size_t i = 0; i < covered.size(); ++i)
      ASSERT_TRUE(covered[i] || !loudness.voiced[i]) << i;
  }
}

TEST(SpeechSpans, WhatIsTooLongIsPartedInAPause) {
  Sound sound;  // pauses of 0.3 s end at 4 s, 8 s, ...
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 10; ++k)
      sound = sound + word(0.37);
    sound = sound + silence(0.3);
  }
  const std::vector<FrameSpan> windows = windows_of(sound, 10 * kSeconds);
  ASSERT_GE(windows.size(), 4u);
  for (size_t i = 0; i + 1 < windows.size(); ++i) {
    const size_t within = windows[i].to % (4 * kSeconds);
    EXPECT_GE(within, 185u) << windows[i].to;  // 3.7 s
  }
}

TEST(SpeechSpans, TheQuietestPlaceIsInsideAndInTheQuiet) {
  const Loudness loudness = measure(word(2) + silence(0.5) + word(2));
  const size_t at = quietest(loudness, {10, 215});
  EXPECT_GE(at, 100u);
  EXPECT_LE(at, 125u);
  EXPECT_EQ(quietest(loudness, {40, 41}), 40u);
}

TEST(SpeechSpans, SoundsAreCutAtTheEndsOfTheSpan) {
  const Loudness loudness = measure(silence(1) + word(1) + silence(2) + word(1) + silence(1));
  EXPECT_EQ(find_sounds(loudness, {0, loudness.voiced.size()}).size(), 2u);
  const std::vector<FrameSpan> part = find_sounds(loudness, {70, 80});
  ASSERT_EQ(part.size(), 1u);
  EXPECT_EQ(part[0], (FrameSpan{70, 80}));
  EXPECT_TRUE(find_sounds(loudness, {0, 40}).empty());
}

}  // namespace
}  // namespace oi
