// JPEG by TurboJPEG. The library scales while it decodes, so that a picture over the limit is read
// smaller instead of not at all. The header parts that it passes over tell dots an inch and how the
// camera was held.

#include <turbojpeg.h>

#include <algorithm>
#include <memory>

#include "reader/picture.h"

namespace oi {
namespace {

using std::string_view_literals::operator""sv;

struct JpegHeader {
  Exif exif;
  bool inverted = false;  // Adobe's programs store CMYK as its negative
};

uint32_t pair(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(static_cast<uint8_t>(bytes[at])) << 8 |
         static_cast<uint8_t>(bytes[at + 1]);
}

void take_part(uint8_t marker, std::string_view part, JpegHeader& header) {
  constexpr uint8_t kApp0 = 0xE0, kApp1 = 0xE1, kApp14 = 0xEE;
  if (marker == kApp0 && part.substr(0, 5) == "JFIF\0"sv && part.size() >= 12) {
    const double unit = part[7] == 1 ? 1 : part[7] == 2 ? 2.54 : 0;
    if (header.exif.dpi <= 0) header.exif.dpi = sane_dpi(pair(part, 8) * unit);
  } else if (marker == kApp1 && part.substr(0, 6) == "Exif\0\0"sv) {
    const Exif exif = read_exif(part.substr(6));
    header.exif.orientation = exif.orientation;
    if (exif.dpi > 0) header.exif.dpi = exif.dpi;
  } else if (marker == kApp14 && part.substr(0, 5) == "Adobe") {
    header.inverted = true;
  }
}

JpegHeader header_of(std::string_view bytes) {
  constexpr uint8_t kStartOfScan = 0xDA;
  JpegHeader header;
  for (size_t at = 2; at + 4 <= bytes.size();) {
    if (static_cast<uint8_t>(bytes[at]) != 0xFF) break;
    const auto marker = static_cast<uint8_t>(bytes[at + 1]);
    if (marker == 0xFF) {  // padding
      ++at;
      continue;
    }
    const size_t length = pair(bytes, at + 2);
    if (marker == kStartOfScan || length < 2 || length > bytes.size() - at - 2) break;
    take_part(marker, bytes.substr(at + 4, length - 2), header);
    at += 2 + length;
  }
  return header;
}

struct Size {
  int width = 0, height = 0;
  uint64_t pixels() const { return static_cast<uint64_t>(width) * static_cast<uint64_t>(height); }
};

// The largest size that the library can decode to and the limit allows.
std::optional<Size> decoded_size(Size whole, uint64_t most) {
  if (whole.pixels() <= most) return whole;
  int count = 0;
  const tjscalingfactor* factors = tjGetScalingFactors(&count);
  std::optional<Size> best;
  for (int i = 0; factors != nullptr && i < count; ++i) {
    if (factors[i].num > factors[i].denom) continue;
    const Size size{TJSCALED(whole.width, factors[i]), TJSCALED(whole.height, factors[i])};
    if (size.pixels() <= most && (!best || size.pixels() > best->pixels())) best = size;
  }
  return best;
}

// Ink in four colours over white paper.
void grey_from_ink(const std::vector<uint8_t>& ink, bool inverted, std::vector<uint8_t>& grey) {
  for (size_t i = 0; i < grey.size(); ++i) {
    uint32_t light[4];
    for (size_t c = 0; c < 4; ++c)
      light[c] = inverted ? ink[4 * i + c] : 255U - ink[4 * i + c];
    grey[i] =
        grey_of(light[0] * light[3] / 255, light[1] * light[3] / 255, light[2] * light[3] / 255);
  }
}

using Decompressor = std::unique_ptr<void, int (*)(tjhandle)>;

}  // namespace

Result<DecodedPicture> decode_jpeg(std::string_view bytes, const ReadLimits& limits) {
  const Decompressor jpeg(tjInitDecompress(), tjDestroy);
  if (jpeg == nullptr) return Error{Code::TooLarge, "no memory for a JPEG"};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  Size whole;
  int sampling = 0, colours = 0;
  if (tjDecompressHeader3(jpeg.get(), data, bytes.size(), &whole.width, &whole.height, &sampling,
                          &colours) != 0 &&
      (tjGetErrorCode(jpeg.get()) == TJERR_FATAL || whole.width <= 0))
    return Error{Code::Corrupt, std::string("damaged JPEG: ") + tjGetErrorStr2(jpeg.get())};
  const bool ink = colours == TJCS_CMYK || colours == TJCS_YCCK;
  const uint64_t most = ink ? limits.bitmap_pixels / 4 : limits.bitmap_pixels;
  const std::optional<Size> size = decoded_size(whole, most);
  if (!size || size->width <= 0 || size->height <= 0)
    return picture_too_large(static_cast<uint64_t>(whole.width),
                             static_cast<uint64_t>(whole.height));

  const JpegHeader header = header_of(bytes);
  DecodedPicture picture;
  picture.scaled = size->width != whole.width;
  const float scale = static_cast<float>(size->width) / static_cast<float>(whole.width);
  picture.bitmap = {static_cast<uint32_t>(size->width),
                    static_cast<uint32_t>(size->height),
                    sane_dpi(header.exif.dpi * scale),
                    {}};
  picture.bitmap.grey.assign(size->pixels(), 255);
  std::vector<uint8_t> inks(ink ? size->pixels() * 4 : 0);
  constexpr int kFlags = TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT;
  if (tjDecompress2(jpeg.get(), data, bytes.size(), ink ? inks.data() : picture.bitmap.grey.data(),
                    size->width, 0, size->height, ink ? TJPF_CMYK : TJPF_GRAY, kFlags) != 0) {
    if (tjGetErrorCode(jpeg.get()) == TJERR_FATAL)
      return Error{Code::Corrupt, std::string("damaged JPEG: ") + tjGetErrorStr2(jpeg.get())};
    picture.whole = false;
  }
  if (ink) grey_from_ink(inks, header.inverted, picture.bitmap.grey);
  set_upright(picture.bitmap, header.exif.orientation);
  return picture;
}

}  // namespace oi
