// How far an `oi add` is: the line that shows it, and the time that is left.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "base/job.h"

namespace oi {

// "━━━━━━╸·····", `wide` columns.
std::string bar(double share, size_t wide);
// "about 40 s left"; empty while it cannot be known.
std::string time_left(double elapsed_seconds, double share);

// Follows the events of one run. Files weigh as many bytes as they have; inside a file the stages
// count as measured: embedding takes most of the time.
class IngestProgress {
 public:
  using Clock = std::chrono::steady_clock;
  IngestProgress(std::map<std::string, uint64_t> bytes, Clock::time_point begun);

  void stage(const Progress& progress);
  void ended(const std::string& path);
  // Of the whole run, in [0,1]; it never moves backwards.
  double share() const { return share_; }
  std::string line(Clock::time_point now) const;

 private:
  void raise();

  const std::map<std::string, uint64_t> bytes_;  // of the waiting files, by path
  const Clock::time_point begun_;
  double all_ = 0;
  double done_ = 0;
  std::string path_;  // the file in work
  std::string stage_;
  uint64_t file_ = 0, files_ = 0;
  uint64_t step_ = 0, steps_ = 0;  // of the stage
  double share_ = 0;
};

}  // namespace oi
