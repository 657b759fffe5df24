// Exact search: the dot product of one vector with many rows, and the best of them.
//
// A sum is taken in a fixed order - sixteen lanes, then halves - and without fused steps, so every
// path below, on every processor, gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "types/evidence.h"

namespace oi {

enum class ScanPath : uint8_t { Portable, Avx2, Avx512 };
// The paths that this processor can take, the fastest last.
std::vector<ScanPath> scan_paths();

// out[i] = query . row i. Rows are row-major, without padding; nothing need be aligned beyond a
// float's size. The path must be one of scan_paths().
void dot_rows(ScanPath path, std::span<const float> query, const float* rows, std::span<float> out);

// The length of a row, summed in the same order.
float length_of(std::span<const float> row);

// Chunks of one document that lie one after another: row i is chunk first_ordinal + i.
struct RowRange {
  const float* rows = nullptr;
  const float* lengths = nullptr;
  uint32_t count = 0;
  DocumentId document;
  uint32_t first_ordinal = 0;
};

// The k rows with the highest cosine, best first, ties by chunk id. A row or query of length
// (almost) zero scores 0. Cancelled within a few thousand rows of a stop.
Result<std::vector<Ranked>> best_rows(std::span<const float> query,
                                      std::span<const RowRange> ranges, size_t k, const Job& job);

}  // namespace oi
