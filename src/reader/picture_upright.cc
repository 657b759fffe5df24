// Cameras store what the sensor saw and say in Exif how it was held; text must stand upright to be
// recognised well. Exif is a TIFF structure, of which three entries are of use here.

#include <algorithm>

#include "reader/picture.h"

namespace oi {
namespace {

// Numbers at hostile places: reading outside gives 0.
class TiffNumbers {
 public:
  explicit TiffNumbers(std::string_view bytes) : bytes_(bytes), big_(bytes.substr(0, 2) == "MM") {}

  uint32_t get(size_t at, size_t size) const {
    uint32_t value = 0;
    if (at > bytes_.size() || size > bytes_.size() - at) return 0;
    for (size_t i = 0; i < size; ++i) {
      const uint32_t byte = static_cast<uint8_t>(bytes_[at + i]);
      value |= byte << (8 * (big_ ? size - 1 - i : i));
    }
    return value;
  }

 private:
  std::string_view bytes_;
  bool big_;
};

}  // namespace

Exif read_exif(std::string_view bytes) {
  constexpr uint32_t kOrientation = 0x112, kResolution = 0x11A, kUnit = 0x128;
  constexpr uint32_t kMostEntries = 200, kCentimetre = 3;
  Exif exif;
  if (bytes.substr(0, 2) != "II" && bytes.substr(0, 2) != "MM") return exif;
  const TiffNumbers numbers(bytes);
  const size_t directory = numbers.get(4, 4);
  double resolution = 0, unit = 1;
  for (uint32_t i = 0; i < std::min(numbers.get(directory, 2), kMostEntries); ++i) {
    const size_t entry = directory + 2 + size_t{12} * i;
    const uint32_t tag = numbers.get(entry, 2);
    if (tag == kOrientation) exif.orientation = numbers.get(entry + 8, 2);
    if (tag == kUnit && numbers.get(entry + 8, 2) == kCentimetre) unit = 2.54;
    if (tag == kResolution) {
      const size_t value = numbers.get(entry + 8, 4);
      const uint32_t below = numbers.get(value + 4, 4);
      if (below > 0) resolution = static_cast<double>(numbers.get(value, 4)) / below;
    }
  }
  if (exif.orientation < 1 || exif.orientation > 8) exif.orientation = 1;
  exif.dpi = sane_dpi(resolution * unit);
  return exif;
}

void set_upright(Bitmap& bitmap, unsigned orientation) {
  if (orientation < 2 || orientation > 8) return;
  const uint32_t width = bitmap.width, height = bitmap.height;
  const bool sideways = orientation >= 5;
  // In Exif's count: is a row read backwards, do the rows go upwards, as the picture is stored?
  const bool from_right =
      orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Bitmap upright{sideways ? height : width, sideways ? width : height, bitmap.dpi, {}};
  upright.grey.resize(bitmap.grey.size());
  size_t put = 0;
  for (uint32_t y = 0; y < upright.height; ++y) {
    for (uint32_t x = 0; x < upright.width; ++x) {
      uint32_t across = sideways ? y : x, down = sideways ? x : y;
      if (from_right) across = width - 1 - across;
      if (from_bottom) down = height - 1 - down;
      upright.grey[put++] = bitmap.grey[size_t{down} * width + across];
    }
  }
  bitmap = std::move(upright);
}

}  // namespace oi
