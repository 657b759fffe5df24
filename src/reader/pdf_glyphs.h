// The characters of a page, one line after another in the order of the file. A line is laid so that
// its text runs to the right, whichever way it lies on the page.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reader/pdf_parts.h"

namespace oi::pdf {

// What the characters that are drawn by one operator have in common.
struct Style {
  float size = 0;  // points
  float base = 0;  // of the upright line
  uint8_t turns = 0;
  bool bold = false, italic = false;
  bool hidden = false;
  bool white = false;
  bool slanted = false;  // lies between the quarters: boxes say little about gaps
  bool tight = false;    // the font tells no height: boxes are those of the ink
};

struct Glyph {
  char32_t code = 0;
  char32_t mark = 0;  // a combining one, that stands over it
  uint32_t style = 0;
  Box box;               // upright
  bool space = false;    // stands before it in the file
  bool guessed = false;  // PDFium would set one there, or end the line
  bool from_right = false;
  bool stacked = false;  // goes on below the glyph before it, in one sign of several pieces
};

Box upright(const Box& shown, uint8_t turns);
Box as_shown(const Box& upright, uint8_t turns);
bool is_from_right(char32_t c);

struct GlyphCounts {
  size_t characters = 0, unmapped = 0, twice = 0;
  std::unordered_map<FPDF_PAGEOBJECT, size_t> objects;
};
using TakeLine = std::function<void(std::span<const Glyph> line, std::span<const Style> styles)>;
GlyphCounts each_line(FPDF_TEXTPAGE text, const PageFrame& frame, const TakeLine& take);

}  // namespace oi::pdf
