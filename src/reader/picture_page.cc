// A decoded picture on its way out: a page as large as its dots an inch say.

#include "reader/picture.h"

namespace oi {
namespace {

constexpr float kUsualDpi = 96;

}  // namespace

Result<Done> tell_losses(const DecodedPicture& picture, const std::string& where, Frames& out) {
  if (!picture.whole)
    TRY(out.problem({"picture_damaged", where, "a part of the picture cannot be decoded"}));
  if (picture.scaled)
    TRY(out.problem({"picture_scaled_down", where, "a picture is too large to be read in full"}));
  return Done{};
}

Result<Done> send_page(uint32_t total, const DecodedPicture& picture, const std::string& where,
                       Frames& out) {
  const Bitmap& bitmap = picture.bitmap;
  const float dpi = bitmap.dpi > 0 ? bitmap.dpi : kUsualDpi;
  const float width = static_cast<float>(bitmap.width) * 72 / dpi;
  const float height = static_cast<float>(bitmap.height) * 72 / dpi;
  TRY(out.page_start(total, width, height));
  TRY(tell_losses(picture, where, out));
  BitmapStart start;
  start.box = {0, 0, width, height};
  TRY(out.bitmap(std::move(start), bitmap));
  return out.page_end();
}

uint8_t grey_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  const uint32_t grey = (299 * red + 587 * green + 114 * blue + 500) / 1000;
  return static_cast<uint8_t>((grey * alpha + 255 * (255 - alpha) + 127) / 255);
}

float sane_dpi(double dpi) {
  return dpi >= 20 && dpi <= 9600 ? static_cast<float>(dpi) : 0;
}

Error picture_too_large(uint64_t width, uint64_t height) {
  return {Code::TooLarge, "a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                              " pixels is over the limit"};
}

}  // namespace oi
