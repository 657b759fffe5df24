// With x the row, q the query, x = s a + e and q = t b + f (a and b whole numbers), the product is
// q.x = (t b).(s a) + (t b).e + f.x, so the guess s t (a.b) errs by at most |t b| |e| + |f| |x|.
// All of it is divided by the two lengths. kRounding and the term of the dimension are for the
// floats: those of the guess here, and those of the sum in scan.cc, whose n / 16 additions a lane
// each err by 2^-24 of |q| |x| at most.
#include "embedded/scan_int8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "embedded/scan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace oi {
namespace {

constexpr int kMiddle = 128;  // the byte that stands for 0
constexpr int kMost = 127;
constexpr double kRounding = 1e-6;
constexpr double kUp = 1 + 1e-6;  // keeps a bound above what rounding to float takes off

struct Steps {
  double scale = 0;  // of one step
  double kept = 0;   // length of what the steps say
  double lost = 0;   // length of what they leave out
};

// put(i, step) for each value, in steps of at most kMost to both sides.
template <typename Put>
Steps divide(std::span<const float> values, Put put) {
  float most = 0;
  for (const float value : values)
    most = std::max(most, std::fabs(value));
  Steps steps;
  steps.scale = double{most / static_cast<float>(kMost)};
  double kept = 0, lost = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double exact = steps.scale > 0 ? double{values[i]} / steps.scale : 0;
    const int step = std::clamp(static_cast<int>(exact + (exact < 0 ? -0.5 : 0.5)), -kMost, kMost);
    const double said = steps.scale * step;
    put(i, step);
    kept += said * said;
    lost += (double{values[i]} - said) * (double{values[i]} - said);
  }
  steps.kept = std::sqrt(kept);
  steps.lost = std::sqrt(lost);
  return steps;
}

using Sums = std::span<int32_t>;

void sums_portable(const int16_t* query, const uint8_t* rows, size_t stride, Sums out) {
  typedef uint8_t Bytes __attribute__((vector_size(8)));
  typedef int16_t Shorts __attribute__((vector_size(16)));
  typedef int32_t Words __attribute__((vector_size(32)));
  for (size_t row = 0; row < out.size(); ++row) {
    Words sum = {};
    for (size_t i = 0; i < stride; i += 8) {
      Bytes bytes;
      Shorts steps;
      std::memcpy(&bytes, rows + row * stride + i, sizeof bytes);
      std::memcpy(&steps, query + i, sizeof steps);
      const Shorts products = __builtin_convertvector(bytes, Shorts) * steps;  // 255 x 127 fits
      sum += __builtin_convertvector(products, Words);
    }
    out[row] = 0;
    for (size_t lane = 0; lane < 8; ++lane)
      out[row] += sum[lane];
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void sums_avx2(const int16_t* query, const uint8_t* rows,
                                               size_t stride, Sums out) {
  for (size_t row = 0; row < out.size(); ++row) {
    const uint8_t* bytes = rows + row * stride;
    __m256i sums[4] = {};
    for (size_t i = 0; i < stride; i += 64) {
#pragma GCC unroll 4
      for (size_t part = 0; part < 4; ++part) {
        const size_t at = i + 16 * part;
        const __m128i narrow = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + at));
        const __m256i steps = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query + at));
        const __m256i products = _mm256_madd_epi16(_mm256_cvtepu8_epi16(narrow), steps);
        sums[part] = _mm256_add_epi32(sums[part], products);
      }
    }
    const __m256i sum =
        _mm256_add_epi32(_mm256_add_epi32(sums[0], sums[1]), _mm256_add_epi32(sums[2], sums[3]));
    std::array<int32_t, 8> lanes;
    std::memcpy(lanes.data(), &sum, sizeof sum);
    out[row] = 0;
    for (const int32_t lane : lanes)
      out[row] += lane;
  }
}

__attribute__((target("avx512f,avx512vnni"))) void sums_vnni(const int8_t* query,
                                                             const uint8_t* rows, size_t stride,
                                                             Sums out) {
  for (size_t row = 0; row < out.size(); ++row) {
    __m512i sum = _mm512_setzero_si512();
    for (size_t i = 0; i < stride; i += 64) {
      sum = _mm512_dpbusd_epi32(sum, _mm512_loadu_si512(rows + row * stride + i),
                                _mm512_loadu_si512(query + i));
    }
    typedef int32_t Half __attribute__((vector_size(32)));
    Half halves[2];
    std::memcpy(halves, &sum, sizeof sum);
    const Half half = halves[0] + halves[1];
    out[row] = 0;
    for (size_t lane = 0; lane < 8; ++lane)
      out[row] += half[lane];
  }
}
#endif

}  // namespace

const char* name_of(Int8Path path) {
  switch (path) {
    case Int8Path::Portable:
      return "portable";
    case Int8Path::Avx2:
      return "avx2";
    case Int8Path::Vnni:
      return "vnni";
  }
  return "";
}

std::vector<Int8Path> int8_paths() {
  std::vector<Int8Path> paths = {Int8Path::Portable};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) paths.push_back(Int8Path::Avx2);
  if (__builtin_cpu_supports("avx512vnni")) paths.push_back(Int8Path::Vnni);
#endif
  return paths;
}

Int8Row to_int8(std::span<const float> row, float length, std::span<uint8_t> out) {
  std::fill(out.begin(), out.end(), static_cast<uint8_t>(kMiddle));
  if (!has_direction(length)) return {};
  const Steps steps =
      divide(row, [&](size_t i, int step) { out[i] = static_cast<uint8_t>(kMiddle + step); });
  return {static_cast<float>(steps.scale / double{length}),
          static_cast<float>(steps.lost / double{length} * kUp)};
}

Int8Query::Int8Query(std::span<const float> query, float length)
    : bytes_(int8_stride(query.size())), shorts_(bytes_.size()) {
  const Steps steps = divide(query, [&](size_t i, int step) {
    bytes_[i] = static_cast<int8_t>(step);
    shorts_[i] = static_cast<int16_t>(step);
    offset_ += kMiddle * step;
  });
  const double additions = static_cast<double>(query.size()) / 16 + 16;
  scale_ = static_cast<float>(steps.scale / double{length});
  kept_ = static_cast<float>(steps.kept / double{length} * kUp);
  least_ = static_cast<float>(
      (steps.lost / double{length} + 2 * additions * std::ldexp(1.0, -24) + kRounding) * kUp);
}

void Int8Query::look(Int8Path path, const Int8Rows& rows, std::span<float> guesses,
                     std::span<float> errors) const {
  std::array<int32_t, kLookRows> room;
  const Sums sums = Sums(room).first(guesses.size());
  switch (path) {
#if defined(__x86_64__)
    case Int8Path::Vnni:
      sums_vnni(bytes_.data(), rows.bytes, bytes_.size(), sums);
      break;
    case Int8Path::Avx2:
      sums_avx2(shorts_.data(), rows.bytes, bytes_.size(), sums);
      break;
#else
    case Int8Path::Vnni:
    case Int8Path::Avx2:
#endif
    case Int8Path::Portable:
      sums_portable(shorts_.data(), rows.bytes, bytes_.size(), sums);
      break;
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    guesses[i] = static_cast<float>(sums[i] - offset_) * (rows.scales[i] * scale_);
    errors[i] = rows.errors[i] * kept_ + least_;
  }
}

}  // namespace oi
