// Runs one parser of the reader over fuzzed bytes. What it sends goes through the engine's decoder:
// a parser that can be made to break the protocol is a bug, whatever the bytes are.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "reader/readers.h"

namespace oi::fuzz {

using Parser = Result<Done> (*)(std::string_view, const Request&, Frames&);

inline void run(Parser parser, Kind kind, const uint8_t* bytes, size_t size, Request request = {}) {
  request.limits = {.pages = 50,
                    .text_bytes = 4 << 20,
                    .runs = 100'000,
                    .problems = 1000,
                    .bitmap_pixels = 1'000'000,
                    .bitmaps = 20,
                    .seconds = 60,
                    .children = 50,
                    .child_bytes = 4 << 20};
  Decoder decoder(request);
  const auto write = [&](std::string_view frame) -> Result<Done> {
    decoder.feed(frame);
    for (;;) {
      const auto next = decoder.next();
      if (!next.ok()) std::abort();
      if (!next->has_value()) return Done{};
    }
  };
  Frames out(write, request.limits);
  if (!out.hello({0b111, 0}).ok() || !out.kind(kind).ok()) std::abort();
  const Result<Done> outcome = parser({reinterpret_cast<const char*>(bytes), size}, request, out);
  const Result<Done> end = outcome.ok() ? out.end() : out.refuse(outcome.error());
  if (!end.ok() || !decoder.finished() || decoder.mid_frame()) std::abort();
}

}  // namespace oi::fuzz
