// A run is appended after what its break stands for: nothing, a space, one line end, or two. A page
// begins after that break, so that a page's span holds its runs and no more. A block goes on while
// runs of its kind and level come without a paragraph's break. Plain text has no blocks of its own;
// they are cut at its blank lines when all is there.

#include "extract/assembly.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace oi {
namespace {

using Break = TextRun::Break;

std::string_view separator(Break before) {
  switch (before) {
    case Break::None:
      return "";
    case Break::Space:
      return " ";
    case Break::Line:
      return "\n";
    case Break::Paragraph:
      return "\n\n";
  }
  return "";
}

bool has_place(const Box& box) {
  return box.x1 > box.x0 || box.y1 > box.y0;
}

}  // namespace

void Assembly::take(WireMessage&& message) {
  if (auto* text = std::get_if<TextRuns>(&message)) {
    for (TextRun& run : text->runs)
      take_run(std::move(run));
  } else if (const auto* kind = std::get_if<KindTold>(&message)) {
    document_.kind = kind->kind;
  } else if (auto* title = std::get_if<TitleTold>(&message)) {
    document_.title = std::move(title->text);
  } else if (auto* problem = std::get_if<Problem>(&message)) {
    document_.problems.push_back(std::move(*problem));
  } else if (const auto* start = std::get_if<PageStart>(&message)) {
    const uint64_t at = document_.text.size();
    document_.pages.push_back({start->number, {at, at}, start->width, start->height});
    in_page_ = true;
    page_started_ = false;
  } else if (std::holds_alternative<PageEnd>(message)) {
    in_page_ = false;
  }
}

void Assembly::separate(Break before) {
  if (document_.text.empty()) return;
  document_.text += separator(before);
  separators_ += separator(before).size();
}

void Assembly::take_run(TextRun&& run) {
  separate(run.before);
  const Span span{document_.text.size(), document_.text.size() + run.text.size()};
  document_.counts.characters_seen += code_points(run.text);
  document_.text += run.text;
  extend_block(run, span);
  if (!in_page_) return;
  Page& page = document_.pages.back();
  if (!page_started_) page.span.begin = span.begin;
  page_started_ = true;
  page.span.end = span.end;
  if (has_place(run.box)) document_.placed.push_back({span, run.page, run.box});
}

void Assembly::extend_block(const TextRun& run, Span span) {
  if (document_.kind == Kind::Text) return;
  std::vector<Block>& blocks = document_.blocks;
  const bool goes_on = !blocks.empty() && run.before != Break::Paragraph &&
                       blocks.back().kind == run.block && blocks.back().level == run.level;
  if (goes_on) {
    blocks.back().span.end = span.end;
  } else {
    blocks.push_back({run.block, run.level, span});
  }
}

void Assembly::finish(Document& document) && {
  document.kind = document_.kind;
  if (!document_.title.empty()) document.title = std::move(document_.title);
  document.text = std::move(document_.text);
  document.pages = std::move(document_.pages);
  document.blocks =
      document.kind == Kind::Text ? paragraph_blocks(document.text) : std::move(document_.blocks);
  document.placed = std::move(document_.placed);
  document.problems = std::move(document_.problems);
  document.counts = document_.counts;
  document.counts.characters_kept = code_points(document.text) - separators_;
  document.counts.pages = static_cast<uint32_t>(document.pages.size());
  const std::string_view text = document.text;
  document.counts.pages_without_text = static_cast<uint32_t>(
      std::count_if(document.pages.begin(), document.pages.end(), [&](const Page& page) {
        return trim(text.substr(page.span.begin, page.span.size())).empty();
      }));
}

std::vector<Block> paragraph_blocks(std::string_view text) {
  std::vector<Block> blocks;
  bool open = false;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find_first_of("\n\r\f", at);
    end = end == std::string_view::npos ? text.size() : end;
    const std::string_view line = trim(text.substr(at, end - at));
    if (line.empty()) {
      open = false;
    } else {
      const auto begin = static_cast<uint64_t>(line.data() - text.data());
      if (!open) blocks.push_back({BlockKind::Paragraph, 0, {begin, begin}});
      open = true;
      blocks.back().span.end = begin + line.size();
    }
    if (end < text.size() && text[end] == '\f') open = false;
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return blocks;
}

}  // namespace oi
