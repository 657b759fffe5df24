// A stop runs callbacks that take locks, which a signal handler must not. So the signals are
// blocked everywhere and one thread waits for them. Before it asks for the stop it lets the next
// signal end the program, because a callback may take its time.
#include "cli/interrupts.h"

#include <signal.h>
#include <unistd.h>

namespace oi {
namespace {

constexpr int kExitAtOnce = 130;

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&set, number);
  return set;
}

// SIGUSR2 wakes the waiting thread when the program is done.
sigset_t waited_signals() {
  sigset_t set = stop_signals();
  sigaddset(&set, SIGUSR2);
  return set;
}

extern "C" void oi_exit_at_once(int) {
  _exit(kExitAtOnce);
}

void end_at_next_signal() {
  struct sigaction action {};
  action.sa_handler = oi_exit_at_once;
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    sigaction(number, &action, nullptr);
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace

Interrupts::Interrupts() {
  const sigset_t set = waited_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this] { wait(); });
}

Interrupts::~Interrupts() {
  over_ = true;
  pthread_kill(thread_.native_handle(), SIGUSR2);
}

void Interrupts::wait() {
  const sigset_t set = waited_signals();
  int number = 0;
  while (sigwait(&set, &number) == 0) {
    if (over_) return;
    if (number == SIGUSR2) continue;
    end_at_next_signal();
    source_.request_stop();
  }
}

}  // namespace oi
