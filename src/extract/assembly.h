// From the reader's messages to one canonical text and its spans, and the same for text that never
// was a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/wire.h"
#include "types/document.h"

namespace oi {

// Takes the messages of one reader in their order and lays their text end to end. Only the breaks
// that runs announce are added; no character is changed or left out, and `finish` counts both.
class Assembly {
 public:
  void take(WireMessage&& message);
  // Fills kind, title (when one was told), text, pages, blocks, placed, problems and counts.
  void finish(Document& document) &&;

 private:
  void take_run(TextRun&& run);
  void separate(TextRun::Break before);
  void extend_block(const TextRun& run, Span span);

  Document document_;
  uint64_t separators_ = 0;
  bool in_page_ = false;
  bool page_started_ = false;  // a run of the present page has come
};

// The paragraphs of plain text: what blank lines separate, without the white space around it.
std::vector<Block> paragraph_blocks(std::string_view text);

}  // namespace oi
