// Starts the reader for one document, listens to it, times it, and ends it: whatever the reader
// does, the caller gets a value, no process stays behind and no descriptor stays open.
//
// Safe in a program of many threads: every descriptor is closed on exec, and the child is made by
// posix_spawn, which runs no code of ours between fork and exec.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/job.h"
#include "base/result.h"
#include "extract/wire.h"

namespace oi {

// The numbers under which the reader finds its two descriptors. It inherits no others.
inline constexpr int kDocumentFd = 3;
inline constexpr int kSocketFd = 4;

struct ReaderTimes {
  std::chrono::milliseconds document{600'000};  // from start to end
  std::chrono::milliseconds silence{60'000};    // between two whole frames: one page
};

struct ReaderStart {
  std::filesystem::path program;
  const Descriptor* document = nullptr;  // open for reading; not owned
  Request request = {};
  ReaderTimes times = {};
};

struct Usage {
  double cpu_seconds = 0;
  uint64_t peak_rss_bytes = 0;
};

struct ReaderEnd {
  enum class How : uint8_t {
    Finished,       // it told its totals, and they agree
    Refused,        // it stated why this document cannot be read
    Violation,      // it broke the protocol, or tried what the sandbox forbids
    Signal,         // it crashed
    Timeout,        // over the time of the document, or silent too long
    OverLimit,      // more memory, processor time or text than one document may take
    CannotIsolate,  // the program is missing, or a mandatory step of its sandbox failed
  } how = How::Finished;
  // Except for Finished: what to tell. Refused: the reader's own code. Violation: Corrupt. Signal:
  // Killed. Timeout: Timeout. OverLimit: TooLarge. CannotIsolate: CannotIsolate.
  Error error;
  Usage usage;
  Isolation isolation;  // as its Hello told
};

// Takes the messages between Hello and the end, in order. An error from it ends the reader. Its
// time is not counted as the reader's.
using OnMessage = std::function<Result<Done>(WireMessage&&)>;

// Runs one reader to its end. Cancelled when a stop was asked: the reader is killed within 200 ms.
// Io when the system gives no socket pair; otherwise an error of `on_message`. Blocks its thread.
Result<ReaderEnd> run_reader(const ReaderStart& start, const OnMessage& on_message, const Job& job);

// Which steps of isolation hold on this machine: starts a reader, which locks itself down and is
// then let go. CannotIsolate when a mandatory step fails or the program is missing. About 10 ms.
Result<Isolation> probe_isolation(const std::filesystem::path& program);

}  // namespace oi
