// Named steps, outermost first: each one may still use what the next ones take away.
//   1. limits          setrlimit, not dumpable; memory.cc ends the process when there is no more
//   2. namespaces      user, network, ipc, names: empty ones of our own, where the kernel allows it
//   3. no new privileges, and no capability kept
//   4. Landlock        a rule set that handles every access and allows none, where there is one
//   5. system calls    a seccomp allow-list; anything else kills the process
// Steps 2 and 4 are optional and only reported: step 5 alone already forbids what they forbid.

#include "reader/lockdown.h"

#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

namespace oi {
namespace {

// A sanitizer reserves terabytes of address space and asks the system more than parsers do.
constexpr bool kSanitized = OI_SANITIZED != 0;

Error cannot_isolate(std::string_view step, int number) {
  return {Code::CannotIsolate, std::string(step) + ": " + std::strerror(number)};
}

void mark(Isolation& isolation, IsolationStep step) {
  isolation.steps |= 1U << static_cast<int>(step);
}

// --- 1. Limits
Result<Done> limit(int which, uint64_t value) {
  const rlimit both{value, value};
  if (::setrlimit(static_cast<__rlimit_resource>(which), &both) != 0)
    return cannot_isolate("limits", errno);
  return Done{};
}

Result<Done> set_limits(const MemoryLimits& memory) {
  if (!kSanitized) {
    TRY(limit(RLIMIT_AS, memory.addresses));
    TRY(limit(RLIMIT_DATA, memory.heap));
  }
  TRY(limit(RLIMIT_CPU, kCpuSeconds));
  TRY(limit(RLIMIT_CORE, 0));
  TRY(limit(RLIMIT_FSIZE, 0));
  TRY(limit(RLIMIT_NOFILE, 8));  // Landlock's rule set needs one; the allow-list opens none
  TRY(limit(RLIMIT_MEMLOCK, 0));
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return cannot_isolate("limits", errno);
  return Done{};
}

// --- 2. Namespaces
void enter_namespaces(Isolation& isolation) {
  constexpr int kOurs = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  const bool user = ::unshare(CLONE_NEWUSER | kOurs) == 0;
  if (user) mark(isolation, IsolationStep::UserNamespace);
  // Root in a container may have no user namespaces and yet the others.
  if (!user && ::unshare(kOurs) != 0) return;
  mark(isolation, IsolationStep::NetworkNamespace);
  mark(isolation, IsolationStep::IpcNamespace);
  mark(isolation, IsolationStep::NameNamespace);
}

// --- 3. No new privileges
Result<Done> drop_privileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cannot_isolate("no new privileges", errno);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capset, &header, none) != 0) return cannot_isolate("capabilities", errno);
  return Done{};
}

// --- 4. Landlock. The kernel's header of the build machine may be older than the kernel it runs
// on, so the rule set is written out here, as wide as the running ABI knows it.
struct RuleSet {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

RuleSet widest_rules(uint32_t abi) {
  RuleSet rules{(1ULL << 13) - 1, 0, 0};    // execute, write, read, make, remove...
  if (abi >= 2) rules.files |= 1ULL << 13;  // refer
  if (abi >= 3) rules.files |= 1ULL << 14;  // truncate
  if (abi >= 5) rules.files |= 1ULL << 15;  // ioctl on devices
  if (abi >= 4) rules.network = 0b11;       // bind, connect
  if (abi >= 6) rules.scopes = 0b11;        // abstract sockets, signals
  return rules;
}

size_t rules_size(uint32_t abi) {
  if (abi >= 6) return sizeof(RuleSet);
  return abi >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

void forbid_paths(Isolation& isolation) {
  constexpr uint32_t kAskVersion = 1;
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
  if (abi < 1) return;
  const RuleSet rules = widest_rules(static_cast<uint32_t>(abi));
  const long set =
      ::syscall(SYS_landlock_create_ruleset, &rules, rules_size(static_cast<uint32_t>(abi)), 0);
  if (set < 0) return;
  const bool held = ::syscall(SYS_landlock_restrict_self, set, 0) == 0;
  ::close(static_cast<int>(set));
  if (!held) return;
  isolation.landlock_abi = static_cast<uint32_t>(abi);
  mark(isolation, IsolationStep::Landlock);
}

// --- 5. System calls
using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

// Reading and writing what is open, memory, time, the end. Nothing here names a path or makes a
// descriptor.
constexpr int kAllowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    SCMP_SYS(close),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_yield),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(sysinfo),  // the C library asks how much memory there is before it sorts
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};
constexpr int kSanitizerAllowed[] = {
    SCMP_SYS(sigaltstack), SCMP_SYS(rt_sigaction),      SCMP_SYS(getrlimit), SCMP_SYS(prlimit64),
    SCMP_SYS(getuid),      SCMP_SYS(sched_getaffinity), SCMP_SYS(pipe2),     SCMP_SYS(pipe),
};

Result<Done> allow(const Filter& filter) {
  int failed = 0;
  const auto add = [&](int call) {
    const int outcome = seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0);
    if (outcome < 0) failed = -outcome;
  };
  for (const int call : kAllowed)
    add(call);
  if (kSanitized) {
    for (const int call : kSanitizerAllowed)
      add(call);
  }
  // Memory may be mapped and its protection changed, but never made executable.
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
    const int outcome = seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 1,
                                         SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (outcome < 0) failed = -outcome;
  }
  // abort() signals its own process, so that a crash ends as the signal that it is.
  const int outcome = seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                                       SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
  if (outcome < 0) failed = -outcome;
  if (failed != 0) return cannot_isolate("system calls", failed);
  return Done{};
}

Result<Done> filter_system_calls() {
  const Filter filter(seccomp_init(SCMP_ACT_KILL_PROCESS), seccomp_release);
  if (filter == nullptr) return cannot_isolate("system calls", ENOMEM);
  TRY(allow(filter));
  const int outcome = seccomp_load(filter.get());
  if (outcome < 0) return cannot_isolate("system calls", -outcome);
  return Done{};
}

}  // namespace

Result<Isolation> lock_down(const MemoryLimits& memory) {
  Isolation isolation;
  TRY(set_limits(memory));
  mark(isolation, IsolationStep::Limits);
  enter_namespaces(isolation);
  TRY(drop_privileges());
  mark(isolation, IsolationStep::NoNewPrivileges);
  forbid_paths(isolation);
  TRY(filter_system_calls());
  mark(isolation, IsolationStep::Syscalls);
  return isolation;
}

}  // namespace oi
