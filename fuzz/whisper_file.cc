// A transcriber's tables: never a read outside the bytes, whatever they say.
#include "runtimes/whisper_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  (void)oi::check_whisper(std::as_bytes(std::span(bytes, size))).ok();
  return 0;
}
