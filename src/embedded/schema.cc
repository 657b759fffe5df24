// One list of migrations, numbered from 1. Opening runs those above the file's user_version inside
// one write transaction, so two processes that open a new library at once make it once.
#include "embedded/schema.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/language.h"
#include "base/script.h"
#include "base/text.h"
#include "embedded/words.h"

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

// What a search is narrowed by; and the words by stems of our own making, where the engine's
// English ones were (its tokenizer now only splits at spaces). The vocabulary is read to respell.
constexpr const char* kThird = R"sql(
ALTER TABLE documents ADD COLUMN language TEXT NOT NULL DEFAULT 'und';
ALTER TABLE documents ADD COLUMN dated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chunks ADD COLUMN language TEXT NOT NULL DEFAULT 'und';
CREATE INDEX chunks_by_language ON chunks(language);
CREATE TABLE tags(
  document INTEGER NOT NULL REFERENCES documents(key) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY(document, tag)) WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags(tag, document);
CREATE TABLE ticket_tags(
  ticket INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY(ticket, tag)) WITHOUT ROWID;

ALTER TABLE words RENAME TO words_of_two;
CREATE VIRTUAL TABLE words USING fts5(
  chunk_id UNINDEXED, document_id UNINDEXED, container_id UNINDEXED, chunk_index UNINDEXED,
  page_number UNINDEXED, section_title, section_path, structure_type UNINDEXED, content,
  tokenize = 'ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
)sql";

constexpr std::array<const char*, kSchemaVersion> kMigrations = {kFirst, kSecond, kThird};

// A search copy of version 2 without the spaces that it had between the words of scripts without
// spaces.
std::string without_added_spaces(std::string_view copy) {
  std::string out;
  bool unspaced = false, gap = false;
  for (size_t at = 0; at < copy.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(copy, at);
    if (c == U' ' && unspaced && !gap) {
      gap = true;
      continue;
    }
    const bool next = is_unspaced(c);
    if (gap && !next) out += ' ';
    out += copy.substr(begin, at - begin);
    unspaced = next;
    gap = false;
  }
  return out;
}

// Says of every live document and its chunks which language they are in.
Result<Done> tell_languages(Database& database) {
  Statement texts =
      TRY(database.prepare("SELECT document, bytes FROM texts JOIN documents "
                           "ON documents.key = document "
                           "WHERE piece = 0 AND live = 1"));
  std::vector<std::pair<int64_t, std::string>> languages;
  while (TRY(texts.step()))
    languages.emplace_back(texts.integer(0), language_of(texts.text(1)));
  for (const auto& [document, language] : languages) {
    const std::string_view value = language;
    TRY(database.run("UPDATE documents SET language = ? WHERE key = ?", value, document));
    TRY(database.run("UPDATE chunks SET language = ? WHERE document = ?", value, document));
  }
  return Done{};
}

// The words of version 2, which were folded and whole, as stems.
Result<Done> stem_words(Database& database) {
  TRY(tell_languages(database));
  Statement insert = TRY(database.prepare(
      "INSERT INTO words(rowid, chunk_id, document_id, container_id, chunk_index, page_number, "
      "section_title, section_path, structure_type, content) VALUES(?,?,?,'',?,?,?,?,?,?)"));
  Statement select =
      TRY(database.prepare("SELECT old.rowid, chunk_id, document_id, chunk_index, page_number, "
                           "section_title, section_path, structure_type, content, language "
                           "FROM words_of_two AS old JOIN chunks ON key = old.rowid"));
  std::map<std::string, Stems> made;
  while (TRY(select.step())) {
    const std::string rules(stem_rules(select.text(9)));
    const Stems& stems = made.try_emplace(rules, rules).first->second;
    const auto copy = [&](int column) {
      return search_copy(without_added_spaces(select.text(column)), stems);
    };
    const std::string title = copy(5), path = copy(6), content = copy(8);
    insert.bind(select.integer(0), select.text(1), select.text(2), select.integer(3),
                select.integer(4), std::string_view(title), std::string_view(path), select.text(7),
                std::string_view(content));
    TRY(insert.run());
  }
  return Done{};
}

// What SQL alone cannot do after the migration of that number.
Result<Done> complete(Database& database, int64_t version) {
  if (version != 3) return Done{};
  TRY(stem_words(database));
  return database.script("DROP TABLE words_of_two");
}

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

}  // namespace

Result<Done> migrate(Database& database, int to) {
  Transaction transaction = TRY(Transaction::write(database));
  const int64_t version = TRY(database.integer("PRAGMA user_version"));
  for (int64_t next = version; next < to; ++next) {
    TRY(database.script(kMigrations[static_cast<size_t>(next)]));
    TRY(complete(database, next + 1));
  }
  TRY(database.script("PRAGMA user_version = " + std::to_string(to)));
  TRY(database.script("PRAGMA application_id = " + std::to_string(kApplication)));
  return transaction.commit();
}

Result<Database> open_database(const std::filesystem::path& folder) {
  Database database = TRY(Database::open(folder / "library.db", kWaitMs));
  const int64_t version = TRY(checked_version(database));
  if (version < kSchemaVersion) TRY(migrate(database, kSchemaVersion));
  return database;
}

}  // namespace oi
