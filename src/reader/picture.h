// Pictures as grey pixels: which format, the decoders, and what they share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "reader/readers.h"

namespace oi {

// A picture as it is to be seen: turned upright, over white.
struct DecodedPicture {
  Bitmap bitmap;
  bool whole = true;    // false: the file is damaged and some of the picture is missing
  bool scaled = false;  // decoded smaller than it is, to hold the pixel limit
};

// Each takes a whole file of its format. Corrupt: nothing of it can be decoded. TooLarge: more
// pixels than the limit, and no way to decode it smaller. Unsupported: a variant that is not read.
Result<DecodedPicture> decode_png(std::string_view bytes, const ReadLimits& limits);
Result<DecodedPicture> decode_jpeg(std::string_view bytes, const ReadLimits& limits);
Result<DecodedPicture> decode_webp(std::string_view bytes, const ReadLimits& limits);
// GIF (the first frame) and BMP.
Result<DecodedPicture> decode_old(std::string_view bytes, const ReadLimits& limits);
// HEIC and AVIF; only in the program oi-reader-media.
Result<DecodedPicture> decode_heif(std::string_view bytes, const ReadLimits& limits);

// What of the picture is lost, as problems; and the picture as the next page of `total`.
Result<Done> tell_losses(const DecodedPicture& picture, const std::string& where, Frames& out);
Result<Done> send_page(uint32_t total, const DecodedPicture& picture, const std::string& where,
                       Frames& out);

// Takes one page of a TIFF; `number` counts from 1 to `total`. An error ends the reading.
using OnTiffPage =
    std::function<Result<Done>(uint32_t number, uint32_t total, Result<DecodedPicture>&& page)>;
// Thumbnails and masks are no pages. Corrupt when the file has no page at all.
Result<Done> decode_tiff(std::string_view bytes, const ReadLimits& limits, const OnTiffPage& take);

// What a camera tells about a picture. `bytes` are the TIFF structure inside of an Exif part.
struct Exif {
  unsigned orientation = 1;  // 1 to 8, as Exif counts
  float dpi = 0;             // 0: not told
};
Exif read_exif(std::string_view bytes);

// Turns and mirrors the picture so that it stands upright.
void set_upright(Bitmap& bitmap, unsigned orientation);

// The grey of a colour over white.
uint8_t grey_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha = 255);

// The dots an inch that may be believed, else 0.
float sane_dpi(double dpi);

Error picture_too_large(uint64_t width, uint64_t height);

}  // namespace oi
