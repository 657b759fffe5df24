// Rich text as a part of another document.
#pragma once

#include <string_view>

#include "reader/readers.h"

namespace oi {

// `titled`: the document has a title already. Empty when it shows no text.
Result<Done> send_rtf(std::string_view bytes, bool titled, Frames& out);

}  // namespace oi
