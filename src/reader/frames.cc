// Runs wait in a batch until it holds kBatch bytes or another frame must go out. Limits are checked
// before a run enters the batch, so the engine's decoder never has to.

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr size_t kBatch = 64 << 10;  // a frame of this size stays far below kLongestFrame
constexpr size_t kRunOverhead = 32;
constexpr size_t kLongestTitle = 400;
constexpr size_t kLongestSentence = 1000;

std::string shortened(std::string_view text, size_t longest) {
  return std::string(text.substr(0, floor_code_point(text, std::min(longest, text.size()))));
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

Result<Done> Frames::title(std::string_view text) {
  const std::string title = shortened(collapse_spaces(text), kLongestTitle);
  if (title.empty()) return Done{};
  return send(TitleTold{title});
}

Result<Done> Frames::page_start(uint32_t total, float width, float height) {
  if (total > limits_.pages)
    return Error{Code::TooLarge, "over " + std::to_string(limits_.pages) + " pages"};
  ++totals_.pages;
  return send(PageStart{totals_.pages, total, width, height});
}

Result<Done> Frames::run(TextRun run) {
  while (run.text.size() > kLongestRun) {
    const size_t cut = floor_code_point(run.text, kLongestRun);
    TextRun first = run;
    first.text.resize(cut);
    TRY(add(std::move(first)));
    run.text.erase(0, cut);
    run.before = TextRun::Break::None;
  }
  return add(std::move(run));
}

Result<Done> Frames::add(TextRun run) {
  if (run.text.empty()) return Done{};
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

Result<Done> Frames::page_end() {
  return send(PageEnd{totals_.pages});
}

Result<Done> Frames::problem(Problem problem) {
  if (++problems_ > limits_.problems)
    return Error{Code::TooLarge, "more problems than one document may have"};
  problem.what = shortened(problem.what, kLongestSentence);
  return send(problem);
}

Result<Done> Frames::end() {
  TRY(flush());
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
