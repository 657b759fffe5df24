// From the words and marks of pages to text in reading order: columns, headings, lists, tables,
// footnotes, running heads. Pure functions of plain values; the same for a file's own text and for
// recognised words.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "extract/wire.h"
#include "types/document.h"

namespace oi {

// One page as the reader or the recogniser gives it.
struct PageContent {
  uint32_t number = 0;
  float width = 0, height = 0;  // points
  std::vector<TextRun> runs;    // words, in the order of the file
  PageMarks marks;
  TextSource source = TextSource::File;
  float confidence = 1;
};

// Takes pages in their order and keeps of each only its lines, so that a book of many pages stays
// small. What needs the whole document (the body's size, running heads, tables and paragraphs that
// go on over pages) is decided in finish().
class Layout {
 public:
  Layout();
  ~Layout();
  Layout(Layout&&) noexcept;
  Layout& operator=(Layout&&) noexcept;

  void add(PageContent&& page);
  // Fills text, pages, blocks, tables, placed, and of the counts seen, kept and dropped: seen
  // equals kept plus dropped. A title is set when the document has none and its first page shows
  // one.
  void finish(Document& document) &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace oi
