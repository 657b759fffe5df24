// A file may be several streams one after another, as `cat` makes of two packed files.
#include "engine/eval_gzip.h"

#include <zlib.h>

#include <array>

#include "base/file.h"

namespace oi {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, and gzip's own header
constexpr size_t kPiece = 1 << 16;

struct Inflater {
  z_stream stream{};
  ~Inflater() { inflateEnd(&stream); }
};

Error damaged(const std::filesystem::path& file) {
  return {Code::Corrupt, file.string() + ": the gzip stream is damaged"};
}

}  // namespace

Result<std::string> read_packed(const std::filesystem::path& file, uint64_t limit_bytes) {
  std::string packed = TRY(read_file(file, limit_bytes));
  if (!packed.starts_with("\x1f\x8b")) return packed;
  Inflater inflater;
  z_stream& stream = inflater.stream;
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) return Error{Code::Io, "no memory to unpack"};
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  std::array<Bytef, kPiece> piece;
  while (stream.avail_in > 0) {
    stream.next_out = piece.data();
    stream.avail_out = kPiece;
    const int state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return damaged(file);
    out.append(reinterpret_cast<const char*>(piece.data()), kPiece - stream.avail_out);
    if (out.size() > limit_bytes) return Error{Code::TooLarge, file.string()};
    if (state == Z_STREAM_END && inflateReset(&stream) != Z_OK) return damaged(file);
    if (state == Z_OK && stream.avail_in == 0 && stream.avail_out != 0) return damaged(file);
  }
  return out;
}

}  // namespace oi
