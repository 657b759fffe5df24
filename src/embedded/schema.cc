// One list of migrations, numbered from 1. Opening runs those above the file's user_version inside
// one write transaction, so two processes that open a new library at once make it once.
#include "embedded/schema.h"

#include <array>
#include <string>

namespace oi {
namespace {

constexpr int kWaitMs = 60'000;               // the largest document is committed in less
constexpr int64_t kApplication = 0x4f494c42;  // "OILB"

// docs/FORMAT.md gives the reason of every table.
constexpr const char* kFirst = R"sql(
CREATE TABLE library(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  model_digest TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  next_segment INTEGER NOT NULL);
INSERT INTO library VALUES(1, '', 0, 0, 1);

CREATE TABLE segments(
  number INTEGER PRIMARY KEY,
  rows INTEGER NOT NULL,
  checksum INTEGER NOT NULL);

CREATE TABLE documents(
  key INTEGER PRIMARY KEY,
  live INTEGER NOT NULL,
  segment INTEGER REFERENCES segments(number) DEFERRABLE INITIALLY DEFERRED,
  first_row INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  digest TEXT NOT NULL,
  text_digest TEXT NOT NULL,
  kind TEXT NOT NULL,
  text_bytes INTEGER NOT NULL,
  added INTEGER NOT NULL,
  report TEXT NOT NULL);
CREATE INDEX documents_by_segment ON documents(segment, first_row);

CREATE TABLE paths(
  path TEXT PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE) WITHOUT ROWID;
CREATE INDEX paths_by_document ON paths(document);

CREATE TABLE texts(
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE(document, piece));

CREATE TABLE layouts(
  document INTEGER PRIMARY KEY REFERENCES documents(key) ON DELETE CASCADE,
  json TEXT NOT NULL);

CREATE TABLE chunks(
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  span_begin INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  heading_path TEXT NOT NULL,
  prefix TEXT NOT NULL,
  word_count INTEGER NOT NULL,
  token_count INTEGER NOT NULL,
  page_first INTEGER NOT NULL,
  page_last INTEGER NOT NULL,
  kind TEXT NOT NULL,
  UNIQUE(document, ordinal));

CREATE VIRTUAL TABLE words USING fts5(
  chunk_id UNINDEXED, document_id UNINDEXED, container_id UNINDEXED, chunk_index UNINDEXED,
  page_number UNINDEXED, section_title, section_path, structure_type UNINDEXED, content,
  tokenize = 'porter unicode61 remove_diacritics 2');

CREATE TABLE tickets(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  stage INTEGER NOT NULL,
  lease_until INTEGER NOT NULL DEFAULT 0,
  attempt INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  what TEXT NOT NULL DEFAULT '',
  enqueued INTEGER NOT NULL);
CREATE INDEX tickets_by_path ON tickets(path);
CREATE INDEX tickets_by_stage ON tickets(stage);

CREATE TABLE answers(
  id TEXT PRIMARY KEY,
  json TEXT NOT NULL,
  saved INTEGER NOT NULL) WITHOUT ROWID;
)sql";

// Files inside of files, and the cells of tables.
constexpr const char* kSecond = R"sql(
ALTER TABLE documents ADD COLUMN parent INTEGER NOT NULL DEFAULT 0;
CREATE TABLE cells(
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE(document, piece));
)sql";

constexpr std::array<const char*, kSchemaVersion> kMigrations = {kFirst, kSecond};

// The version of a file that is ours or new. In one view: another process may make the tables
// between two looks.
Result<int64_t> checked_version(Database& database) {
  Transaction view = TRY(Transaction::read(database));
  const int64_t version = TRY(database.integer("PRAGMA user_version"));
  if (version > kSchemaVersion) {
    return Error{Code::Unsupported, "library database: written by a newer version of the program"};
  }
  const int64_t application = TRY(database.integer("PRAGMA application_id"));
  const int64_t tables = TRY(database.integer("SELECT count(*) FROM sqlite_schema"));
  const bool fresh = version == 0 && tables == 0;
  if (!fresh && application != kApplication) {
    return Error{Code::Corrupt, "library database: the file is no library of this program"};
  }
  return version;
}

Result<Done> migrate(Database& database) {
  Transaction transaction = TRY(Transaction::write(database));
  const int64_t version = TRY(database.integer("PRAGMA user_version"));
  for (int64_t next = version; next < kSchemaVersion; ++next) {
    TRY(database.script(kMigrations[static_cast<size_t>(next)]));
  }
  TRY(database.script("PRAGMA user_version = " + std::to_string(kSchemaVersion)));
  TRY(database.script("PRAGMA application_id = " + std::to_string(kApplication)));
  return transaction.commit();
}

}  // namespace

Result<Database> open_database(const std::filesystem::path& folder) {
  Database database = TRY(Database::open(folder / "library.db", kWaitMs));
  const int64_t version = TRY(checked_version(database));
  if (version < kSchemaVersion) TRY(migrate(database));
  return database;
}

}  // namespace oi
