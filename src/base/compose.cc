#include "base/compose.h"

#include <unicode/normalizer2.h>

namespace oi {

char32_t composed(char32_t base, char32_t mark) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const together = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return 0;
  const UChar32 pair =
      together->composePair(static_cast<UChar32>(base), static_cast<UChar32>(mark));
  return pair > 0 ? static_cast<char32_t>(pair) : 0;
}

}  // namespace oi
