// JSON from outside: reading never crashes, and a layout that is accepted reads back the same.
#include <cstdlib>

#include "types/json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  oi::Document document;
  if (oi::layout_from_json(text, document).ok()) {
    oi::Document again;
    if (!oi::layout_from_json(oi::layout_to_json(document), again).ok()) std::abort();
    if (!(again == document)) std::abort();
  }
  const auto flat = oi::parse_flat_object(text);
  if (flat.ok()) {
    oi::JsonObject object;
    for (const auto& [name, value] : *flat)
      object.text(name, value);
    const auto again = oi::parse_flat_object(object.str());
    if (!again.ok() || !(*again == *flat)) std::abort();
  }
  (void)oi::citations_from_json(text);
  oi::json_string(text);
  return 0;
}
