// The look of a GGUF file, before a library that may end the process is given it.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"

namespace oi {

// Corrupt when the bytes are not a GGUF file of version 2 or 3, when its table of keys or tensors
// is damaged or reaches over the end, or when a number that a model divides by is zero or absurd.
// Reads only the tables, never the weights.
Result<Done> check_gguf(std::span<const std::byte> file);

}  // namespace oi
