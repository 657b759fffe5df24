// From the lines of a page to its blocks: paragraphs, headings, lists, captions, formulas.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_furniture.h"
#include "extract/layout_parts.h"

namespace oi::layout {

struct PageBlock {
  BlockKind kind = BlockKind::Paragraph;
  uint8_t level = 0;
  Entry::What what = Entry::What::Line;
  std::vector<uint32_t> items;  // lines of the page; else one table, or what stands beside
  bool open = false;            // its last line ends no sentence
  bool full = false;            // and reaches the column's right side
  bool goes_on = false;         // begins in lower case
};

// Each in reading order.
struct PageBlocks {
  std::vector<PageBlock> heads, body, notes, feet;
};
PageBlocks blocks_of(const PageParts& page, std::span<const Role> roles, float body);

// "Table 3: ...", "Abb. 2 ...".
bool is_caption(std::string_view text);
bool is_table_caption(std::string_view text);

// The bytes of a list's mark and the space after it at the beginning of the line; 0 without one.
size_t marker_bytes(std::string_view text);

}  // namespace oi::layout
