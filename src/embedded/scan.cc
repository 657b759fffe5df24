// 1. dot(): sixteen running sums, element i to sum i mod 16; then the upper half is added to the
//    lower until one is left. It is compiled three times: for any processor, AVX2 and AVX-512. The
//    vector type is the compiler's own, so the three differ in instructions only. The build forbids
//    fused multiply-add in this file: it would round once where the others round twice.
// 2. best_rows(): scores in blocks, then a heap of the k best whose top is the worst kept.
#include "embedded/scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace oi {
namespace {

constexpr size_t kLanes = 16;
constexpr float kNoLength = 1e-9f;
constexpr size_t kBlock = 256;       // rows scored at a time
constexpr size_t kStopEvery = 4096;  // rows between two looks at the stop token

// Sixteen sums, in registers of kWidth floats each.
template <size_t kWidth>
[[gnu::always_inline]] inline float dot(const float* a, const float* b, size_t n) {
  typedef float Register __attribute__((vector_size(kWidth * sizeof(float))));
  constexpr size_t kRegisters = kLanes / kWidth;
  Register sums[kRegisters] = {};
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
#pragma GCC unroll 4
    for (size_t r = 0; r < kRegisters; ++r) {
      Register x, y;
      std::memcpy(&x, a + i + r * kWidth, sizeof x);
      std::memcpy(&y, b + i + r * kWidth, sizeof y);
      sums[r] += x * y;
    }
  }
  std::array<float, kLanes> lanes;
  std::memcpy(lanes.data(), sums, sizeof sums);
  for (; i < n; ++i)
    lanes[i % kLanes] += a[i] * b[i];
  for (size_t width = kLanes / 2; width > 0; width /= 2) {
    for (size_t lane = 0; lane < width; ++lane)
      lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

template <size_t kWidth>
[[gnu::always_inline]] inline void dots(std::span<const float> query, const float* rows,
                                        std::span<float> out) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = dot<kWidth>(query.data(), rows + i * query.size(), query.size());
  }
}

void dots_portable(std::span<const float> query, const float* rows, std::span<float> out) {
  dots<4>(query, rows, out);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void dots_avx2(std::span<const float> query, const float* rows,
                                               std::span<float> out) {
  dots<8>(query, rows, out);
}

__attribute__((target("avx512f"))) void dots_avx512(std::span<const float> query, const float* rows,
                                                    std::span<float> out) {
  dots<16>(query, rows, out);
}
#endif

bool better(const Ranked& a, const Ranked& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.chunk < b.chunk;
}

// The k best seen so far.
class Best {
 public:
  explicit Best(size_t k) : k_(k) {}

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
  std::vector<Ranked> sorted() && {
    std::sort(kept_.begin(), kept_.end(), better);
    return std::move(kept_);
  }

 private:
  size_t k_;
  std::vector<Ranked> kept_;
};

}  // namespace

std::vector<ScanPath> scan_paths() {
  std::vector<ScanPath> paths = {ScanPath::Portable};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) paths.push_back(ScanPath::Avx2);
  if (__builtin_cpu_supports("avx512f")) paths.push_back(ScanPath::Avx512);
#endif
  return paths;
}

void dot_rows(ScanPath path, std::span<const float> query, const float* rows,
              std::span<float> out) {
  switch (path) {
#if defined(__x86_64__)
    case ScanPath::Avx512:
      return dots_avx512(query, rows, out);
    case ScanPath::Avx2:
      return dots_avx2(query, rows, out);
#else
    case ScanPath::Avx512:
    case ScanPath::Avx2:
#endif
    case ScanPath::Portable:
      return dots_portable(query, rows, out);
  }
}

float length_of(std::span<const float> row) {
  return std::sqrt(dot<4>(row.data(), row.data(), row.size()));
}

Result<std::vector<Ranked>> best_rows(std::span<const float> query,
                                      std::span<const RowRange> ranges, size_t k, const Job& job) {
  TRY(check(job));
  if (k == 0) return std::vector<Ranked>{};
  const ScanPath path = scan_paths().back();
  const double query_length = length_of(query);
  Best best(k);
  std::array<float, kBlock> products;
  size_t since_look = 0;
  for (const RowRange& range : ranges) {
    for (uint32_t first = 0; first < range.count; first += kBlock) {
      const size_t count = std::min<size_t>(kBlock, range.count - first);
      dot_rows(path, query, range.rows + first * query.size(), std::span(products).first(count));
      for (size_t i = 0; i < count; ++i) {
        const float length = range.lengths[first + i];
        const bool scored = query_length > kNoLength && length > kNoLength;
        const double score = scored ? products[i] / (query_length * length) : 0;
        const uint32_t ordinal = range.first_ordinal + first + static_cast<uint32_t>(i);
        best.offer({{range.document, ordinal}, score});
      }
      since_look += count;
      if (since_look >= kStopEvery) {
        TRY(check(job));
        since_look = 0;
      }
    }
  }
  return std::move(best).sorted();
}

}  // namespace oi
