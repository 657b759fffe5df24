// The bytes lie in a stream whose name tells the way: "Package" is a newer office document,
// "CONTENTS" what Acrobat keeps its PDF in, "\1Ole10Native" a file of any kind behind its name and
// path.

#include "reader/compound_object.h"

#include <optional>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/compound_copy.h"

namespace oi {
namespace {

constexpr uint64_t kLargestObject = 128 << 20;

Result<Done> send_file(std::string_view bytes, std::string_view name, Frames& out) {
  TRY(out.child_start(name));
  TRY(out.child_bytes(bytes));
  return out.child_end(true);
}

// The text that ends with a zero at `at`, which is moved behind it.
std::string_view ended_text(std::string_view bytes, size_t& at) {
  const size_t begin = std::min(at, bytes.size());
  const size_t end = std::min(bytes.find('\0', begin), bytes.size());
  at = end + 1;
  return bytes.substr(begin, end - begin);
}

struct Packed {
  std::string_view name, bytes;
};

// Size, two bytes, name, path, eight bytes of which the last four tell the length of another path,
// that path, size, bytes.
std::optional<Packed> packed_file(std::string_view native) {
  constexpr uint16_t kFile = 2;
  if (u16(native, 4) != kFile) return std::nullopt;
  Packed packed;
  size_t at = 6;
  packed.name = ended_text(native, at);
  ended_text(native, at);
  at += 8 + size_t{u32(native, at + 4)};
  const size_t size = u32(native, at);
  packed.bytes = part(native, at + 4, size);
  if (size == 0 || packed.bytes.size() < size) return std::nullopt;
  return packed;
}

}  // namespace

Result<Done> send_object(const CompoundFile& file, uint32_t storage, const std::string& name,
                         Frames& out) {
  if (const auto package = file.find(storage, "Package"))
    return send_file(file.stream(*package).bytes(), name, out);
  if (const auto contents = file.find(storage, "CONTENTS")) {
    const CompoundStream stream = file.stream(*contents);
    if (stream.bytes().substr(0, 5) == "%PDF-") return send_file(stream.bytes(), name, out);
  }
  if (const auto native = file.find(storage, "\1Ole10Native")) {
    const CompoundStream stream = file.stream(*native);
    if (const auto packed = packed_file(stream.bytes()))
      return send_file(packed->bytes, packed->name.empty() ? name : packed->name, out);
  }
  const Result<std::string> copy = copy_storage(file, storage, kLargestObject);
  if (!copy.ok())
    return out.problem(
        {"embedded_file_unreadable", name, "a file inside cannot be read: " + copy.error().what});
  return send_file(copy.value(), name, out);
}

Result<Done> send_object_file(std::string_view bytes, const std::string& name, Frames& out) {
  if (CompoundFile::is_one(bytes)) {
    const Result<CompoundFile> file = CompoundFile::open(bytes);
    if (file.ok()) {
      for (const char* stream : {"Package", "CONTENTS", "\1Ole10Native"})
        if (file.value().find(CompoundFile::kRoot, stream))
          return send_object(file.value(), CompoundFile::kRoot, name, out);
    }
  }
  return send_file(bytes, name, out);
}

}  // namespace oi
