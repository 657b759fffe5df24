// A model file's tables: never a read outside the bytes, whatever they say.
#include "runtimes/gguf.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  (void)oi::check_gguf(std::as_bytes(std::span(bytes, size))).ok();
  return 0;
}
