// Text of any bytes: sentences hold everything but space exactly once, repaired text is valid, and
// nothing reads past the end.
#include "base/text.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::string outside(text);
  size_t last = 0;
  for (const oi::TextSpan& span : oi::sentences(text)) {
    if (span.begin < last || span.begin >= span.end || span.end > size) std::abort();
    outside.replace(span.begin, span.size(), span.size(), ' ');
    last = span.end;
  }
  if (!oi::trim(outside).empty()) std::abort();
  const oi::Utf8Repair repair = oi::repair_utf8(text);
  if (!oi::valid_utf8(repair.text)) std::abort();
  if ((repair.replaced == 0) != oi::valid_utf8(text)) std::abort();
  if (oi::code_points(repair.text) != oi::code_points(text)) std::abort();
  if (oi::count_words(text) > size || oi::whole_code_points(text) > size) std::abort();
  for (size_t at = 0; at <= size; ++at) {
    if (oi::floor_code_point(text, at) > at) std::abort();
  }
  const std::string folded = oi::fold(repair.text);
  if (oi::fold(folded) != folded) std::abort();
  return 0;
}
