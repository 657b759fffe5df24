// The reading order of what stands on a page, by recursive cuts at gutters: white space that runs
// down between two parts which both read as text.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_parts.h"

namespace oi::layout {

// Something that is not cut: a segment of text, a table, or a rule that no gutter crosses.
struct Piece {
  enum class What : uint8_t { Text, Table, Rule } what = What::Text;
  uint32_t index = 0;
  Box box;
  float size = 0;
  uint32_t words = 0;
  bool marker = false;   // a list's mark or number and nothing more
  bool figures = false;  // numbers and nothing more
};

// What is read from top to bottom. Every text and table is in exactly one.
struct Column {
  std::vector<uint32_t> pieces;  // by height
  float left = 0, right = 0;
};

std::vector<Column> columns_of(std::span<const Piece> pieces);

}  // namespace oi::layout
