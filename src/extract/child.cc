// The child is a value that kills and reaps in its destructor, so every way out of run_reader
// leaves nothing behind. One loop polls the socket in slices of 50 ms: that bounds how long a stop
// or a time limit can go unnoticed. The ending is judged last, from three things: what the decoder
// says, whether a time ran out, and how the process ended.

#include "extract/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>

namespace oi {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kSlice{50};
constexpr milliseconds kGrace{1'000};  // to end after the last frame
constexpr int kFirstSafeFd = 10;       // above the numbers that the child gives its own meaning
// What the reader's own exits mean; the same numbers stand in reader/lockdown.h, which this side
// may not include. A test compares them.
constexpr int kExitCannotIsolate = 71;
constexpr int kExitOutOfMemory = 73;

// How the process ended, once it has.
struct Ended {
  int status = 0;
  Usage usage;
};

class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) (void)kill_and_reap();
  }

  // Gives it `grace` to end by itself.
  Ended end(milliseconds grace) {
    const auto until = Clock::now() + grace;
    Ended ended;
    while (!reap(ended, WNOHANG)) {
      if (Clock::now() >= until) return kill_and_reap();
      std::this_thread::sleep_for(milliseconds(1));
    }
    return ended;
  }

  Ended kill_and_reap() {
    ::kill(pid_, SIGKILL);
    Ended ended;
    (void)reap(ended, 0);
    return ended;
  }

 private:
  // True when the process is gone. A program that ignores SIGCHLD has no status to give.
  bool reap(Ended& ended, int flags) {
    rusage usage{};
    pid_t got = 0;
    do {
      got = ::wait4(pid_, &ended.status, flags, &usage);
    } while (got < 0 && errno == EINTR);
    if (got == 0) return false;
    pid_ = -1;
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    ended.usage.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    ended.usage.peak_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
    return true;
  }

  pid_t pid_;
};

Error no_reader(const std::filesystem::path& program, int number) {
  return {Code::CannotIsolate,
          "cannot start the reader " + program.string() + ": " + std::strerror(number)};
}

Result<Descriptor> out_of_the_way(int fd) {
  Descriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, kFirstSafeFd));
  if (!copy.valid()) return system_error(errno, "cannot copy a descriptor", "");
  return copy;
}

// The actions and attributes of posix_spawn, freed on every way out.
class Spawn {
 public:
  Spawn() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
  ~Spawn() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  // Exactly two descriptors, no environment, every signal as the system has it.
  int start(const std::filesystem::path& program, int document, int socket, pid_t& pid) {
    for (const int standard : {0, 1, 2})
      ::posix_spawn_file_actions_addclose(&actions_, standard);
    ::posix_spawn_file_actions_adddup2(&actions_, document, kDocumentFd);
    ::posix_spawn_file_actions_adddup2(&actions_, socket, kSocketFd);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, kSocketFd + 1);
    sigset_t all, none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::string name = program.string();
    char* arguments[] = {name.data(), nullptr};
    char* environment[] = {nullptr};
    return ::posix_spawn(&pid, name.c_str(), &actions_, &attributes_, arguments, environment);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

struct Started {
  Descriptor socket;
  pid_t pid = -1;
};

Result<Started> spawn(const std::filesystem::path& program, const Descriptor& document) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return system_error(errno, "cannot make a socket pair", "");
  Started started{Descriptor(pair[0]), -1};
  const Descriptor theirs(pair[1]);
  const Descriptor high_document = TRY(out_of_the_way(document.get()));
  const Descriptor high_socket = TRY(out_of_the_way(theirs.get()));
  const int failed = Spawn().start(program, high_document.get(), high_socket.get(), started.pid);
  if (failed != 0) return no_reader(program, failed);
  return started;
}

// Where one conversation stands. `stopped` is why the engine ended it, if it did.
struct Conversation {
  Decoder decoder;
  const ReaderStart& start;
  const OnMessage& on_message;
  Clock::time_point began = Clock::now();
  Clock::time_point last_frame = began;
  Isolation isolation = {};
  std::optional<Error> refusal = {};
  std::optional<Error> broken = {};      // by the reader
  std::optional<Error> unaccepted = {};  // by on_message
  bool timed_out = false;
  bool lingers = false;  // it said all it had to say and does not leave
};

// Sent without waiting: a request is smaller than any socket's buffer. A reader that is gone
// already shows at the next read.
void send_request(const Descriptor& socket, const Request& request) {
  const std::string frame = encode(request);
  (void)::send(socket.get(), frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

// False when the conversation is over.
bool take_messages(Conversation& talk, const Descriptor& socket) {
  for (;;) {
    Result<std::optional<WireMessage>> next = talk.decoder.next();
    if (!next.ok()) {
      talk.broken = next.error();
      return false;
    }
    if (!next.value().has_value()) return true;
    WireMessage message = *std::move(next).value();
    if (const auto* hello = std::get_if<Hello>(&message)) {
      talk.isolation = hello->isolation;
      send_request(socket, talk.start.request);
    } else if (const auto* refusal = std::get_if<Refusal>(&message)) {
      talk.refusal = Error{refusal->code, refusal->what};
    } else {
      // What the engine does with a message, such as recognising a page, is not the reader's time.
      const Clock::time_point before = Clock::now();
      const Result<Done> taken = talk.on_message(std::move(message));
      talk.began += Clock::now() - before;
      if (!taken.ok()) {
        talk.unaccepted = taken.error();
        return false;
      }
    }
    talk.last_frame = Clock::now();
  }
}

Clock::time_point deadline(const Conversation& talk) {
  if (talk.decoder.finished()) return talk.last_frame + kGrace;
  return std::min(talk.began + talk.start.times.document,
                  talk.last_frame + talk.start.times.silence);
}

// Until the reader closes its end, breaks the protocol, runs out of time, or a stop is asked.
Result<Done> converse(Conversation& talk, const Descriptor& socket, const Job& job) {
  std::vector<char> room(64 << 10);
  for (;;) {
    TRY(check(job));
    const auto left = std::chrono::ceil<milliseconds>(deadline(talk) - Clock::now());
    if (left.count() <= 0) {
      talk.lingers = talk.decoder.finished();
      talk.timed_out = !talk.lingers;
      return Done{};
    }
    pollfd wait{socket.get(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(std::min(left, kSlice).count()));
    if (ready <= 0) continue;
    const ssize_t got = ::recv(socket.get(), room.data(), room.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return Done{};
    talk.decoder.feed({room.data(), static_cast<size_t>(got)});
    if (!take_messages(talk, socket)) return Done{};
  }
}

using How = ReaderEnd::How;
struct Judgement {
  How how;
  Error error;
};

Judgement judge_signal(int signal) {
  if (signal == SIGSYS)
    return {How::Violation, {Code::Corrupt, "the reader tried what its sandbox forbids"}};
  if (signal == SIGXCPU)
    return {How::OverLimit, {Code::TooLarge, "reading took more processor time than allowed"}};
  return {How::Signal, {Code::Killed, "the reader crashed: " + std::string(::strsignal(signal))}};
}

Judgement judge_exit(int code, const Conversation& talk) {
  if (code == kExitCannotIsolate)
    return {How::CannotIsolate,
            {Code::CannotIsolate, "the reader could not lock itself down, so it read nothing"}};
  if (code == kExitOutOfMemory)
    return {How::OverLimit, {Code::TooLarge, "reading took more memory than allowed"}};
  if (talk.refusal) return {How::Refused, *talk.refusal};
  if (talk.decoder.finished() && !talk.decoder.mid_frame() && code == 0) return {How::Finished, {}};
  return {How::Violation,
          {Code::Corrupt,
           "the reader ended before its document did, with exit code " + std::to_string(code)}};
}

// What the reader did itself weighs more than that it was killed for it.
Judgement judge(const Conversation& talk, const Ended& ended) {
  if (talk.broken && talk.broken->code == Code::TooLarge) return {How::OverLimit, *talk.broken};
  if (talk.broken) return {How::Violation, *talk.broken};
  if (talk.timed_out)
    return {How::Timeout, {Code::Timeout, "the reader was silent or busy for too long"}};
  if (WIFSIGNALED(ended.status)) {
    const bool sent_off = WTERMSIG(ended.status) == SIGKILL && talk.decoder.finished();
    if (sent_off) return judge_exit(0, talk);
    return judge_signal(WTERMSIG(ended.status));
  }
  return judge_exit(WEXITSTATUS(ended.status), talk);
}

}  // namespace

Result<ReaderEnd> run_reader(const ReaderStart& start, const OnMessage& on_message,
                             const Job& job) {
  TRY(check(job));
  Result<Started> started = spawn(start.program, *start.document);
  if (!started.ok() && started.error().code == Code::CannotIsolate)
    return ReaderEnd{How::CannotIsolate, started.error(), {}, {}};
  if (!started.ok()) return started.error();
  Child child(started.value().pid);

  Conversation talk{Decoder(start.request), start, on_message};
  TRY(converse(talk, started.value().socket, job));
  const bool ours_to_end = talk.broken || talk.unaccepted || talk.timed_out || talk.lingers;
  started.value().socket.close();
  const Ended ended = ours_to_end ? child.kill_and_reap() : child.end(kGrace);
  if (talk.unaccepted) return *talk.unaccepted;
  Judgement judgement = judge(talk, ended);
  return ReaderEnd{judgement.how, std::move(judgement.error), ended.usage, talk.isolation};
}

Result<Isolation> probe_isolation(const std::filesystem::path& program) {
  const Descriptor nothing(::memfd_create("nothing", MFD_CLOEXEC));
  if (!nothing.valid()) return system_error(errno, "cannot make an empty document", "");
  const ReaderStart start{.program = program, .document = &nothing, .request = {}, .times = {}};
  const OnMessage ignore = [](WireMessage&&) -> Result<Done> { return Done{}; };
  const ReaderEnd end = TRY(run_reader(start, ignore, Job{}));
  if (end.how == ReaderEnd::How::CannotIsolate) return end.error;
  if (!is_closed(end.isolation))
    return Error{Code::CannotIsolate, "the reader ended before it was isolated: " + end.error.what};
  return end.isolation;
}

}  // namespace oi
