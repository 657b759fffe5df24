// Recordings: never a crash, never a broken protocol.
#include "reader/media.h"

#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_media();
    return true;
  }();
  (void)loaded;
  oi::fuzz::run(oi::read_media, oi::Kind::Audio, bytes, size);
  return 0;
}
