// The XML layer: trees of any text, in pieces.
#include "reader/xml.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto source = [&](const auto& take) -> oi::Result<oi::Done> {
    const size_t half = text.size() / 2;
    TRY(take(text.substr(0, half)));
    return take(text.substr(half));
  };
  const auto part = oi::parse_part(source);
  if (part.ok()) (void)part.value().root.all_text();
  return 0;
}
