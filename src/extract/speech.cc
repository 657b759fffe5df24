// A segment ends where the last kSearch seconds are quietest over kWindow, so that no word is cut
// in two. Loudness is the sum of absolute samples: enough to find a pause.

#include "extract/speech.h"

#include <cstdlib>

#include "base/text.h"

namespace oi {
namespace {

constexpr size_t kLongest = size_t{limits::kSegmentSeconds} * kSampleRate;
constexpr size_t kSearch = 20 * kSampleRate;
constexpr size_t kWindow = kSampleRate / 5;
constexpr double kParagraphPause = 2;  // seconds

uint64_t loudness(std::span<const int16_t> samples) {
  uint64_t sum = 0;
  for (const int16_t sample : samples)
    sum += static_cast<uint64_t>(std::abs(int{sample}));
  return sum;
}

// Where to cut a full segment.
size_t quietest_end(std::span<const int16_t> segment) {
  size_t best = segment.size();
  uint64_t least = UINT64_MAX;
  for (size_t at = segment.size() - kSearch; at + kWindow <= segment.size(); at += kWindow) {
    const uint64_t loud = loudness(segment.subspan(at, kWindow));
    if (loud > least) continue;
    least = loud;
    best = at + kWindow / 2;
  }
  return best;
}

}  // namespace

Result<Done> Speech::add(std::span<const int16_t> samples) {
  waiting_.insert(waiting_.end(), samples.begin(), samples.end());
  while (waiting_.size() >= kLongest) {
    const std::span<const int16_t> segment(waiting_.data(), kLongest);
    TRY(transcribe(quietest_end(segment)));
  }
  return Done{};
}

Result<Done> Speech::finish() {
  if (waiting_.empty()) return Done{};
  return transcribe(waiting_.size());
}

double Speech::seconds() const {
  return static_cast<double>(done_ + waiting_.size()) / kSampleRate;
}

Result<Done> Speech::transcribe(size_t samples) {
  const double offset = static_cast<double>(done_) / kSampleRate;
  const std::span<const int16_t> segment(waiting_.data(), samples);
  Transcript transcript = TRY(transcriber_.transcribe(segment, language_, job_));
  if (language_.empty()) language_ = transcript.language;
  for (Utterance& utterance : transcript.utterances) {
    utterance.from += offset;
    utterance.to += offset;
    utterances_.push_back(std::move(utterance));
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(samples));
  done_ += samples;
  return Done{};
}

std::vector<TextRun> runs_of(std::span<const Utterance> utterances) {
  std::vector<TextRun> runs;
  double last = 0;
  for (const Utterance& utterance : utterances) {
    const std::string_view text = trim(utterance.text);
    if (text.empty()) continue;
    TextRun run;
    run.text = text;
    const bool pause = runs.empty() || utterance.from - last >= kParagraphPause;
    run.before = pause ? TextRun::Break::Paragraph : TextRun::Break::Space;
    run.from = utterance.from;
    run.to = utterance.to;
    last = utterance.to;
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace oi
