// Invariant 5: live vectors and live chunks correspond one to one.
//
// A document's vectors are one run of rows in one segment, in chunk order, so the correspondence is
// a row (segment, first row, count) on the document. Loading walks the documents in that order and
// refuses runs that overlap or leave their segment, and segments of another model.
#include "embedded/snapshot.h"

#include <algorithm>
#include <numeric>

#include "embedded/rows.h"
#include "embedded/schema.h"

namespace oi {
namespace {

Error corrupt(int64_t number, const char* what) {
  return {Code::Corrupt, "vectors." + std::to_string(number) + ": " + what};
}

}  // namespace

std::filesystem::path segment_path(const std::filesystem::path& folder, int64_t number) {
  return folder / "segments" / ("vectors." + std::to_string(number));
}

const Segment* Snapshot::segment(int64_t number) const {
  const auto at = std::lower_bound(segments_.begin(), segments_.end(), number,
                                   [](const Named& a, int64_t b) { return a.number < b; });
  return at != segments_.end() && at->number == number ? &at->segment : nullptr;
}

Result<Done> Snapshot::map_segments(Database& database, const std::filesystem::path& folder,
                                    const Snapshot* before) {
  const ModelMark model = mark_of(model_digest_);
  Statement select =
      TRY(database.prepare("SELECT number, rows, checksum FROM segments ORDER BY number"));
  while (TRY(select.step())) {
    const int64_t number = select.integer(0);
    const bool known = before != nullptr && before->segment(number) != nullptr;
    Result<Segment> opened = Segment::open(segment_path(folder, number),
                                           known ? SegmentCheck::Shape : SegmentCheck::Bytes);
    if (!opened && opened.error().code == Code::NotFound) return corrupt(number, "missing");
    Segment segment = TRY(std::move(opened));
    const SegmentView& view = segment.view();
    const bool meant = view.count == static_cast<uint64_t>(select.integer(1)) &&
                       view.checksum == static_cast<uint64_t>(select.integer(2));
    if (!meant) return corrupt(number, "another file than the library names");
    if (view.dimension != dimension_ || view.model != model) {
      return corrupt(number, "vectors of another model than the library's");
    }
    segments_.push_back({number, std::move(segment)});
  }
  return Done{};
}

Result<Done> Snapshot::find_rows(Database& database) {
  Statement select = TRY(database.prepare(
      "SELECT key, segment, first_row, chunks FROM documents WHERE live = 1 AND chunks > 0 "
      "ORDER BY segment, first_row"));
  int64_t current = 0;
  uint64_t used = 0;  // rows of the current segment that are spoken for
  while (TRY(select.step())) {
    const int64_t number = select.integer(1);
    const auto first = static_cast<uint64_t>(select.integer(2));
    const auto count = static_cast<uint64_t>(select.integer(3));
    const Segment* in = segment(number);
    if (in == nullptr) return corrupt(number, "a document names it, the library does not");
    if (number != current) used = 0;
    const SegmentView& view = in->view();
    if (first < used || first > view.count || count > view.count - first) {
      return corrupt(number, "its rows and the documents' chunks do not correspond");
    }
    current = number;
    used = first + count;
    ranges_.push_back({view.row(first), view.lengths + first, static_cast<uint32_t>(count),
                       id_of(select.integer(0)), 0, view.int8.from(first, dimension_)});
  }
  by_document_.resize(ranges_.size());
  std::iota(by_document_.begin(), by_document_.end(), 0u);
  std::sort(by_document_.begin(), by_document_.end(),
            [this](uint32_t a, uint32_t b) { return ranges_[a].document < ranges_[b].document; });
  return Done{};
}

Result<Snapshot> Snapshot::load(Database& database, const std::filesystem::path& folder,
                                const Snapshot* before) {
  const LibraryRow library = TRY(read_library(database));
  Snapshot snapshot;
  snapshot.generation_ = library.generation;
  snapshot.model_digest_ = library.model_digest;
  snapshot.dimension_ = library.dimension;
  TRY(snapshot.map_segments(database, folder, before));
  TRY(snapshot.find_rows(database));
  return snapshot;
}

std::vector<RowRange> Snapshot::ranges(const Filter& filter) const {
  if (filter.documents.empty()) return ranges_;
  std::vector<DocumentId> wanted = filter.documents;
  std::sort(wanted.begin(), wanted.end());
  std::vector<RowRange> passed;
  for (const RowRange& range : ranges_) {
    if (std::binary_search(wanted.begin(), wanted.end(), range.document)) passed.push_back(range);
  }
  return passed;
}

uint64_t Snapshot::rows() const {
  return std::accumulate(ranges_.begin(), ranges_.end(), uint64_t{0},
                         [](uint64_t sum, const RowRange& range) { return sum + range.count; });
}

const OpenClRows* Snapshot::on(const OpenClDevice& device) const {
  std::call_once(shared_->once, [&] {
    std::vector<std::span<const std::byte>> files;
    for (const Named& each : segments_)
      files.push_back(each.segment.bytes());
    Result<std::unique_ptr<OpenClRows>> rows = OpenClRows::share(device, files);
    if (rows) shared_->rows = std::move(rows).value();
  });
  return shared_->rows.get();
}

std::span<const float> Snapshot::vector(ChunkId chunk) const {
  const auto at =
      std::lower_bound(by_document_.begin(), by_document_.end(), chunk.document,
                       [this](uint32_t a, DocumentId b) { return ranges_[a].document < b; });
  if (at == by_document_.end()) return {};
  const RowRange& range = ranges_[*at];
  if (range.document != chunk.document || chunk.ordinal >= range.count) return {};
  return {range.rows + size_t{chunk.ordinal} * dimension_, dimension_};
}

}  // namespace oi
