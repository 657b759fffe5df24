// The rich text of a message as Outlook squeezes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace oi {

// Corrupt: another format, or references outside of what there is. At most `limit` bytes come out.
Result<std::string> expand_rtf(std::string_view bytes, uint64_t limit);

}  // namespace oi
