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

// What a file is, told by its content.
enum class Kind : uint8_t {
  Text,
  Markdown,
  Pdf,
  Code,  // source code in any language
  Csv,   // and other separated values
  Json,
  Xml,
  Yaml,
  Log,
  Subtitles,  // SRT, WebVTT
  Html,
  Epub,
  Docx,
  Xlsx,
  Xlsb,
  Pptx,
  Odt,
  Ods,
  Odp,
  Doc,
  Xls,
  Ppt,
  Rtf,
  Email,    // one message
  Mailbox,  // many; each is a document of its own
  Msg,      // one message as Outlook stores it
  Archive,  // members are documents of their own
  Image,
  Audio,
  Video,
};
inline constexpr uint8_t kKinds = static_cast<uint8_t>(Kind::Video) + 1;
const char* name_of(Kind kind);

// A rectangle on a page in points (1/72 inch), origin at the page's top left, y downwards.
struct Box {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const Box&) const = default;
};

// Where the text of a page comes from.
enum class TextSource : uint8_t { File, Recognised };
const char* name_of(TextSource source);

struct Page {
  uint32_t number = 0;  // from 1
  Span span;
  float width = 0, height = 0;  // points; 0 where the kind has no pages of a size
  TextSource source = TextSource::File;
  float confidence = 1;  // 0 to 1: of recognised text, the mean of its words; of a checked text
                         // layer, its agreement with what the recogniser saw; else 1
  bool operator==(const Page&) const = default;
};

enum class BlockKind : uint8_t {
  Paragraph,
  Heading,
  List,
  Code,
  Quote,
  Table,
  Caption,
  Formula,
  Footnote,   // and endnotes
  Furniture,  // running heads and feet, page numbers: kept, but in no chunk's search text
  Comment,    // a reader's remark, a PDF annotation
  Note,       // a speaker's notes
  Deleted,    // text that a tracked change takes out
  Form,       // a form field's name and value
  Picture,    // text recognised in a picture inside of the document
};
inline constexpr uint8_t kBlockKinds = static_cast<uint8_t>(BlockKind::Picture) + 1;
const char* name_of(BlockKind kind);

struct Block {
  BlockKind kind = BlockKind::Paragraph;
  uint8_t level = 0;  // headings: 1 to 6
  Span span;
  bool operator==(const Block&) const = default;
};

// One cell of a table. Its text is [begin, end) of the canonical text, which no document lets grow
// over 4 GiB. Rows and columns count from 0: in a spreadsheet they are the sheet's own, so that
// row 6, column 2 is C7. A cell without text is left out.
struct Cell {
  uint32_t begin = 0, end = 0;
  uint32_t row = 0;
  uint16_t column = 0;
  uint16_t rows = 1, columns = 1;  // how many it spans
  bool header = false;             // names its column, or its row
  Span span() const { return {begin, end}; }
  bool operator==(const Cell&) const = default;
};

// A table's cells, sorted by span. In the canonical text a row is a line and cells are separated by
// a tab, unless the file's own text says otherwise (CSV).
struct Table {
  Span span;
  std::string name;  // a sheet's name, a caption; empty when there is none
  uint32_t rows = 0, columns = 0;
  std::vector<Cell> cells;
  bool operator==(const Table&) const = default;
};
// "Sheet1!C7"; "C7" where the table has no name.
std::string cell_name(const Table& table, const Cell& cell);

// When a piece of text is said, in seconds from the start of the recording.
struct TimedText {
  Span span;
  double from = 0, to = 0;
  bool operator==(const TimedText&) const = default;
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

// Characters that were seen and are not in the canonical text, and why: "printed_twice".
struct Dropped {
  std::string reason;
  uint64_t characters = 0;
  bool operator==(const Dropped&) const = default;
};

// Conservation counts (ruling 9): what was seen, what is indexed, what was not, in code points.
// Seen equals kept and all dropped.
struct Counts {
  uint64_t characters_seen = 0;     // as the reader sent them, or as they were recognised
  uint64_t characters_kept = 0;     // in the canonical text
  uint64_t characters_indexed = 0;  // kept, and inside a chunk or white space
  uint32_t pages = 0;
  uint32_t pages_without_text = 0;
  uint32_t pages_recognised = 0;      // whose text the recogniser read
  std::vector<Dropped> dropped = {};  // by reason, sorted
  bool operator==(const Counts&) const = default;
};

struct Document {
  DocumentId id;
  DocumentId parent;        // the message or archive that holds it; 0 when it stands by itself
  std::string path;         // absolute; empty for text that had no file. A member's: parent/name
  std::string name;         // what people call it: the file name
  std::string title;        // its own title where it has one, else the name without extension
  std::string digest;       // SHA-256 of the file's bytes, 64 hex digits
  std::string text_digest;  // SHA-256 of `text`, 64 hex digits
  Kind kind = Kind::Text;
  std::string text;
  std::vector<Page> pages;
  std::vector<Block> blocks;       // in order, without gaps that hold letters
  std::vector<Table> tables;       // each inside of a block of kind Table; sorted
  std::vector<PlacedText> placed;  // empty where the kind has no places
  std::vector<TimedText> timed;    // recordings and subtitles; sorted
  std::vector<Problem> problems;
  Counts counts;
  std::string language = {};           // ISO 639-1; "und" when nothing tells it
  int64_t dated = 0;                   // seconds since 1970; 0 when nothing tells it
  std::vector<std::string> tags = {};  // given by the user; sorted
  bool operator==(const Document&) const = default;
};

// The names, " | " between, of the columns of the table around `at`; empty where they lie behind.
std::string columns_above(const Document& document, uint64_t at);

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

}  // namespace oi
