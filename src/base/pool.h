// A fixed set of worker threads, and the one way to go parallel.
//
// 1. The caller of parallel_for works too, so calls may be nested without a deadlock.
// 2. The result does not depend on the number of workers: the first error by index is returned.
// 3. The caller's listener is never called by two threads at once.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <thread>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "base/thread_safety.h"

namespace oi {

class Pool {
 public:
  // Zero workers: everything runs in the caller, in order.
  explicit Pool(size_t workers);
  // Waits for bodies that are running. No parallel_for may be under way or begin.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  size_t workers() const { return threads_.size(); }

 private:
  struct Batch;
  friend Result<Done> parallel_for(Pool& pool, size_t n, const Job& job,
                                   const std::function<Result<Done>(size_t, const Job&)>& body);
  void work(std::stop_token stop);
  void run(Batch& batch) OI_EXCLUDES(mutex_);
  void run_one(Batch& batch) OI_REQUIRES(mutex_);

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Batch*> open_ OI_GUARDED_BY(mutex_);  // batches with indices not yet handed out
  std::vector<std::jthread> threads_;             // last: joined before the rest goes
};

// Runs body(0) .. body(n-1), each once, and waits for all. After a failure or a stop no new index
// is begun; the error with the smallest index is returned. Cancelled once job.stop was asked before
// all were begun. The body gets a Job whose `tell` may be called from any of the threads: use that
// one, not the outer. Any thread may call this on the same pool.
Result<Done> parallel_for(Pool& pool, size_t n, const Job& job,
                          const std::function<Result<Done>(size_t, const Job&)>& body);
// For bodies that tell nothing.
Result<Done> parallel_for(Pool& pool, size_t n, const Job& job,
                          const std::function<Result<Done>(size_t)>& body);

}  // namespace oi
