// Merging copies the live runs of rows, in the order of the old files, into one new segment, and
// moves each document's (segment, first row) to it. Old files are only deleted after the commit; a
// search that has them mapped keeps its bytes.
#include "embedded/compact.h"

#include <algorithm>
#include <map>

#include "embedded/snapshot.h"
#include "embedded/vectors.h"

namespace oi {
namespace {

Result<std::vector<SegmentUse>> segment_uses(Database& database) {
  Statement select =
      TRY(database.prepare("SELECT number, rows, (SELECT coalesce(sum(chunks), 0) FROM documents "
                           "WHERE segment = number AND live = 1) FROM segments ORDER BY number"));
  std::vector<SegmentUse> uses;
  while (TRY(select.step())) {
    uses.push_back({select.integer(0), static_cast<uint64_t>(select.integer(1)),
                    static_cast<uint64_t>(select.integer(2))});
  }
  return uses;
}

// A document's run of rows, where it was and where it goes.
struct Move {
  int64_t document = 0;
  uint64_t first_row = 0;
};

class Merge {
 public:
  Result<Done> take(Database& database, const std::filesystem::path& folder, int64_t number) {
    segments_.push_back(TRY(Segment::open(segment_path(folder, number), SegmentCheck::Bytes)));
    const SegmentView& view = segments_.back().view();
    Statement select = TRY(database.prepare(
        "SELECT key, first_row, chunks FROM documents WHERE segment = ? AND live = 1 "
        "ORDER BY first_row"));
    select.bind(number);
    while (TRY(select.step())) {
      const auto first = static_cast<uint64_t>(select.integer(1));
      const auto count = static_cast<uint64_t>(select.integer(2));
      if (first > view.count || count > view.count - first) {
        return Error{Code::Corrupt, "vectors." + std::to_string(number) + ": too few rows"};
      }
      blocks_.emplace_back(view.row(first), count * view.dimension);
      moves_.push_back({select.integer(0), rows_});
      rows_ += count;
    }
    return Done{};
  }

  Result<Done> write(Database& database, const std::filesystem::path& folder,
                     const LibraryRow& library, int64_t number) const {
    const SegmentContent content{library.dimension, mark_of(library.model_digest), blocks_};
    const uint64_t checksum = TRY(write_segment(segment_path(folder, number), content));
    TRY(database.run("INSERT INTO segments(number, rows, checksum) VALUES(?, ?, ?)", number,
                     static_cast<int64_t>(rows_), static_cast<int64_t>(checksum)));
    Statement update =
        TRY(database.prepare("UPDATE documents SET segment = ?, first_row = ? WHERE key = ?"));
    for (const Move& move : moves_) {
      TRY(update.bind(number, static_cast<int64_t>(move.first_row), move.document).run());
    }
    return Done{};
  }

 private:
  std::vector<Segment> segments_;
  std::vector<std::span<const float>> blocks_;  // of the mapped segments
  std::vector<Move> moves_;
  uint64_t rows_ = 0;
};

int size_class(uint64_t rows) {
  int size = 0;
  for (; rows >= kFan; rows /= kFan)
    ++size;
  return size;
}

}  // namespace

std::vector<int64_t> choose_merged(std::span<const SegmentUse> uses) {
  std::vector<int64_t> merged;
  std::map<int, std::vector<int64_t>> classes;
  for (const SegmentUse& use : uses) {
    if (use.live == 0) continue;
    if (use.live * 2 < use.rows) {
      merged.push_back(use.number);
    } else if (use.live < kLargeSegment) {
      classes[size_class(use.live)].push_back(use.number);
    }
  }
  for (const auto& [size, numbers] : classes) {
    if (numbers.size() >= kFan) merged.insert(merged.end(), numbers.begin(), numbers.end());
  }
  std::sort(merged.begin(), merged.end());
  return merged;
}

Result<Compaction> compact(Database& database, const std::filesystem::path& folder,
                           LibraryRow& library) {
  const std::vector<SegmentUse> uses = TRY(segment_uses(database));
  const std::vector<int64_t> merged = choose_merged(uses);
  Compaction compaction;
  if (!merged.empty()) {
    Merge merge;
    for (const int64_t number : merged)
      TRY(merge.take(database, folder, number));
    const int64_t number = library.next_segment++;
    compaction.written.push_back(number);
    TRY(merge.write(database, folder, library, number));
  }
  for (const SegmentUse& use : uses) {
    const bool goes = use.live == 0 || std::binary_search(merged.begin(), merged.end(), use.number);
    if (!goes) continue;
    TRY(database.run("DELETE FROM segments WHERE number = ?", use.number));
    compaction.gone.push_back(use.number);
  }
  return compaction;
}

}  // namespace oi
