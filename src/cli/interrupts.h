// Ctrl-C as a stop token. The first SIGINT, SIGTERM or SIGHUP asks everything to stop, which leaves
// the library whole; the second ends the program at once, which it survives too.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace oi {

class Interrupts {
 public:
  // Make it before any other thread is started: they inherit that these signals are blocked.
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void wait();

  std::stop_source source_;
  std::atomic<bool> over_ = false;
  std::jthread thread_;  // last: joined before the rest goes
};

}  // namespace oi
