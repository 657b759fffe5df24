// Sixteen running sums, element i to sum i mod 16; then the upper half is added to the lower until
// one is left. It is compiled three times: for any processor, AVX2 and AVX-512. The vector type is
// the compiler's own, so the three differ in instructions only. The build forbids fused
// multiply-add in this file: it would round once where the others round twice.
#include "embedded/scan.h"

#include <array>
#include <cmath>
#include <cstring>

namespace oi {
namespace {

constexpr size_t kLanes = 16;

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

}  // namespace

const char* name_of(ScanPath path) {
  switch (path) {
    case ScanPath::Portable:
      return "portable";
    case ScanPath::Avx2:
      return "avx2";
    case ScanPath::Avx512:
      return "avx512";
  }
  return "";
}

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

}  // namespace oi
