// The lists and fonts of an old Word document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reader/doc_pieces.h"
#include "reader/numbering.h"

namespace oi {

// Lists by the number that paragraphs name, written as text; "1" is the first. Styles are named by
// their place in the list of styles. Empty for Word 6, whose paragraphs keep their numbers
// themselves.
Numbering doc_numbering(const DocHead& head, std::string_view table);
// Names of fonts by the number that looks have for them.
std::vector<std::string> doc_fonts(const DocHead& head, std::string_view table);

}  // namespace oi
