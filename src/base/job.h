// Job: the caller's stop token and listener for one call. It is the last parameter of every call
// that may take over 50 ms. A stop is honoured within 200 ms except inside one model batch.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>

#include "base/result.h"

namespace oi {

// How far one named stage is. `done` never moves backwards within a stage.
struct Progress {
  std::string stage;
  uint64_t done = 0;
  uint64_t total = 0;  // 0: not known
};
// A piece of text as the generator writes it. It is a draft, not an answer: faces mark it so.
struct DraftText {
  std::string text;
};
// Something a person should know that is not an error.
struct Notice {
  std::string text;
};
using Event = std::variant<Progress, DraftText, Notice>;

struct Job {
  std::stop_token stop = {};
  // May be called from pool threads, but never two at once (the pool serialises it).
  std::function<void(const Event&)> tell = {};
};

// Fails with Cancelled once a stop was asked. Loops call it per page, batch, claim or token.
inline Result<Done> check(const Job& job) {
  if (job.stop.stop_requested()) return Error{Code::Cancelled, "stopped as asked"};
  return Done{};
}

inline void tell(const Job& job, const Event& event) {
  if (job.tell) job.tell(event);
}

}  // namespace oi
