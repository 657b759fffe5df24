// HEIC and AVIF: the primary picture is one frame of a film's coding, or a grid of such tiles. Its
// brightness is the grey that is wanted; colours are never looked at.

#include "reader/media_picture.h"

extern "C" {
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <cstring>

#include "reader/media.h"
#include "reader/picture.h"

namespace oi {
namespace {

constexpr size_t kMostTiles = 1024;

Result<OpenCodec> decoder_of(const HeifPicture& item, uint32_t most_pixels) {
  const bool hevc = item.type == "hvc1";
  const AVCodec* decoder =
      hevc ? avcodec_find_decoder(AV_CODEC_ID_HEVC) : avcodec_find_decoder_by_name("libdav1d");
  if ((!hevc && item.type != "av01") || decoder == nullptr)
    return Error{Code::Unsupported, "pictures of the coding " + item.type + " are not read"};
  OpenCodec codec(avcodec_alloc_context3(decoder));
  if (codec == nullptr) return Error{Code::TooLarge, "no memory"};
  codec->thread_count = 1;
  codec->max_pixels = most_pixels;
  codec->extradata =
      static_cast<uint8_t*>(av_mallocz(item.config.size() + AV_INPUT_BUFFER_PADDING_SIZE));
  if (codec->extradata == nullptr) return Error{Code::TooLarge, "no memory"};
  std::memcpy(codec->extradata, item.config.data(), item.config.size());
  codec->extradata_size = static_cast<int>(item.config.size());
  const int opened = avcodec_open2(codec.get(), decoder, nullptr);
  if (opened < 0) return Error{Code::Corrupt, "damaged picture: " + reason_of(opened)};
  return codec;
}

Result<Bitmap> grey_of_frame(const AVFrame& frame) {
  const AVPixFmtDescriptor* form = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  if (form == nullptr || (form->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL |
                                         AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BE)) != 0)
    return Error{Code::Unsupported, "a picture whose colours are not read"};
  const int depth = form->comp[0].depth, step = form->comp[0].step;
  if (depth < 8 || depth > 16 || step != (depth > 8 ? 2 : 1) || form->comp[0].plane != 0)
    return Error{Code::Unsupported, "a picture whose colours are not read"};
  const bool full = frame.color_range == AVCOL_RANGE_JPEG || frame.format == AV_PIX_FMT_YUVJ420P ||
                    frame.format == AV_PIX_FMT_YUVJ444P;
  Bitmap bitmap{static_cast<uint32_t>(frame.width), static_cast<uint32_t>(frame.height), 0, {}};
  bitmap.grey.reserve(size_t{bitmap.width} * bitmap.height);
  for (int y = 0; y < frame.height; ++y) {
    const uint8_t* row = frame.data[0] + static_cast<ptrdiff_t>(y) * frame.linesize[0];
    for (int x = 0; x < frame.width; ++x) {
      const int wide = step == 2 ? row[2 * x] | row[2 * x + 1] << 8 : row[x];
      const int value = wide >> (depth - 8);
      const int grey = full ? value : (value - 16) * 255 / 219;
      bitmap.grey.push_back(static_cast<uint8_t>(std::clamp(grey, 0, 255)));
    }
  }
  return bitmap;
}

Result<Bitmap> decode_item(const HeifPicture& item, uint32_t most_pixels) {
  const OpenCodec codec = TRY(decoder_of(item, most_pixels));
  const OpenPacket packet(av_packet_alloc());
  const OpenFrame frame(av_frame_alloc());
  if (packet == nullptr || frame == nullptr ||
      av_new_packet(packet.get(), static_cast<int>(item.bytes.size())) < 0)
    return Error{Code::TooLarge, "no memory"};
  std::memcpy(packet->data, item.bytes.data(), item.bytes.size());
  int outcome = avcodec_send_packet(codec.get(), packet.get());
  if (outcome >= 0) outcome = avcodec_send_packet(codec.get(), nullptr);
  if (outcome >= 0) outcome = avcodec_receive_frame(codec.get(), frame.get());
  if (outcome < 0) return Error{Code::Corrupt, "damaged picture: " + reason_of(outcome)};
  return grey_of_frame(*frame);
}

void paste(const Bitmap& tile, uint64_t left, uint64_t top, Bitmap& whole) {
  for (uint64_t y = 0; y < tile.height && top + y < whole.height; ++y) {
    if (left >= whole.width) return;
    const size_t count = std::min<uint64_t>(tile.width, whole.width - left);
    std::memcpy(whole.grey.data() + (top + y) * whole.width + left,
                tile.grey.data() + y * tile.width, count);
  }
}

Result<DecodedPicture> decode_grid(const HeifFile& file, const HeifPicture& grid, uint32_t most) {
  const auto number = [&](size_t at, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size && at + i < grid.bytes.size(); ++i)
      value = value << 8 | static_cast<uint8_t>(grid.bytes[at + i]);
    return value;
  };
  const size_t wide = (number(1, 1) & 1) != 0 ? 4 : 2;
  const size_t rows = number(2, 1) + 1, columns = number(3, 1) + 1;
  const uint32_t width = number(4, wide), height = number(4 + wide, wide);
  if (width == 0 || height == 0 || grid.tiles.size() < rows * columns ||
      rows * columns > kMostTiles)
    return Error{Code::Corrupt, "damaged picture: a grid without its tiles"};
  if (uint64_t{width} * height > most) return picture_too_large(width, height);
  DecodedPicture picture;
  picture.bitmap = {width, height, 0, std::vector<uint8_t>(size_t{width} * height, 255)};
  uint64_t tile_width = 0, tile_height = 0;
  size_t decoded = 0;
  for (size_t i = 0; i < rows * columns; ++i) {
    const HeifPicture* tile = file.find(grid.tiles[i]);
    const Result<Bitmap> part =
        tile == nullptr ? Result<Bitmap>(Code::Corrupt, "no tile") : decode_item(*tile, most);
    if (!part.ok()) continue;
    ++decoded;
    if (tile_width == 0) {
      tile_width = part->width;
      tile_height = part->height;
    }
    paste(part.value(), i % columns * tile_width, i / columns * tile_height, picture.bitmap);
  }
  if (decoded == 0) return Error{Code::Corrupt, "damaged picture: no tile can be decoded"};
  picture.whole = decoded == rows * columns;
  return picture;
}

// Each step in Exif's count.
void apply_turns(const HeifPicture& item, Bitmap& bitmap) {
  static constexpr unsigned kAgainstTheClock[] = {1, 8, 3, 6};
  for (const auto& [what, how] : item.turns)
    set_upright(bitmap, what == "irot" ? kAgainstTheClock[how] : how == 0 ? 2 : 4);
}

}  // namespace

Result<DecodedPicture> decode_heif(std::string_view bytes, const ReadLimits& limits) {
  const std::optional<HeifFile> file = parse_heif(bytes);
  const HeifPicture* primary = file ? file->find(file->primary) : nullptr;
  if (primary == nullptr) return Error{Code::Corrupt, "the file holds no picture"};
  DecodedPicture picture;
  if (primary->type == "grid")
    picture = TRY(decode_grid(*file, *primary, limits.bitmap_pixels));
  else
    picture.bitmap = TRY(decode_item(*primary, limits.bitmap_pixels));
  apply_turns(*primary, picture.bitmap);
  return picture;
}

}  // namespace oi
