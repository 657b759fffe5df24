// The lines of a set's file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace oi {

// Largest file of a set, and largest text that a compressed one may hold.
inline constexpr uint64_t kLargestSetFile = 4ull << 30;

// Calls `read` for every line that is not blank, without the white space at its ends, with the
// line's number from 1. Its failure comes back with file and line in front. NotFound, TooLarge, Io.
Result<Done> each_line(const std::filesystem::path& file,
                       const std::function<Result<Done>(std::string_view, uint64_t)>& read);

// The same of bytes that are already read; `file` is for messages.
Result<Done> each_line_of(std::string_view bytes, const std::filesystem::path& file,
                          const std::function<Result<Done>(std::string_view, uint64_t)>& read);

// "file.jsonl:7"
std::string line_name(const std::filesystem::path& file, uint64_t line);

}  // namespace oi
