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
#include <vector>

namespace oi {

// The highest bar that any thread has found.
class Bar {
 public:
  float height() const { return height_.load(std::memory_order_relaxed); }
  void raise(float to) {
    float now = height();
    while (now < to && !height_.compare_exchange_weak(now, to, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<float> height_ = -std::numeric_limits<float>::infinity();
};

// One thread's part of the sifting.
class Sieve {
 public:
  Sieve(size_t k, Bar& bar) : k_(k), bar_(&bar) {}

  void offer(uint64_t row, float guess, float error) {
    const float most = guess + error;
    if (most < height_) return;
    if (most < bar_->height()) {
      height_ = bar_->height();
      return;
    }
    passed_.push_back({row, most});
    const float least = guess - error;
    if (least <= height_) return;
    leasts_.push_back(least);
    std::push_heap(leasts_.begin(), leasts_.end(), std::greater<>());
    if (leasts_.size() > k_) {
      std::pop_heap(leasts_.begin(), leasts_.end(), std::greater<>());
      leasts_.pop_back();
    }
    if (leasts_.size() == k_ && leasts_.front() > height_) {
      height_ = leasts_.front();
      bar_->raise(height_);
    }
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
  size_t k_;
  Bar* bar_;
  float height_ = -std::numeric_limits<float>::infinity();
  std::vector<float> leasts_;  // a heap, the smallest at its top
  std::vector<Passed> passed_;
};

}  // namespace oi
