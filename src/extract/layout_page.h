// One page: from its words and marks to lines and tables in reading order.
#pragma once

#include "extract/layout.h"
#include "extract/layout_parts.h"

namespace oi::layout {

PageParts parts_of(PageContent&& page);

}  // namespace oi::layout
