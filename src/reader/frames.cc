// Runs wait in a batch until it holds kBatch bytes or another frame must go out. Limits are checked
// before a run enters the batch, so the engine's decoder never has to.

#include <algorithm>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr size_t kBatch = 64 << 10;  // a frame of this size stays far below kLongestFrame
constexpr size_t kRunOverhead = 32;
constexpr size_t kLongestTitle = 400;
constexpr size_t kLongestSentence = 1000;
constexpr size_t kPiece = 256 << 10;  // of pixels, samples and files inside
constexpr size_t kMarksOnPage = 60'000;

// What is said of a file may hold its own bytes, such as a member's name.
std::string shortened(std::string_view text, size_t longest) {
  text = text.substr(0, floor_code_point(text, std::min(longest, text.size())));
  return valid_utf8(text) ? std::string(text) : shortened(repair_utf8(text).text, longest);
}

}  // namespace

Result<Done> Frames::send(const WireMessage& message) {
  TRY(flush());
  return write_(encode(message));
}

Result<Done> Frames::flush() {
  if (batch_.runs.empty()) return Done{};
  const std::string frame = encode(WireMessage(std::move(batch_)));
  batch_ = {};
  batch_bytes_ = 0;
  return write_(frame);
}

Result<Done> Frames::hello(const Isolation& isolation) {
  return send(Hello{isolation});
}

Result<Done> Frames::kind(Kind kind) {
  return send(KindTold{kind});
}

// In the middle of a page or table it waits for the end.
Result<Done> Frames::title(std::string_view text) {
  const std::string title = shortened(collapse_spaces(text), kLongestTitle);
  if (title.empty() || title_told_) return Done{};
  title_told_ = true;
  if (!in_table_ && !in_page_) return send(TitleTold{title});
  waiting_title_ = title;
  return Done{};
}

Result<Done> Frames::page_start(uint32_t total, float width, float height) {
  if (total > limits_.pages)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.pages) + " pages"};
  ++totals_.pages;
  in_page_ = true;
  return send(PageStart{totals_.pages, total, width, height});
}

Result<Done> Frames::run(TextRun run) {
  return cut(std::move(run), in_table_);
}

Result<Done> Frames::between_cells(std::string_view text) {
  TextRun run;
  run.block = BlockKind::Table;
  run.text = text;
  return cut(std::move(run), false);
}

Result<Done> Frames::cut(TextRun run, bool cell) {
  if (run.text.size() <= kLongestRun) return add(std::move(run), cell);
  const std::string whole = std::move(run.text);
  for (std::string_view rest = whole; !rest.empty();) {
    const size_t end =
        rest.size() <= kLongestRun ? rest.size() : floor_code_point(rest, kLongestRun);
    TextRun part = run;
    part.text = rest.substr(0, end);
    TRY(add(std::move(part), cell));
    rest.remove_prefix(end);
    run.before = TextRun::Break::None;
  }
  return Done{};
}

Result<Done> Frames::add(TextRun run, bool cell) {
  if (run.text.empty()) return Done{};
  if (cell) {
    run.block = BlockKind::Table;
    run.level = 0;
    run.rows = std::max<uint16_t>(run.rows, 1);
    run.columns = std::max<uint16_t>(run.columns, 1);
  }
  text_bytes_ += run.text.size();
  if (text_bytes_ > limits_.text_bytes)
    return Error{Code::TooLarge,
                 "over " + std::to_string(limits_.text_bytes >> 20) + " MiB of text"};
  if (totals_.runs >= limits_.runs)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.runs) + " runs of text"};
  ++totals_.runs;
  totals_.characters += code_points(run.text);
  batch_bytes_ += run.text.size() + kRunOverhead;
  batch_.runs.push_back(std::move(run));
  if (batch_bytes_ >= kBatch) return flush();
  return Done{};
}

Result<Done> Frames::marks(PageMarks marks) {
  size_t left = kMarksOnPage;
  for (std::vector<Box>* boxes : {&marks.pictures, &marks.lines, &marks.shades}) {
    if (boxes->size() > left) boxes->resize(left);
    left -= boxes->size();
  }
  return send(marks);
}

Result<Done> Frames::page_end() {
  in_page_ = false;
  return send(PageEnd{totals_.pages});
}

Result<Done> Frames::table_start(std::string_view name) {
  TRY(send(TableStart{shortened(collapse_spaces(name), kLongestTitle)}));
  in_table_ = true;
  return Done{};
}

Result<Done> Frames::table_end() {
  TRY(send(TableEnd{}));
  in_table_ = false;
  return Done{};
}

Result<Done> Frames::bitmap(BitmapStart start, const Bitmap& bitmap) {
  if (bitmap.width == 0 || bitmap.height == 0) return Done{};
  const uint64_t pixels = uint64_t{bitmap.width} * bitmap.height;
  if (pixels > limits_.bitmap_pixels) return bitmap_scaled(std::move(start), bitmap);
  if (totals_.bitmaps >= limits_.bitmaps)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.bitmaps) + " pictures"};
  ++totals_.bitmaps;
  start.width = bitmap.width;
  start.height = bitmap.height;
  start.dpi = bitmap.dpi;
  start.name = shortened(start.name, kLongestTitle);
  TRY(send(start));
  for (size_t at = 0; at < pixels; at += kPiece) {
    const size_t size = std::min<size_t>(kPiece, pixels - at);
    TRY(send(BitmapRows{{reinterpret_cast<const char*>(bitmap.grey.data()) + at, size}}));
  }
  return Done{};
}

// Every n-th pixel of every n-th row, with the least n that fits: coarse, and told by the dpi.
Result<Done> Frames::bitmap_scaled(BitmapStart start, const Bitmap& bitmap) {
  uint32_t step = 2;
  while (uint64_t{bitmap.width / step} * (bitmap.height / step) > limits_.bitmap_pixels)
    ++step;
  Bitmap small{
      bitmap.width / step, bitmap.height / step, bitmap.dpi / static_cast<float>(step), {}};
  small.grey.reserve(size_t{small.width} * small.height);
  for (uint32_t y = 0; y < small.height; ++y)
    for (uint32_t x = 0; x < small.width; ++x)
      small.grey.push_back(bitmap.grey[size_t{y} * step * bitmap.width + size_t{x} * step]);
  TRY(problem({"picture_scaled_down", start.name, "a picture is too large to be read in full"}));
  return this->bitmap(std::move(start), small);
}

Result<Done> Frames::samples(std::span<const int16_t> samples) {
  while (!samples.empty()) {
    const size_t size = std::min(samples.size(), kPiece / sizeof(int16_t));
    totals_.samples += size;
    if (totals_.samples > uint64_t{limits_.seconds} * kSampleRate)
      return Error{Code::TooLarge,
                   "over " + std::to_string(limits_.seconds / 3600) + " hours of sound"};
    TRY(send(SamplesTold{{samples.begin(), samples.begin() + static_cast<ptrdiff_t>(size)}}));
    samples = samples.subspan(size);
  }
  return Done{};
}

Result<Done> Frames::child_start(std::string_view name) {
  if (totals_.children >= limits_.children)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.children) + " files inside"};
  ++totals_.children;
  return send(ChildStart{shortened(repair_utf8(name).text, kLongestTitle)});
}

Result<Done> Frames::child_bytes(std::string_view bytes) {
  if (bytes.size() > limits_.child_bytes - child_bytes_)
    return Error{Code::TooLarge, "the files inside have over " +
                                     std::to_string(limits_.child_bytes >> 20) + " MiB"};
  child_bytes_ += bytes.size();
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size())))
    TRY(send(ChildBytes{std::string(bytes.substr(0, kPiece))}));
  return Done{};
}

Result<Done> Frames::child_end(bool whole) {
  return send(ChildEnd{whole});
}

Result<Done> Frames::dropped(std::string_view reason, uint64_t characters) {
  if (characters == 0) return Done{};
  return send(Dropped{std::string(reason), characters});
}

Result<Done> Frames::problem(Problem problem) {
  if (++problems_ > limits_.problems)
    return Error{Code::TooLarge, "more problems than one document may have"};
  problem.where = shortened(problem.where, kLongestTitle);
  problem.what = shortened(problem.what, kLongestSentence);
  return send(problem);
}

Result<Done> Frames::end() {
  TRY(flush());
  if (!waiting_title_.empty()) TRY(send(TitleTold{waiting_title_}));
  return send(totals_);
}

Result<Done> Frames::refuse(const Error& error) {
  batch_ = {};
  return send(Refusal{error.code, shortened(error.what, kLongestSentence)});
}

void append_code_point(std::string& text, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

}  // namespace oi
