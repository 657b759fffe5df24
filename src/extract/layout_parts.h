// What the steps of the layout hand to one another. A page is laid out upright: text that is turned
// by quarters has its boxes turned back first, and turned again when they are told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/document.h"
#include "types/runs.h"

namespace oi::layout {

struct Word {
  std::string text;
  Box box;  // upright
  float size = 0;
  bool bold = false, italic = false;
  TextRun::Rise rise = TextRun::Rise::None;
  bool glued = false;        // nothing stands between it and the word before it in the file
  bool begins_line = false;  // in the file
};

// Words that follow one another on one baseline without a wide gap.
struct LineSegment {
  std::vector<uint32_t> words;  // from left to right
  Box box;
  float size = 0;  // of most of its characters
  float base = 0;  // where its words stand
  bool bold = false;
  uint32_t characters = 0;
};

// Segments side by side.
struct Row {
  std::vector<uint32_t> segments;  // from left to right
  Box box;
  float base = 0;
};

// Part of a line of text, and where it is to be seen.
struct TextPlace {
  uint32_t begin = 0, end = 0;  // bytes of the line's text
  Box box;                      // as shown
};

struct Line {
  std::string text;
  Box box;  // upright
  float base = 0;
  float size = 0;
  bool bold = false, italic = false;
  bool formula = false;
  bool below_rule = false;  // of the page's last short rule: a footnote's place
  bool turned = false;
  uint32_t column = 0;        // lines of one column follow one another
  float left = 0, right = 0;  // of its column
  uint32_t characters = 0;    // that the file says; the rest separates
  std::vector<TextPlace> places;
};

struct TableCell {
  uint32_t row = 0;
  uint16_t column = 0, rows = 1, columns = 1;
  bool header = false;
  std::vector<Line> lines;
};

struct TablePart {
  Box box;
  uint32_t rows = 0, columns = 0;
  std::vector<float> edges;      // x of its columns' borders, for tables that go on
  std::vector<TableCell> cells;  // by row, then column
};

// One page in reading order: lines and tables, the latter as an index.
struct Entry {
  enum class What : uint8_t { Line, Table, Beside } what = What::Line;
  uint32_t index = 0;
};

struct Beside {  // form values and remarks, which stand beside the text
  BlockKind kind = BlockKind::Form;
  std::string text;
  Box box;
  uint32_t characters = 0;
};

struct PageParts {
  uint32_t number = 0;
  float width = 0, height = 0;
  TextSource source = TextSource::File;
  float confidence = 1;
  std::vector<Line> lines;
  std::vector<TablePart> tables;
  std::vector<Beside> beside;
  std::vector<Entry> order;
  uint64_t seen = 0, hidden = 0;  // characters
};

inline float width(const Box& box) {
  return box.x1 - box.x0;
}
inline float height(const Box& box) {
  return box.y1 - box.y0;
}
inline float middle_x(const Box& box) {
  return (box.x0 + box.x1) / 2;
}
inline float middle_y(const Box& box) {
  return (box.y0 + box.y1) / 2;
}

// The smallest box around both; `all` may be empty yet.
inline void include(Box& all, const Box& one) {
  if (all == Box{}) {
    all = one;
    return;
  }
  all.x0 = all.x0 < one.x0 ? all.x0 : one.x0;
  all.y0 = all.y0 < one.y0 ? all.y0 : one.y0;
  all.x1 = all.x1 > one.x1 ? all.x1 : one.x1;
  all.y1 = all.y1 > one.y1 ? all.y1 : one.y1;
}

// How much of the lower of both stands beside the other, 0 to 1.
inline float share_of_height(const Box& a, const Box& b) {
  const float least = height(a) < height(b) ? height(a) : height(b);
  const float both = (a.y1 < b.y1 ? a.y1 : b.y1) - (a.y0 > b.y0 ? a.y0 : b.y0);
  if (least <= 0) return both >= 0 ? 1.0F : 0.0F;
  return both / least;
}

}  // namespace oi::layout
