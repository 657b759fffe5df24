// The parsers of the reader, and the one way out of it.
//
// Invariant 1 (ARCHITECTURE): no byte of an ingested file is parsed outside the reader. Every
// parser here runs after lock_down; whatever it needs from disk is loaded by load_* before.
//
// Every parser has one signature. `request` holds the limits, the file name's extension and the
// passwords; what is asked to be rendered concerns PDF alone. It fails with what main sends as a
// refusal: PasswordRequired, Corrupt, Unsupported, Empty or TooLarge; or with Io when the engine no
// longer listens.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "extract/wire.h"

namespace oi {

// Writes frames in the order of the protocol, gathers runs into batches, counts the totals and
// stops with TooLarge at the limits of the request.
class Frames {
 public:
  using Write = std::function<Result<Done>(std::string_view bytes)>;
  Frames(Write write, const ReadLimits& limits) : write_(std::move(write)), limits_(limits) {}

  const ReadLimits& limits() const { return limits_; }

  Result<Done> hello(const Isolation& isolation);
  Result<Done> kind(Kind kind);
  // The first is told, the others are not. White space is collapsed; an empty one is none.
  Result<Done> title(std::string_view text);
  Result<Done> page_start(uint32_t total, float width, float height);
  // Cuts a long run at code points; skips an empty one.
  Result<Done> run(TextRun run);
  Result<Done> marks(PageMarks marks);
  Result<Done> page_end();
  // Runs in between are cells: their block is made Table, rows and columns at least 1.
  Result<Done> table_start(std::string_view name);
  // In a table whose text is the file's own: what stands between two cells, as it is.
  Result<Done> between_cells(std::string_view text);
  Result<Done> table_end();
  // `start` says where it belongs; its size and dpi are taken from the bitmap. One over the pixel
  // limit is scaled down.
  Result<Done> bitmap(BitmapStart start, const Bitmap& bitmap);
  Result<Done> samples(std::span<const int16_t> samples);
  // A file inside of this one. Its name is repaired to UTF-8 and cut. Over the limits: TooLarge
  // from child_bytes or child_start; the parser may then end the child as not whole and go on.
  Result<Done> child_start(std::string_view name);
  Result<Done> child_bytes(std::string_view bytes);
  Result<Done> child_end(bool whole);
  // Characters that the parser saw and leaves out.
  Result<Done> dropped(std::string_view reason, uint64_t characters);
  Result<Done> problem(Problem problem);
  // The last frame: the totals, or why not.
  Result<Done> end();
  Result<Done> refuse(const Error& error);

 private:
  Result<Done> flush();
  Result<Done> send(const WireMessage& message);
  Result<Done> add(TextRun run, bool cell);
  Result<Done> cut(TextRun run, bool cell);
  Result<Done> bitmap_scaled(BitmapStart start, const Bitmap& bitmap);

  Write write_;
  ReadLimits limits_;
  TextRuns batch_;
  size_t batch_bytes_ = 0;
  EndTotals totals_;
  uint64_t text_bytes_ = 0;
  uint64_t child_bytes_ = 0;
  uint32_t problems_ = 0;
  bool in_table_ = false;
  bool in_page_ = false;
  bool title_told_ = false;
  std::string waiting_title_;
};

// Before lock_down: the libraries' own start, character tables, built-in fonts.
void load_character_sets();
void load_pdf();
void load_archives();

// Appends as UTF-8; a surrogate or a number above U+10FFFF becomes U+FFFD.
void append_code_point(std::string& text, char32_t c);

// Text made UTF-8, and what had to be guessed or repaired for that.
struct PlainText {
  std::string_view original;         // the bytes themselves
  std::optional<std::string> owned;  // when they had to change
  std::string_view text() const { return owned ? std::string_view(*owned) : original; }
  std::vector<Problem> problems;
};
// By byte order mark, else UTF-16 or UTF-32 by its zero bytes, else UTF-8 where it is valid, else
// in the set that the file itself declares, else UTF-8 where it is nearly so, else as ICU guesses,
// which is told as a problem. Zero characters become U+FFFD. Unsupported: not text (too many
// control or undecodable characters). Empty: nothing but white space.
Result<PlainText> decode_text(std::string_view bytes, const ReadLimits& limits,
                              std::string_view declared = {});
// The first `longest` bytes as UTF-8, where a mark or zero bytes tell a wide set; else as they are.
std::string text_sample(std::string_view bytes, size_t longest);

// What a file is, by its content; the request's extension decides only among equals. Text when it
// is nothing else.
Kind kind_of(std::string_view bytes, const Request& request);
// Of a zip package: an office document or EPUB, else Archive.
Kind kind_of_zip(std::string_view bytes);
// A sentence that names the format, where it is known and not read: "RAR archives are not read".
std::optional<std::string> unsupported_kind(std::string_view bytes, const Request& request);

// Runs the parser of this kind. Unsupported when this program has none for it.
Result<Done> read_as(Kind kind, std::string_view bytes, const Request& request, Frames& out);

// Decoded UTF-8 text as it stands in the file; a form feed ends a page.
Result<Done> read_text(std::string_view bytes, const Request& request, Frames& out);
// Readable text without markup; headings, lists, code, quotes and tables as blocks.
Result<Done> read_markdown(std::string_view bytes, const Request& request, Frames& out);
// Separated values as a table whose text is the file's own: between its cells stand delimiters,
// quotes and line ends as runs without a cell.
Result<Done> read_csv(std::string_view bytes, const Request& request, Frames& out);
// What a browser would show, in order; navigation and the like as Furniture. `charset` is what
// stood outside of the page, such as a mail's header; it may be empty. `titled`: the document has a
// title already, so this part's own is not sent.
struct HtmlPart {
  std::string_view bytes;
  std::string_view charset = {};
  bool titled = false;
};
Result<Done> send_html(const HtmlPart& part, Frames& out);
Result<Done> read_html(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_epub(std::string_view bytes, const Request& request, Frames& out);
// The file's own text, cut into blocks at its records.
Result<Done> read_json(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_xml(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_yaml(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_log(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_code(std::string_view bytes, const Request& request, Frames& out);
// The cues' text with their times; numbers and time lines are no text.
Result<Done> read_subtitles(std::string_view bytes, const Request& request, Frames& out);
// A picture as one grey page; a TIFF's pages each. Its size in points is of the dots an inch that
// the file tells, else of 96.
Result<Done> read_image(std::string_view bytes, const Request& request, Frames& out);
// A picture inside of another document; `where` says its place and what to call it ("image 2").
// One of less than kSmallestPicture a side is passed over; one that cannot be decoded (EMF, WMF,
// damaged, too large) is told as the problem picture_unreadable.
inline constexpr uint32_t kSmallestPicture = 32;
Result<Done> send_picture(std::string_view bytes, BitmapStart where, Frames& out);
// Members as files inside; the archive's own text is their list, one line each.
Result<Done> read_archive(std::string_view bytes, const Request& request, Frames& out);
// Header lines and the body as text, attachments as files inside.
Result<Done> read_email(std::string_view bytes, const Request& request, Frames& out);
// Each message a file inside; the mailbox's own text is the list of their subjects.
Result<Done> read_mailbox(std::string_view bytes, const Request& request, Frames& out);
// The best sound stream as samples, the subtitles inside as text with times. Only in the program
// oi-reader-media.
Result<Done> read_media(std::string_view bytes, const Request& request, Frames& out);
// What is shown, in the order of the file, with footnotes and comments behind the text; headers and
// footers as Furniture.
Result<Done> read_docx(std::string_view bytes, const Request& request, Frames& out);
// Each sheet as a table of its values as they are shown.
Result<Done> read_xlsx(std::string_view bytes, const Request& request, Frames& out);
// A slide is a page; its notes and comments follow its text.
Result<Done> read_pptx(std::string_view bytes, const Request& request, Frames& out);
// OpenDocument.
Result<Done> read_odt(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_ods(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_odp(std::string_view bytes, const Request& request, Frames& out);
// One run a word, with its box, and what is drawn; pages one after another in constant memory. With
// request.render, nothing but pictures of those pages.
Result<Done> read_pdf(std::string_view bytes, const Request& request, Frames& out);

// --- Old office formats
// What a compound file (OLE2) is by the streams at its root; nothing for one that no parser reads.
// The file's extension tells an encrypted package of a newer format (docx, xlsx, pptx), and what a
// damaged file was.
std::optional<Kind> kind_of_compound(std::string_view bytes, std::string_view extension);
// A newer format's package, encrypted.
bool is_encrypted_package(std::string_view bytes);
// Excel 2 to 2003. Sheets in order, each a heading and a table; numbers as they are shown.
Result<Done> read_xls(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_xlsb(std::string_view bytes, const Request& request, Frames& out);
// Word 6 to 2003.
Result<Done> read_doc(std::string_view bytes, const Request& request, Frames& out);
// PowerPoint 95 to 2003; a slide is a page.
Result<Done> read_ppt(std::string_view bytes, const Request& request, Frames& out);
Result<Done> read_rtf(std::string_view bytes, const Request& request, Frames& out);
// Outlook's message; attachments as files inside.
Result<Done> read_msg(std::string_view bytes, const Request& request, Frames& out);

}  // namespace oi
