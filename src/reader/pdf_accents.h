// Accents that a file prints as glyphs of their own, over or before their letter.
#pragma once

#include <vector>

#include "reader/pdf_glyphs.h"

namespace oi::pdf {

// Joins accents of the line to the glyphs that they stand over: as one character where there is
// one, else as the glyph's mark. An accent that stands over none stays. Linear in glyphs.
void join_accents(std::vector<Glyph>& line);

}  // namespace oi::pdf
