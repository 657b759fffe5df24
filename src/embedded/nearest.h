// The vector arm: the k rows with the highest cosine.
//
// What is given is the same to the last bit whatever way it is found: every score that leaves here
// was computed by scan.h, and ties go by chunk id.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/job.h"
#include "base/pool.h"
#include "base/result.h"
#include "embedded/scan_int8.h"
#include "embedded/scan_opencl.h"
#include "store/store.h"
#include "types/evidence.h"

namespace oi {

// Chunks of one document that lie one after another: row i is chunk first_ordinal + i.
struct RowRange {
  const float* rows = nullptr;
  const float* lengths = nullptr;
  uint32_t count = 0;
  DocumentId document;
  uint32_t first_ordinal = 0;
  Int8Rows int8 = {};  // the same rows in bytes, where there is such a copy
};

// A row mask, for filters finer than documents: row i of the range takes part when keep[i] is not
// 0; one without a value does not. Appends what is left of the range, so a scan knows ranges only.
void append_kept(const RowRange& range, std::span<const uint8_t> keep, size_t dimension,
                 std::vector<RowRange>& out);

inline constexpr uint64_t kDeviceLeast = 1000;

struct NearestWith {
  Pool* pool = nullptr;        // null: the caller's thread alone
  uint64_t int8_least = 1024;  // rows from which bytes are looked at first; UINT64_MAX: never
  // A device that shares the rows takes the first look at kDeviceLeast rows or more; should it
  // fail, the processor does, and the path says so. Null: there is none.
  const OpenClRows* device = nullptr;
};

// The k rows of the ranges with the highest cosine, best first, ties by chunk id. A row or query of
// length (almost) zero, or of more than a float can square, scores 0. Cancelled within a few
// thousand rows of a stop.
Result<Nearest> best_rows(std::span<const float> query, std::span<const RowRange> ranges, size_t k,
                          const NearestWith& with, const Job& job);

}  // namespace oi
