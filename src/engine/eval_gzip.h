// Files that a set packs with gzip.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace oi {

// The file's bytes; unpacked where it begins as gzip does. Corrupt for a damaged stream, TooLarge
// over `limit_bytes` after unpacking.
Result<std::string> read_packed(const std::filesystem::path& file, uint64_t limit_bytes);

}  // namespace oi
