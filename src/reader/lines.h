// From the lines of a page to paragraphs and headings, by nothing but boxes, sizes and the
// characters at their ends. Pure functions over runs; no outside bytes are parsed here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "types/runs.h"

namespace oi {

// A run, and what of its look the wire does not carry.
struct Piece {
  TextRun run;
  bool bold = false;
};

// The font size in which half of all characters are set or smaller; 0 without pieces.
float body_size(std::span<const Piece> pieces);

// Turns those breaks from Line to Paragraph where the gap, the size, a change to or from bold, or
// an indentation after the end of a sentence says so. The first piece gets Paragraph, or Line when
// the page before it ended within a sentence (`open_sentence`) and this one goes on in lower case.
void set_paragraphs(std::vector<Piece>& page, bool open_sentence);

// Paragraphs of at most three short lines in a size well above the body's become headings: level 1
// from 1.7 times, level 2 from 1.35 times, level 3 from 1.15 times. So do single bold lines of the
// body's size that end no sentence: level 3 when a little larger than it, else level 4.
void mark_headings(std::vector<Piece>& page, float body);

// The text of the largest heading, when it stands upright; empty when there is none.
std::string largest_heading(std::span<const Piece> page);

// False when the page's text stops before a sentence's end.
bool ends_sentence(std::span<const Piece> page);

}  // namespace oi
