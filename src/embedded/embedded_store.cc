// Invariant 4: a document is visible to search wholly or not at all.
// Invariant 5: live vectors and live chunks correspond one to one.
// Invariant 13: a stop leaves the store as before or as after.
//
// A commit: take SQLite's write lock (it also keeps other processes out), add the rows, write and
// sync the segment file, merge segments if there are many, commit. The COMMIT is the only commit
// point: files written before it are deleted when it does not come, and files that it makes
// superfluous are deleted after it. What a crash leaves is deleted by the next opening, under the
// same lock.
//
// A search: a view (readers.h), then SQL or a scan; the vector scan runs after the connection went
// back.
#include "embedded/embedded_store.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "base/file.h"
#include "embedded/compact.h"
#include "embedded/filters.h"
#include "embedded/lexical.h"
#include "embedded/readers.h"
#include "embedded/respell.h"
#include "embedded/rows.h"
#include "embedded/schema.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

Error invalid(DocumentId id, const char* what) {
  return {Code::Invalid, "document " + to_text(id) + ": " + what};
}

// Do vectors and chunks correspond, and chunks and text?
Result<Done> check_indexed(const Indexed& indexed) {
  const Document& document = indexed.document;
  const Matrix& vectors = indexed.vectors;
  const size_t values = size_t{vectors.rows} * vectors.dimension;
  if (vectors.rows != indexed.chunks.size() || vectors.values.size() != values) {
    return invalid(document.id, "chunks and vectors do not correspond");
  }
  if (vectors.rows > 0 && (vectors.dimension == 0 || vectors.model_digest.empty())) {
    return invalid(document.id, "its vectors name no model");
  }
  const auto finite = [](float value) { return std::isfinite(value); };
  if (!std::all_of(vectors.values.begin(), vectors.values.end(), finite)) {
    return invalid(document.id, "a vector holds something that is no number");
  }
  if (!indexed.search_texts.empty() && indexed.search_texts.size() != indexed.chunks.size())
    return invalid(document.id, "chunks and their search texts do not correspond");
  for (size_t i = 0; i < indexed.chunks.size(); ++i) {
    const Chunk& chunk = indexed.chunks[i];
    const bool inside =
        chunk.span.begin <= chunk.span.end && Span{0, document.text.size()}.contains(chunk.span);
    if (chunk.id != ChunkId{document.id, static_cast<uint32_t>(i)} || !inside) {
      return invalid(document.id, "a chunk is out of order or outside the text");
    }
  }
  if (sha256_hex(document.text) != document.text_digest) {
    return invalid(document.id, "its text does not have its digest");
  }
  return Done{};
}

// Segment files of a transaction: deleted when it ends without keep(). Declared behind the
// transaction, so that they go while the write lock is still held: after it, another process may
// have given the same number to a file of its own.
class NewFiles {
 public:
  explicit NewFiles(const fs::path& folder) : folder_(folder) {}
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;
  ~NewFiles() {
    std::error_code ignored;  // the next opening deletes what stays
    for (const int64_t number : numbers_)
      fs::remove(segment_path(folder_, number), ignored);
  }
  void add(int64_t number) { numbers_.push_back(number); }
  void keep() { numbers_.clear(); }

 private:
  fs::path folder_;
  std::vector<int64_t> numbers_;
};

// The documents of a commit whose vectors make its segment.
struct Added {
  int64_t segment = 0;
  uint64_t rows = 0;
  std::vector<std::span<const float>> blocks;
};

class EmbeddedStore final : public Store {
 public:
  EmbeddedStore(fs::path folder, AtStep at, Pool* pool, Database writer)
      : folder_(folder),
        at_(std::move(at)),
        pool_(pool),
        views_(folder),
        writer_(std::move(writer)) {}

  // Checks every live segment, and deletes what no row names.
  Result<Done> prepare() OI_EXCLUDES(mutex_);

  Result<LibraryCard> card() const override;
  Result<Done> commit(std::span<const Indexed> batch, const Job& job) override OI_EXCLUDES(mutex_);
  Result<Done> remove(DocumentId id) override OI_EXCLUDES(mutex_);
  Result<Document> document(DocumentId id) const override;
  Result<std::vector<Listed>> list() const override;
  Result<std::vector<StoredChunk>> chunks(std::span<const ChunkId> ids) const override;
  Result<std::vector<StoredChunk>> around(ChunkId id, uint32_t each_side) const override;
  Result<Nearest> search_vectors(const Matrix& query, size_t k, const Filter& filter,
                                 const Job& job) const override;
  Result<std::vector<Ranked>> search_words(std::string_view question, size_t k,
                                           const Filter& filter, const Job& job) const override;
  Result<std::vector<double>> score_words(std::string_view question, std::span<const ChunkId> ids,
                                          const Job& job) const override;
  Result<std::vector<uint64_t>> chunks_with(std::span<const std::string> words,
                                            const Job& job) const override;
  Result<std::vector<Respelled>> respell(std::string_view question, const Job& job) const override;

 private:
  // Null without a device, or with too few vectors for one. The device is looked for when a library
  // first has enough.
  const OpenClRows* device_rows(const Snapshot& snapshot) const {
    if (snapshot.rows() < kDeviceLeast) return nullptr;
    std::call_once(looked_for_device_, [&] { device_ = OpenClDevice::open(OpenClKinds::Gpus); });
    return device_ == nullptr ? nullptr : snapshot.on(*device_);
  }
  void at(std::string_view step) const {
    if (at_) at_(step);
  }
  Result<Done> add(const Indexed& indexed, Added& added) OI_REQUIRES(mutex_);
  Result<Done> write_vectors(const Added& added, const LibraryRow& library, NewFiles& files)
      OI_REQUIRES(mutex_);
  // The end of every change: merge, count the generation, commit, delete.
  Result<Done> finish(Transaction& transaction, LibraryRow& library, NewFiles& files)
      OI_REQUIRES(mutex_);

  fs::path folder_;
  AtStep at_;
  Pool* pool_;  // of searches; may be null
  mutable std::once_flag looked_for_device_;
  mutable std::unique_ptr<OpenClDevice> device_;  // outlives the snapshots of views_
  mutable Views views_;
  Mutex mutex_;  // one change at a time
  Database writer_ OI_GUARDED_BY(mutex_);
};

// Names in the folder of segments that no row names. Whoever deletes them holds the write lock.
Result<std::vector<fs::path>> unnamed_files(Database& database, const fs::path& folder) {
  std::set<fs::path> named;
  Statement select = TRY(database.prepare("SELECT number FROM segments"));
  while (TRY(select.step()))
    named.insert(segment_path(folder, select.integer(0)));
  std::vector<fs::path> unnamed;
  std::error_code failed;
  for (fs::directory_iterator at(folder / "segments", failed), end; !failed && at != end;
       at.increment(failed)) {
    if (!named.contains(at->path())) unnamed.push_back(at->path());
  }
  if (failed) return system_error(failed.value(), "cannot list", folder / "segments");
  return unnamed;
}

Result<Done> EmbeddedStore::prepare() {
  {
    View view = TRY(views_.open());
    const int64_t chunks = TRY(view.database().integer("SELECT count(*) FROM chunks"));
    const LibraryCard card = TRY(read_card(view.database()));
    if (static_cast<uint64_t>(chunks) != card.chunks) {
      return Error{Code::Corrupt, "library database: chunks and documents do not correspond"};
    }
    const std::vector<fs::path> unnamed = TRY(unnamed_files(view.database(), folder_));
    if (unnamed.empty()) return Done{};
  }
  Lock lock(mutex_);
  const Transaction transaction = TRY(Transaction::write(writer_));
  for (const fs::path& path : TRY(unnamed_files(writer_, folder_))) {
    at("before_deleting_unnamed");
    std::error_code failed;
    fs::remove(path, failed);
    if (failed) return system_error(failed.value(), "cannot delete", path);
  }
  return Done{};
}

Result<LibraryCard> EmbeddedStore::card() const {
  Readers::Lease lease = TRY(views_.connection());
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return read_card(lease.database());
}

Result<Done> EmbeddedStore::add(const Indexed& indexed, Added& added) {
  const Document& document = indexed.document;
  const std::optional<DocumentRow> known = TRY(find_document(writer_, document.id));
  if (known && known->digest != document.digest) {
    return invalid(document.id, "other bytes are stored under this id");
  }
  if (!known || !known->live) {
    if (known) TRY(erase_document(writer_, document.id));  // old bytes come back as a new document
    TRY(insert_document(writer_, indexed, {added.segment, added.rows}));
    added.rows += indexed.chunks.size();
    if (indexed.vectors.rows > 0) added.blocks.emplace_back(indexed.vectors.values);
  }
  TRY(add_tags(writer_, document.tags, document.id));
  return move_path(writer_, document.path, document.id);
}

Result<Done> EmbeddedStore::write_vectors(const Added& added, const LibraryRow& library,
                                          NewFiles& files) {
  files.add(added.segment);
  at("before_segment");
  const SegmentContent content{library.dimension, mark_of(library.model_digest), added.blocks};
  const uint64_t checksum = TRY(write_segment(segment_path(folder_, added.segment), content));
  at("after_segment");
  return writer_.run("INSERT INTO segments(number, rows, checksum) VALUES(?, ?, ?)", added.segment,
                     static_cast<int64_t>(added.rows), static_cast<int64_t>(checksum));
}

Result<Done> EmbeddedStore::finish(Transaction& transaction, LibraryRow& library, NewFiles& files) {
  at("before_merge");
  const Compaction compaction = TRY(compact(writer_, folder_, library));
  for (const int64_t number : compaction.written)
    files.add(number);
  library.generation += 1;
  TRY(write_library(writer_, library));
  at("before_commit");
  files.keep();  // should the commit fail, the lock may be gone with it: the next opening deletes
  TRY(transaction.commit());
  at("after_commit");
  std::error_code ignored;  // the next opening deletes what stays
  for (const int64_t number : compaction.gone) {
    fs::remove(segment_path(folder_, number), ignored);
    at("after_deleting_old");
  }
  return Done{};
}

// The library takes the batch's model while it holds no vectors; else the two must be the same.
Result<Done> settle_model(LibraryRow& library, bool holds_vectors, const Indexed& indexed) {
  const Matrix& vectors = indexed.vectors;
  if (vectors.rows == 0) return Done{};
  if (!holds_vectors) {
    library.model_digest = vectors.model_digest;
    library.dimension = vectors.dimension;
  }
  if (library.model_digest != vectors.model_digest || library.dimension != vectors.dimension) {
    return invalid(indexed.document.id, "its vectors are of another model than the library's");
  }
  return Done{};
}

Result<Done> EmbeddedStore::commit(std::span<const Indexed> batch, const Job& job) {
  TRY(check(job));
  if (batch.empty()) return Done{};
  for (const Indexed& indexed : batch) {
    TRY(check(job));
    TRY(check_indexed(indexed));
  }
  Lock lock(mutex_);
  const Stopper stopper(writer_, job);
  Result<Transaction> begun = Transaction::write(writer_);
  TRY(check(job));  // a stop also ends the wait for another writer
  Transaction transaction = TRY(std::move(begun));
  NewFiles files(folder_);
  LibraryRow library = TRY(read_library(writer_));
  bool holds_vectors = TRY(writer_.integer("SELECT count(*) FROM segments")) > 0;
  Added added;
  added.segment = library.next_segment++;
  for (const Indexed& indexed : batch) {
    TRY(check(job));
    at("before_document");
    TRY(settle_model(library, holds_vectors, indexed));
    holds_vectors = holds_vectors || indexed.vectors.rows > 0;
    TRY(add(indexed, added));
  }
  if (added.rows > 0) TRY(write_vectors(added, library, files));
  TRY(check(job));
  return finish(transaction, library, files);
}

Result<Done> EmbeddedStore::remove(DocumentId id) {
  Lock lock(mutex_);
  Transaction transaction = TRY(Transaction::write(writer_));
  NewFiles files(folder_);
  LibraryRow library = TRY(read_library(writer_));
  const std::optional<DocumentRow> known = TRY(find_document(writer_, id));
  if (!known) return Error{Code::NotFound, "document " + to_text(id) + ": not in the library"};
  TRY(erase_document(writer_, id));
  return finish(transaction, library, files);
}

Result<Document> EmbeddedStore::document(DocumentId id) const {
  Readers::Lease lease = TRY(views_.connection());
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return read_document(lease.database(), id);
}

Result<std::vector<Listed>> EmbeddedStore::list() const {
  Readers::Lease lease = TRY(views_.connection());
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return list_documents(lease.database());
}

Error no_chunk(ChunkId id) {
  return {Code::NotFound, "chunk " + to_text(id) + ": not in the library"};
}

Result<Done> add_vector(const Snapshot& snapshot, StoredChunk& stored) {
  const std::span<const float> vector = snapshot.vector(stored.chunk.id);
  if (vector.empty()) {
    return Error{Code::Corrupt, "chunk " + to_text(stored.chunk.id) + ": it has no vector"};
  }
  stored.vector.assign(vector.begin(), vector.end());
  return Done{};
}

Result<std::vector<StoredChunk>> EmbeddedStore::chunks(std::span<const ChunkId> ids) const {
  View view = TRY(views_.open());
  ChunkReader reader = TRY(ChunkReader::open(view.database()));
  std::vector<StoredChunk> all;
  for (const ChunkId id : ids) {
    std::vector<StoredChunk> found = TRY(reader.read(id.document, id.ordinal, id.ordinal));
    if (found.empty()) return no_chunk(id);
    TRY(add_vector(*view.snapshot, found.front()));
    all.push_back(std::move(found.front()));
  }
  return all;
}

Result<std::vector<StoredChunk>> EmbeddedStore::around(ChunkId id, uint32_t each_side) const {
  View view = TRY(views_.open());
  const uint32_t first = id.ordinal - std::min(id.ordinal, each_side);
  const uint32_t last = id.ordinal + std::min(each_side, UINT32_MAX - id.ordinal);
  std::vector<StoredChunk> found = TRY(read_chunks(view.database(), id.document, first, last));
  const auto is_it = [&](const StoredChunk& stored) { return stored.chunk.id == id; };
  if (std::none_of(found.begin(), found.end(), is_it)) return no_chunk(id);
  for (StoredChunk& stored : found)
    TRY(add_vector(*view.snapshot, stored));
  return found;
}

Result<Nearest> EmbeddedStore::search_vectors(const Matrix& query, size_t k, const Filter& filter,
                                              const Job& job) const {
  TRY(check(job));
  std::shared_ptr<const Snapshot> snapshot;
  std::vector<RowRange> ranges;
  {
    View view = TRY(views_.open());
    const Stopper stopper(view.database(), job);
    snapshot = view.snapshot;
    ranges = TRY(rows_passing(view.database(), *snapshot, filter));
  }
  if (query.rows != 1 || query.values.size() != query.dimension) {
    return Error{Code::Invalid, "a vector search takes exactly one vector"};
  }
  if (ranges.empty()) return Nearest{};
  if (query.dimension != snapshot->dimension() || query.model_digest != snapshot->model_digest()) {
    return Error{Code::Invalid, "the query's vector is of another model than the library's"};
  }
  const auto finite = [](float value) { return std::isfinite(value); };
  if (!std::all_of(query.values.begin(), query.values.end(), finite)) {
    return Error{Code::Invalid, "the query's vector holds something that is no number"};
  }
  return best_rows(query.values, ranges, k, {.pool = pool_, .device = device_rows(*snapshot)}, job);
}

Result<std::vector<Ranked>> EmbeddedStore::search_words(std::string_view question, size_t k,
                                                        const Filter& filter,
                                                        const Job& job) const {
  TRY(check(job));
  Readers::Lease lease = TRY(views_.connection());
  const Stopper stopper(lease.database(), job);
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return find_words(lease.database(), question, k, filter);
}

Result<std::vector<double>> EmbeddedStore::score_words(std::string_view question,
                                                       std::span<const ChunkId> ids,
                                                       const Job& job) const {
  TRY(check(job));
  Readers::Lease lease = TRY(views_.connection());
  const Stopper stopper(lease.database(), job);
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return score_chunks(lease.database(), question, ids);
}

Result<std::vector<uint64_t>> EmbeddedStore::chunks_with(std::span<const std::string> words,
                                                         const Job& job) const {
  TRY(check(job));
  Readers::Lease lease = TRY(views_.connection());
  const Stopper stopper(lease.database(), job);
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  std::vector<uint64_t> counts;
  for (const std::string& word : words) {
    counts.push_back(TRY(count_matches(lease.database(), word)));
  }
  return counts;
}

Result<std::vector<Respelled>> EmbeddedStore::respell(std::string_view question,
                                                      const Job& job) const {
  TRY(check(job));
  Readers::Lease lease = TRY(views_.connection());
  const Stopper stopper(lease.database(), job);
  const Transaction transaction = TRY(Transaction::read(lease.database()));
  return respell_words(lease.database(), question);
}

}  // namespace

Result<std::unique_ptr<Store>> open_embedded_store(const fs::path& folder, AtStep at, Pool* pool) {
  Database writer = TRY(open_database(folder));
  auto store = std::make_unique<EmbeddedStore>(folder, std::move(at), pool, std::move(writer));
  TRY(store->prepare());
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace oi
