// WebP by libwebp, without its threads. Of an animation the first frame is read; a picture over the
// limit is scaled while it is decoded.

#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "reader/picture.h"

namespace oi {
namespace {

// Colours and transparency are four bytes a pixel, beside the grey one.
constexpr uint64_t kColourPixels = 60'000'000;

void put_grey(const uint8_t* colours, Bitmap& bitmap) {
  bitmap.grey.resize(size_t{bitmap.width} * bitmap.height);
  for (size_t i = 0; i < bitmap.grey.size(); ++i)
    bitmap.grey[i] =
        grey_of(colours[4 * i], colours[4 * i + 1], colours[4 * i + 2], colours[4 * i + 3]);
}

Result<DecodedPicture> first_frame(const WebPData& file, uint64_t most) {
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(
      WebPAnimDecoderNew(&file, &options), WebPAnimDecoderDelete);
  WebPAnimInfo about;
  if (decoder == nullptr || WebPAnimDecoderGetInfo(decoder.get(), &about) == 0)
    return Error{Code::Corrupt, "damaged WebP animation"};
  // The library holds two canvases.
  if (uint64_t{about.canvas_width} * about.canvas_height > most / 2)
    return picture_too_large(about.canvas_width, about.canvas_height);
  uint8_t* canvas = nullptr;
  int time = 0;
  if (WebPAnimDecoderGetNext(decoder.get(), &canvas, &time) == 0 || canvas == nullptr)
    return Error{Code::Corrupt, "damaged WebP animation"};
  DecodedPicture picture;
  picture.bitmap = {about.canvas_width, about.canvas_height, 0, {}};
  put_grey(canvas, picture.bitmap);
  return picture;
}

Exif exif_of(const WebPData& file) {
  const std::unique_ptr<WebPDemuxer, void (*)(WebPDemuxer*)> parts(WebPDemux(&file),
                                                                   WebPDemuxDelete);
  WebPChunkIterator chunk;
  Exif exif;
  if (parts == nullptr || WebPDemuxGetChunk(parts.get(), "EXIF", 1, &chunk) == 0) return exif;
  std::string_view bytes(reinterpret_cast<const char*>(chunk.chunk.bytes), chunk.chunk.size);
  if (bytes.substr(0, 4) == "Exif") bytes.remove_prefix(std::min<size_t>(6, bytes.size()));
  exif = read_exif(bytes);
  WebPDemuxReleaseChunkIterator(&chunk);
  return exif;
}

}  // namespace

Result<DecodedPicture> decode_webp(std::string_view bytes, const ReadLimits& limits) {
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  const WebPData file{data, bytes.size()};
  const uint64_t most = std::min<uint64_t>(limits.bitmap_pixels, kColourPixels);
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0 ||
      WebPGetFeatures(data, bytes.size(), &config.input) != VP8_STATUS_OK)
    return Error{Code::Corrupt, "damaged WebP picture"};
  if (config.input.has_animation != 0) return first_frame(file, most);
  const auto width = static_cast<uint64_t>(config.input.width);
  const auto height = static_cast<uint64_t>(config.input.height);
  DecodedPicture picture;
  picture.bitmap.width = static_cast<uint32_t>(width);
  picture.bitmap.height = static_cast<uint32_t>(height);
  if (width * height > most) {
    const double scale = std::sqrt(static_cast<double>(most) / static_cast<double>(width * height));
    picture.bitmap.width = static_cast<uint32_t>(static_cast<double>(width) * scale);
    picture.bitmap.height = static_cast<uint32_t>(static_cast<double>(height) * scale);
    if (picture.bitmap.width == 0 || picture.bitmap.height == 0)
      return picture_too_large(width, height);
    config.options.use_scaling = 1;
    config.options.scaled_width = static_cast<int>(picture.bitmap.width);
    config.options.scaled_height = static_cast<int>(picture.bitmap.height);
    picture.scaled = true;
  }
  std::vector<uint8_t> colours(size_t{picture.bitmap.width} * picture.bitmap.height * 4, 255);
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {colours.data(), static_cast<int>(picture.bitmap.width * 4),
                          colours.size()};
  const VP8StatusCode status = WebPDecode(data, bytes.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (status != VP8_STATUS_OK) return Error{Code::Corrupt, "damaged WebP picture"};
  put_grey(colours.data(), picture.bitmap);
  const Exif exif = exif_of(file);
  picture.bitmap.dpi = picture.scaled ? 0 : exif.dpi;
  set_upright(picture.bitmap, exif.orientation);
  return picture;
}

}  // namespace oi
