// 1. Ranges that lie one behind another in memory are joined to runs: a document of twenty chunks
//    is too short to be scanned by itself. A row has a number, counted over all ranges; which chunk
//    it is, is looked up for the few that are kept.
// 2. The runs are cut into tasks, which the pool's threads take in turn.
// 3. A first look - at the rows' bytes, or by a device - sifts out what cannot be among the k best
//    (sift.h).
// 4. What passed - or, without a first look, every row - is scored by scan.h, and each task keeps
//    its k best. The k best of those are the answer: the order is total, so it does not depend on
//    how the work was divided.
#include "embedded/nearest.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>

#include "embedded/scan.h"
#include "embedded/sift.h"

namespace oi {
namespace {

constexpr size_t kBlock = 256;                // rows scored at a time
constexpr uint64_t kTaskRows = 8 * 1024;      // some milliseconds
constexpr uint64_t kDeviceRows = 256 * 1024;  // what a device is given at a time

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
  Int8Rows int8;
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
  Rows(std::span<const RowRange> ranges, size_t dimension)
      : ranges_(ranges), dimension_(dimension) {
    starts_.reserve(ranges.size());
    for (const RowRange& range : ranges) {
      starts_.push_back(count_);
      if (runs_.empty() || !joins(runs_.back(), range)) {
        runs_.push_back({range.rows, range.lengths, range.int8, count_, 0});
      }
      runs_.back().count += range.count;
      count_ += range.count;
    }
  }

  uint64_t count() const { return count_; }
  bool in_bytes() const {
    return std::all_of(runs_.begin(), runs_.end(),
                       [](const Run& run) { return run.int8.bytes != nullptr; });
  }
  ChunkId chunk(uint64_t row) const {
    const auto behind = std::upper_bound(starts_.begin(), starts_.end(), row);
    const auto at = static_cast<size_t>(behind - starts_.begin()) - 1;
    const RowRange& range = ranges_[at];
    return {range.document, range.first_ordinal + static_cast<uint32_t>(row - starts_[at])};
  }
  const Run& run_of(uint64_t row) const {
    return *(std::upper_bound(runs_.begin(), runs_.end(), row,
                              [](uint64_t a, const Run& b) { return a < b.first; }) -
             1);
  }
  std::vector<Task> tasks(uint64_t most) const {
    std::vector<Task> tasks;
    for (const Run& run : runs_) {
      for (uint64_t first = 0; first < run.count; first += most)
        tasks.push_back({&run, first, std::min(most, run.count - first)});
    }
    return tasks;
  }

 private:
  bool joins(const Run& run, const RowRange& range) const {
    const Int8Rows behind = run.int8.from(run.count, dimension_);
    return range.rows == run.rows + run.count * dimension_ &&
           range.lengths == run.lengths + run.count && range.int8.bytes == behind.bytes &&
           range.int8.scales == behind.scales && range.int8.errors == behind.errors;
  }

  std::span<const RowRange> ranges_;
  size_t dimension_;
  std::vector<uint64_t> starts_;  // number of each range's first row
  std::vector<Run> runs_;
  uint64_t count_ = 0;
};

struct Query {
  std::span<const float> values;
  float length = 0;
  ScanPath path = scan_paths().back();

  explicit Query(std::span<const float> query) : values(query), length(length_of(query)) {}
  double score(float product, float row_length) const {
    if (!has_direction(length) || !has_direction(row_length)) return 0;
    const double score = double{product} / (double{length} * double{row_length});
    return score - score == 0 ? score : 0;  // a damaged length may make it no number
  }
};

void score_task(const Query& query, const Rows& rows, const Task& task, Best& best) {
  const size_t dimension = query.values.size();
  std::array<float, kBlock> products;
  for (uint64_t at = task.first; at < task.first + task.count; at += kBlock) {
    const size_t count = std::min<size_t>(kBlock, task.first + task.count - at);
    dot_rows(query.path, query.values, task.run->rows + at * dimension,
             std::span(products).first(count));
    for (size_t i = 0; i < count; ++i) {
      const double score = query.score(products[i], task.run->lengths[at + i]);
      if (score >= best.bar()) best.offer({rows.chunk(task.run->first + at + i), score});
    }
  }
}

void score_rows(const Query& query, const Rows& rows, std::span<const uint64_t> wanted,
                Best& best) {
  for (const uint64_t row : wanted) {
    const Run& run = rows.run_of(row);
    const uint64_t at = row - run.first;
    float product = 0;
    dot_rows(query.path, query.values, run.rows + at * query.values.size(), {&product, 1});
    const double score = query.score(product, run.lengths[at]);
    if (score >= best.bar()) best.offer({rows.chunk(row), score});
  }
}

void look_task(const Int8Query& query, Int8Path path, const Task& task, size_t dimension,
               Sieve& sieve) {
  std::array<float, Int8Query::kLookRows> guesses, errors;
  for (uint64_t at = task.first; at < task.first + task.count; at += guesses.size()) {
    const size_t count = std::min<size_t>(guesses.size(), task.first + task.count - at);
    query.look(path, task.run->int8.from(at, dimension), std::span(guesses).first(count),
               std::span(errors).first(count));
    for (size_t i = 0; i < count; ++i)
      sieve.offer(task.run->first + at + i, guesses[i], errors[i]);
  }
  sieve.close();
}

// One search, part by part on the pool.
class Search {
 public:
  Search(const Query& query, const Rows& rows, size_t k, Pool* pool)
      : query_(query), rows_(rows), k_(k), pool_(pool), tasks_(rows.tasks(kTaskRows)) {}

  Result<std::vector<Ranked>> all(const Job& job) const {
    return best_of(tasks_.size(), job,
                   [&](size_t i, Best& best) { score_task(query_, rows_, tasks_[i], best); });
  }

  Result<std::vector<Ranked>> after_look(Int8Path path, const Job& job) const {
    const Int8Query query(query_.values, query_.length);
    Bar bar(k_);
    std::vector<Sieve> sieves(tasks_.size(), Sieve(k_, bar));
    TRY(for_each(tasks_.size(), job, [&](size_t i) {
      look_task(query, path, tasks_[i], query_.values.size(), sieves[i]);
    }));
    return best_of_passed(sieves, job);
  }

  Result<std::vector<Ranked>> after_device(const OpenClRows& device, const Job& job) const {
    const size_t dimension = query_.values.size();
    const float error = product_error(dimension);
    Bar bar(k_);
    Sieve sieve(k_, bar);
    std::vector<float> products;
    for (const Task& task : rows_.tasks(kDeviceRows)) {
      TRY(check(job));
      products.resize(task.count);
      TRY(device.dots(query_.values, task.run->rows + task.first * dimension, products));
      for (size_t i = 0; i < products.size(); ++i) {
        const uint64_t at = task.first + i;
        const double guess = query_.score(products[i], task.run->lengths[at]);
        sieve.offer(task.run->first + at, static_cast<float>(guess), error);
      }
    }
    sieve.close();
    return best_of_passed({&sieve, 1}, job);
  }

 private:
  Result<std::vector<Ranked>> best_of_passed(std::span<const Sieve> sieves, const Job& job) const {
    std::vector<uint64_t> passed;
    for (const Sieve& sieve : sieves)
      sieve.append_passed(passed);
    const size_t parts = (passed.size() + kTaskRows - 1) / kTaskRows;
    return best_of(parts, job, [&](size_t i, Best& best) {
      const size_t first = i * kTaskRows;
      const size_t count = std::min<size_t>(kTaskRows, passed.size() - first);
      score_rows(query_, rows_, std::span(passed).subspan(first, count), best);
    });
  }

  Result<Done> for_each(size_t n, const Job& job, const std::function<void(size_t)>& body) const {
    const auto one = [&](size_t i) -> Result<Done> {
      body(i);
      return Done{};
    };
    if (pool_ != nullptr && n > 1) return parallel_for(*pool_, n, job, one);
    for (size_t i = 0; i < n; ++i) {
      TRY(check(job));
      TRY(one(i));
    }
    return Done{};
  }

  Result<std::vector<Ranked>> best_of(size_t n, const Job& job,
                                      const std::function<void(size_t, Best&)>& body) const {
    std::vector<Best> parts(n, Best(k_));
    TRY(for_each(n, job, [&](size_t i) { body(i, parts[i]); }));
    Best best(k_);
    for (const Best& part : parts)
      best.offer_all(part);
    return std::move(best).sorted();
  }

  const Query& query_;
  const Rows& rows_;
  size_t k_;
  Pool* pool_;
  std::vector<Task> tasks_;
};

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
    run.int8 = range.int8.from(first, dimension);
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
  const Search search(asked, rows, k, with.pool);
  // Where most rows would pass, a look only costs.
  const bool look = k <= rows.count() / 4 && has_direction(asked.length);
  std::string failed;
  if (look && with.device != nullptr && rows.count() >= kDeviceLeast) {
    Result<std::vector<Ranked>> ranked = search.after_device(*with.device, job);
    if (ranked) return Nearest{std::move(ranked).value(), with.device->name()};
    if (ranked.error().code == Code::Cancelled) return std::move(ranked).error();
    failed = "; " + ranked.error().what;
  }
  if (look && rows.count() >= with.int8_least && rows.in_bytes()) {
    const Int8Path path = int8_paths().back();
    nearest.ranked = TRY(search.after_look(path, job));
    nearest.path = std::string("cpu int8 ") + name_of(path) + failed;
  } else {
    nearest.ranked = TRY(search.all(job));
    nearest.path = std::string("cpu ") + name_of(asked.path) + failed;
  }
  return nearest;
}

}  // namespace oi
