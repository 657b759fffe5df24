// Guesses with a known error, sifted: what stays holds the k best for certain.
//
// A row is at least guess - error and at most guess + error. The k-th highest "at least" of any
// rows is a bar that the k-th best row of all reaches, so a row whose "at most" is below it is not
// among the k best, and nor does it tie with them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/thread_safety.h"

namespace oi {

// What all threads know: the k highest "at least" so far, of which the lowest is the bar.
class Bar {
 public:
  explicit Bar(size_t k) : k_(k) {}
  float height() const { return height_.load(std::memory_order_relaxed); }

  void add(std::span<const float> leasts) OI_EXCLUDES(mutex_) {
    const Lock lock(mutex_);
    for (const float least : leasts)
      keep_highest(leasts_, k_, least);
    if (leasts_.size() == k_) height_.store(leasts_.front(), std::memory_order_relaxed);
  }

  // Of a heap whose top is its lowest.
  static void keep_highest(std::vector<float>& heap, size_t k, float value) {
    if (heap.size() == k && value <= heap.front()) return;
    heap.push_back(value);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
    if (heap.size() <= k) return;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
  }

 private:
  size_t k_;
  std::atomic<float> height_ = -std::numeric_limits<float>::infinity();
  Mutex mutex_;
  std::vector<float> leasts_ OI_GUARDED_BY(mutex_);
};

// A part of the sifting, done by one thread.
class Sieve {
 public:
  Sieve(size_t k, Bar& bar) : k_(k), bar_(&bar) {}

  void offer(uint64_t row, float guess, float error) {
    const float most = guess + error;
    if (most >= height_) pass(row, most, guess - error);
  }
  // Tells the others what it has found. Called once, when the part is done.
  void close() {
    bar_->add(leasts_);
    leasts_ = {};
  }

  // The rows that reach the bar as it stands now, in the order offered.
  void append_passed(std::vector<uint64_t>& out) const {
    for (const Passed& each : passed_) {
      if (each.most >= bar_->height()) out.push_back(each.row);
    }
  }

 private:
  struct Passed {
    uint64_t row;
    float most;
  };
  void pass(uint64_t row, float most, float least) {
    height_ = std::max(height_, bar_->height());
    if (most < height_) return;
    passed_.push_back({row, most});
    if (least <= height_) return;
    Bar::keep_highest(leasts_, k_, least);
    if (leasts_.size() == k_) height_ = std::max(height_, leasts_.front());
  }

  size_t k_;
  Bar* bar_;
  float height_ = -std::numeric_limits<float>::infinity();  // as this part knows it
  std::vector<float> leasts_;                               // a heap, the lowest at its top
  std::vector<Passed> passed_;
};

}  // namespace oi
