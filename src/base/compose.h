// Letters with marks: one code point where Unicode has one.
#pragma once

namespace oi {

// "e" and U+0301 give "é", "=" and U+0338 give "≠"; 0 where there is no such code point.
char32_t composed(char32_t base, char32_t mark);

}  // namespace oi
