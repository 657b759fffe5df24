// What repeats on the edges of pages: running heads and feet, page numbers; and the notes at the
// foot of a page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/layout_parts.h"

namespace oi::layout {

enum class Role : uint8_t { Body, Head, Foot, Note };

// A role for every line of every page. `body`: the size of the document's text.
std::vector<std::vector<Role>> roles_of(std::span<const PageParts> pages, float body);

// The size in which half of all characters are set or smaller; 0 without text.
float body_size(std::span<const PageParts> pages);

}  // namespace oi::layout
