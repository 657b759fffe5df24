// Encoding writes fields in the order of their declaration. Decoding reads the same through `Cut`,
// which never passes the end and remembers that it would have; a payload must be used up exactly.
// What may come next is one table (kMay): state, frame, how often at most, and the state after it.
// Contents are checked when the frame is known to be allowed, against the limits of the request.

#include "extract/wire.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/text.h"

namespace oi {
namespace {

enum class Frame : uint16_t {
  Request = 1,
  Hello,
  Kind,
  Title,
  PageStart,
  TextRuns,
  PageEnd,
  Problem,
  Refusal,
  End,
};
constexpr uint16_t kFrames = 11;
constexpr size_t kHeader = 6;
constexpr uint32_t kAnyNumber = UINT32_MAX;  // the limits of the request bound it instead
constexpr size_t kLongestTitle = 2000;
constexpr size_t kLongestSentence = 4000;
constexpr float kLongestSide = 1e6F;  // points; PDF itself stops at 14,400
constexpr size_t kSmallestRun = 4 * 4 + 4 + 1 + 1 + 1 + 4;

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
    {State::BetweenPages, Frame::Problem, kAnyNumber, State::BetweenPages},
    {State::BetweenPages, Frame::Refusal, 1, State::Finished},
    {State::BetweenPages, Frame::End, 1, State::Finished},
    {State::InPage, Frame::TextRuns, kAnyNumber, State::InPage},
    {State::InPage, Frame::Problem, kAnyNumber, State::InPage},
    {State::InPage, Frame::PageEnd, kAnyNumber, State::BetweenPages},
    {State::InPage, Frame::Refusal, 1, State::Finished},
};

class Pen {
 public:
  explicit Pen(Frame frame) {
    put<uint32_t>(0);
    put<uint16_t>(static_cast<uint16_t>(frame));
  }
  template <typename T>
  void put(T value) {
    static_assert(std::endian::native == std::endian::little);
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
  }
  void put_text(std::string_view text) {
    put(static_cast<uint32_t>(text.size()));
    out_ += text;
  }
  std::string done() {
    const auto length = static_cast<uint32_t>(out_.size() - kHeader);
    std::memcpy(out_.data(), &length, sizeof length);
    return std::move(out_);
  }

 private:
  std::string out_;
};

class Cut {
 public:
  explicit Cut(std::string_view bytes) : left_(bytes) {}
  template <typename T>
  T get() {
    T value{};
    if (left_.size() < sizeof value) {
      short_ = true;
      left_ = {};
      return value;
    }
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::string get_text(size_t longest) {
    const auto size = get<uint32_t>();
    if (size > left_.size() || size > longest) {
      short_ = true;
      left_ = {};
      return {};
    }
    std::string text(left_.substr(0, size));
    left_.remove_prefix(size);
    bad_text_ = bad_text_ || !valid_utf8(text);
    return text;
  }
  size_t left() const { return left_.size(); }
  // True when every field was there, every text was UTF-8 and nothing is left over.
  bool whole() const { return !short_ && !bad_text_ && left_.empty(); }

 private:
  std::string_view left_;
  bool short_ = false;
  bool bad_text_ = false;
};

struct Encoding {
  std::string operator()(const Hello& m) const {
    Pen pen(Frame::Hello);
    pen.put(kWireVersion);
    pen.put(m.isolation.steps);
    pen.put(m.isolation.landlock_abi);
    return pen.done();
  }
  std::string operator()(const KindTold& m) const {
    Pen pen(Frame::Kind);
    pen.put(static_cast<uint8_t>(m.kind));
    return pen.done();
  }
  std::string operator()(const TitleTold& m) const {
    Pen pen(Frame::Title);
    pen.put_text(m.text);
    return pen.done();
  }
  std::string operator()(const PageStart& m) const {
    Pen pen(Frame::PageStart);
    pen.put(m.number);
    pen.put(m.total);
    pen.put(m.width);
    pen.put(m.height);
    return pen.done();
  }
  std::string operator()(const TextRuns& m) const {
    Pen pen(Frame::TextRuns);
    pen.put(static_cast<uint32_t>(m.runs.size()));
    for (const TextRun& run : m.runs) {
      for (const float side : {run.box.x0, run.box.y0, run.box.x1, run.box.y1})
        pen.put(side);
      pen.put(run.font_size);
      pen.put(static_cast<uint8_t>(run.before));
      pen.put(static_cast<uint8_t>(run.block));
      pen.put(run.level);
      pen.put_text(run.text);
    }
    return pen.done();
  }
  std::string operator()(const PageEnd& m) const {
    Pen pen(Frame::PageEnd);
    pen.put(m.number);
    return pen.done();
  }
  std::string operator()(const Problem& m) const {
    Pen pen(Frame::Problem);
    pen.put_text(m.reason);
    pen.put_text(m.where);
    pen.put_text(m.what);
    return pen.done();
  }
  std::string operator()(const Refusal& m) const {
    Pen pen(Frame::Refusal);
    pen.put(static_cast<uint8_t>(m.code));
    pen.put_text(m.what);
    return pen.done();
  }
  std::string operator()(const EndTotals& m) const {
    Pen pen(Frame::End);
    pen.put(m.pages);
    pen.put(m.runs);
    pen.put(m.characters);
    return pen.done();
  }
};

Error corrupt(std::string_view what) {
  return {Code::Corrupt, "the reader broke its protocol: " + std::string(what)};
}

bool sane_side(float value) {
  return std::isfinite(value) && std::fabs(value) <= kLongestSide;
}

bool sane_run(const TextRun& run) {
  const Box& b = run.box;
  return sane_side(b.x0) && sane_side(b.y0) && sane_side(b.x1) && sane_side(b.y1) && b.x0 <= b.x1 &&
         b.y0 <= b.y1 && sane_side(run.font_size) && run.font_size >= 0 &&
         run.before <= TextRun::Break::Paragraph && run.block <= BlockKind::Table &&
         run.level <= 6 && (run.level > 0) == (run.block == BlockKind::Heading) &&
         !run.text.empty();
}

Result<WireMessage> read_runs(Cut& cut) {
  TextRuns message;
  const auto count = cut.get<uint32_t>();
  if (count > cut.left() / kSmallestRun) return corrupt("more runs announced than bytes sent");
  message.runs.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    TextRun run;
    for (float* side : {&run.box.x0, &run.box.y0, &run.box.x1, &run.box.y1})
      *side = cut.get<float>();
    run.font_size = cut.get<float>();
    run.before = static_cast<TextRun::Break>(cut.get<uint8_t>());
    run.block = static_cast<BlockKind>(cut.get<uint8_t>());
    run.level = cut.get<uint8_t>();
    run.text = cut.get_text(kLongestRun);
    if (!sane_run(run)) return corrupt("a run of text that cannot be");
    message.runs.push_back(std::move(run));
  }
  return WireMessage(std::move(message));
}

bool may_refuse_with(Code code) {
  return code == Code::PasswordRequired || code == Code::Corrupt || code == Code::Unsupported ||
         code == Code::Empty || code == Code::TooLarge;
}

Result<WireMessage> read_refusal(Cut& cut) {
  Refusal message;
  const auto code = cut.get<uint8_t>();
  if (code >= kCodes || !may_refuse_with(static_cast<Code>(code)))
    return corrupt("a refusal for a reason that is not a reader's");
  message.code = static_cast<Code>(code);
  message.what = cut.get_text(kLongestSentence);
  return WireMessage(std::move(message));
}

Result<WireMessage> read_hello(Cut& cut) {
  if (cut.get<uint32_t>() != kWireVersion) return corrupt("another version of the protocol");
  Hello message;
  message.isolation.steps = cut.get<uint32_t>();
  message.isolation.landlock_abi = cut.get<uint32_t>();
  return WireMessage(message);
}

Result<WireMessage> read_kind(Cut& cut) {
  const auto kind = cut.get<uint8_t>();
  if (kind > static_cast<uint8_t>(Kind::Pdf)) return corrupt("an unknown kind of document");
  return WireMessage(KindTold{static_cast<Kind>(kind)});
}

WireMessage read_problem(Cut& cut) {
  Problem message;
  message.reason = cut.get_text(kLongestTitle);
  message.where = cut.get_text(kLongestTitle);
  message.what = cut.get_text(kLongestSentence);
  return message;
}

WireMessage read_page_start(Cut& cut) {
  PageStart message;
  message.number = cut.get<uint32_t>();
  message.total = cut.get<uint32_t>();
  message.width = cut.get<float>();
  message.height = cut.get<float>();
  return message;
}

WireMessage read_end(Cut& cut) {
  EndTotals message;
  message.pages = cut.get<uint32_t>();
  message.runs = cut.get<uint32_t>();
  message.characters = cut.get<uint64_t>();
  return message;
}

Result<WireMessage> read_payload(Frame frame, Cut& cut) {
  switch (frame) {
    case Frame::Hello:
      return read_hello(cut);
    case Frame::Kind:
      return read_kind(cut);
    case Frame::Title:
      return WireMessage(TitleTold{cut.get_text(kLongestTitle)});
    case Frame::PageStart:
      return read_page_start(cut);
    case Frame::TextRuns:
      return read_runs(cut);
    case Frame::PageEnd:
      return WireMessage(PageEnd{cut.get<uint32_t>()});
    case Frame::Problem:
      return read_problem(cut);
    case Frame::Refusal:
      return read_refusal(cut);
    case Frame::End:
      return read_end(cut);
    case Frame::Request:
      break;
  }
  return corrupt("a frame that readers do not send");
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

std::string encode(const Request& request) {
  Pen pen(Frame::Request);
  pen.put(kWireVersion);
  pen.put(static_cast<uint8_t>(request.hint));
  pen.put(request.limits.pages);
  pen.put(request.limits.text_bytes);
  pen.put(request.limits.runs);
  pen.put(request.limits.problems);
  return pen.done();
}

Result<Request> decode_request(std::string_view frame) {
  Cut cut(frame);
  const auto length = cut.get<uint32_t>();
  const auto kind = cut.get<uint16_t>();
  const auto version = cut.get<uint32_t>();
  Request request;
  const auto hint = cut.get<uint8_t>();
  request.hint = static_cast<Request::NameHint>(hint);
  request.limits.pages = cut.get<uint32_t>();
  request.limits.text_bytes = cut.get<uint64_t>();
  request.limits.runs = cut.get<uint32_t>();
  request.limits.problems = cut.get<uint32_t>();
  const bool good = cut.whole() && length == frame.size() - kHeader &&
                    kind == static_cast<uint16_t>(Frame::Request) && version == kWireVersion &&
                    hint <= static_cast<uint8_t>(Request::NameHint::Markdown);
  if (!good) return Error{Code::Corrupt, "not a request of this version"};
  return request;
}

std::string encode(const WireMessage& message) {
  return std::visit(Encoding{}, message);
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
  if (left.size() < kHeader) return std::optional<WireMessage>();
  Cut header(left);
  const auto length = header.get<uint32_t>();
  const auto kind = header.get<uint16_t>();
  // A hostile length is refused before a byte of the payload is waited for.
  Result<Done> allowed = length > kLongestFrame ? corrupt("a frame that is too long") : step(kind);
  if (allowed.ok() && left.size() - kHeader < length) return std::optional<WireMessage>();
  Result<WireMessage> message =
      allowed.ok() ? take(kind, left.substr(kHeader, length)) : std::move(allowed).error();
  if (!message.ok()) {
    broken_ = message.error();
    return *broken_;
  }
  at_ += kHeader + length;
  return std::optional<WireMessage>(std::move(message).value());
}

bool Decoder::finished() const {
  return state_ == State::Finished;
}

// May a frame of this kind come now? Changes nothing: the frame may still be arriving.
Result<Done> Decoder::step(uint16_t kind) {
  for (const May& row : kMay) {
    if (row.now != state_ || static_cast<uint16_t>(row.frame) != kind) continue;
    if (counts_[kind] >= row.at_most) return corrupt("a frame too often");
    return Done{};
  }
  return corrupt("frame " + std::to_string(kind) + " out of turn");
}

Result<WireMessage> Decoder::take(uint16_t kind, std::string_view payload) {
  Cut cut(payload);
  WireMessage message = TRY(read_payload(static_cast<Frame>(kind), cut));
  if (!cut.whole()) return corrupt("frame " + std::to_string(kind) + " is malformed");
  TRY(accept(message));
  if (auto* text = std::get_if<TextRuns>(&message)) {
    for (TextRun& run : text->runs)
      run.page = state_ == State::InPage ? totals_.pages : 0;
  }
  ++counts_[kind];
  for (const May& row : kMay) {
    if (row.now != state_ || static_cast<uint16_t>(row.frame) != kind) continue;
    state_ = row.then;
    break;
  }
  return message;
}

// What a frame says must agree with what was said before it.
Result<Done> Decoder::accept(const WireMessage& message) {
  if (const auto* hello = std::get_if<Hello>(&message)) {
    if (!is_closed(hello->isolation)) return corrupt("not isolated, and yet it speaks");
  } else if (const auto* kind = std::get_if<KindTold>(&message)) {
    kind_ = kind->kind;
  } else if (const auto* page = std::get_if<PageStart>(&message)) {
    return accept_page(*page);
  } else if (const auto* runs = std::get_if<TextRuns>(&message)) {
    return accept_runs(*runs);
  } else if (const auto* end = std::get_if<PageEnd>(&message)) {
    if (end->number != totals_.pages) return corrupt("the end of another page");
  } else if (std::holds_alternative<Problem>(message)) {
    if (counts_[static_cast<size_t>(Frame::Problem)] >= limits_.problems)
      return Error{Code::TooLarge, "more problems than one document may have"};
  } else if (const auto* totals = std::get_if<EndTotals>(&message)) {
    if (*totals != totals_) return corrupt("totals that do not agree with what was sent");
  }
  return Done{};
}

Result<Done> Decoder::accept_page(const PageStart& page) {
  if (page.number != totals_.pages + 1) return corrupt("pages out of order");
  if (totals_.pages == 0 && totals_.runs > 0) return corrupt("text before the first page");
  if (totals_.pages > 0 && page.total != total_pages_) return corrupt("another number of pages");
  if (page.total < page.number) return corrupt("more pages than announced");
  if (page.total > limits_.pages)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.pages) + " pages"};
  if (!sane_side(page.width) || !sane_side(page.height) || page.width < 0 || page.height < 0)
    return corrupt("a page of impossible size");
  total_pages_ = page.total;
  ++totals_.pages;
  return Done{};
}

Result<Done> Decoder::accept_runs(const TextRuns& message) {
  if (state_ == State::BetweenPages && (kind_ == Kind::Pdf || totals_.pages > 0))
    return corrupt("text outside a page");
  if (message.runs.empty()) return corrupt("a batch of no runs");
  if (message.runs.size() > limits_.runs - totals_.runs)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.runs) + " runs of text"};
  totals_.runs += static_cast<uint32_t>(message.runs.size());
  for (const TextRun& run : message.runs) {
    text_bytes_ += run.text.size();
    totals_.characters += code_points(run.text);
  }
  if (text_bytes_ > limits_.text_bytes)
    return Error{Code::TooLarge,
                 "over " + std::to_string(limits_.text_bytes >> 20) + " MiB of text"};
  return Done{};
}

static_assert(kFrames <= 16, "Decoder::counts_ has one place for each kind of frame");

}  // namespace oi
