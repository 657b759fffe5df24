// Keeps the segments few and alive: one commit makes one segment, so thousands of small commits would
// make thousands, and removal leaves dead rows behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "embedded/rows.h"
#include "embedded/sqlite.h"

namespace oi {

inline constexpr size_t kMostSegments = 16;  // above it the smallest are merged
inline constexpr size_t kMergedAtOnce = 12;  // so each row is copied once per twelvefold growth

// A segment with how many of its rows belong to live documents.
struct SegmentUse {
  int64_t number = 0;
  uint64_t rows = 0;
  uint64_t live = 0;
};

// Which segments to write anew as one: those with fewer than half their rows alive, and the smallest
// when more than kMostSegments would remain. Those without a live row are not in it: they just go.
std::vector<int64_t> choose_merged(std::span<const SegmentUse> uses);

struct Compaction {
  std::vector<int64_t> gone;     // to be deleted once the transaction is committed
  std::vector<int64_t> written;  // to be deleted if it is not
};

// Within the caller's write transaction: drops dead segments, merges the chosen ones into a new file
// and moves their documents to it. Takes the file's number from the library's row. Corrupt when a
// segment to be merged is damaged.
Result<Compaction> compact(Database& database, const std::filesystem::path& folder,
                           LibraryRow& library);

}  // namespace oi
