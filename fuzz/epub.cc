// Books: a zip with its package and pages. Never a crash, never a broken protocol.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_character_sets();
    return true;
  }();
  (void)loaded;
  oi::fuzz::run(oi::read_epub, oi::Kind::Epub, bytes, size);
  return 0;
}
