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
#include "types/document.h"

namespace oi {

inline constexpr uint32_t kWireVersion = 1;
inline constexpr uint32_t kLongestFrame = 1 << 20;
// A run is cut, never refused, when its text is longer.
inline constexpr uint32_t kLongestRun = 1 << 16;

// What one document may send at most. The engine states it, both sides hold to it.
struct ReadLimits {
  uint32_t pages = 50'000;
  uint64_t text_bytes = 256ULL << 20;
  uint32_t runs = 8'000'000;
  uint32_t problems = 200'000;
  bool operator==(const ReadLimits&) const = default;
};

// The steps that lock_down takes. The first three are mandatory.
enum class IsolationStep : uint8_t {
  Limits,           // memory, processor time, descriptors, no core, no file size
  NoNewPrivileges,  // and no capability kept
  Syscalls,         // seccomp allow-list, kill as default
  Landlock,         // no path may be opened
  UserNamespace,
  NetworkNamespace,
  IpcNamespace,
  NameNamespace,
};
inline constexpr int kIsolationSteps = 8;
const char* name_of(IsolationStep step);

struct Isolation {
  uint32_t steps = 0;         // bit n: step n holds
  uint32_t landlock_abi = 0;  // 0: the kernel has none
  bool holds(IsolationStep step) const { return (steps >> static_cast<int>(step)) & 1; }
  bool operator==(const Isolation&) const = default;
};
// True when the mandatory steps hold.
bool is_closed(const Isolation& isolation);

// --- Engine to reader: one frame, then nothing more.
struct Request {
  enum class NameHint : uint8_t { None, Markdown } hint = NameHint::None;
  ReadLimits limits;
  bool operator==(const Request&) const = default;
};
std::string encode(const Request& request);
// Corrupt unless the bytes are exactly one whole request.
Result<Request> decode_request(std::string_view frame);
inline constexpr size_t kRequestBytes = 6 + 4 + 1 + 4 + 8 + 4 + 4;

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
struct PageEnd {
  uint32_t number = 0;
  bool operator==(const PageEnd&) const = default;
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
  bool operator==(const EndTotals&) const = default;
};
using WireMessage = std::variant<Hello, KindTold, TitleTold, PageStart, TextRuns, PageEnd, Problem,
                                 Refusal, EndTotals>;
std::string encode(const WireMessage& message);

// Turns the reader's bytes into messages, one frame at a time, and holds the state of the
// conversation. After the first error it gives that error for ever.
class Decoder {
 public:
  explicit Decoder(const ReadLimits& limits) : limits_(limits) {}

  void feed(std::string_view bytes);
  // The next message; nothing when more bytes are needed. Corrupt: the reader broke the protocol.
  // TooLarge: it sent more than the limits allow. Costs one copy of the frame.
  Result<std::optional<WireMessage>> next();
  // True after EndTotals or a Refusal; every further frame is Corrupt.
  bool finished() const;
  // True when the bytes fed so far end inside a frame.
  bool mid_frame() const { return at_ < pending_.size(); }

  enum class State : uint8_t { Silent, Greeted, BetweenPages, InPage, Finished };

 private:
  Result<WireMessage> take(uint16_t kind, std::string_view payload);
  Result<Done> step(uint16_t kind);
  Result<Done> accept(const WireMessage& message);
  Result<Done> accept_runs(const TextRuns& message);
  Result<Done> accept_page(const PageStart& page);

  ReadLimits limits_;
  State state_ = State::Silent;
  std::string pending_;
  size_t at_ = 0;  // everything before it is consumed
  std::optional<Error> broken_;
  Kind kind_ = Kind::Text;
  EndTotals totals_;
  uint64_t text_bytes_ = 0;
  uint32_t total_pages_ = 0;
  uint32_t counts_[16] = {};  // frames so far, by kind
};

}  // namespace oi
