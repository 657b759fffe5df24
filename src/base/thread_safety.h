// A mutex that clang can reason about, and the words to tell it what the mutex guards.
//
// clang -Wthread-safety refuses an access to a guarded member without its lock. Other compilers see
// plain code. This is the one header besides result.h that may define macros.
#pragma once

#include <mutex>

#if defined(__clang__)
#define OI_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define OI_THREAD_ATTRIBUTE(x)
#endif

#define OI_GUARDED_BY(mutex) OI_THREAD_ATTRIBUTE(guarded_by(mutex))
#define OI_REQUIRES(mutex) OI_THREAD_ATTRIBUTE(requires_capability(mutex))
#define OI_EXCLUDES(mutex) OI_THREAD_ATTRIBUTE(locks_excluded(mutex))

namespace oi {

// std::mutex with the annotations that libstdc++ leaves out. Wait with condition_variable_any.
class OI_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  void lock() OI_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() OI_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  bool try_lock() OI_THREAD_ATTRIBUTE(try_acquire_capability(true)) { return mutex_.try_lock(); }

 private:
  std::mutex mutex_;
};

// Holds a Mutex for the length of a scope.
class OI_THREAD_ATTRIBUTE(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) OI_THREAD_ATTRIBUTE(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~Lock() OI_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace oi
