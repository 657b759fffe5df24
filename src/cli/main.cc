// What only a process has: its words, its terminal, its signals, its environment.
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/interrupts.h"
#include "cli/run.h"

namespace {

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? value : "";
}

oi::Look look_of(int descriptor) {
  oi::Look look;
  const std::string terminal = environment("TERM");
  look.terminal = isatty(descriptor) == 1 && terminal != "dumb";
  look.colours = look.terminal && environment("NO_COLOR").empty();
  winsize size{};
  if (look.terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    look.width = size.ws_col;
    look.height = size.ws_row;
  }
  return look;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that ends early must not end us: writes then fail, and are seen to.
  signal(SIGPIPE, SIG_IGN);
  const oi::Interrupts interrupts;
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::error_code failed;
  const oi::Surroundings surroundings{environment,
                                      std::filesystem::read_symlink("/proc/self/exe", failed)};
  oi::Screen screen{std::cin, std::cout, std::cerr, look_of(STDOUT_FILENO), look_of(STDERR_FILENO)};
  const int code = oi::run(words, surroundings, screen, interrupts.token());
  return code == 0 && !std::cout.flush() ? 1 : code;
}
