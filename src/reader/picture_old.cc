// GIF (its first frame) and BMP, by stb_image.

#include <stb/stb_image.h>

#include <algorithm>
#include <climits>
#include <memory>

#include "reader/picture.h"

namespace oi {
namespace {

constexpr uint64_t kColourPixels = 60'000'000;  // of four bytes

uint32_t little_number(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
    value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[at + i])) << (8 * i);
  return value;
}

// A bitmap's header of 40 bytes or more tells pixels a metre.
float dpi_of(std::string_view bytes) {
  if (bytes.substr(0, 2) != "BM" || little_number(bytes, 14) < 40) return 0;
  return sane_dpi(little_number(bytes, 38) * 0.0254);
}

}  // namespace

Result<DecodedPicture> decode_old(std::string_view bytes, const ReadLimits& limits) {
  if (bytes.size() > INT_MAX) return Error{Code::TooLarge, "a picture file of over 2 GiB"};
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0 || width <= 0 ||
      height <= 0)
    return Error{Code::Corrupt, std::string("damaged picture: ") + stbi_failure_reason()};
  const uint64_t pixels = static_cast<uint64_t>(width) * static_cast<uint64_t>(height);
  if (pixels > std::min<uint64_t>(limits.bitmap_pixels, kColourPixels))
    return picture_too_large(static_cast<uint64_t>(width), static_cast<uint64_t>(height));
  const std::unique_ptr<stbi_uc, void (*)(void*)> colours(
      stbi_load_from_memory(data, size, &width, &height, &channels, 4), stbi_image_free);
  if (colours == nullptr)
    return Error{Code::Corrupt, std::string("damaged picture: ") + stbi_failure_reason()};
  if (static_cast<uint64_t>(width) * static_cast<uint64_t>(height) != pixels)
    return Error{Code::Corrupt, "damaged picture: two sizes"};
  DecodedPicture picture;
  picture.bitmap = {static_cast<uint32_t>(width), static_cast<uint32_t>(height), dpi_of(bytes), {}};
  picture.bitmap.grey.resize(pixels);
  const stbi_uc* colour = colours.get();
  for (uint8_t& grey : picture.bitmap.grey) {
    grey = grey_of(colour[0], colour[1], colour[2], colour[3]);
    colour += 4;
  }
  return picture;
}

}  // namespace oi
