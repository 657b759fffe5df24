// What keeps the reader in its box, as its first message tells it.
#pragma once

#include <cstdint>

namespace oi {

// The steps that lock_down takes. The first three are mandatory.
enum class IsolationStep : uint8_t {
  Limits,           // memory, processor time, descriptors, no core, no file size
  NoNewPrivileges,  // and no capability kept
  Syscalls,         // seccomp allow-list, kill as default
  Landlock,         // no path may be opened
  UserNamespace,
  NetworkNamespace,
  IpcNamespace,
  NameNamespace,
};
inline constexpr int kIsolationSteps = 8;
const char* name_of(IsolationStep step);

struct Isolation {
  uint32_t steps = 0;         // bit n: step n holds
  uint32_t landlock_abi = 0;  // 0: the kernel has none
  bool holds(IsolationStep step) const { return (steps >> static_cast<int>(step)) & 1; }
  bool operator==(const Isolation&) const = default;
};
// True when the mandatory steps hold.
bool is_closed(const Isolation& isolation);

}  // namespace oi
