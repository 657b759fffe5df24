#include "base/script.h"

#include <unicode/uchar.h>

#include "base/text.h"

namespace oi {

bool is_unspaced(char32_t c) {
  if (c < 0x0e00) return false;
  return c <= 0x0eff ||                   // Thai, Lao
         (c >= 0x1000 && c <= 0x109f) ||  // Burmese
         (c >= 0x1780 && c <= 0x17ff) ||  // Khmer
         (c >= 0x3005 && c <= 0x3007) ||  // signs that repeat a Han character, and zero
         (c >= 0x3040 && c <= 0x30ff) ||  // Japanese syllables
         (c >= 0x3400 && c <= 0x9fff) ||  // Han
         (c >= 0xac00 && c <= 0xd7a3) ||  // Korean syllables
         (c >= 0xf900 && c <= 0xfaff) ||  // Han for compatibility
         (c >= 0x20000 && c <= 0x323af);  // rarer Han
}

bool is_mark(char32_t c) {
  if (c < 0x300) return false;
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

bool has_unspaced(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
    } else if (is_unspaced(next_code_point(text, at))) {
      return true;
    }
  }
  return false;
}

}  // namespace oi
