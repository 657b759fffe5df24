// The parser is C and knows no failure of memory: it would write through a null pointer. So its
// allocator leaves it by a jump, over frames of C alone, and the blocks that it had are in a list.

#include "reader/html_tree.h"

#include <cstdlib>

namespace oi {
namespace {

// Beside the file itself, which is mapped: together they stay within what a reader may hold.
constexpr size_t kMostBytes = 256U << 20;

}  // namespace

struct alignas(16) HtmlTree::Block {
  Block* before;
  Block* after;
  size_t size;
};

void* HtmlTree::allocate(void* tree, size_t size) {
  auto& self = *static_cast<HtmlTree*>(tree);
  const size_t all = size + sizeof(Block);
  auto* block = self.bytes_ + all > kMostBytes ? nullptr : static_cast<Block*>(std::malloc(all));
  if (block == nullptr) std::longjmp(self.out_of_memory_, 1);
  *block = {nullptr, self.first_, all};
  if (self.first_ != nullptr) self.first_->before = block;
  self.first_ = block;
  self.bytes_ += all;
  return block + 1;
}

void HtmlTree::release(void* tree, void* memory) {
  if (memory == nullptr) return;
  auto& self = *static_cast<HtmlTree*>(tree);
  Block* block = static_cast<Block*>(memory) - 1;
  if (block->before != nullptr) block->before->after = block->after;
  if (block->after != nullptr) block->after->before = block->before;
  if (self.first_ == block) self.first_ = block->after;
  self.bytes_ -= block->size;
  std::free(block);
}

HtmlTree::~HtmlTree() {
  while (first_ != nullptr) {
    Block* next = first_->after;
    std::free(first_);
    first_ = next;
  }
}

Result<const GumboNode*> HtmlTree::parse(std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = allocate;
  options.deallocator = release;
  options.userdata = this;
  options.max_errors = 0;
  if (setjmp(out_of_memory_) != 0)
    return Error{Code::TooLarge, "the page's structure takes too much memory"};
  const GumboOutput* output = gumbo_parse_with_options(&options, html.data(), html.size());
  return static_cast<const GumboNode*>(output->document);
}

}  // namespace oi
