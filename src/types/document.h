// What a document is: one immutable canonical text, and spans of it.
//
// Nothing is normalised away in the canonical text and nothing is copied out of it: pages, blocks,
// cells and chunks are byte ranges, so a citation resolves by construction (rulings 4 and 19).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace oi {

// Half-open byte range in a document's canonical UTF-8 text. Ends fall on code point borders.
struct Span {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t size() const { return end - begin; }
  bool contains(Span other) const { return begin <= other.begin && other.end <= end; }
  bool overlaps(Span other) const { return begin < other.end && other.begin < end; }
  auto operator<=>(const Span&) const = default;
};

// The first 64 bits of the SHA-256 of the file's bytes: the same bytes are the same document on
// every machine, so doing an ingest twice is harmless. Written as 16 hex digits.
struct DocumentId {
  uint64_t value = 0;
  auto operator<=>(const DocumentId&) const = default;
};

// A chunk is named by its document and its place in it. Written as "<document>:<ordinal>".
struct ChunkId {
  DocumentId document;
  uint32_t ordinal = 0;
  auto operator<=>(const ChunkId&) const = default;
};

// From the SHA-256 of a file's bytes in hex; its first 16 digits are the id's text.
DocumentId id_of_digest(const std::string& digest);
std::string to_text(DocumentId id);
std::string to_text(ChunkId id);
// False when the text is not exactly of the form that to_text writes.
bool parse_id(const std::string& text, DocumentId& id);
bool parse_id(const std::string& text, ChunkId& id);

enum class Kind : uint8_t { Text, Markdown, Pdf };
const char* name_of(Kind kind);

// A rectangle on a page in points (1/72 inch), origin at the page's top left, y downwards.
struct Box {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const Box&) const = default;
};

struct Page {
  uint32_t number = 0;  // from 1
  Span span;
  float width = 0, height = 0;  // points; 0 where the kind has no pages of a size
  bool operator==(const Page&) const = default;
};

enum class BlockKind : uint8_t { Paragraph, Heading, List, Code, Quote, Table };
const char* name_of(BlockKind kind);

struct Block {
  BlockKind kind = BlockKind::Paragraph;
  uint8_t level = 0;  // headings: 1 to 6
  Span span;
  bool operator==(const Block&) const = default;
};

// Where a piece of text sits on its page. Sorted by span; a line or a word each.
struct PlacedText {
  Span span;
  uint32_t page = 0;
  Box box;
  bool operator==(const PlacedText&) const = default;
};

// Something of the file that could not be read. A document with problems completes "with
// problems", never as clean.
struct Problem {
  std::string reason;  // stable, snake_case: "page_without_text", "invalid_utf8"
  std::string where;   // "page 3"; empty for the whole document
  std::string what;    // one sentence
  bool operator==(const Problem&) const = default;
};

// Conservation counts (ruling 9): what was seen, what is indexed, what was not, in code points.
struct Counts {
  uint64_t characters_seen = 0;     // as the reader sent them
  uint64_t characters_kept = 0;     // in the canonical text
  uint64_t characters_indexed = 0;  // kept, and inside a chunk or white space
  uint32_t pages = 0;
  uint32_t pages_without_text = 0;
  bool operator==(const Counts&) const = default;
};

struct Document {
  DocumentId id;
  std::string path;         // where it was read, absolute; empty for text that had no file
  std::string name;         // what people call it: the file name
  std::string title;        // its own title where it has one, else the name without extension
  std::string digest;       // SHA-256 of the file's bytes, 64 hex digits
  std::string text_digest;  // SHA-256 of `text`, 64 hex digits
  Kind kind = Kind::Text;
  std::string text;
  std::vector<Page> pages;
  std::vector<Block> blocks;       // in order, without gaps that hold letters
  std::vector<PlacedText> placed;  // empty where the kind has no places
  std::vector<Problem> problems;
  Counts counts;
  bool operator==(const Document&) const = default;
};

enum class ChunkKind : uint8_t { Prose, List, Table, Code };
const char* name_of(ChunkKind kind);

// A span indexed as one unit.
struct Chunk {
  ChunkId id;
  Span span;
  std::string heading_path;  // "Safety > Warnings"; empty above the first heading
  std::string prefix;        // title and heading path, cut to the reserve; embedded before the text
  uint32_t words = 0;
  uint32_t tokens = 0;                     // of prefix and text, by the embedder's own tokenizer
  uint32_t page_first = 0, page_last = 0;  // 0: no pages
  ChunkKind kind = ChunkKind::Prose;
  bool operator==(const Chunk&) const = default;
};

// Rows of unit-length vectors, row-major, and the digest of the model and precision that made them.
struct Matrix {
  uint32_t rows = 0;
  uint32_t dimension = 0;
  std::vector<float> values;
  std::string model_digest;
  const float* row(size_t i) const { return values.data() + i * dimension; }
  bool operator==(const Matrix&) const = default;
};

// --- What the reader sends (3.10): dumb values, before any reading order is decided.

// A run of text on a page, in the order of the file.
struct TextRun {
  std::string text;   // UTF-8
  uint32_t page = 0;  // 0: the kind has no pages
  Box box;
  float font_size = 0;  // points; 0 unknown
  // What stands between this run and the one before it.
  enum class Break : uint8_t { None, Space, Line, Paragraph } before = Break::None;
  BlockKind block = BlockKind::Paragraph;
  uint8_t level = 0;
  bool operator==(const TextRun&) const = default;
};

}  // namespace oi
