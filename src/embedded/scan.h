// The dot product of one vector with many rows.
//
// A sum is taken in a fixed order - sixteen lanes, then halves - and without fused steps, so every
// path below, on every processor, gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace oi {

enum class ScanPath : uint8_t { Portable, Avx2, Avx512 };
const char* name_of(ScanPath path);  // "portable", "avx2", "avx512"
// The paths that this processor can take, the fastest last.
std::vector<ScanPath> scan_paths();

// out[i] = query . row i. Rows are row-major, without padding; nothing need be aligned beyond a
// float's size. The path must be one of scan_paths().
void dot_rows(ScanPath path, std::span<const float> query, const float* rows, std::span<float> out);

// The length of a row, summed in the same order.
float length_of(std::span<const float> row);

// Has a row of this length a cosine? Not when it is (almost) zero, nor so long that a product might
// be more than a float holds, nor no number.
inline bool has_direction(float length) {
  return length > 1e-9f && length < 1e18f;
}

}  // namespace oi
