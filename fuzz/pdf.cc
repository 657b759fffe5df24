// PDF documents, read or drawn as the last byte says: never a crash, never a broken protocol.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_pdf();
    return true;
  }();
  (void)loaded;
  oi::Request request;
  if (size > 0 && bytes[size - 1] % 2 == 1) {
    request.render = {1, 2};
    request.dpi = 30;
  }
  request.passwords = {"open sesame"};
  oi::fuzz::run(oi::read_pdf, oi::Kind::Pdf, bytes, size, request);
  return 0;
}
