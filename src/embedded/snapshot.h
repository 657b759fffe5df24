// What a search runs on: the mapped segments and live rows of one generation, never changed once
// made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "embedded/nearest.h"
#include "embedded/scan_opencl.h"
#include "embedded/sqlite.h"
#include "embedded/vectors.h"
#include "types/question.h"

namespace oi {

// The file of a segment in a library's folder.
std::filesystem::path segment_path(const std::filesystem::path& folder, int64_t number);

class Snapshot {
 public:
  // Maps what the database names, within the caller's read transaction. Segments that `before` has
  // (may be null) had their bytes checked and are only mapped again. Corrupt, naming the segment,
  // when one is missing or damaged or rows and documents do not correspond (invariant 5).
  static Result<Snapshot> load(Database& database, const std::filesystem::path& folder,
                               const Snapshot* before);

  uint64_t generation() const { return generation_; }
  const std::string& model_digest() const { return model_digest_; }
  uint32_t dimension() const { return dimension_; }
  // Live rows that the filter lets pass, in the order of the files.
  std::vector<RowRange> ranges(const Filter& filter) const;
  uint64_t rows() const;  // all live ones
  // The segments as the device reads them, shared when first asked for; null when it refuses.
  const OpenClRows* on(const OpenClDevice& device) const;
  // The vector of a live chunk; empty when there is none.
  std::span<const float> vector(ChunkId chunk) const;

 private:
  struct Named {
    int64_t number;
    Segment segment;
  };
  // Made once, whichever search comes first.
  struct Shared {
    std::once_flag once;
    std::unique_ptr<OpenClRows> rows;
  };
  Result<Done> map_segments(Database& database, const std::filesystem::path& folder,
                            const Snapshot* before);
  Result<Done> find_rows(Database& database);
  const Segment* segment(int64_t number) const;

  uint64_t generation_ = 0;
  std::string model_digest_;
  uint32_t dimension_ = 0;
  std::vector<Named> segments_;        // by number
  std::vector<RowRange> ranges_;       // in the order of the files; point into segments_
  std::vector<uint32_t> by_document_;  // indices of ranges_, by document
  std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
};

}  // namespace oi
