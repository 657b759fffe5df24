// Bytes in any code page become valid UTF-8.
#include <cstdlib>

#include "base/text.h"
#include "reader/codepage.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const oi::Codepage pages[] = {oi::Codepage(1252),  oi::Codepage(1251),  oi::Codepage(932),
                                       oi::Codepage(936),   oi::Codepage(949),   oi::Codepage(950),
                                       oi::Codepage(874),   oi::Codepage(10000), oi::Codepage(437),
                                       oi::Codepage(50220), oi::Codepage(65001), oi::Codepage(1)};
  const std::string_view all(reinterpret_cast<const char*>(bytes), size);
  for (const oi::Codepage& page : pages)
    if (!oi::valid_utf8(page.decode(all))) std::abort();
  if (!oi::valid_utf8(oi::from_utf16(all))) std::abort();
  return 0;
}
