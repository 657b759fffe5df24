// From samples as they come to utterances on the recording's own clock.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/models.h"
#include "rules/limits.h"

namespace oi {

// Gathers samples, cuts them into segments of at most limits::kSegmentSeconds at the quietest place
// near the end of each, and has them transcribed. The language heard first serves the rest.
class Speech {
 public:
  Speech(Transcriber& transcriber, const Job& job) : transcriber_(transcriber), job_(job) {}

  // Transcribes when a segment is full. An error of the transcriber.
  Result<Done> add(std::span<const int16_t> samples);
  // The rest. Afterwards utterances() holds all, in time.
  Result<Done> finish();

  const std::vector<Utterance>& utterances() const { return utterances_; }
  const std::string& language() const { return language_; }
  double seconds() const;

 private:
  Result<Done> transcribe(size_t samples);

  Transcriber& transcriber_;
  const Job& job_;
  Samples waiting_;
  uint64_t done_ = 0;  // samples before `waiting_`
  std::string language_;
  std::vector<Utterance> utterances_;
};

// The utterances as runs in time; a pause of two seconds begins a paragraph.
std::vector<TextRun> runs_of(std::span<const Utterance> utterances);

}  // namespace oi
