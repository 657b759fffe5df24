// Where the text of a rich text document goes: paragraphs, cells of tables, and what stands outside
// of the running text until it can be told.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reader/readers.h"

namespace oi {

struct RtfLook {
  bool deleted = false, hidden = false, bold = false, italic = false;
  bool operator==(const RtfLook&) const = default;
};

struct RtfParagraph {
  uint8_t heading = 0;
  bool list = false;
  bool in_table = false;
};

class RtfFlow {
 public:
  explicit RtfFlow(Frames& out) : out_(out) {}

  void text(std::string_view text, const RtfLook& look);
  Result<Done> paragraph_end(const RtfParagraph& paragraph);
  Result<Done> cell_end();
  Result<Done> row_end();
  void row_begin() { header_row_ = false; }
  void row_is_header() { header_row_ = true; }
  // A note, a remark, a text box: told behind the paragraph or table in which it stands; what the
  // page repeats is told at the end, and once.
  void aside(BlockKind kind, std::string text);
  Result<Done> finish();
  bool said_something() const { return said_something_; }

 private:
  struct Segment {
    std::string text;
    RtfLook look;
  };
  struct Aside {
    BlockKind kind;
    std::string text;
  };
  void into_cell();
  Result<Done> end_table();
  Result<Done> send_asides();
  Result<Done> send(BlockKind kind, std::string text);

  Frames& out_;
  std::vector<Segment> segments_;
  std::vector<std::vector<std::string>> cells_;
  bool row_open_ = false, in_table_ = false, header_row_ = false;
  uint32_t row_ = 0;
  std::vector<Aside> asides_;
  std::vector<std::string> furniture_;
  std::set<std::string> furniture_seen_;
  uint64_t deleted_in_tables_ = 0;
  bool said_something_ = false;
};

}  // namespace oi
