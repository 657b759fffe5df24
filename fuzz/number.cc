// Number format codes: whatever the code, something valid is shown and the end is reached.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "base/text.h"
#include "reader/number_format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  double value = 0;
  if (size < sizeof value) return 0;
  std::memcpy(&value, bytes, sizeof value);
  const std::string_view code(reinterpret_cast<const char*>(bytes) + sizeof value,
                              size - sizeof value);
  const bool odd = size % 2 == 1;
  const std::string shown = oi::shown_number(value, code, odd);
  if (oi::valid_utf8(code) && !oi::valid_utf8(shown)) std::abort();
  return 0;
}
