// Encoding writes fields in the order of their declaration. Decoding reads the same through `Cut`,
// which never passes the end and remembers that it would have; a payload must be used up exactly.
// What a payload says by itself is checked here: texts are UTF-8, sides finite, enumerators known.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/text.h"
#include "extract/wire.h"
#include "extract/wire_frame.h"

namespace oi {
namespace {

constexpr size_t kLongestTitle = 2000;
constexpr size_t kLongestSentence = 4000;
constexpr float kLongestSide = 1e6F;     // points; PDF itself stops at 14,400
constexpr double kLongestTime = 1e7;     // seconds
constexpr uint32_t kLastRow = 1U << 30;  // sheets stop at 1,048,576; logs do not
constexpr size_t kSmallestRun = 4 * 4 + 4 + 1 + 1 + 1 + 1 + 1 + 4;
constexpr size_t kSmallestBox = 4 * 4;

// The bits of a run's two bytes of flags.
constexpr uint8_t kBold = 1, kItalic = 2, kHidden = 4, kHeaderCell = 8;
constexpr int kRiseShift = 4, kTurnsShift = 6;
constexpr uint8_t kTwoBits = 3;
constexpr uint8_t kHasCell = 1, kHasTime = 2, kBeginsBlock = 4;

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
  void put_box(const Box& box) {
    for (const float side : {box.x0, box.y0, box.x1, box.y1})
      put(side);
  }
  void put_boxes(const std::vector<Box>& boxes) {
    put(static_cast<uint32_t>(boxes.size()));
    for (const Box& box : boxes)
      put_box(box);
  }
  void put_bytes(std::string_view bytes) { out_ += bytes; }
  std::string done() {
    const auto length = static_cast<uint32_t>(out_.size() - kFrameHeader);
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
      fail();
      return value;
    }
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  std::string get_bytes(size_t longest) {
    const auto size = get<uint32_t>();
    if (size > left_.size() || size > longest) {
      fail();
      return {};
    }
    std::string bytes(left_.substr(0, size));
    left_.remove_prefix(size);
    return bytes;
  }
  std::string get_text(size_t longest) {
    std::string text = get_bytes(longest);
    bad_text_ = bad_text_ || !valid_utf8(text);
    return text;
  }
  Box get_box() {
    Box box;
    for (float* side : {&box.x0, &box.y0, &box.x1, &box.y1})
      *side = get<float>();
    return box;
  }
  // How many things of at least `smallest` bytes follow; 0 and a failure when there cannot be so
  // many.
  uint32_t get_count(size_t smallest) {
    const auto count = get<uint32_t>();
    if (count <= left_.size() / smallest) return count;
    fail();
    return 0;
  }
  std::string rest() { return std::string(std::exchange(left_, {})); }
  // True when every field was there, every text was UTF-8 and nothing is left over.
  bool whole() const { return !short_ && !bad_text_ && left_.empty(); }

 private:
  void fail() {
    short_ = true;
    left_ = {};
  }
  std::string_view left_;
  bool short_ = false;
  bool bad_text_ = false;
};

uint8_t extras_of(const TextRun& run) {
  const bool cell = run.rows > 0;
  const bool time = run.from != 0 || run.to != 0;
  return static_cast<uint8_t>((cell ? kHasCell : 0) | (time ? kHasTime : 0) |
                              (run.begins_block ? kBeginsBlock : 0));
}

void put_run(Pen& pen, const TextRun& run) {
  pen.put_box(run.box);
  pen.put(run.font_size);
  pen.put(static_cast<uint8_t>(run.before));
  pen.put(static_cast<uint8_t>(run.block));
  pen.put(run.level);
  pen.put(static_cast<uint8_t>((run.bold ? kBold : 0) | (run.italic ? kItalic : 0) |
                               (run.hidden ? kHidden : 0) | (run.header ? kHeaderCell : 0) |
                               static_cast<uint8_t>(run.rise) << kRiseShift |
                               (run.quarter_turns & kTwoBits) << kTurnsShift));
  const uint8_t extras = extras_of(run);
  pen.put(extras);
  if ((extras & kHasCell) != 0) {
    pen.put(run.row);
    pen.put(run.column);
    pen.put(run.rows);
    pen.put(run.columns);
  }
  if ((extras & kHasTime) != 0) {
    pen.put(run.from);
    pen.put(run.to);
  }
  pen.put_text(run.text);
}

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
  std::string operator()(const TitleTold& m) const { return text(Frame::Title, m.text); }
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
    for (const TextRun& run : m.runs)
      put_run(pen, run);
    return pen.done();
  }
  std::string operator()(const PageMarks& m) const {
    Pen pen(Frame::Marks);
    pen.put_boxes(m.lines);
    pen.put_boxes(m.shades);
    pen.put_boxes(m.pictures);
    return pen.done();
  }
  std::string operator()(const PageEnd& m) const {
    Pen pen(Frame::PageEnd);
    pen.put(m.number);
    return pen.done();
  }
  std::string operator()(const TableStart& m) const { return text(Frame::TableStart, m.name); }
  std::string operator()(const TableEnd&) const { return Pen(Frame::TableEnd).done(); }
  std::string operator()(const BitmapStart& m) const {
    Pen pen(Frame::BitmapStart);
    pen.put(m.page);
    pen.put(m.width);
    pen.put(m.height);
    pen.put(m.dpi);
    pen.put_box(m.box);
    pen.put_text(m.name);
    return pen.done();
  }
  std::string operator()(const BitmapRows& m) const { return bytes(Frame::BitmapRows, m.grey); }
  std::string operator()(const SamplesTold& m) const {
    return bytes(Frame::Sound, {reinterpret_cast<const char*>(m.samples.data()),
                                m.samples.size() * sizeof(int16_t)});
  }
  std::string operator()(const ChildStart& m) const { return text(Frame::ChildStart, m.name); }
  std::string operator()(const ChildBytes& m) const { return bytes(Frame::ChildBytes, m.bytes); }
  std::string operator()(const ChildEnd& m) const {
    Pen pen(Frame::ChildEnd);
    pen.put(static_cast<uint8_t>(m.whole));
    return pen.done();
  }
  std::string operator()(const Problem& m) const {
    Pen pen(Frame::Problem);
    pen.put_text(m.reason);
    pen.put_text(m.where);
    pen.put_text(m.what);
    return pen.done();
  }
  std::string operator()(const Dropped& m) const {
    Pen pen(Frame::Dropped);
    pen.put_text(m.reason);
    pen.put(m.characters);
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
    pen.put(m.bitmaps);
    pen.put(m.samples);
    pen.put(m.children);
    return pen.done();
  }

 private:
  static std::string text(Frame frame, std::string_view text) {
    Pen pen(frame);
    pen.put_text(text);
    return pen.done();
  }
  static std::string bytes(Frame frame, std::string_view bytes) {
    Pen pen(frame);
    pen.put_bytes(bytes);
    return pen.done();
  }
};

Error corrupt(std::string_view what) {
  return {Code::Corrupt, "the reader broke its protocol: " + std::string(what)};
}

bool sane_side(float value) {
  return std::isfinite(value) && std::fabs(value) <= kLongestSide;
}
bool sane_box(const Box& b) {
  return sane_side(b.x0) && sane_side(b.y0) && sane_side(b.x1) && sane_side(b.y1) && b.x0 <= b.x1 &&
         b.y0 <= b.y1;
}
bool sane_time(double value) {
  return std::isfinite(value) && value >= 0 && value <= kLongestTime;
}

bool sane_run(const TextRun& run) {
  const bool cell = run.rows > 0 && run.columns > 0 && run.block == BlockKind::Table &&
                    run.row <= kLastRow && uint32_t{run.column} + run.columns <= UINT16_MAX;
  const bool no_cell = run.row == 0 && run.column == 0 && run.rows == 0 && run.columns == 0;
  return sane_box(run.box) && sane_side(run.font_size) && run.font_size >= 0 &&
         run.before <= TextRun::Break::Paragraph && static_cast<uint8_t>(run.block) < kBlockKinds &&
         run.level <= 6 && (run.level > 0) == (run.block == BlockKind::Heading) &&
         run.rise <= TextRun::Rise::Lowered && (cell || no_cell) && sane_time(run.from) &&
         sane_time(run.to) && run.from <= run.to && !run.text.empty();
}

// False when its flags are not those that encoding would give.
bool read_run(Cut& cut, TextRun& run) {
  run.box = cut.get_box();
  run.font_size = cut.get<float>();
  run.before = static_cast<TextRun::Break>(cut.get<uint8_t>());
  run.block = static_cast<BlockKind>(cut.get<uint8_t>());
  run.level = cut.get<uint8_t>();
  const auto look = cut.get<uint8_t>();
  run.bold = (look & kBold) != 0;
  run.italic = (look & kItalic) != 0;
  run.hidden = (look & kHidden) != 0;
  run.header = (look & kHeaderCell) != 0;
  run.rise = static_cast<TextRun::Rise>(look >> kRiseShift & kTwoBits);
  run.quarter_turns = look >> kTurnsShift & kTwoBits;
  const auto extras = cut.get<uint8_t>();
  run.begins_block = (extras & kBeginsBlock) != 0;
  if ((extras & kHasCell) != 0) {
    run.row = cut.get<uint32_t>();
    run.column = cut.get<uint16_t>();
    run.rows = cut.get<uint16_t>();
    run.columns = cut.get<uint16_t>();
  }
  if ((extras & kHasTime) != 0) {
    run.from = cut.get<double>();
    run.to = cut.get<double>();
  }
  run.text = cut.get_text(kLongestRun);
  return extras == extras_of(run);
}

Result<WireMessage> read_runs(Cut& cut) {
  TextRuns message;
  const uint32_t count = cut.get_count(kSmallestRun);
  if (count == 0) return corrupt("a batch of no runs, or of more than its bytes can hold");
  message.runs.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    TextRun run;
    if (!read_run(cut, run) || !sane_run(run)) return corrupt("a run of text that cannot be");
    message.runs.push_back(std::move(run));
  }
  return WireMessage(std::move(message));
}

Result<WireMessage> read_marks(Cut& cut) {
  PageMarks marks;
  for (std::vector<Box>* boxes : {&marks.lines, &marks.shades, &marks.pictures}) {
    const uint32_t count = cut.get_count(kSmallestBox);
    boxes->reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
      boxes->push_back(cut.get_box());
      if (!sane_box(boxes->back())) return corrupt("a mark that cannot be");
    }
  }
  return WireMessage(std::move(marks));
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
  if (kind >= kKinds) return corrupt("an unknown kind of document");
  return WireMessage(KindTold{static_cast<Kind>(kind)});
}

WireMessage read_problem(Cut& cut) {
  Problem message;
  message.reason = cut.get_text(kLongestTitle);
  message.where = cut.get_text(kLongestTitle);
  message.what = cut.get_text(kLongestSentence);
  return message;
}

WireMessage read_dropped(Cut& cut) {
  Dropped message;
  message.reason = cut.get_text(kLongestTitle);
  message.characters = cut.get<uint64_t>();
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

Result<WireMessage> read_bitmap(Cut& cut) {
  BitmapStart message;
  message.page = cut.get<uint32_t>();
  message.width = cut.get<uint32_t>();
  message.height = cut.get<uint32_t>();
  message.dpi = cut.get<float>();
  message.box = cut.get_box();
  message.name = cut.get_text(kLongestTitle);
  if (!sane_box(message.box) || !sane_side(message.dpi) || message.dpi < 0 || message.width == 0 ||
      message.height == 0)
    return corrupt("a picture that cannot be");
  return WireMessage(std::move(message));
}

Result<WireMessage> read_samples(Cut& cut) {
  const std::string bytes = cut.rest();
  if (bytes.empty() || bytes.size() % sizeof(int16_t) != 0) return corrupt("half a sample");
  SamplesTold message;
  message.samples.resize(bytes.size() / sizeof(int16_t));
  std::memcpy(message.samples.data(), bytes.data(), bytes.size());
  return WireMessage(std::move(message));
}

Result<WireMessage> read_child_end(Cut& cut) {
  const auto whole = cut.get<uint8_t>();
  if (whole > 1) return corrupt("neither yes nor no");
  return WireMessage(ChildEnd{whole == 1});
}

WireMessage read_end(Cut& cut) {
  EndTotals message;
  message.pages = cut.get<uint32_t>();
  message.runs = cut.get<uint32_t>();
  message.characters = cut.get<uint64_t>();
  message.bitmaps = cut.get<uint32_t>();
  message.samples = cut.get<uint64_t>();
  message.children = cut.get<uint32_t>();
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
    case Frame::Marks:
      return read_marks(cut);
    case Frame::PageEnd:
      return WireMessage(PageEnd{cut.get<uint32_t>()});
    case Frame::TableStart:
      return WireMessage(TableStart{cut.get_text(kLongestTitle)});
    case Frame::TableEnd:
      return WireMessage(TableEnd{});
    case Frame::BitmapStart:
      return read_bitmap(cut);
    case Frame::BitmapRows:
      return WireMessage(BitmapRows{cut.rest()});
    case Frame::Sound:
      return read_samples(cut);
    case Frame::ChildStart:
      return WireMessage(ChildStart{cut.get_text(kLongestTitle)});
    case Frame::ChildBytes:
      return WireMessage(ChildBytes{cut.rest()});
    case Frame::ChildEnd:
      return read_child_end(cut);
    case Frame::Problem:
      return read_problem(cut);
    case Frame::Dropped:
      return read_dropped(cut);
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

std::string encode(const WireMessage& message) {
  return std::visit(Encoding{}, message);
}

Result<WireMessage> decode_payload(uint16_t kind, std::string_view payload) {
  Cut cut(payload);
  WireMessage message = TRY(read_payload(static_cast<Frame>(kind), cut));
  if (!cut.whole()) return corrupt("frame " + std::to_string(kind) + " is malformed");
  return message;
}

std::string encode(const Request& request) {
  Pen pen(Frame::Request);
  pen.put(kWireVersion);
  pen.put_text(std::string_view(request.extension).substr(0, kLongestExtension));
  const ReadLimits& limits = request.limits;
  pen.put(limits.pages);
  pen.put(limits.text_bytes);
  pen.put(limits.runs);
  pen.put(limits.problems);
  pen.put(limits.bitmap_pixels);
  pen.put(limits.bitmaps);
  pen.put(limits.seconds);
  pen.put(limits.children);
  pen.put(limits.child_bytes);
  const size_t passwords = std::min(request.passwords.size(), kPasswords);
  pen.put(static_cast<uint32_t>(passwords));
  for (size_t i = 0; i < passwords; ++i)
    pen.put_text(std::string_view(request.passwords[i]).substr(0, kLongestPassword));
  const size_t pages = std::min(request.render.size(), kRenderPages);
  pen.put(static_cast<uint32_t>(pages));
  for (size_t i = 0; i < pages; ++i)
    pen.put(request.render[i]);
  pen.put(request.dpi);
  return pen.done();
}

Result<size_t> frame_bytes(std::string_view header) {
  Cut cut(header);
  const auto length = cut.get<uint32_t>();
  if (header.size() < kFrameHeader || length > kLongestFrame)
    return Error{Code::Corrupt, "not the beginning of a frame"};
  return kFrameHeader + length;
}

Result<Request> decode_request(std::string_view frame) {
  Cut cut(frame);
  const auto length = cut.get<uint32_t>();
  const auto kind = cut.get<uint16_t>();
  const auto version = cut.get<uint32_t>();
  Request request;
  request.extension = cut.get_bytes(kLongestExtension);
  ReadLimits& limits = request.limits;
  limits.pages = cut.get<uint32_t>();
  limits.text_bytes = cut.get<uint64_t>();
  limits.runs = cut.get<uint32_t>();
  limits.problems = cut.get<uint32_t>();
  limits.bitmap_pixels = cut.get<uint32_t>();
  limits.bitmaps = cut.get<uint32_t>();
  limits.seconds = cut.get<uint32_t>();
  limits.children = cut.get<uint32_t>();
  limits.child_bytes = cut.get<uint64_t>();
  const uint32_t passwords = cut.get_count(sizeof(uint32_t));
  for (uint32_t i = 0; i < passwords; ++i)
    request.passwords.push_back(cut.get_bytes(kLongestPassword));
  const uint32_t pages = cut.get_count(sizeof(uint32_t));
  for (uint32_t i = 0; i < pages; ++i)
    request.render.push_back(cut.get<uint32_t>());
  request.dpi = cut.get<float>();
  const bool good = cut.whole() && length == frame.size() - kFrameHeader &&
                    kind == static_cast<uint16_t>(Frame::Request) && version == kWireVersion &&
                    passwords <= kPasswords && pages <= kRenderPages &&
                    std::isfinite(request.dpi) && (request.render.empty() || request.dpi > 0);
  if (!good) return Error{Code::Corrupt, "not a request of this version"};
  return request;
}

}  // namespace oi
