// Zip packages: every member is read, whatever the archive says of it.
#include "reader/zip.h"

#include <cstdint>

#include "reader/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view archive(reinterpret_cast<const char*>(bytes), size);
  (void)oi::kind_of_zip(archive);
  auto zip = oi::Zip::open(archive);
  if (!zip.ok()) return 0;
  size_t left = 100;
  for (const oi::ZipMember& member : zip.value().members()) {
    if (left-- == 0) break;
    (void)zip.value().read(member, 1 << 20).ok();
  }
  return 0;
}
