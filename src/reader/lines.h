// From the lines of a page to paragraphs and headings, by nothing but boxes, sizes and the
// characters at their ends. Pure functions over runs; no outside bytes are parsed here.
#pragma once

#include <span>
#include <vector>

#include "types/document.h"

namespace oi {

// The font size in which half of all characters are set or smaller; 0 without runs.
float body_size(std::span<const TextRun> runs);

// Turns those breaks from Line to Paragraph where the gap, the size, or an indentation after the
// end of a sentence says so. The first run gets Paragraph, or Line when the page before it ended
// within a sentence (`open_sentence`) and this one goes on in lower case.
void set_paragraphs(std::vector<TextRun>& page, bool open_sentence);

// Paragraphs of at most three short lines in a size well above the body's become headings: level 1
// from 1.7 times, level 2 from 1.35 times, level 3 from 1.15 times.
void mark_headings(std::vector<TextRun>& page, float body);

// False when the page's text stops before a sentence's end.
bool ends_sentence(std::span<const TextRun> page);

}  // namespace oi
