// 1. The level of a frame is its mean square, without what is below speech.
// 2. The floor at a frame is the quietest 200 ms within 10 s to either side. Speech falls to it
//    between words; what never changes lies on it all the time.
// 3. A frame is voiced when it is kAbove over the floor and over kSilence. Pauses of up to half a
//    second between voiced frames are closed, since quiet consonants and breath are in them.
// 4. Fewer than three voiced frames by themselves are a click and are dropped.
#include "runtimes/speech_spans.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace oi {
namespace {

constexpr float kAbove = 4;         // decibels; noise of even loudness stays within one
constexpr float kSilence = 6;       // decibels: two steps of a sample, as dither makes
constexpr size_t kSmooth = 10;      // frames
constexpr size_t kAround = 500;     // frames
constexpr size_t kShortPause = 25;  // frames
constexpr size_t kClick = 3;        // frames
constexpr size_t kMargin = 15;      // frames kept around what is voiced

// Takes away what is below speech: the recorder's offset and most of hum and rumble.
class HighPass {
 public:
  explicit HighPass(int first) : before_(first) {}
  double operator()(int sample) {
    passed_ = sample - before_ + kKept * passed_;
    before_ = sample;
    return passed_;
  }

 private:
  static constexpr double kKept = 0.97;  // halves the power at 80 Hz
  double before_, passed_ = 0;
};

float level_of(std::span<const int16_t> frame, HighPass& pass) {
  double sum = 0;
  for (const int16_t sample : frame) {
    const double passed = pass(sample);
    sum += passed * passed;
  }
  return static_cast<float>(10 * std::log10(sum / static_cast<double>(frame.size()) + 1e-3));
}

// The mean over kSmooth frames from each on; the last ones have as many as there are.
std::vector<float> smooth(const std::vector<float>& level) {
  std::vector<float> means(level.size());
  double sum = 0;
  for (size_t i = level.size(); i-- > 0;) {
    sum += level[i];
    if (i + kSmooth < level.size()) sum -= level[i + kSmooth];
    means[i] = static_cast<float>(sum / static_cast<double>(std::min(kSmooth, level.size() - i)));
  }
  // Too few frames are no mean: the end of a sound would be its own floor.
  const size_t whole = level.size() - std::min(level.size(), kSmooth - 1);
  for (size_t i = std::max<size_t>(whole, 1); i < means.size(); ++i)
    means[i] = means[i - 1];
  return means;
}

// The least of the values within kAround of each.
std::vector<float> least_around(const std::vector<float>& values) {
  std::vector<float> least(values.size());
  std::deque<size_t> rising;  // places whose values rise; the first is the least
  size_t next = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (; next < values.size() && next <= i + kAround; ++next) {
      while (!rising.empty() && values[rising.back()] >= values[next])
        rising.pop_back();
      rising.push_back(next);
    }
    while (rising.front() + kAround < i)
      rising.pop_front();
    least[i] = values[rising.front()];
  }
  return least;
}

// Runs of frames that are so within a span; pauses of up to `pause` frames do not end one.
std::vector<FrameSpan> runs(const std::vector<bool>& frames, FrameSpan within, size_t pause) {
  std::vector<FrameSpan> found;
  for (size_t i = within.from; i < within.to; ++i) {
    if (!frames[i]) continue;
    if (found.empty() || i - found.back().to > pause) found.push_back({i, i});
    found.back().to = i + 1;
  }
  return found;
}

// A span in pieces of at most `longest`, each parted where it is quietest in its last third.
void part(const Loudness& loudness, FrameSpan span, size_t longest, std::vector<FrameSpan>& out) {
  while (span.to - span.from > longest) {
    const size_t end = span.from + longest;
    const size_t cut = quietest(loudness, {end - longest / 3, end});
    out.push_back({span.from, cut});
    span.from = cut;
  }
  out.push_back(span);
}

// Each window with some of the silence around it, as far as the next window leaves it.
void widen(std::vector<FrameSpan>& windows, size_t frames) {
  for (size_t i = 0; i < windows.size(); ++i) {
    const size_t before = i == 0 ? 0 : windows[i - 1].to;
    const size_t after = i + 1 == windows.size() ? frames : windows[i + 1].from;
    windows[i].from = std::max(before, windows[i].from - std::min(windows[i].from, kMargin));
    windows[i].to = std::min(after, windows[i].to + kMargin);
  }
}

}  // namespace

Loudness measure(std::span<const int16_t> samples) {
  Loudness found;
  HighPass pass(samples.empty() ? 0 : samples.front());
  for (size_t at = 0; at < samples.size(); at += kFrame) {
    const auto frame = samples.subspan(at, std::min(kFrame, samples.size() - at));
    found.level.push_back(level_of(frame, pass));
  }
  const std::vector<float> floor = least_around(smooth(found.level));
  std::vector<bool> loud(found.level.size());
  for (size_t i = 0; i < loud.size(); ++i)
    loud[i] = found.level[i] > std::max(floor[i] + kAbove, kSilence);
  found.voiced.resize(loud.size());
  for (const FrameSpan run : runs(loud, {0, loud.size()}, kShortPause)) {
    const auto from = loud.begin() + static_cast<long>(run.from);
    const auto to = loud.begin() + static_cast<long>(run.to);
    if (std::count(from, to, true) < static_cast<long>(kClick)) continue;
    std::fill(found.voiced.begin() + static_cast<long>(run.from),
              found.voiced.begin() + static_cast<long>(run.to), true);
  }
  return found;
}

std::vector<FrameSpan> find_sounds(const Loudness& loudness, FrameSpan within) {
  return runs(loudness.voiced, within, 0);
}

size_t quietest(const Loudness& loudness, FrameSpan within) {
  const std::vector<float> means = smooth(loudness.level);
  size_t best = within.from;
  float least = std::numeric_limits<float>::infinity();
  for (size_t at = within.from; at < within.to; ++at) {
    const float around = means[at - std::min(at, kSmooth / 2)];  // a mean is over what follows
    if (around >= least) continue;
    least = around;
    best = at;
  }
  return best;
}

std::vector<FrameSpan> find_windows(const Loudness& loudness, size_t longest) {
  std::vector<FrameSpan> windows;
  FrameSpan open;
  for (const FrameSpan run : find_sounds(loudness, {0, loudness.voiced.size()})) {
    const bool near = open.to > 0 && run.from - open.to <= kLongestPause;
    if (near && run.to - open.from + 2 * kMargin <= longest) {
      open.to = run.to;
      continue;
    }
    if (open.to > 0) part(loudness, open, longest - 2 * kMargin, windows);
    open = run;
  }
  if (open.to > 0) part(loudness, open, longest - 2 * kMargin, windows);
  widen(windows, loudness.voiced.size());
  return windows;
}

}  // namespace oi
