// Where the blocks of source code begin: a function or type with the comment right above it. Each
// scanner is linear, keeps a stack no deeper than the nesting, and is light: it knows strings,
// comments and brackets, not grammars. Whatever it mistakes, the blocks cover the whole text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "types/document.h"

namespace oi {

struct CodeBorder {
  size_t at = 0;  // the start of a line
  BlockKind kind = BlockKind::Code;
  uint8_t level = 0;
};
using CodeBorders = std::vector<CodeBorder>;

// C and all that write their bodies in braces.
CodeBorders brace_borders(std::string_view text);
// Python and its kin.
CodeBorders indent_borders(std::string_view text);
// Anything else: a line at the margin behind a blank line.
CodeBorders margin_borders(std::string_view text);
// LaTeX: chapters and sections are headings, paragraphs are paragraphs.
CodeBorders tex_borders(std::string_view text);

}  // namespace oi
