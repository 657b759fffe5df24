// What a compound file says about itself.
#pragma once

#include <string>

#include "reader/compound.h"

namespace oi {

// The title among the document's properties; empty when there is none.
std::string compound_title(const CompoundFile& file);

}  // namespace oi
