// Compound files: every stream of every storage is read, and no chain is followed for ever.
#include <cstdlib>

#include "reader/compound.h"
#include "reader/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(bytes), size);
  (void)oi::kind_of_compound(all, "doc");
  const auto file = oi::CompoundFile::open(all);
  if (!file.ok()) return 0;
  std::vector<uint32_t> waiting = {oi::CompoundFile::kRoot};
  for (size_t i = 0; i < waiting.size() && i < 200; ++i)
    for (const uint32_t child : file->entry(waiting[i]).children) {
      waiting.push_back(child);
      if (file->stream(child).bytes().size() > size) std::abort();
    }
  return 0;
}
