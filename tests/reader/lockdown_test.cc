// Each attempt runs in a process of its own behind the real lock_down (invariants L1 and L2).
#include "reader/lockdown.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

namespace oi {
namespace {

constexpr bool kSanitized = OI_SANITIZED != 0;

// The wait status of a child that locks itself down and then does this. It exits with 0 when the
// deed came back.
int status_after(void (*deed)()) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (!lock_down().ok()) ::_exit(kExitCannotIsolate);
    deed();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return status;
}

struct Deed {
  const char* name;
  void (*run)();
};

TEST(Lockdown, WhoeverTriesWhatIsForbiddenIsKilled) {
  const Deed deeds[] = {
      {"open", [] { (void)::open("/etc/passwd", O_RDONLY); }},
      {"open to write", [] { (void)::open("/tmp/oi-forbidden", O_WRONLY | O_CREAT, 0600); }},
      {"openat2", [] { (void)::syscall(SYS_openat2, AT_FDCWD, "/", nullptr, 0); }},
      {"stat",
       [] {
         struct stat status;
         (void)::stat("/etc/passwd", &status);
       }},
      {"unlink", [] { (void)::unlink("/tmp/oi-forbidden"); }},
      {"socket", [] { (void)::socket(AF_INET, SOCK_STREAM, 0); }},
      {"socketpair",
       [] {
         int p[2];
         (void)::socketpair(AF_UNIX, SOCK_STREAM, 0, p);
       }},
      {"connect", [] { (void)::connect(0, nullptr, 0); }},
      {"bind", [] { (void)::bind(0, nullptr, 0); }},
      {"fork", [] { (void)::fork(); }},
      {"clone3", [] { (void)::syscall(SYS_clone3, nullptr, 0); }},
      {"execve", [] { (void)::execl("/bin/true", "true", nullptr); }},
      {"ptrace", [] { (void)::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
      {"kill the parent", [] { (void)::kill(::getppid(), 0); }},
      {"signal another", [] { (void)::syscall(SYS_tgkill, 1, 1, 0); }},
      {"prctl", [] { (void)::syscall(SYS_prctl, 0, 0, 0, 0, 0); }},
      {"unshare", [] { (void)::unshare(CLONE_NEWNS); }},
      {"dup", [] { (void)::dup(0); }},
      {"memfd", [] { (void)::syscall(SYS_memfd_create, "x", 0); }},
      {"io_uring", [] { (void)::syscall(SYS_io_uring_setup, 1, nullptr); }},
      {"ioctl", [] { (void)::syscall(SYS_ioctl, 0, 0, nullptr); }},
      {"executable memory",
       [] {
         (void)::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       }},
      {"made executable",
       [] {
         void* page = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         (void)::mprotect(page, 4096, PROT_READ | PROT_EXEC);
       }},
  };
  for (const Deed& deed : deeds) {
    const int status = status_after(deed.run);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        << deed.name << " ended with status " << status;
  }
}

TEST(Lockdown, WhatParsersNeedGoesOn) {
  const Deed deeds[] = {
      {"memory", [] { delete[] new char[4 << 20]; }},
      {"time",
       [] {
         timespec now;
         (void)::clock_gettime(CLOCK_MONOTONIC, &now);
       }},
      {"chance",
       [] {
         char byte;
         (void)::syscall(SYS_getrandom, &byte, 1, 0);
       }},
  };
  for (const Deed& deed : deeds)
    EXPECT_EQ(status_after(deed.run), 0) << deed.name;
}

TEST(Lockdown, ACrashKeepsItsOwnSignal) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer takes the signal";
  const int status = status_after([] { ::abort(); });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
}

TEST(Lockdown, MemoryEndsWithItsOwnExitCode) {
  if (kSanitized) GTEST_SKIP() << "a sanitized build has no limit of memory";
  const int status = status_after([] {
    std::vector<char*> kept;
    for (;;) {
      kept.push_back(new char[8 << 20]);
      std::memset(kept.back(), 1, 8 << 20);
    }
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == kExitOutOfMemory) << status;
}

TEST(Lockdown, TheMandatoryStepsAreTold) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const Result<Isolation> isolation = lock_down();
    ::_exit(isolation.ok() && is_closed(isolation.value()) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

// L3: without a mandatory step there is no lock_down. A process without privileges cannot raise a
// hard limit of descriptors that is below the wanted one, so that step fails.
TEST(Lockdown, AFailedStepIsAnError) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const rlimit none{1, 1};
    (void)::setrlimit(RLIMIT_NOFILE, &none);
    if (::setuid(65534) != 0) ::_exit(2);
    const Result<Isolation> isolation = lock_down();
    ::_exit(!isolation.ok() && isolation.error().code == Code::CannotIsolate ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "not root, and the limit cannot be set up";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace oi
