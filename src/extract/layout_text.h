// The laid out pages of a document as its canonical text and the spans of it.
#pragma once

#include <span>

#include "extract/layout_parts.h"
#include "types/document.h"

namespace oi::layout {

void write_text(std::span<const PageParts> pages, Document& document);

}  // namespace oi::layout
