// A storage as a compound file of its own, so that a message inside of a message is read as one.
#pragma once

#include <string>

#include "reader/compound.h"

namespace oi {

// TooLarge: over `limit` bytes.
Result<std::string> copy_storage(const CompoundFile& file, uint32_t storage, uint64_t limit);

}  // namespace oi
