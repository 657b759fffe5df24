// Keeps the segments few and alive: one commit makes one segment, so thousands of small commits
// would make thousands, and removal leaves dead rows behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "embedded/rows.h"
#include "embedded/sqlite.h"

namespace oi {

// Segments within one power of this are of one size class; so many of one class are merged into
// one.
inline constexpr uint64_t kFan = 8;
// Segments of so many rows (50 MB at 384 dimensions) are not merged for being many, so that no
// commit takes long.
inline constexpr uint64_t kLargeSegment = 32'768;

// A segment with how many of its rows belong to live documents.
struct SegmentUse {
  int64_t number = 0;
  uint64_t rows = 0;
  uint64_t live = 0;
};

// Which segments to write anew as one: those with fewer than half their rows alive, and those of a
// size class that has kFan. Those without a live row are not in it: they just go. A row is copied
// once per size class.
std::vector<int64_t> choose_merged(std::span<const SegmentUse> uses);

struct Compaction {
  std::vector<int64_t> gone;     // to be deleted once the transaction is committed
  std::vector<int64_t> written;  // to be deleted if it is not
};

// Within the caller's write transaction: drops dead segments, merges the chosen ones into a new
// file and moves their documents to it. Takes the file's number from the library's row. Corrupt
// when a segment to be merged is damaged.
Result<Compaction> compact(Database& database, const std::filesystem::path& folder,
                           LibraryRow& library);

}  // namespace oi
