#include "cli/interrupts.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace oi {
namespace {

using std::chrono::milliseconds;

// In a process of its own, because signals belong to the whole of it.
template <typename Body>
int exit_code_of(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool stopped_in_time(const std::stop_token& token) {
  for (int i = 0; i < 100 && !token.stop_requested(); ++i)
    std::this_thread::sleep_for(milliseconds(10));
  return token.stop_requested();
}

TEST(Interrupts, TheFirstSignalAsksToStop) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EQ(exit_code_of([number] {
                const Interrupts interrupts;
                kill(getpid(), number);
                return stopped_in_time(interrupts.token()) ? 7 : 8;
              }),
              7);
  }
}

TEST(Interrupts, TheSecondSignalEndsAtOnceEvenInsideACallback) {
  EXPECT_EQ(exit_code_of([] {
              const Interrupts interrupts;
              const std::stop_callback slow(
                  interrupts.token(), [] { std::this_thread::sleep_for(milliseconds(20'000)); });
              kill(getpid(), SIGINT);
              stopped_in_time(interrupts.token());
              kill(getpid(), SIGINT);
              std::this_thread::sleep_for(milliseconds(10'000));
              return 8;
            }),
            130);
}

TEST(Interrupts, WithoutASignalItEndsByItself) {
  EXPECT_EQ(exit_code_of([] {
              { const Interrupts interrupts; }
              return 7;
            }),
            7);
}

}  // namespace
}  // namespace oi
