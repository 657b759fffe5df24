// The rows once more in one byte a value: a first look at a quarter of the memory.
//
// What a byte loses is known to the row: the true cosine is never farther from the guess than the
// error given with it (Cauchy and Schwarz over what is lost, and the rounding of both sums). So
// whoever keeps every row whose guess plus error reaches the k-th best guess minus error has lost
// none of the k best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oi {

// VNNI multiplies and adds four bytes in one instruction. Sums of whole numbers are exact, so all
// paths give the same.
enum class Int8Path : uint8_t { Portable, Avx2, Vnni };
const char* name_of(Int8Path path);  // "portable", "avx2", "vnni"
// The paths that this processor can take, the fastest last.
std::vector<Int8Path> int8_paths();

// Bytes from one row to the next: a whole number of cache lines.
constexpr size_t int8_stride(size_t dimension) {
  return (dimension + 63) / 64 * 64;
}

// A view of rows in bytes. Value j of row i, divided by the row's length, is about
// scales[i] * (bytes[i * stride + j] - 128).
struct Int8Rows {
  const uint8_t* bytes = nullptr;  // null: there is no such copy
  const float* scales = nullptr;
  const float* errors = nullptr;  // length of what is lost, divided by the row's length

  Int8Rows from(uint64_t row, size_t dimension) const {
    if (bytes == nullptr) return {};
    return {bytes + row * int8_stride(dimension), scales + row, errors + row};
  }
};

struct Int8Row {
  float scale = 0;
  float error = 0;
};
// Writes one row of int8_stride(row.size()) bytes. A row that has_direction() refuses becomes
// nothing.
Int8Row to_int8(std::span<const float> row, float length, std::span<uint8_t> out);

// A query that has_direction().
class Int8Query {
 public:
  Int8Query(std::span<const float> query, float length);

  // guesses[i] and errors[i] for row i of `rows`; both as long as the rows looked at, at most
  // kLookRows.
  static constexpr size_t kLookRows = 256;
  void look(Int8Path path, const Int8Rows& rows, std::span<float> guesses,
            std::span<float> errors) const;

 private:
  std::vector<int8_t> bytes_;    // int8_stride values, 0 behind the last
  std::vector<int16_t> shorts_;  // the same
  int32_t offset_ = 0;           // 128 times their sum: what the rows' 128 adds to a product
  float scale_ = 0;
  float kept_ = 0;   // length of the query in bytes, by its true length
  float least_ = 0;  // error of a row that loses nothing
};

}  // namespace oi
