// PNG by libpng's simplified interface: it composes transparency, palettes, 16 bits and interlacing
// to grey over white by itself and never jumps out of it.

#include <png.h>

#include <algorithm>
#include <string>

#include "reader/picture.h"

namespace oi {
namespace {

uint32_t big_number(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

// From the chunk pHYs, which stands before the pixels.
float dpi_of(std::string_view bytes) {
  constexpr size_t kSignature = 8, kChunk = 12;
  for (size_t at = kSignature; at + kChunk <= bytes.size();) {
    const uint32_t length = big_number(bytes, at);
    const std::string_view kind = bytes.substr(at + 4, 4);
    if (kind == "IDAT" || length > bytes.size() - at - kChunk) return 0;
    if (kind == "pHYs" && length == 9)
      return bytes[at + 16] == 1 ? sane_dpi(big_number(bytes, at + 8) * 0.0254) : 0;
    at += kChunk + length;
  }
  return 0;
}

// Frees what the library holds on every way out.
struct OpenPng {
  png_image image{};
  OpenPng() { image.version = PNG_IMAGE_VERSION; }
  OpenPng(const OpenPng&) = delete;
  OpenPng& operator=(const OpenPng&) = delete;
  ~OpenPng() { png_image_free(&image); }
};

// True when all of it could be read; what could is in `picture` all the same.
bool read_pixels(OpenPng& png, Bitmap& bitmap) {
  const png_color white{255, 255, 255};
  png.image.format = PNG_FORMAT_GRAY;
  std::fill(bitmap.grey.begin(), bitmap.grey.end(), uint8_t{255});
  return png_image_finish_read(&png.image, &white, bitmap.grey.data(),
                               static_cast<png_int_32>(bitmap.width), nullptr) != 0;
}

// The library asks for whole pieces of the file, and where the last one is cut gives none of its
// rows: behind the file's end it is given zeros.
void read_cut_pixels(std::string_view bytes, Bitmap& bitmap) {
  constexpr size_t kPiece = 16 << 10;
  const std::string longer = std::string(bytes) + std::string(kPiece, '\0');
  OpenPng png;
  if (png_image_begin_read_from_memory(&png.image, longer.data(), longer.size()) != 0 &&
      png.image.width == bitmap.width && png.image.height == bitmap.height)
    (void)read_pixels(png, bitmap);
}

}  // namespace

Result<DecodedPicture> decode_png(std::string_view bytes, const ReadLimits& limits) {
  OpenPng png;
  if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0)
    return Error{Code::Corrupt, std::string("damaged PNG: ") + png.image.message};
  const uint32_t width = png.image.width, height = png.image.height;
  if (uint64_t{width} * height > limits.bitmap_pixels) return picture_too_large(width, height);
  DecodedPicture picture;
  picture.bitmap = {width, height, dpi_of(bytes), {}};
  picture.bitmap.grey.resize(size_t{width} * height);
  picture.whole = read_pixels(png, picture.bitmap);
  if (picture.whole) return picture;
  const std::string reason = png.image.message;
  read_cut_pixels(bytes, picture.bitmap);
  // Of a damaged file the rows before the damage are there; without one, there is no picture.
  const auto& grey = picture.bitmap.grey;
  if (std::all_of(grey.begin(), grey.end(), [](uint8_t c) { return c == 255; }))
    return Error{Code::Corrupt, "damaged PNG: " + reason};
  return picture;
}

}  // namespace oi
