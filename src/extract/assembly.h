// From the reader's messages to one canonical text and its spans, for every kind whose text comes
// in reading order; pages of words go through Layout instead. And the same for text that never was
// a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/wire.h"
#include "types/document.h"

namespace oi {

// Takes the messages of one reader in their order and lays their text end to end. Only the breaks
// that runs announce, and a table's line ends and tabs, are added; no character is changed or left
// out, and `finish` counts both.
class Assembly {
 public:
  void take(WireMessage&& message);
  // Fills kind, title (when one was told), text, pages, blocks, tables, placed, timed, problems and
  // counts.
  void finish(Document& document) &&;
  bool empty() const { return document_.text.empty(); }

 private:
  void make_room(size_t more);
  void take_run(TextRun&& run);
  void separate(std::string_view with);
  void extend_block(const TextRun& run, Span span);
  void extend_time(const TextRun& run, Span span);
  void start_table(std::string name);
  void separate_cell(const TextRun& run);
  void extend_table(const TextRun& run, Span span);
  void end_table();

  Document document_;
  uint64_t separators_ = 0;
  bool in_page_ = false;
  bool page_started_ = false;  // a run of the present page has come
  bool in_table_ = false;
  bool first_in_table_ = false;
  bool between_cells_ = false;  // the latest run of the table belongs to no cell
  bool after_table_ = false;    // no run has come since its end
};

// Adds to what was seen and to its reason.
void add_dropped(Counts& counts, const Dropped& dropped);

// Cuts every place to its page: a glyph or a slide's shape may reach over the edge, what is
// highlighted may not.
void hold_within_pages(Document& document);

// Sets the counts of pages from the pages and the text.
void count_pages(Document& document);

// The paragraphs of plain text: what blank lines separate, without the white space around it.
std::vector<Block> paragraph_blocks(std::string_view text);

}  // namespace oi
