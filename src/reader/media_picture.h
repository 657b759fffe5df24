// Pictures that are coded as one frame of a film: HEIC and AVIF.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// A coded picture, or a grid of them, and what has to be done to see it.
struct HeifPicture {
  uint32_t id = 0;
  std::string type;    // "hvc1", "av01", "grid"
  std::string bytes;   // coded, or the grid's own few
  std::string config;  // of the decoder
  std::vector<uint32_t> tiles;
  // In the order in which they are applied: "irot" with quarter turns against the clock, "imir"
  // with its axis.
  std::vector<std::pair<std::string, unsigned>> turns;
};
struct HeifFile {
  uint32_t primary = 0;
  std::vector<HeifPicture> items;
  const HeifPicture* find(uint32_t id) const;
};
// Nothing when the bytes have no such structure. What points outside of the file is left out.
std::optional<HeifFile> parse_heif(std::string_view bytes);

}  // namespace oi
