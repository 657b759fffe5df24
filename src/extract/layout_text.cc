// Lines end with a line end, blocks with two. What stands on the edge of a page or at its foot
// waits while a paragraph or a table goes on over the page's end, and comes after it: nothing
// splits a sentence. A page's span begins with the first of its text that did not wait.
//
// A table that goes on is one table. Where its head is repeated, the repeated rows stay rows with
// header cells: their text is the page's, and the same names stand over the same columns.

#include "extract/layout_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"
#include "extract/assembly.h"
#include "extract/layout_blocks.h"
#include "extract/layout_furniture.h"

namespace oi::layout {
namespace {

constexpr float kSameEdge = 9;        // points by which columns of one table may lie apart
constexpr size_t kLongestName = 300;  // bytes of a table's name

std::string cell_text(const TableCell& cell) {
  std::string text;
  for (const Line& line : cell.lines)
    text += (text.empty() ? "" : " ") + line.text;
  return text;
}

std::string row_text(const TablePart& table, uint32_t row) {
  std::string text;
  for (const TableCell& cell : table.cells)
    if (cell.row == row) text += std::to_string(cell.column) + "\t" + cell_text(cell) + "\n";
  return text;
}

bool same_columns(const TablePart& a, const TablePart& b) {
  if (a.columns != b.columns || a.edges.size() != b.edges.size() || a.edges.empty()) return false;
  const float shift = b.edges.front() - a.edges.front();  // pages of a book have two margins
  for (size_t i = 0; i < a.edges.size(); ++i)
    if (std::abs(b.edges[i] - a.edges[i] - shift) > kSameEdge) return false;
  return true;
}

class TextWriter {
 public:
  TextWriter(std::span<const PageParts> pages, Document& document)
      : pages_(pages),
        document_(document),
        body_(body_size(pages)),
        roles_(roles_of(pages, body_)) {}

  void write() {
    for (uint32_t p = 0; p < pages_.size(); ++p)
      write_page(p);
    flush();
    std::sort(document_.placed.begin(), document_.placed.end(),
              [](const PlacedText& a, const PlacedText& b) { return a.span < b.span; });
    close_pages();
    document_.counts.characters_kept += kept_;
  }

 private:
  struct Waiting {
    uint32_t page = 0;
    PageBlock block;
  };

  const PageParts& page(uint32_t p) const { return pages_[p]; }

  void write_page(uint32_t p) {
    const PageParts& parts = page(p);
    document_.counts.characters_seen += parts.seen - parts.hidden;
    if (parts.hidden > 0) tell_hidden(parts);
    document_.pages.push_back(
        {parts.number, {0, 0}, parts.width, parts.height, parts.source, parts.confidence});
    starts_page_ = true;
    PageBlocks blocks = blocks_of(parts, roles_[p], body_);
    size_t first = 0;
    const bool goes_on = !blocks.body.empty() && may_go_on(p, blocks.body.front());
    if (goes_on) {
      go_on(p, blocks.body.front());
      first = 1;
    }
    const bool still_open = goes_on && blocks.body.size() == 1 && stays_open(blocks.body.front());
    for (PageBlock& block : blocks.heads)
      wait(p, std::move(block));
    if (!still_open) flush();
    for (size_t i = first; i < blocks.body.size(); ++i) {
      const PageBlock& block = blocks.body[i];
      const PageBlock* const before = i > 0 ? &blocks.body[i - 1] : nullptr;
      const PageBlock* const after = i + 1 < blocks.body.size() ? &blocks.body[i + 1] : nullptr;
      write_block(p, block);
      if (block.kind == BlockKind::Table) name_table(p, before, after);
      if (block.kind == BlockKind::Heading) take_title(p, block);
    }
    if (!blocks.body.empty()) {
      open_ = stays_open(blocks.body.back());
      last_ = blocks.body.back();
      last_page_ = p;
    }
    for (PageBlock& block : blocks.notes)
      wait(p, std::move(block));
    for (PageBlock& block : blocks.feet)
      wait(p, std::move(block));
    if (!open_) flush();
  }

  static bool stays_open(const PageBlock& block) {
    if (block.kind == BlockKind::Table) return true;
    return block.open && (block.kind == BlockKind::Paragraph || block.kind == BlockKind::List);
  }

  bool may_go_on(uint32_t p, const PageBlock& block) const {
    if (!open_) return false;
    if (last_.kind == BlockKind::Table)
      return block.kind == BlockKind::Table &&
             same_columns(page(last_page_).tables[last_.items[0]], page(p).tables[block.items[0]]);
    if (block.kind != BlockKind::Paragraph) return false;
    const Line& above = page(last_page_).lines[last_.items.back()];
    const Line& below = page(p).lines[block.items.front()];
    const bool same = std::abs(above.size - below.size) < 0.1F * above.size &&
                      above.bold == below.bold && above.turned == below.turned;
    return same && (block.goes_on || last_.full);
  }

  void go_on(uint32_t p, const PageBlock& block) {
    if (block.kind == BlockKind::Table) {
      write_table_rows(p, page(p).tables[block.items[0]], true);
    } else {
      for (const uint32_t i : block.items) {
        separate("\n");
        write_line(p, page(p).lines[i]);
      }
    }
    document_.blocks.back().span.end = document_.text.size();
  }

  void wait(uint32_t p, PageBlock&& block) { waiting_.push_back({p, std::move(block)}); }

  void flush() {
    std::vector<Waiting> waiting = std::move(waiting_);
    waiting_.clear();
    for (const Waiting& one : waiting)
      write_block(one.page, one.block);
    open_ = false;
  }

  void separate(std::string_view with) {
    if (!document_.text.empty()) document_.text += with;
  }

  void begin_on_page(uint32_t p) {
    if (!starts_page_ || p + 1 != document_.pages.size()) return;
    document_.pages.back().span.begin = document_.text.size();
    starts_page_ = false;
  }

  void write_line(uint32_t p, const Line& line) {
    begin_on_page(p);
    const uint64_t at = document_.text.size();
    document_.text += line.text;
    kept_ += line.characters;
    for (const TextPlace& place : line.places)
      document_.placed.push_back({{at + place.begin, at + place.end}, page(p).number, place.box});
  }

  void write_block(uint32_t p, const PageBlock& block) {
    separate("\n\n");
    const uint64_t begin = document_.text.size();
    if (block.what == Entry::What::Table) {
      begin_on_page(p);
      document_.tables.push_back({{begin, begin}, "", 0, 0, {}});
      write_table_rows(p, page(p).tables[block.items[0]], false);
    } else if (block.what == Entry::What::Beside) {
      write_beside(p, page(p).beside[block.items[0]]);
    } else {
      for (size_t i = 0; i < block.items.size(); ++i) {
        if (i > 0) separate("\n");
        write_line(p, page(p).lines[block.items[i]]);
      }
    }
    document_.blocks.push_back({block.kind, block.level, {begin, document_.text.size()}});
  }

  void write_beside(uint32_t p, const Beside& beside) {
    begin_on_page(p);
    const uint64_t at = document_.text.size();
    document_.text += beside.text;
    kept_ += beside.characters;
    if (!(beside.box == Box{}))
      document_.placed.push_back({{at, document_.text.size()}, page(p).number, beside.box});
  }

  void write_table_rows(uint32_t p, const TablePart& part, bool more) {
    Table& table = document_.tables.back();
    const uint32_t first = table.rows;
    const std::vector<bool> heads = more ? repeated_heads(part) : std::vector<bool>();
    if (!more) head_ = &part;
    uint32_t row = UINT32_MAX;
    for (const TableCell& cell : part.cells) {
      if (cell.row != row) {
        if (row != UINT32_MAX || more) separate("\n");
        row = cell.row;
      } else {
        separate("\t");
      }
      const uint64_t begin = document_.text.size();
      for (size_t i = 0; i < cell.lines.size(); ++i) {
        if (i > 0) separate(" ");
        write_line(p, cell.lines[i]);
      }
      const uint64_t end = document_.text.size();
      const bool header =
          cell.header && (!more || heads[cell.row] || (cell.column == 0 && names_rows(part)));
      table.cells.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end),
                             first + cell.row, cell.column, cell.rows, cell.columns, header});
    }
    table.rows = first + part.rows;
    table.columns = std::max(table.columns, part.columns);
    table.span.end = document_.text.size();
  }

  static bool names_rows(const TablePart& part) {
    return !part.cells.empty() && part.cells.back().column > 0 &&
           std::any_of(part.cells.begin(), part.cells.end(), [&](const TableCell& cell) {
             return cell.column == 0 && cell.header && cell.row + 1 == part.rows;
           });
  }

  // The rows of a table's next part that are its head again.
  std::vector<bool> repeated_heads(const TablePart& part) const {
    std::vector<bool> heads(part.rows, false);
    for (uint32_t row = 0; row < part.rows && row < head_->rows && row < 8; ++row) {
      if (row_text(part, row) != row_text(*head_, row)) break;
      heads[row] = true;
    }
    return heads;
  }

  std::string text_of(uint32_t p, const PageBlock& block) const {
    std::string text;
    for (const uint32_t i : block.items)
      text += (text.empty() ? "" : " ") + page(p).lines[i].text;
    return collapse_spaces(text);
  }

  // By the caption above it, else by the one below.
  void name_table(uint32_t p, const PageBlock* before, const PageBlock* after) {
    for (const PageBlock* const block : {before, after}) {
      if (block == nullptr || block->kind != BlockKind::Caption) continue;
      std::string text = text_of(p, *block);
      if (!is_table_caption(text)) continue;
      text.resize(floor_code_point(text, std::min(text.size(), kLongestName)));
      document_.tables.back().name = std::move(text);
      return;
    }
  }

  void take_title(uint32_t p, const PageBlock& block) {
    if (p != 0 || !titleless_) return;
    const float size = page(p).lines[block.items[0]].size;
    if (size < 1.15F * body_ || size <= title_size_) return;
    title_size_ = size;
    document_.title = text_of(p, block);
  }

  void tell_hidden(const PageParts& parts) {
    add_dropped(document_.counts, {"invisible_text", parts.hidden});
    document_.problems.push_back({"invisible_text", "page " + std::to_string(parts.number),
                                  std::to_string(parts.hidden) +
                                      " characters of the page's text are not to be seen on it "
                                      "and were left out"});
  }

  // A page ends where the next begins; a page without text of its own has an empty span.
  void close_pages() {
    uint64_t end = document_.text.size();
    for (size_t i = document_.pages.size(); i-- > 0;) {
      Span& span = document_.pages[i].span;
      if (span.begin == 0 && i > 0) span.begin = end;
      uint64_t last = std::max(end, span.begin);
      while (last > span.begin && document_.text[last - 1] <= ' ' && document_.text[last - 1] >= 0)
        --last;
      span.end = last;
      end = span.begin;
    }
  }

  std::span<const PageParts> pages_;
  Document& document_;
  float body_;
  std::vector<std::vector<Role>> roles_;
  std::vector<Waiting> waiting_;
  bool open_ = false;  // the latest block of a body may go on
  PageBlock last_;
  uint32_t last_page_ = 0;
  bool starts_page_ = false;         // nothing of the present page is written yet
  const TablePart* head_ = nullptr;  // the first part of the latest table
  uint64_t kept_ = 0;
  bool titleless_ = document_.title.empty();
  float title_size_ = 0;
};

}  // namespace

void write_text(std::span<const PageParts> pages, Document& document) {
  TextWriter(pages, document).write();
}

}  // namespace oi::layout
