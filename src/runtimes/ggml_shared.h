// The one ggml of the process, which llama.cpp and whisper.cpp share: its backend, its log, and how
// many cores its work may use.
#pragma once

#include <ggml.h>

#include <string>

#include "base/result.h"

namespace oi {

// Loads the backend for this processor once and gives its variant ("zen4"); empty when there is
// none.
const std::string& ggml_variant();

// The log of the process, for a library to write to: what nobody listens to is dropped.
void hear(ggml_log_level level, const char* text, void* unused);

// While it lives, the errors that this thread's calls write to the log are kept. One at a time.
class Listening {
 public:
  Listening();
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  // ModelFailed: `what`, and after it what was heard.
  Error failed(std::string what) const;

 private:
  std::string words_;
};

// ggml's threads wait for each other by spinning, so one that has no core to itself stalls all of
// them (docs/MEASUREMENTS.md). This is how many cores nobody is using now, between 1 and `most`
// (0: all of the machine). When the system does not say, all are taken to be idle.
unsigned idle_cores(unsigned most);

// An abort callback of ggml: `stop` is a std::stop_token.
bool stop_asked(void* stop);

}  // namespace oi
