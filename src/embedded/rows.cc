// A document is one row of facts, its text in pieces, its layout as JSON, a row per chunk and a row
// per chunk in the full-text table under the same key. Leaving search deletes chunks and words and
// marks the row; the text stays until the document is erased.
//
// What is read back is checked: kinds are known, spans lie in the text, the text has its digest.
#include "embedded/rows.h"

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/language.h"
#include "base/text.h"
#include "embedded/cells.h"
#include "embedded/schema.h"
#include "embedded/words.h"
#include "types/json.h"

namespace oi {
namespace {

// A chunk is cut from the pieces that it touches, so a piece is not much larger than a chunk.
constexpr uint64_t kPiece = 64 * 1024;
// A chunk of fewer is of its document's language.
constexpr size_t kWordsOfOwnLanguage = 30;

Error corrupt(DocumentId id, const char* what) {
  return {Code::Corrupt, "document " + to_text(id) + ": " + what};
}

// The enumerator of that name. Every name_of() says "unknown" behind its last enumerator.
template <typename Enum>
std::optional<Enum> named(std::string_view name) {
  for (int i = 0; i < 256; ++i) {
    const std::string_view known = name_of(static_cast<Enum>(i));
    if (known == "unknown") return std::nullopt;
    if (known == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

std::string report_of(const Document& document) {
  Document report;
  report.problems = document.problems;
  report.counts = document.counts;
  return layout_to_json(report);
}

Result<Done> insert_text(Database& database, const Document& document) {
  const std::string_view text = document.text;
  Statement insert =
      TRY(database.prepare("INSERT INTO texts(document, piece, bytes) VALUES(?,?,?)"));
  for (uint64_t piece = 0; piece * kPiece < text.size(); ++piece) {
    const std::string_view bytes = text.substr(piece * kPiece, kPiece);
    TRY(insert.bind(key_of(document.id), static_cast<int64_t>(piece), Blob{bytes}).run());
  }
  return Done{};
}

constexpr const char* kPieces =
    "SELECT bytes FROM texts WHERE document = ? AND piece BETWEEN ? AND ? ORDER BY piece";

// The text between two bytes, from its pieces.
Result<std::string> read_text(Statement& pieces, DocumentId id, Span span) {
  std::string text;
  if (span.size() == 0) return text;
  const uint64_t first = span.begin / kPiece;
  const uint64_t last = (span.end - 1) / kPiece;
  pieces.bind(key_of(id), static_cast<int64_t>(first), static_cast<int64_t>(last));
  uint64_t at = first * kPiece;  // where the next piece begins
  while (TRY(pieces.step())) {
    const std::string_view piece = pieces.text(0);
    const uint64_t begin = std::max(span.begin, at);
    const uint64_t end = std::min(span.end, at + piece.size());
    if (begin < end) text += piece.substr(begin - at, end - begin);
    at += piece.size();
  }
  if (text.size() < span.size()) return corrupt(id, "its text is cut short");
  return text;
}

std::string_view last_heading(std::string_view path) {
  constexpr std::string_view kBetween = " > ";
  const size_t at = path.rfind(kBetween);
  return at == std::string_view::npos ? path : path.substr(at + kBetween.size());
}

// Makes each set of stems once for a document.
class StemsByLanguage {
 public:
  const Stems& of(const std::string& language) {
    const std::string rules(stem_rules(language));
    return made_.try_emplace(rules, rules).first->second;
  }

 private:
  std::map<std::string, Stems> made_;
};

// A manual may say the same in five languages, so a passage's own language counts where it tells
// one plainly.
std::string language_of_chunk(std::string_view text, const std::string& of_document) {
  std::string own = language_of(text);
  if (own != "und" && own != of_document && count_words(text) >= kWordsOfOwnLanguage) return own;
  if (!of_document.empty()) return of_document;
  return own;
}

// What the full-text table holds of a chunk. A document's title stands for the section where there
// is no heading and begins the path: on two collections of titled abstracts that beat the title in
// the content by 0.007 and 0.015 nDCG@10 (docs/MEASUREMENTS.md).
struct SearchCopy {
  std::string language, section_title, section_path, content;
};
SearchCopy search_copy_of(const Indexed& indexed, const Chunk& chunk, StemsByLanguage& stems) {
  const Document& document = indexed.document;
  const std::string_view title = document.title, path = chunk.heading_path;
  const bool titled = path == title || path.starts_with(document.title + " > ");
  std::string whole_path(title);
  if (titled) whole_path.clear();
  if (!whole_path.empty() && !path.empty()) whole_path += " > ";
  whole_path += path;
  const std::string_view text =
      indexed.search_texts.empty()
          ? std::string_view(document.text).substr(chunk.span.begin, chunk.span.size())
          : std::string_view(indexed.search_texts[chunk.id.ordinal]);
  // The title is a section's title once: with every chunk it would put all chunks of a document
  // whose title is asked for before the others.
  std::string_view section = last_heading(path);
  if (path.empty() && chunk.id.ordinal == 0) section = title;
  std::string language = language_of_chunk(text, document.language);
  const Stems& rules = stems.of(language);
  return {std::move(language), search_copy(section, rules), search_copy(whole_path, rules),
          search_copy(text, rules)};
}

Result<Done> insert_chunks(Database& database, const Indexed& indexed) {
  const DocumentId id = indexed.document.id;
  Statement chunk_row = TRY(
      database.prepare("INSERT INTO chunks(document, ordinal, span_begin, span_end, heading_path, "
                       "prefix, word_count, "
                       "token_count, page_first, page_last, kind, language) "
                       "VALUES(?,?,?,?,?,?,?,?,?,?,?,?)"));
  Statement words_row = TRY(database.prepare(
      "INSERT INTO words(rowid, chunk_id, document_id, container_id, chunk_index, page_number, "
      "section_title, section_path, structure_type, content) VALUES(?,?,?,'',?,?,?,?,?,?)"));
  StemsByLanguage stems;
  for (const Chunk& chunk : indexed.chunks) {
    const SearchCopy copy = search_copy_of(indexed, chunk, stems);
    const std::string_view kind = name_of(chunk.kind);
    chunk_row.bind(key_of(id), chunk.id.ordinal, static_cast<int64_t>(chunk.span.begin),
                   static_cast<int64_t>(chunk.span.end), std::string_view(chunk.heading_path),
                   std::string_view(chunk.prefix), chunk.words, chunk.tokens, chunk.page_first,
                   chunk.page_last, kind, std::string_view(copy.language));
    TRY(chunk_row.run());
    words_row.bind(database.last_row(), std::string_view(to_text(chunk.id)),
                   std::string_view(to_text(id)), chunk.id.ordinal, chunk.page_first,
                   std::string_view(copy.section_title), std::string_view(copy.section_path), kind,
                   std::string_view(copy.content));
    TRY(words_row.run());
  }
  return Done{};
}

Result<Done> erase_chunks(Database& database, DocumentId id) {
  TRY(database.run("DELETE FROM words WHERE rowid IN (SELECT key FROM chunks WHERE document = ?)",
                   key_of(id)));
  return database.run("DELETE FROM chunks WHERE document = ?", key_of(id));
}

Result<Done> retire_document(Database& database, DocumentId id) {
  TRY(erase_chunks(database, id));
  return database.run("UPDATE documents SET live = 0, segment = NULL, chunks = 0 WHERE key = ?",
                      key_of(id));
}

// Do all spans of the layout lie in the text?
bool fits(const Document& document) {
  const Span whole{0, document.text.size()};
  const auto inside = [&](const auto& part) { return whole.contains(part.span); };
  return std::all_of(document.pages.begin(), document.pages.end(), inside) &&
         std::all_of(document.blocks.begin(), document.blocks.end(), inside) &&
         std::all_of(document.tables.begin(), document.tables.end(), inside) &&
         std::all_of(document.timed.begin(), document.timed.end(), inside) &&
         std::all_of(document.placed.begin(), document.placed.end(), inside);
}

Result<std::vector<std::string>> tags_of(Database& database, DocumentId id) {
  Statement select = TRY(database.prepare("SELECT tag FROM tags WHERE document = ? ORDER BY tag"));
  select.bind(key_of(id));
  std::vector<std::string> tags;
  while (TRY(select.step()))
    tags.emplace_back(select.text(0));
  return tags;
}

Result<std::vector<std::string>> paths_of(Database& database, DocumentId id) {
  Statement select =
      TRY(database.prepare("SELECT path FROM paths WHERE document = ? ORDER BY path"));
  select.bind(key_of(id));
  std::vector<std::string> paths;
  while (TRY(select.step()))
    paths.emplace_back(select.text(0));
  return paths;
}

Result<Document> read_facts(Database& database, DocumentId id) {
  Statement select = TRY(database.prepare(
      "SELECT path, name, title, digest, text_digest, kind, text_bytes, parent, language, dated "
      "FROM documents WHERE key = ?"));
  const bool found = TRY(select.bind(key_of(id)).step());
  if (!found) return Error{Code::NotFound, "document " + to_text(id) + ": not in the library"};
  Document document;
  document.id = id;
  document.path = select.text(0);
  document.name = select.text(1);
  document.title = select.text(2);
  document.digest = select.text(3);
  document.text_digest = select.text(4);
  const std::optional<Kind> kind = named<Kind>(select.text(5));
  if (!kind || select.integer(6) < 0) return corrupt(id, "its row is damaged");
  document.kind = *kind;
  document.parent = id_of(select.integer(7));
  document.language = select.text(8);
  document.dated = select.integer(9);
  document.tags = TRY(tags_of(database, id));
  Statement pieces = TRY(database.prepare(kPieces));
  document.text = TRY(read_text(pieces, id, {0, static_cast<uint64_t>(select.integer(6))}));
  return document;
}

// A row of list_documents' selection, without its paths.
Result<Listed> listed_row(const Statement& row) {
  Listed listed;
  listed.id = id_of(row.integer(0));
  listed.path = row.text(1);
  listed.name = row.text(2);
  listed.title = row.text(3);
  listed.digest = row.text(4);
  listed.text_digest = row.text(5);
  const std::optional<Kind> kind = named<Kind>(row.text(6));
  if (!kind) return corrupt(listed.id, "its row is damaged");
  listed.kind = *kind;
  listed.text_bytes = static_cast<uint64_t>(row.integer(7));
  listed.chunks = static_cast<uint32_t>(row.integer(8));
  listed.added = row.integer(9);
  listed.live = row.integer(10) != 0;
  listed.parent = id_of(row.integer(12));
  listed.language = row.text(13);
  listed.dated = row.integer(14);
  Document report;
  TRY(layout_from_json(row.text(11), report).within("document " + to_text(listed.id)));
  listed.counts = report.counts;
  listed.problems = std::move(report.problems);
  return listed;
}

}  // namespace

Result<LibraryRow> read_library(Database& database) {
  Statement select = TRY(database.prepare(
      "SELECT model_digest, dimension, generation, next_segment FROM library WHERE one = 1"));
  const bool found = TRY(select.step());
  if (!found) return Error{Code::Corrupt, "library database: the library's own row is missing"};
  LibraryRow library;
  library.model_digest = select.text(0);
  library.dimension = static_cast<uint32_t>(select.integer(1));
  library.generation = static_cast<uint64_t>(select.integer(2));
  library.next_segment = select.integer(3);
  return library;
}

Result<Done> write_library(Database& database, const LibraryRow& library) {
  return database.run(
      "UPDATE library SET model_digest = ?, dimension = ?, generation = ?, next_segment = ?",
      std::string_view(library.model_digest), library.dimension,
      static_cast<int64_t>(library.generation), library.next_segment);
}

Result<LibraryCard> read_card(Database& database) {
  const LibraryRow library = TRY(read_library(database));
  Statement select = TRY(
      database.prepare("SELECT count(*), coalesce(sum(chunks), 0) FROM documents WHERE live = 1"));
  TRY(select.step());
  LibraryCard card;
  card.model_digest = library.model_digest;
  card.dimension = library.dimension;
  card.generation = library.generation;
  card.documents = static_cast<uint64_t>(select.integer(0));
  card.chunks = static_cast<uint64_t>(select.integer(1));
  return card;
}

Result<std::optional<DocumentRow>> find_document(Database& database, DocumentId id) {
  Statement select = TRY(database.prepare("SELECT live, digest FROM documents WHERE key = ?"));
  const bool found = TRY(select.bind(key_of(id)).step());
  if (!found) return std::optional<DocumentRow>{};
  return std::optional(DocumentRow{select.integer(0) != 0, std::string(select.text(1))});
}

Result<Done> insert_document(Database& database, const Indexed& indexed, Place place) {
  const Document& document = indexed.document;
  const char* sql =
      "INSERT INTO documents(key, live, segment, first_row, chunks, path, name, title, digest, "
      "text_digest, kind, text_bytes, added, report, parent, language, dated) "
      "VALUES(?, 1, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, unixepoch(), ?, ?, ?, ?)";
  const std::string_view language =
      document.language.empty() ? "und" : std::string_view(document.language);
  const bool placed = !indexed.chunks.empty();
  TRY(database.run(
      sql, key_of(document.id), placed ? place.segment : int64_t{0},
      static_cast<int64_t>(place.first_row), static_cast<int64_t>(indexed.chunks.size()),
      std::string_view(document.path), std::string_view(document.name),
      std::string_view(document.title), std::string_view(document.digest),
      std::string_view(document.text_digest), std::string_view(name_of(document.kind)),
      static_cast<int64_t>(document.text.size()), std::string_view(report_of(document)),
      key_of(document.parent), language, document.dated));
  TRY(insert_text(database, document));
  TRY(database.run("INSERT INTO layouts(document, json) VALUES(?, ?)", key_of(document.id),
                   std::string_view(layout_to_json(document))));
  TRY(insert_cells(database, document));
  return insert_chunks(database, indexed);
}

Result<Done> add_tags(Database& database, const std::vector<std::string>& tags, DocumentId id) {
  for (const std::string& tag : tags) {
    TRY(database.run("INSERT OR IGNORE INTO tags(document, tag) VALUES(?, ?)", key_of(id),
                     std::string_view(tag)));
  }
  return Done{};
}

Result<Done> move_path(Database& database, const std::string& path, DocumentId id) {
  if (path.empty()) return Done{};
  Statement select = TRY(database.prepare("SELECT document FROM paths WHERE path = ?"));
  const bool taken = TRY(select.bind(std::string_view(path)).step());
  if (taken && select.integer(0) != key_of(id)) {
    const DocumentId old = id_of(select.integer(0));
    TRY(database.run("DELETE FROM paths WHERE path = ?", std::string_view(path)));
    const std::vector<std::string> left = TRY(paths_of(database, old));
    if (left.empty()) {
      TRY(database.run("INSERT OR IGNORE INTO tags SELECT ?, tag FROM tags WHERE document = ?",
                       key_of(id), key_of(old)));
      TRY(retire_document(database, old));
    } else {
      TRY(database.run("UPDATE documents SET path = ? WHERE key = ? AND path = ?",
                       std::string_view(left.front()), key_of(old), std::string_view(path)));
    }
  }
  return database.run("INSERT OR IGNORE INTO paths(path, document) VALUES(?, ?)",
                      std::string_view(path), key_of(id));
}

Result<Done> erase_document(Database& database, DocumentId id) {
  TRY(erase_chunks(database, id));
  return database.run("DELETE FROM documents WHERE key = ?", key_of(id));  // the rest cascades
}

Result<Document> read_document(Database& database, DocumentId id) {
  Document document = TRY(read_facts(database, id));
  Statement select = TRY(database.prepare("SELECT json FROM layouts WHERE document = ?"));
  const bool found = TRY(select.bind(key_of(id)).step());
  if (!found) return corrupt(id, "its layout is missing");
  TRY(layout_from_json(select.text(0), document).within("document " + to_text(id)));
  TRY(read_cells(database, document).within("document " + to_text(id)));
  if (!fits(document)) return corrupt(id, "its layout reaches beyond its text");
  if (sha256_hex(document.text) != document.text_digest) {
    return corrupt(id, "its text does not have its digest");
  }
  return document;
}

Result<std::vector<Listed>> list_documents(Database& database) {
  Statement select = TRY(database.prepare(
      "SELECT key, path, name, title, digest, text_digest, kind, text_bytes, chunks, added, live, "
      "report, parent, language, dated FROM documents ORDER BY name, key"));
  std::vector<Listed> all;
  while (TRY(select.step()))
    all.push_back(TRY(listed_row(select)));
  for (Listed& listed : all) {
    if (!listed.path.empty()) listed.paths.push_back(listed.path);
    for (std::string& path : TRY(paths_of(database, listed.id))) {
      if (path != listed.path) listed.paths.push_back(std::move(path));
    }
    listed.tags = TRY(tags_of(database, listed.id));
  }
  return all;
}

Result<ChunkReader> ChunkReader::open(Database& database) {
  Statement chunks = TRY(database.prepare(
      "SELECT ordinal, span_begin, span_end, heading_path, prefix, word_count, token_count, "
      "page_first, "
      "page_last, kind FROM chunks WHERE document = ? AND ordinal BETWEEN ? AND ? ORDER BY "
      "ordinal"));
  Statement text = TRY(database.prepare(kPieces));
  return ChunkReader(std::move(chunks), std::move(text));
}

Result<std::vector<StoredChunk>> ChunkReader::read(DocumentId id, uint32_t first, uint32_t last) {
  Statement& select = chunks_;
  select.bind(key_of(id), first, last);
  std::vector<StoredChunk> chunks;
  while (TRY(select.step())) {
    Chunk chunk;
    chunk.id = {id, static_cast<uint32_t>(select.integer(0))};
    chunk.span = {static_cast<uint64_t>(select.integer(1)),
                  static_cast<uint64_t>(select.integer(2))};
    chunk.heading_path = select.text(3);
    chunk.prefix = select.text(4);
    chunk.words = static_cast<uint32_t>(select.integer(5));
    chunk.tokens = static_cast<uint32_t>(select.integer(6));
    chunk.page_first = static_cast<uint32_t>(select.integer(7));
    chunk.page_last = static_cast<uint32_t>(select.integer(8));
    const std::optional<ChunkKind> kind = named<ChunkKind>(select.text(9));
    if (!kind || chunk.span.begin > chunk.span.end) return corrupt(id, "a chunk's row is damaged");
    chunk.kind = *kind;
    std::string text = TRY(read_text(text_, id, chunk.span));
    chunks.push_back({std::move(chunk), std::move(text), {}});
  }
  return chunks;
}

Result<std::vector<StoredChunk>> read_chunks(Database& database, DocumentId id, uint32_t first,
                                             uint32_t last) {
  ChunkReader reader = TRY(ChunkReader::open(database));
  return reader.read(id, first, last);
}

}  // namespace oi
