// A page as a tree, in bounded memory and depth.
#pragma once

#include <gumbo.h>

#include <csetjmp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace oi {

// The text without the tags that nest deeper than kDeepest, or have thousands of attributes: trees
// are walked by recursion in too many places, and each open tag is looked at for each new one.
inline constexpr size_t kDeepestTags = 256;
struct ShallowHtml {
  std::string text;
  size_t tags_left_out = 0;  // 0: the text is the page's own, and `text` is empty
};
ShallowHtml shallow_html(std::string_view html);

// Owns the nodes of one page. The parser's memory comes from here and is bounded: over the limit
// the parse ends, and everything is freed without a walk over the tree.
class HtmlTree {
 public:
  HtmlTree() = default;
  ~HtmlTree();
  HtmlTree(const HtmlTree&) = delete;
  HtmlTree& operator=(const HtmlTree&) = delete;

  // `html` must outlive the tree. TooLarge over the limit of memory.
  Result<const GumboNode*> parse(std::string_view html);

 private:
  struct Block;
  static void* allocate(void* tree, size_t size);
  static void release(void* tree, void* memory);

  Block* first_ = nullptr;
  size_t bytes_ = 0;
  std::jmp_buf out_of_memory_;
};

}  // namespace oi
