// Files whose canonical text is their own text, cut into blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reader/readers.h"

namespace oi {

// Sends the pieces of a text in order, so that what is sent is the text.
class OwnText {
 public:
  OwnText(std::string_view text, Frames& out) : text_(text), out_(out) {}

  // Sends up to `end`; a block begins here.
  Result<Done> block(size_t end, BlockKind kind, uint8_t level = 0);
  // Sends up to `end` as more of the latest block.
  Result<Done> more(size_t end);
  size_t at() const { return at_; }

 private:
  Result<Done> send(size_t end, bool begins);

  std::string_view text_;
  Frames& out_;
  size_t at_ = 0;
  BlockKind kind_ = BlockKind::Code;
  uint8_t level_ = 0;
};

// Decodes and tells the problems of that.
Result<PlainText> decode_and_tell(std::string_view bytes, const Request& request, Frames& out,
                                  std::string_view declared = {});

// Behind the line that `at` is in, its end with it.
size_t line_end(std::string_view text, size_t at);

}  // namespace oi
