// Archives of every format: never a crash, never a broken protocol.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_archives();
    return true;
  }();
  (void)loaded;
  oi::fuzz::run(oi::read_archive, oi::Kind::Archive, bytes, size);
  return 0;
}
