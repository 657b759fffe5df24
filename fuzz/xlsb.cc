// Binary workbooks: never a crash, never a broken protocol.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  oi::fuzz::run(oi::read_xlsb, oi::Kind::Xlsb, bytes, size);
  return 0;
}
