// Which slides a presentation has, in their order, and where each is in the stream.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "reader/ppt_records.h"

namespace oi {

struct PptTextPart {
  uint32_t kind = 4;  // as the text's header says: 0 and 6 are titles
  std::string text;
};

struct PptSlide {
  std::string_view content;                // of its container
  std::vector<PptTextPart> outline;        // texts that its shapes name by number
  std::string_view notes;                  // of the notes' container; empty without
  std::vector<PptTextPart> notes_outline;  // the same of the notes
  std::string_view master;
};

// A cell of a drawn table.
struct PptCell {
  uint32_t row = 0;
  uint16_t column = 0, rows = 1, columns = 1;
  std::string_view shape;  // what it holds
};
// The cells of a group that is a table, by row and column; none when it is another group. A table
// is drawn: its cells are shapes side by side.
std::vector<PptCell> ppt_table(std::string_view group);

struct PptDeck {
  std::vector<PptSlide> slides;
  float width = 0, height = 0;  // points
  std::vector<std::string> footers;
  std::vector<uint32_t> pictures;  // where each stored picture begins in the stream of pictures
  bool by_place = false;           // the list was not found: slides stand as in the file
  uint32_t lost = 0;               // slides that the list names and the file does not have
};

// PasswordRequired: encrypted. Corrupt: no slides are found at all in a damaged file.
Result<PptDeck> ppt_deck(std::string_view stream, std::string_view current_user);

}  // namespace oi
