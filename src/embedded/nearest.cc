// 1. Ranges that lie one behind another in memory are joined to runs: a document of twenty chunks
//    is too short to be scanned by itself. A row has a number, counted over all ranges; which chunk
//    it is, is looked up for the few that are kept.
// 2. The runs are cut into tasks, which the pool's threads take in turn. Each keeps its k best, and
//    the k best of those are the answer: the order is total, so it does not depend on the cut.
#include "embedded/nearest.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>

#include "embedded/scan.h"

namespace oi {
namespace {

constexpr size_t kBlock = 256;            // rows scored at a time
constexpr uint64_t kTaskRows = 8 * 1024;  // some milliseconds

bool better(const Ranked& a, const Ranked& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.chunk < b.chunk;
}

// The k best seen so far: a heap whose top is the worst kept.
class Best {
 public:
  explicit Best(size_t k) : k_(k) {}

  // Below this a row is not worth being offered.
  double bar() const {
    return kept_.size() < k_ ? -std::numeric_limits<double>::infinity() : kept_.front().score;
  }
  void offer(const Ranked& row) {
    if (kept_.size() < k_) {
      kept_.push_back(row);
      std::push_heap(kept_.begin(), kept_.end(), better);
    } else if (better(row, kept_.front())) {
      std::pop_heap(kept_.begin(), kept_.end(), better);
      kept_.back() = row;
      std::push_heap(kept_.begin(), kept_.end(), better);
    }
  }
  void offer_all(const Best& other) {
    for (const Ranked& row : other.kept_)
      offer(row);
  }
  std::vector<Ranked> sorted() && {
    std::sort(kept_.begin(), kept_.end(), better);
    return std::move(kept_);
  }

 private:
  size_t k_;
  std::vector<Ranked> kept_;
};

// Rows that lie one behind another.
struct Run {
  const float* rows = nullptr;
  const float* lengths = nullptr;
  uint64_t first = 0;  // number of its first row
  uint64_t count = 0;
};

struct Task {
  const Run* run = nullptr;
  uint64_t first = 0, count = 0;  // rows of the run
};

// All rows of a search.
class Rows {
 public:
  Rows(std::span<const RowRange> ranges, size_t dimension) : ranges_(ranges) {
    starts_.reserve(ranges.size());
    for (const RowRange& range : ranges) {
      starts_.push_back(count_);
      const bool joins = !runs_.empty() &&
                         range.rows == runs_.back().rows + runs_.back().count * dimension &&
                         range.lengths == runs_.back().lengths + runs_.back().count;
      if (!joins) runs_.push_back({range.rows, range.lengths, count_, 0});
      runs_.back().count += range.count;
      count_ += range.count;
    }
  }

  uint64_t count() const { return count_; }
  ChunkId chunk(uint64_t row) const {
    const auto behind = std::upper_bound(starts_.begin(), starts_.end(), row);
    const auto at = static_cast<size_t>(behind - starts_.begin()) - 1;
    const RowRange& range = ranges_[at];
    return {range.document, range.first_ordinal + static_cast<uint32_t>(row - starts_[at])};
  }
  std::vector<Task> tasks() const {
    std::vector<Task> tasks;
    for (const Run& run : runs_) {
      for (uint64_t first = 0; first < run.count; first += kTaskRows)
        tasks.push_back({&run, first, std::min(kTaskRows, run.count - first)});
    }
    return tasks;
  }

 private:
  std::span<const RowRange> ranges_;
  std::vector<uint64_t> starts_;  // number of each range's first row
  std::vector<Run> runs_;
  uint64_t count_ = 0;
};

struct Query {
  std::span<const float> values;
  float length = 0;

  explicit Query(std::span<const float> query) : values(query), length(length_of(query)) {}
  double score(float product, float row_length) const {
    if (!has_direction(length) || !has_direction(row_length)) return 0;
    const double score = double{product} / (double{length} * double{row_length});
    return score - score == 0 ? score : 0;  // a damaged length may make it no number
  }
};

void score_task(const Query& query, const Rows& rows, const Task& task, Best& best) {
  const ScanPath path = scan_paths().back();
  const size_t dimension = query.values.size();
  std::array<float, kBlock> products;
  for (uint64_t at = task.first; at < task.first + task.count; at += kBlock) {
    const size_t count = std::min<size_t>(kBlock, task.first + task.count - at);
    dot_rows(path, query.values, task.run->rows + at * dimension, std::span(products).first(count));
    for (size_t i = 0; i < count; ++i) {
      const double score = query.score(products[i], task.run->lengths[at + i]);
      if (score >= best.bar()) best.offer({rows.chunk(task.run->first + at + i), score});
    }
  }
}

// body(0) .. body(n-1), on the pool when there is one.
Result<Done> for_each(Pool* pool, size_t n, const Job& job,
                      const std::function<Result<Done>(size_t)>& body) {
  if (pool != nullptr) return parallel_for(*pool, n, job, body);
  for (size_t i = 0; i < n; ++i) {
    TRY(check(job));
    TRY(body(i));
  }
  return Done{};
}

}  // namespace

void append_kept(const RowRange& range, std::span<const uint8_t> keep, size_t dimension,
                 std::vector<RowRange>& out) {
  const auto masked = static_cast<uint32_t>(std::min<size_t>(keep.size(), range.count));
  for (uint32_t first = 0; first < masked; ++first) {
    uint32_t end = first;
    while (end < masked && keep[end] != 0)
      ++end;
    if (end == first) continue;
    RowRange run = range;
    run.rows += size_t{first} * dimension;
    run.lengths += first;
    run.first_ordinal += first;
    run.count = end - first;
    out.push_back(run);
    first = end;
  }
}

Result<Nearest> best_rows(std::span<const float> query, std::span<const RowRange> ranges, size_t k,
                          const NearestWith& with, const Job& job) {
  TRY(check(job));
  Nearest nearest;
  if (k == 0) return nearest;
  const Query asked(query);
  const Rows rows(ranges, query.size());
  const std::vector<Task> tasks = rows.tasks();
  std::vector<Best> parts(tasks.size(), Best(k));
  TRY(for_each(with.pool, tasks.size(), job, [&](size_t i) -> Result<Done> {
    score_task(asked, rows, tasks[i], parts[i]);
    return Done{};
  }));
  Best best(k);
  for (const Best& part : parts)
    best.offer_all(part);
  nearest.ranked = std::move(best).sorted();
  nearest.path = std::string("cpu ") + name_of(scan_paths().back());
  return nearest;
}

}  // namespace oi
