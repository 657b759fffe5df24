// Takes away from this process everything that a parser of one document does not need.
//
// Invariants:
//   L1. After lock_down: no path can be opened, no socket made or connected, no process or thread
//       started, no program run, no memory made executable. Whoever tries is killed (SIGSYS).
//   L2. Memory and processor time are bounded; nothing can be written to a file.
//   L3. If a mandatory step fails, lock_down fails: nothing is read (closed, not open).
#pragma once

#include <cstdint>

#include "base/result.h"
#include "extract/wire.h"

namespace oi {

// The exit codes of the reader that are not a frame's to tell.
inline constexpr int kExitCannotIsolate = 71;
inline constexpr int kExitNoEngine = 72;     // the socket or the request was not to be had
inline constexpr int kExitOutOfMemory = 73;  // over kHeapBytes

// Heap: PDFium's own page caches stay under 100 MB on ordinary files; pictures it decodes are the
// reason for the rest. Address space: the heap, a mapped document of 500 MB and the libraries.
inline constexpr uint64_t kHeapBytes = 512ULL << 20;
inline constexpr uint64_t kAddressBytes = 1536ULL << 20;
inline constexpr uint64_t kCpuSeconds = 600;

struct MemoryLimits {
  uint64_t heap = kHeapBytes;
  uint64_t addresses = kAddressBytes;
};

// Must be called with one thread. CannotIsolate: a mandatory step (limits, no new privileges,
// system calls) failed; the process must end. What holds is in the value.
Result<Isolation> lock_down(const MemoryLimits& memory = {});

}  // namespace oi
