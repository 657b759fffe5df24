// The look of a file of whisper.cpp, before a library that believes all of it is given it.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"

namespace oi {

// Corrupt when the bytes are not a whisper.cpp model, when a table of it is damaged or reaches over
// the end, or when a size that the library allocates for or divides by is zero or absurd. Reads
// only the tables, never the weights.
Result<Done> check_whisper(std::span<const std::byte> file);

}  // namespace oi
