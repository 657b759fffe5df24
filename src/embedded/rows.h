// Documents and chunks as rows: the SQL of the manifest, without vectors. Callers hold the
// transaction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "embedded/sqlite.h"
#include "store/store.h"

namespace oi {

// Where a live document's vectors are: rows [first, first + chunks) of the segment.
struct Place {
  int64_t segment = 0;
  uint64_t first_row = 0;
};

struct LibraryRow {
  std::string model_digest;
  uint32_t dimension = 0;
  uint64_t generation = 0;
  int64_t next_segment = 1;
};
Result<LibraryRow> read_library(Database& database);
Result<Done> write_library(Database& database, const LibraryRow& library);
Result<LibraryCard> read_card(Database& database);

struct DocumentRow {
  bool live = true;
  std::string digest;
};
Result<std::optional<DocumentRow>> find_document(Database& database, DocumentId id);

// Adds document, text, layout, chunks and words. The document must not be there.
Result<Done> insert_document(Database& database, const Indexed& indexed, Place place);
// Takes the path from the document that had it; one that has no path left leaves search, but its
// text stays for its citations. Then gives the path to `id`.
Result<Done> move_path(Database& database, const std::string& path, DocumentId id);
Result<Done> add_tags(Database& database, const std::vector<std::string>& tags, DocumentId id);
// Removes every trace of the document from the tables.
Result<Done> erase_document(Database& database, DocumentId id);

// NotFound when there is none; Corrupt when text, layout and digest do not agree.
Result<Document> read_document(Database& database, DocumentId id);
Result<std::vector<Listed>> list_documents(Database& database);

// Reads chunks, one after another. A question reads a hundred, and to prepare the statements takes
// as long as to run them.
class ChunkReader {
 public:
  static Result<ChunkReader> open(Database& database);
  // Chunks with their text and no vector, [first, last] by ordinal, of a live document; those that
  // exist.
  Result<std::vector<StoredChunk>> read(DocumentId id, uint32_t first, uint32_t last);

 private:
  ChunkReader(Statement chunks, Statement text)
      : chunks_(std::move(chunks)), text_(std::move(text)) {}
  Statement chunks_, text_;
};
// The same, once.
Result<std::vector<StoredChunk>> read_chunks(Database& database, DocumentId id, uint32_t first,
                                             uint32_t last);

}  // namespace oi
