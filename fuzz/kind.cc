// The whole of the reader behind its lock: the kind is told by content and the bytes go to its
// parser. The first byte chooses the extension of the file's name.
#include <array>

#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_character_sets();
    oi::load_pdf();
    return true;
  }();
  (void)loaded;
  if (size == 0) return 0;
  static constexpr std::array<const char*, 8> kExtensions = {"",    "md",   "csv", "html",
                                                             "eml", "json", "xml", "py"};
  oi::Request request;
  request.extension = kExtensions[bytes[0] % kExtensions.size()];
  const std::string_view file(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const oi::Kind kind = oi::kind_of(file, request);
  static oi::Kind now;
  now = kind;
  const auto read = [](std::string_view all, const oi::Request& asked, oi::Frames& out) {
    return oi::read_as(now, all, asked, out);
  };
  oi::fuzz::run(read, kind, bytes + 1, size - 1);
  return 0;
}
