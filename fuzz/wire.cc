// The engine's decoder over hostile frames: what it lets through encodes to the same bytes again,
// and holds what the header promises (W1). The first byte says in what pieces the rest arrives.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/text.h"
#include "extract/wire.h"

namespace {

void must_hold(const oi::TextRuns& text) {
  for (const oi::TextRun& run : text.runs) {
    const bool sound = oi::valid_utf8(run.text) && !run.text.empty() && run.box.x0 <= run.box.x1 &&
                       run.box.y0 <= run.box.y1 && run.font_size >= 0;
    if (!sound) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size == 0) return 0;
  const size_t step = static_cast<size_t>(bytes[0]) + 1;
  const std::string_view frames(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  oi::Request request;
  request.limits = {.pages = 10,
                    .text_bytes = 1000,
                    .runs = 100,
                    .problems = 10,
                    .bitmap_pixels = 10'000,
                    .bitmaps = 10,
                    .seconds = 1,
                    .children = 10,
                    .child_bytes = 1000};
  oi::Decoder decoder(request);
  std::string again;
  for (size_t at = 0; at < frames.size(); at += step) {
    decoder.feed(frames.substr(at, step));
    for (;;) {
      const auto next = decoder.next();
      if (!next.ok() || !next->has_value()) break;
      if (const auto* text = std::get_if<oi::TextRuns>(&**next)) must_hold(*text);
      again += oi::encode(**next);
    }
  }
  if (again != frames.substr(0, again.size())) std::abort();
  (void)oi::decode_request(frames);
  return 0;
}
