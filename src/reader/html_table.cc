// Tables of cells. Places follow HTML's own rule: a cell stands in the first column of its row that
// no cell from above reaches into. A cell is one run; lines and paragraphs inside of it are parted
// by spaces.

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "reader/html_walk.h"

namespace oi {
namespace {

constexpr uint32_t kMostColumns = 16'384;
constexpr uint32_t kLongestSpan = 1000;    // columns, as HTML limits them
constexpr uint32_t kDeepestSpan = 65'534;  // rows
constexpr size_t kLongestCell = 4000;      // characters; a longer one is a page's text

using Nodes = std::vector<const GumboNode*>;

const GumboVector* children_of(const GumboNode* node) {
  const bool element = node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
  return element ? &node->v.element.children : nullptr;
}

bool is(const GumboNode* node, GumboTag tag) {
  return node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == tag;
}

struct Row {
  const GumboNode* node = nullptr;
  bool head = false;
};

std::vector<Row> rows_of(const GumboNode* table) {
  std::vector<Row> rows;
  const GumboVector& parts = table->v.element.children;
  for (unsigned i = 0; i < parts.length; ++i) {
    const auto* part = static_cast<const GumboNode*>(parts.data[i]);
    if (is(part, GUMBO_TAG_TR)) rows.push_back({part, false});
    const bool section =
        is(part, GUMBO_TAG_THEAD) || is(part, GUMBO_TAG_TBODY) || is(part, GUMBO_TAG_TFOOT);
    if (!section || is_hidden(part)) continue;
    const GumboVector& inner = part->v.element.children;
    for (unsigned j = 0; j < inner.length; ++j) {
      const auto* row = static_cast<const GumboNode*>(inner.data[j]);
      if (is(row, GUMBO_TAG_TR)) rows.push_back({row, is(part, GUMBO_TAG_THEAD)});
    }
  }
  return rows;
}

Nodes cells_of(const GumboNode* row) {
  Nodes cells;
  const GumboVector& parts = row->v.element.children;
  for (unsigned i = 0; i < parts.length; ++i) {
    const auto* cell = static_cast<const GumboNode*>(parts.data[i]);
    if (is(cell, GUMBO_TAG_TD) || is(cell, GUMBO_TAG_TH)) cells.push_back(cell);
  }
  return cells;
}

uint32_t number_in(const GumboNode* cell, const char* name, uint32_t most) {
  const std::string_view text = trim(attribute(cell, name));
  uint32_t number = 1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp<uint32_t>(number, 1, most);
}

// The text of a cell or a caption in one line.
std::string text_in(const GumboNode* element, uint64_t& hidden) {
  std::string text;
  Nodes open = {element};
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node == nullptr) {  // a block begins or ends
      append_collapsed(text, " ");
    } else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA ||
               node->type == GUMBO_NODE_WHITESPACE) {
      append_collapsed(text, node->v.text.text);
    } else if (const GumboVector* children = children_of(node)) {
      const GumboTag tag = node->v.element.tag;
      if (is_never_shown(tag)) continue;
      if (node != element && is_hidden(node)) {
        hidden += characters_in(node);
        continue;
      }
      if (tag == GUMBO_TAG_IMG) append_collapsed(text, attribute(node, "alt"));
      const bool parts = is_block(tag) || tag == GUMBO_TAG_BR;
      if (parts) append_collapsed(text, " ");
      if (parts) open.push_back(nullptr);
      for (unsigned i = children->length; i-- > 0;)
        open.push_back(static_cast<const GumboNode*>(children->data[i]));
    }
  }
  return std::string(trim(text));
}

// Which columns of the row are free, and until when the others are not.
class Columns {
 public:
  uint32_t place(uint32_t row, uint32_t columns, uint32_t rows) {
    while (next_ < until_.size() && until_[next_] > row)
      ++next_;
    const uint32_t column = std::min(next_, kMostColumns - 1);
    const uint32_t end = std::min(column + columns, kMostColumns);
    if (until_.size() < end) until_.resize(end, 0);
    for (uint32_t i = column; i < end; ++i)
      until_[i] = row + rows;
    next_ = end;
    return column;
  }
  void start_row() { next_ = 0; }

 private:
  std::vector<uint32_t> until_;  // the first row in which a column is free
  uint32_t next_ = 0;
};

}  // namespace

bool holds_cells(const GumboNode* table) {
  const std::string_view role = attribute(table, "role");
  if (role == "presentation" || role == "none") return false;
  Nodes open = {table};
  bool named = false;
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    const GumboVector* children = children_of(node);
    if (children == nullptr) continue;
    if (node != table && is(node, GUMBO_TAG_TABLE)) return false;
    named = named || is(node, GUMBO_TAG_TH) || is(node, GUMBO_TAG_CAPTION);
    for (unsigned i = 0; i < children->length; ++i)
      open.push_back(static_cast<const GumboNode*>(children->data[i]));
  }
  size_t columns = 0, rows = 0;
  for (const Row& row : rows_of(table)) {
    const Nodes cells = cells_of(row.node);
    columns = std::max(columns, cells.size());
    rows += cells.empty() ? 0 : 1;
    for (const GumboNode* cell : cells)
      if (characters_in(cell) > kLongestCell) return false;
  }
  return named ? rows > 0 : rows > 1 && columns > 1;
}

Result<Done> send_table(const GumboNode* table, Frames& out, uint64_t& hidden) {
  std::string name;
  const GumboVector& parts = table->v.element.children;
  for (unsigned i = 0; i < parts.length; ++i) {
    const auto* part = static_cast<const GumboNode*>(parts.data[i]);
    if (is(part, GUMBO_TAG_CAPTION)) name += (name.empty() ? "" : " ") + text_in(part, hidden);
  }
  if (!name.empty()) {
    TextRun caption;
    caption.block = BlockKind::Caption;
    caption.before = TextRun::Break::Paragraph;
    caption.text = name;
    TRY(out.run(std::move(caption)));
  }
  TRY(out.table_start(name));
  Columns grid;
  uint32_t number = 0;
  for (const Row& row : rows_of(table)) {
    if (is_hidden(row.node)) {
      hidden += characters_in(row.node);
      continue;
    }
    grid.start_row();
    for (const GumboNode* cell : cells_of(row.node)) {
      const uint32_t columns = number_in(cell, "colspan", kLongestSpan);
      const uint32_t rows = number_in(cell, "rowspan", kDeepestSpan);
      TextRun run;
      run.block = BlockKind::Table;
      run.row = number;
      run.column = static_cast<uint16_t>(grid.place(number, columns, rows));
      run.rows = static_cast<uint16_t>(rows);
      run.columns = static_cast<uint16_t>(columns);
      run.header = row.head || is(cell, GUMBO_TAG_TH);
      if (is_hidden(cell)) {
        hidden += characters_in(cell);
        continue;
      }
      run.text = text_in(cell, hidden);
      TRY(out.run(std::move(run)));
    }
    ++number;
  }
  return out.table_end();
}

}  // namespace oi
