// Workers take turns at the open batches: each takes one index of the first batch, runs it without
// the lock, and looks again.
//
// A batch lives on the stack of its parallel_for, which works at it like everybody else, closes it
// when no index is left, and leaves when the last body has returned. It therefore waits only for
// bodies that are running, and a nested call is such a body that works for itself: there is no
// circle to wait in. Indices are handed out in rising order, so when one fails, all smaller ones
// have been begun, and the smallest failing index is the same for any number of workers.
#include "base/pool.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace oi {

struct Pool::Batch {
  const size_t n;
  const Job& job;
  const std::function<Result<Done>(size_t, const Job&)>& body;
  size_t next = 0;     // the index to hand out
  size_t running = 0;  // bodies that have not returned
  size_t failed_at = 0;
  std::optional<Error> failure = {};

  bool open() const { return next < n && !failure; }
  void fail(size_t at, Error error) {
    if (failure && failed_at < at) return;
    failed_at = at;
    failure = std::move(error);
  }
};

Pool::Pool(size_t workers) {
  threads_.reserve(workers);
  for (size_t i = 0; i < workers; ++i) {
    threads_.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
  }
}

Pool::~Pool() {
  for (std::jthread& thread : threads_)
    thread.request_stop();
  threads_.clear();
}

// Takes one index and runs it. The lock is given up meanwhile. A batch without a further index
// leaves the list at once, so that nobody else finds it.
void Pool::run_one(Batch& batch) {
  const size_t index = batch.next++;
  ++batch.running;
  if (!batch.open()) open_.remove(&batch);
  mutex_.unlock();
  Result<Done> outcome = check(batch.job);
  if (outcome) outcome = batch.body(index, batch.job);
  mutex_.lock();
  --batch.running;
  if (outcome) return;
  batch.fail(index, std::move(outcome).error());
  open_.remove(&batch);
}

void Pool::work(std::stop_token stop) {
  const Lock lock(mutex_);
  for (;;) {
    const auto some = [this]() OI_REQUIRES(mutex_) { return !open_.empty(); };
    if (!changed_.wait(mutex_, stop, some)) return;
    Batch& batch = *open_.front();
    run_one(batch);
    if (batch.running == 0) changed_.notify_all();
  }
}

void Pool::run(Batch& batch) {
  const Lock lock(mutex_);
  open_.push_back(&batch);
  changed_.notify_all();
  while (batch.open())
    run_one(batch);
  changed_.wait(mutex_, [&batch] { return batch.running == 0; });
}

Result<Done> parallel_for(Pool& pool, size_t n, const Job& job,
                          const std::function<Result<Done>(size_t, const Job&)>& body) {
  if (n == 0) return check(job);
  Mutex telling;
  Job serial{job.stop, {}};
  if (job.tell) {
    serial.tell = [&](const Event& event) {
      const Lock lock(telling);
      job.tell(event);
    };
  }
  Pool::Batch batch{n, serial, body};
  pool.run(batch);
  if (batch.failure) return *std::move(batch.failure);
  return Done{};
}

Result<Done> parallel_for(Pool& pool, size_t n, const Job& job,
                          const std::function<Result<Done>(size_t)>& body) {
  return parallel_for(pool, n, job, [&](size_t i, const Job&) { return body(i); });
}

}  // namespace oi
