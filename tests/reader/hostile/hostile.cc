// Readers that misbehave, one for each name that this program is started under: the part of the
// name behind the last '-'. Those that try what is forbidden do so behind the real lock_down.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "extract/wire.h"
#include "reader/lockdown.h"

namespace {

constexpr int kSocket = 4;

void send_bytes(const std::string& bytes) {
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t put = ::write(kSocket, bytes.data() + sent, bytes.size() - sent);
    if (put <= 0) ::_exit(9);
    sent += static_cast<size_t>(put);
  }
}

void send(const oi::WireMessage& message) {
  send_bytes(oi::encode(message));
}

// Locks down, greets, hears the request: from here on it is a reader like any other.
void begin() {
  const oi::Result<oi::Isolation> isolation = oi::lock_down();
  if (!isolation.ok()) ::_exit(oi::kExitCannotIsolate);
  send(oi::Hello{isolation.value()});
  char request[4096];
  if (::read(kSocket, request, sizeof request) <= 0) ::_exit(9);
}

void begin_text() {
  begin();
  send(oi::KindTold{oi::Kind::Text});
}
void begin_pdf() {
  begin();
  send(oi::KindTold{oi::Kind::Pdf});
}

oi::TextRun run(const std::string& text) {
  oi::TextRun made;
  made.text = text;
  return made;
}

[[noreturn]] void wait_for_ever() {
  for (;;)
    ::sleep(1000);
}

void count_descriptors() {
  std::string open;
  for (int fd = 0; fd < 1024; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) open += std::to_string(fd) + " ";
  }
  const bool environment = environ != nullptr && environ[0] != nullptr;
  begin_text();
  send(oi::Problem{"descriptors", open, environment ? "environment" : "nothing"});
  send(oi::EndTotals{});
}

void frame_with_length(uint32_t length) {
  begin_text();
  std::string frame(6, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  frame[4] = 6;  // runs of text
  send_bytes(frame);
  wait_for_ever();
}

void lie_about_count() {
  begin_text();
  std::string frame = oi::encode(oi::WireMessage(oi::TextRuns{{run("one")}}));
  const uint32_t many = 0x7fffffff;
  std::memcpy(frame.data() + 6, &many, sizeof many);
  send_bytes(frame);
}

void allocate_without_end() {
  begin_text();
  std::vector<char*> kept;
  for (;;) {
    char* block = new char[1 << 20];
    std::memset(block, 1, 1 << 20);
    kept.push_back(block);
  }
}

void connect_somewhere() {
  begin_text();
  const int out = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (void)::connect(out, reinterpret_cast<sockaddr*>(&address), sizeof address);
}

void page_box(float x0, float x1) {
  begin_pdf();
  send(oi::PageStart{1, 1, 612, 792});
  oi::TextRun placed = run("placed");
  placed.box = {x0, 0, x1, 1};
  send(oi::TextRuns{{placed}});
}

const std::map<std::string, void (*)()> kModes = {
    {"opens",
     [] {
       begin_text();
       (void)::open("/etc/passwd", O_RDONLY);
     }},
    {"connects", connect_somewhere},
    {"forks",
     [] {
       begin_text();
       (void)::fork();
     }},
    {"executes",
     [] {
       begin_text();
       (void)::execl("/bin/true", "true", nullptr);
     }},
    {"traces",
     [] {
       begin_text();
       (void)::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
     }},
    {"allocates", allocate_without_end},
    {"silent", [] { wait_for_ever(); }},
    {"stalls",
     [] {
       begin_text();
       wait_for_ever();
     }},
    {"dribbles",
     [] {
       begin_text();
       for (;;) {
         send(oi::Problem{"drop", "", ""});
         ::usleep(20'000);
       }
     }},
    {"spins",
     [] {
       begin_text();
       volatile bool done = false;
       while (!done) {
       }
     }},
    {"crashes",
     [] {
       begin_text();
       std::abort();
     }},
    {"leaves",
     [] {
       begin_text();
       ::_exit(3);
     }},
    {"unisolated", [] { ::_exit(oi::kExitCannotIsolate); }},
    {"boasts",
     [] {
       send(oi::Hello{});
       wait_for_ever();
     }},
    {"early",
     [] {
       send(oi::KindTold{oi::Kind::Text});
       wait_for_ever();
     }},
    {"garbage",
     [] {
       begin_text();
       send_bytes(std::string(5000, '\xA7'));
     }},
    {"longest", [] { frame_with_length(0xFFFFFFFF); }},
    {"long", [] { frame_with_length(oi::kLongestFrame + 1); }},
    {"counts", lie_about_count},
    {"invalid",
     [] {
       begin_text();
       send(oi::TextRuns{{run("\xC3\x28")}});
     }},
    {"nan", [] { page_box(0, std::nanf("")); }},
    {"inverted", [] { page_box(5, 1); }},
    {"disordered",
     [] {
       begin_pdf();
       send(oi::PageStart{2, 2, 612, 792});
     }},
    {"outside",
     [] {
       begin_pdf();
       send(oi::TextRuns{{run("no page")}});
     }},
    {"totals",
     [] {
       begin_text();
       send(oi::TextRuns{{run("one")}});
       send(oi::EndTotals{0, 1, 99});
     }},
    {"after",
     [] {
       begin_text();
       send(oi::EndTotals{});
       send(oi::EndTotals{});
     }},
    {"twice",
     [] {
       begin_text();
       send(oi::TitleTold{"a"});
       send(oi::TitleTold{"b"});
     }},
    {"floods",
     [] {
       begin_text();
       for (;;)
         send(oi::TextRuns{{run(std::string(oi::kLongestRun, 'x'))}});
     }},
    {"pages",
     [] {
       begin_pdf();
       send(oi::PageStart{1, 0xFFFFFFFF, 1, 1});
     }},
    {"refuses",
     [] {
       begin_text();
       send(oi::Refusal{oi::Code::PasswordRequired, "locked"});
     }},
    {"blames",
     [] {
       begin_text();
       send(oi::Refusal{oi::Code::Bug, "yours"});
     }},
    {"lingers",
     [] {
       begin_text();
       send(oi::EndTotals{});
       wait_for_ever();
     }},
    {"descriptors", count_descriptors},
};

}  // namespace

int main(int, char** arguments) {
  const std::string name = arguments[0];
  const auto mode = kModes.find(name.substr(name.rfind('-') + 1));
  if (mode == kModes.end()) ::_exit(8);
  mode->second();
  ::_exit(0);
}
