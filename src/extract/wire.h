// The protocol between the engine and the reader: the only thing that crosses the border of the
// sandbox besides the document's descriptor.
//
// Invariants of this file (1 is ARCHITECTURE's; the rest belong to the wire):
//   W1. Every byte that came from a reader is hostile. What the decoder lets through holds valid
//       UTF-8, finite boxes on a page of sane size, pages in order from 1, and totals that agree.
//   W2. A frame that the table of the present state does not name, or not so often, is Corrupt.
//   W3. The decoder keeps at most one frame and never more than kLongestFrame bytes of it.
//
// A frame is {u32 length of what follows the kind, u16 kind, payload}, all little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "extract/wire_isolation.h"
#include "types/runs.h"

namespace oi {

inline constexpr uint32_t kWireVersion = 2;
inline constexpr uint32_t kLongestFrame = 1 << 20;
// A run is cut, never refused, when its text is longer.
inline constexpr uint32_t kLongestRun = 1 << 16;

// What one document may send at most. The engine states it, both sides hold to it.
struct ReadLimits {
  uint32_t pages = 50'000;
  uint64_t text_bytes = 256ULL << 20;
  uint32_t runs = 64'000'000;
  uint32_t problems = 200'000;
  uint32_t bitmap_pixels = 100'000'000;  // of one bitmap; a larger picture is scaled down to it
  uint32_t bitmaps = 60'000;
  uint32_t seconds = 24 * 3600;  // of sound
  uint32_t children = 20'000;
  uint64_t child_bytes = 2ULL << 30;  // of all together
  bool operator==(const ReadLimits&) const = default;
};

// --- Engine to reader: one frame, then nothing more.
struct Request {
  // Of the file's name, lower-case, without the dot; it decides only among kinds whose content
  // looks alike. At most kLongestExtension bytes.
  std::string extension;
  ReadLimits limits;
  // Tried in this order where the file is encrypted. The empty one is always tried.
  std::vector<std::string> passwords;
  // Not empty: nothing but pictures of these pages is wanted, in this order, ascending.
  std::vector<uint32_t> render;
  float dpi = 0;  // of those pictures
  bool operator==(const Request&) const = default;
};
inline constexpr size_t kLongestExtension = 16;
inline constexpr size_t kLongestPassword = 1024;
inline constexpr size_t kPasswords = 64;
inline constexpr size_t kRenderPages = 8000;  // so that a request fits a socket's buffer
// A longer extension, password or list is cut.
std::string encode(const Request& request);
// Corrupt unless the bytes are exactly one whole request.
Result<Request> decode_request(std::string_view frame);
// The whole length of the frame that begins with these kFrameHeader bytes; Corrupt over the limit.
inline constexpr size_t kFrameHeader = 6;
Result<size_t> frame_bytes(std::string_view header);

// --- Reader to engine.
struct Hello {
  Isolation isolation;
  bool operator==(const Hello&) const = default;
};
struct KindTold {
  Kind kind = Kind::Text;
  bool operator==(const KindTold&) const = default;
};
struct TitleTold {
  std::string text;
  bool operator==(const TitleTold&) const = default;
};
struct PageStart {
  uint32_t number = 0, total = 0;  // total: of the document, for progress; at least `number`
  float width = 0, height = 0;     // points; both 0 where a page has no size
  bool operator==(const PageStart&) const = default;
};
struct TextRuns {
  std::vector<TextRun> runs;
  bool operator==(const TextRuns&) const = default;
};
// What else is drawn on a page: thin lines, filled areas, pictures. For finding tables and scans.
struct PageMarks {
  std::vector<Box> lines;
  std::vector<Box> shades;
  std::vector<Box> pictures;
  bool operator==(const PageMarks&) const = default;
};
struct PageEnd {
  uint32_t number = 0;
  bool operator==(const PageEnd&) const = default;
};
// Runs up to TableEnd belong to one table, in the order of rows: cells, and with `rows` 0 what
// stands between two of them in a file whose own text is the canonical one. Tables do not nest.
struct TableStart {
  std::string name;
  bool operator==(const TableStart&) const = default;
};
struct TableEnd {
  bool operator==(const TableEnd&) const = default;
};
// A picture: inside of the document at this place (page 0), or of a page that was asked for. Its
// rows follow until width x height pixels have come.
struct BitmapStart {
  uint32_t page = 0;
  uint32_t width = 0, height = 0;
  float dpi = 0;     // 0: unknown
  Box box;           // on the page, in points; empty where it has no place
  std::string name;  // "image 2"
  bool operator==(const BitmapStart&) const = default;
};
struct BitmapRows {
  std::string grey;
  bool operator==(const BitmapRows&) const = default;
};
struct SamplesTold {
  Samples samples;
  bool operator==(const SamplesTold&) const = default;
};
// A file inside of this one, to be read as a document of its own. The name may be hostile: it is
// shown, never opened.
struct ChildStart {
  std::string name;
  bool operator==(const ChildStart&) const = default;
};
struct ChildBytes {
  std::string bytes;
  bool operator==(const ChildBytes&) const = default;
};
// `whole` is false when the member is damaged or over a limit: what came of it is not to be used.
struct ChildEnd {
  bool whole = true;
  bool operator==(const ChildEnd&) const = default;
};
// The reader states why this document cannot be read. One of PasswordRequired, Corrupt,
// Unsupported, Empty, TooLarge.
struct Refusal {
  Code code = Code::Corrupt;
  std::string what;
  bool operator==(const Refusal&) const = default;
};
struct EndTotals {
  uint32_t pages = 0;
  uint32_t runs = 0;
  uint64_t characters = 0;  // code points of all runs
  uint32_t bitmaps = 0;
  uint64_t samples = 0;
  uint32_t children = 0;
  bool operator==(const EndTotals&) const = default;
};
using WireMessage =
    std::variant<Hello, KindTold, TitleTold, PageStart, TextRuns, PageMarks, PageEnd, TableStart,
                 TableEnd, BitmapStart, BitmapRows, SamplesTold, ChildStart, ChildBytes, ChildEnd,
                 Problem, Dropped, Refusal, EndTotals>;
std::string encode(const WireMessage& message);
// What a message's payload says by itself, without regard to what may come when. Corrupt when it is
// malformed. The decoder's own; public for its tests.
Result<WireMessage> decode_payload(uint16_t kind, std::string_view payload);

// Turns the reader's bytes into messages, one frame at a time, and holds the state of the
// conversation. After the first error it gives that error for ever.
class Decoder {
 public:
  explicit Decoder(const Request& request) : request_(request) {}

  void feed(std::string_view bytes);
  // The next message; nothing when more bytes are needed. Corrupt: the reader broke the protocol.
  // TooLarge: it sent more than the limits allow. Costs one copy of the frame.
  Result<std::optional<WireMessage>> next();
  // True after EndTotals or a Refusal; every further frame is Corrupt.
  bool finished() const;
  // True when the bytes fed so far end inside a frame.
  bool mid_frame() const { return at_ < pending_.size(); }

  // Outer is not a state: it stands for the one before a table, bitmap or child began.
  enum class State : uint8_t {
    Silent,
    Greeted,
    BetweenPages,
    InPage,
    InTable,
    InBitmap,
    InChild,
    Finished,
    Outer,
  };

 private:
  Result<WireMessage> take(uint16_t kind, std::string_view payload);
  Result<Done> step(uint16_t kind);
  void move_on(uint16_t kind);
  Result<Done> accept(WireMessage& message);
  Result<Done> accept(const Hello& hello) const;
  Result<Done> accept(const KindTold& kind);
  Result<Done> accept(const PageStart& page);
  Result<Done> accept(TextRuns& message);
  Result<Done> accept(const PageEnd& end) const;
  Result<Done> accept(const BitmapStart& bitmap);
  Result<Done> accept(const BitmapRows& rows);
  Result<Done> accept(const SamplesTold& samples);
  Result<Done> accept(const ChildStart& child);
  Result<Done> accept(const ChildBytes& bytes);
  Result<Done> accept(const Problem& problem) const;
  Result<Done> accept(const PageMarks& marks) const;
  Result<Done> accept(const EndTotals& totals) const;
  template <typename Other>
  Result<Done> accept(const Other&) const {
    return Done{};
  }

  Request request_;
  State state_ = State::Silent;
  State outer_ = State::BetweenPages;
  std::string pending_;
  size_t at_ = 0;  // everything before it is consumed
  std::optional<Error> broken_;
  Kind kind_ = Kind::Text;
  EndTotals totals_;
  uint64_t text_bytes_ = 0;
  uint64_t child_bytes_ = 0;
  uint64_t pixels_left_ = 0;  // of the bitmap whose rows are coming
  uint32_t total_pages_ = 0;
  uint32_t counts_[32] = {};  // frames so far, by kind
};

}  // namespace oi
