// OpenDocument packages, as text, as sheets and as slides.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  oi::fuzz::run(oi::read_odt, oi::Kind::Odt, bytes, size);
  oi::fuzz::run(oi::read_ods, oi::Kind::Ods, bytes, size);
  oi::fuzz::run(oi::read_odp, oi::Kind::Odp, bytes, size);
  return 0;
}
