// A run is appended after what its break stands for: nothing, a space, one line end, or two. A page
// begins after that break, so that a page's span holds its runs and no more. A block goes on while
// runs of its kind and level come without a paragraph's break. Plain text has no blocks of its own;
// they are cut at its blank lines when all is there.
//
// In a table a row is a line and a tab stands between two cells, unless the parser sends what
// stands there itself, as runs without a cell (CSV). A line end inside of a cell becomes a space,
// so that a row stays one line.

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

void add_dropped(Counts& counts, const Dropped& dropped) {
  counts.characters_seen += dropped.characters;
  const auto at = std::lower_bound(
      counts.dropped.begin(), counts.dropped.end(), dropped.reason,
      [](const Dropped& one, const std::string& reason) { return one.reason < reason; });
  if (at != counts.dropped.end() && at->reason == dropped.reason) {
    at->characters += dropped.characters;
  } else {
    counts.dropped.insert(at, dropped);
  }
}

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
  } else if (const auto* dropped = std::get_if<Dropped>(&message)) {
    add_dropped(document_.counts, *dropped);
  } else if (auto* table = std::get_if<TableStart>(&message)) {
    start_table(std::move(table->name));
  } else if (std::holds_alternative<TableEnd>(message)) {
    end_table();
  } else if (const auto* start = std::get_if<PageStart>(&message)) {
    const uint64_t at = document_.text.size();
    document_.pages.push_back({start->number, {at, at}, start->width, start->height});
    in_page_ = true;
    page_started_ = false;
  } else if (std::holds_alternative<PageEnd>(message)) {
    in_page_ = false;
  }
}

void Assembly::separate(std::string_view with) {
  if (document_.text.empty()) return;
  document_.text += with;
  separators_ += with.size();
}

// A text that grows by doubling holds three times itself while it moves. A large one is given room
// for all that a document may have, once: what it does not fill costs addresses, not memory.
void Assembly::make_room(size_t more) {
  constexpr size_t kLarge = 32 << 20;
  std::string& text = document_.text;
  const size_t most = ReadLimits().text_bytes;
  if (text.size() >= kLarge && text.capacity() < most && text.size() + more > text.capacity())
    text.reserve(most + most / 4);
}

void Assembly::take_run(TextRun&& run) {
  if (in_table_) {
    separate_cell(run);
  } else {
    separate(separator(run.before));
  }
  const Span span{document_.text.size(), document_.text.size() + run.text.size()};
  document_.counts.characters_seen += code_points(run.text);
  make_room(run.text.size());
  document_.text += run.text;
  if (in_table_) {
    extend_table(run, span);
  } else {
    extend_block(run, span);
  }
  if (run.to > 0) extend_time(run, span);
  if (!in_page_) return;
  Page& page = document_.pages.back();
  if (!page_started_) page.span.begin = span.begin;
  page_started_ = true;
  page.span.end = span.end;
  if (has_place(run.box)) document_.placed.push_back({span, page.number, run.box});
}

void Assembly::extend_block(const TextRun& run, Span span) {
  if (document_.kind == Kind::Text) return;
  std::vector<Block>& blocks = document_.blocks;
  const bool goes_on = !blocks.empty() && !after_table_ && !run.begins_block &&
                       run.before != Break::Paragraph && blocks.back().kind == run.block &&
                       blocks.back().level == run.level;
  after_table_ = false;
  if (goes_on) {
    blocks.back().span.end = span.end;
  } else {
    blocks.push_back({run.block, run.level, span});
  }
}

void Assembly::extend_time(const TextRun& run, Span span) {
  std::vector<TimedText>& timed = document_.timed;
  const bool goes_on = !timed.empty() && timed.back().from == run.from &&
                       timed.back().to == run.to && timed.back().span.end <= span.begin;
  if (goes_on) {
    timed.back().span.end = span.end;
  } else {
    timed.push_back({span, run.from, run.to});
  }
}

// --- Tables

void Assembly::start_table(std::string name) {
  in_table_ = true;
  first_in_table_ = true;
  between_cells_ = false;
  document_.tables.push_back({});
  document_.tables.back().name = std::move(name);
}

void Assembly::separate_cell(const TextRun& run) {
  if (first_in_table_) {
    separate(separator(Break::Paragraph));
    return;
  }
  const std::vector<Cell>& cells = document_.tables.back().cells;
  if (run.rows == 0 || between_cells_ || cells.empty()) {
    separate(separator(run.before));
    return;
  }
  const Cell& last = cells.back();
  if (run.row != last.row) {
    separate("\n");
  } else if (run.column != last.column) {
    separate("\t");
  } else {
    separate(run.before == Break::None ? "" : " ");
  }
}

void Assembly::extend_table(const TextRun& run, Span span) {
  Table& table = document_.tables.back();
  if (first_in_table_) {
    table.span = span;
    document_.blocks.push_back({BlockKind::Table, 0, span});
  }
  first_in_table_ = false;
  table.span.end = span.end;
  document_.blocks.back().span.end = span.end;
  const bool same = !table.cells.empty() && !between_cells_ && table.cells.back().row == run.row &&
                    table.cells.back().column == run.column;
  between_cells_ = run.rows == 0;
  if (between_cells_) return;
  if (same) {
    table.cells.back().end = static_cast<uint32_t>(span.end);
    return;
  }
  table.cells.push_back({static_cast<uint32_t>(span.begin), static_cast<uint32_t>(span.end),
                         run.row, run.column, run.rows, run.columns, run.header});
  table.rows = std::max(table.rows, run.row + run.rows);
  table.columns = std::max<uint32_t>(table.columns, run.column + run.columns);
}

void Assembly::end_table() {
  in_table_ = false;
  after_table_ = true;
  if (document_.tables.back().span.size() == 0) document_.tables.pop_back();
}

void Assembly::finish(Document& document) && {
  document.kind = document_.kind;
  if (!document_.title.empty()) document.title = std::move(document_.title);
  document.text = std::move(document_.text);
  document.pages = std::move(document_.pages);
  document.blocks =
      document.kind == Kind::Text ? paragraph_blocks(document.text) : std::move(document_.blocks);
  document.tables = std::move(document_.tables);
  document.placed = std::move(document_.placed);
  document.timed = std::move(document_.timed);
  document.problems = std::move(document_.problems);
  document.counts = std::move(document_.counts);
  document.counts.characters_kept = code_points(document.text) - separators_;
  hold_within_pages(document);
  count_pages(document);
}

void hold_within_pages(Document& document) {
  for (PlacedText& placed : document.placed) {
    const Page& page = document.pages[placed.page - 1];
    placed.box = {
        std::clamp(placed.box.x0, 0.0F, page.width), std::clamp(placed.box.y0, 0.0F, page.height),
        std::clamp(placed.box.x1, 0.0F, page.width), std::clamp(placed.box.y1, 0.0F, page.height)};
  }
}

void count_pages(Document& document) {
  const std::string_view text = document.text;
  Counts& counts = document.counts;
  counts.pages = static_cast<uint32_t>(document.pages.size());
  counts.pages_without_text = 0;
  counts.pages_recognised = 0;
  for (const Page& page : document.pages) {
    const bool blank = trim(text.substr(page.span.begin, page.span.size())).empty();
    counts.pages_without_text += blank ? 1 : 0;
    counts.pages_recognised += page.source == TextSource::Recognised && !blank ? 1 : 0;
  }
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
