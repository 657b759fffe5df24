// What may come next is one table (kMay): state, frame, how often at most, and the state after it.
// A table of cells, a bitmap and a child are rooms of their own; behind them the conversation is
// where it was. Contents are checked when the frame is known to be allowed, against what was said
// before and the limits of the request. What a payload says by itself is read in wire_payload.cc.

#include "extract/wire.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/wire_frame.h"

namespace oi {
namespace {

constexpr uint32_t kAnyNumber = UINT32_MAX;  // the limits of the request bound it instead
constexpr size_t kMarksOnPage = 60'000;

using State = Decoder::State;
struct May {
  State now;
  Frame frame;
  uint32_t at_most;  // frames of this kind in the whole conversation
  State then;
};
constexpr May kMay[] = {
    {State::Silent, Frame::Hello, 1, State::Greeted},
    {State::Greeted, Frame::Kind, 1, State::BetweenPages},
    {State::Greeted, Frame::Refusal, 1, State::Finished},
    {State::BetweenPages, Frame::Title, 1, State::BetweenPages},
    {State::BetweenPages, Frame::PageStart, kAnyNumber, State::InPage},
    {State::BetweenPages, Frame::TextRuns, kAnyNumber, State::BetweenPages},
    {State::BetweenPages, Frame::TableStart, kAnyNumber, State::InTable},
    {State::BetweenPages, Frame::BitmapStart, kAnyNumber, State::InBitmap},
    {State::BetweenPages, Frame::Sound, kAnyNumber, State::BetweenPages},
    {State::BetweenPages, Frame::ChildStart, kAnyNumber, State::InChild},
    {State::BetweenPages, Frame::Problem, kAnyNumber, State::BetweenPages},
    {State::BetweenPages, Frame::Dropped, kAnyNumber, State::BetweenPages},
    {State::BetweenPages, Frame::Refusal, 1, State::Finished},
    {State::BetweenPages, Frame::End, 1, State::Finished},
    {State::InPage, Frame::TextRuns, kAnyNumber, State::InPage},
    {State::InPage, Frame::Marks, kAnyNumber, State::InPage},
    {State::InPage, Frame::TableStart, kAnyNumber, State::InTable},
    {State::InPage, Frame::BitmapStart, kAnyNumber, State::InBitmap},
    {State::InPage, Frame::ChildStart, kAnyNumber, State::InChild},
    {State::InPage, Frame::Problem, kAnyNumber, State::InPage},
    {State::InPage, Frame::Dropped, kAnyNumber, State::InPage},
    {State::InPage, Frame::PageEnd, kAnyNumber, State::BetweenPages},
    {State::InPage, Frame::Refusal, 1, State::Finished},
    {State::InTable, Frame::TextRuns, kAnyNumber, State::InTable},
    {State::InTable, Frame::Problem, kAnyNumber, State::InTable},
    {State::InTable, Frame::Dropped, kAnyNumber, State::InTable},
    {State::InTable, Frame::TableEnd, kAnyNumber, State::Outer},
    {State::InTable, Frame::Refusal, 1, State::Finished},
    // After the last row the decoder is in the outer state again by itself.
    {State::InBitmap, Frame::BitmapRows, kAnyNumber, State::InBitmap},
    {State::InChild, Frame::ChildBytes, kAnyNumber, State::InChild},
    {State::InChild, Frame::ChildEnd, kAnyNumber, State::Outer},
    {State::InChild, Frame::Refusal, 1, State::Finished},
};

const May* row_of(State now, uint16_t kind) {
  const May* row = std::find_if(std::begin(kMay), std::end(kMay), [&](const May& may) {
    return may.now == now && static_cast<uint16_t>(may.frame) == kind;
  });
  return row == std::end(kMay) ? nullptr : row;
}

bool is_room(State state) {
  return state == State::InTable || state == State::InBitmap || state == State::InChild;
}

Error corrupt(std::string_view what) {
  return {Code::Corrupt, "the reader broke its protocol: " + std::string(what)};
}
Error over(uint64_t limit, std::string_view of_what) {
  return {Code::TooLarge, "over " + std::to_string(limit) + " " + std::string(of_what)};
}

}  // namespace

const char* name_of(IsolationStep step) {
  static constexpr std::array<const char*, kIsolationSteps> kNames = {
      "limits",         "no_new_privileges", "syscalls",      "landlock",
      "user_namespace", "network_namespace", "ipc_namespace", "name_namespace"};
  return kNames[static_cast<size_t>(step)];
}

bool is_closed(const Isolation& isolation) {
  return isolation.holds(IsolationStep::Limits) &&
         isolation.holds(IsolationStep::NoNewPrivileges) &&
         isolation.holds(IsolationStep::Syscalls);
}

void Decoder::feed(std::string_view bytes) {
  if (broken_) return;
  pending_.erase(0, at_);
  at_ = 0;
  pending_ += bytes;
}

Result<std::optional<WireMessage>> Decoder::next() {
  if (broken_) return *broken_;
  const std::string_view left = std::string_view(pending_).substr(at_);
  if (left.size() < kFrameHeader) return std::optional<WireMessage>();
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(left[i])); };
  const uint32_t length = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
  const auto kind = static_cast<uint16_t>(byte(4) | byte(5) << 8);
  // A hostile length is refused before a byte of the payload is waited for.
  Result<Done> allowed = length > kLongestFrame ? corrupt("a frame that is too long") : step(kind);
  if (allowed.ok() && left.size() - kFrameHeader < length) return std::optional<WireMessage>();
  Result<WireMessage> message =
      allowed.ok() ? take(kind, left.substr(kFrameHeader, length)) : std::move(allowed).error();
  if (!message.ok()) {
    broken_ = message.error();
    return *broken_;
  }
  at_ += kFrameHeader + length;
  return std::optional<WireMessage>(std::move(message).value());
}

bool Decoder::finished() const {
  return state_ == State::Finished;
}

// May a frame of this kind come now? Changes nothing: the frame may still be arriving.
Result<Done> Decoder::step(uint16_t kind) {
  const May* row = row_of(state_, kind);
  if (row == nullptr) return corrupt("frame " + std::to_string(kind) + " out of turn");
  if (counts_[kind] >= row->at_most) return corrupt("a frame too often");
  return Done{};
}

Result<WireMessage> Decoder::take(uint16_t kind, std::string_view payload) {
  WireMessage message = TRY(decode_payload(kind, payload));
  TRY(accept(message));
  move_on(kind);
  return message;
}

void Decoder::move_on(uint16_t kind) {
  ++counts_[kind];
  const State then = row_of(state_, kind)->then;
  if (is_room(then) && !is_room(state_)) outer_ = state_;
  state_ = then == State::Outer ? outer_ : then;
  if (state_ == State::InBitmap && pixels_left_ == 0) state_ = outer_;
}

// What a frame says must agree with what was said before it.
Result<Done> Decoder::accept(WireMessage& message) {
  return std::visit([this](auto& one) { return accept(one); }, message);
}

Result<Done> Decoder::accept(const Hello& hello) const {
  if (!is_closed(hello.isolation)) return corrupt("not isolated, and yet it speaks");
  return Done{};
}

Result<Done> Decoder::accept(const KindTold& kind) {
  kind_ = kind.kind;
  return Done{};
}

Result<Done> Decoder::accept(const PageEnd& end) const {
  if (end.number != totals_.pages) return corrupt("the end of another page");
  return Done{};
}

Result<Done> Decoder::accept(const PageStart& page) {
  if (!request_.render.empty()) return corrupt("pages where pictures were asked for");
  if (page.number != totals_.pages + 1) return corrupt("pages out of order");
  if (totals_.pages == 0 && totals_.runs > 0) return corrupt("text before the first page");
  if (totals_.pages > 0 && page.total != total_pages_) return corrupt("another number of pages");
  if (page.total < page.number) return corrupt("more pages than announced");
  if (page.total > request_.limits.pages) return over(request_.limits.pages, "pages");
  const auto sane = [](float side) { return side >= 0 && side <= 1e6F; };
  if (!sane(page.width) || !sane(page.height)) return corrupt("a page of impossible size");
  total_pages_ = page.total;
  ++totals_.pages;
  return Done{};
}

Result<Done> Decoder::accept(TextRuns& message) {
  const ReadLimits& limits = request_.limits;
  const State place = state_ == State::InTable ? outer_ : state_;
  if (!request_.render.empty()) return corrupt("text where pictures were asked for");
  if (place == State::BetweenPages && (kind_ == Kind::Pdf || totals_.pages > 0))
    return corrupt("text outside a page");
  if (message.runs.size() > limits.runs - totals_.runs) return over(limits.runs, "runs of text");
  totals_.runs += static_cast<uint32_t>(message.runs.size());
  for (TextRun& run : message.runs) {
    const bool in_table = state_ == State::InTable;
    if (run.rows > 0 && !in_table) return corrupt("a cell outside of a table");
    if (in_table && run.block != BlockKind::Table) return corrupt("other text inside of a table");
    run.page = place == State::InPage ? totals_.pages : 0;
    text_bytes_ += run.text.size();
    totals_.characters += code_points(run.text);
  }
  if (text_bytes_ > limits.text_bytes) return over(limits.text_bytes >> 20, "MiB of text");
  return Done{};
}

Result<Done> Decoder::accept(const BitmapStart& bitmap) {
  const ReadLimits& limits = request_.limits;
  if (bitmap.width > limits.bitmap_pixels / bitmap.height)
    return over(limits.bitmap_pixels, "pixels in one picture");
  if (++totals_.bitmaps > limits.bitmaps) return over(limits.bitmaps, "pictures");
  const std::vector<uint32_t>& asked = request_.render;
  const bool wanted = asked.empty() ? bitmap.page == 0
                                    : std::binary_search(asked.begin(), asked.end(), bitmap.page);
  if (!wanted) return corrupt("a picture that was not asked for");
  pixels_left_ = uint64_t{bitmap.width} * bitmap.height;
  return Done{};
}

Result<Done> Decoder::accept(const BitmapRows& rows) {
  if (rows.grey.empty() || rows.grey.size() > pixels_left_)
    return corrupt("a picture of another size than announced");
  pixels_left_ -= rows.grey.size();
  return Done{};
}

Result<Done> Decoder::accept(const SamplesTold& samples) {
  totals_.samples += samples.samples.size();
  if (totals_.samples > uint64_t{request_.limits.seconds} * kSampleRate)
    return over(request_.limits.seconds, "seconds of sound");
  return Done{};
}

Result<Done> Decoder::accept(const ChildStart&) {
  if (++totals_.children > request_.limits.children)
    return over(request_.limits.children, "files inside of it");
  return Done{};
}

Result<Done> Decoder::accept(const ChildBytes& bytes) {
  child_bytes_ += bytes.bytes.size();
  if (child_bytes_ > request_.limits.child_bytes)
    return over(request_.limits.child_bytes >> 20, "MiB in the files inside of it");
  return Done{};
}

Result<Done> Decoder::accept(const Problem&) const {
  if (counts_[static_cast<size_t>(Frame::Problem)] >= request_.limits.problems)
    return Error{Code::TooLarge, "more problems than one document may have"};
  return Done{};
}

Result<Done> Decoder::accept(const PageMarks& marks) const {
  if (marks.lines.size() + marks.shades.size() + marks.pictures.size() > kMarksOnPage)
    return corrupt("more marks than a page may have");
  return Done{};
}

Result<Done> Decoder::accept(const EndTotals& totals) const {
  if (totals != totals_) return corrupt("totals that do not agree with what was sent");
  return Done{};
}

static_assert(kFrames <= 32, "Decoder::counts_ has one place for each kind of frame");

}  // namespace oi
