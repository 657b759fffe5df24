// The table of the program oi-reader-media: recordings, which the program oi-reader tells the kind
// of and leaves to this one.
#include "reader/media.h"
#include "reader/picture.h"
#include "reader/program.h"

namespace oi {

void load_parsers() {
  load_character_sets();
  load_media();
}

// The libraries of recordings take some hundred megabytes of addresses before anything is read.
MemoryLimits memory_of_parsers() {
  return {.heap = kHeapBytes, .addresses = kAddressBytes + (512ULL << 20)};
}

Result<Done> read_as(Kind kind, std::string_view bytes, const Request& request, Frames& out) {
  if (kind == Kind::Audio || kind == Kind::Video) return read_media(bytes, request, out);
  if (kind == Kind::Image) {
    const DecodedPicture picture = TRY(decode_heif(bytes, request.limits));
    return send_page(1, picture, "page 1", out);
  }
  return Error{Code::Unsupported, "only recordings and their like are read by this program"};
}

}  // namespace oi
