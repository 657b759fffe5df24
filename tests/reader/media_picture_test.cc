#include "reader/media_picture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "reader/media.h"
#include "reader/picture.h"

namespace oi::test {
namespace {

std::string big(uint64_t value, int size) {
  std::string bytes;
  for (int i = size - 1; i >= 0; --i)
    bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}
std::string box(const std::string& type, const std::string& content) {
  return big(content.size() + 8, 4) + type + content;
}

// One frame of a film of one: 64 pixels a side, dark at the upper left.
struct Coded {
  std::string config, bytes;
};
Coded coded(const char* encoder_name, const char* config_box) {
  av_log_set_level(AV_LOG_QUIET);
  const AVCodec* encoder = avcodec_find_encoder_by_name(encoder_name);
  const OpenCodec codec(avcodec_alloc_context3(encoder));
  codec->width = codec->height = 64;
  codec->pix_fmt = AV_PIX_FMT_YUV420P;
  codec->color_range = AVCOL_RANGE_JPEG;
  codec->time_base = {1, 25};
  codec->thread_count = 1;
  codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary* options = nullptr;
  av_dict_set(&options, "x265-params", "log-level=none:pools=none", 0);
  av_dict_set(&options, "cpu-used", "8", 0);
  EXPECT_GE(avcodec_open2(codec.get(), encoder, &options), 0);
  av_dict_free(&options);
  const OpenFrame frame(av_frame_alloc());
  frame->width = frame->height = 64;
  frame->format = AV_PIX_FMT_YUV420P;
  frame->color_range = AVCOL_RANGE_JPEG;
  av_frame_get_buffer(frame.get(), 0);
  for (int plane = 0; plane < 3; ++plane)
    for (int y = 0; y < (plane == 0 ? 64 : 32); ++y)
      for (int x = 0; x < (plane == 0 ? 64 : 32); ++x)
        frame->data[plane][y * frame->linesize[plane] + x] = plane > 0          ? 128
                                                             : x < 32 && y < 32 ? 10
                                                                                : 245;
  avcodec_send_frame(codec.get(), frame.get());
  avcodec_send_frame(codec.get(), nullptr);

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("oi_heif_" + std::to_string(::getpid()));
  AVFormatContext* film = nullptr;
  avformat_alloc_output_context2(&film, nullptr, "mp4", path.c_str());
  AVStream* stream = avformat_new_stream(film, nullptr);
  avcodec_parameters_from_context(stream->codecpar, codec.get());
  stream->time_base = codec->time_base;
  avio_open(&film->pb, path.c_str(), AVIO_FLAG_WRITE);
  EXPECT_GE(avformat_write_header(film, nullptr), 0);
  const OpenPacket packet(av_packet_alloc());
  while (avcodec_receive_packet(codec.get(), packet.get()) >= 0)
    av_interleaved_write_frame(film, packet.get());
  av_write_trailer(film);
  avio_closep(&film->pb);
  avformat_free_context(film);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);

  const auto content_of = [&](const std::string& type) {
    const size_t at = bytes.find(type);
    if (at == std::string::npos || at < 4) return std::string();
    size_t size = 0;
    for (size_t i = 0; i < 4; ++i)
      size = size << 8 | static_cast<uint8_t>(bytes[at - 4 + i]);
    return bytes.substr(at + 4, size - 8);
  };
  return {content_of(config_box), content_of("mdat")};
}

// A file of one coded picture, or of a grid of `columns` times the same one.
struct HeifForm {
  std::string type = "hvc1", config_box = "hvcC";
  uint32_t columns = 0;   // 0: no grid
  std::string turn = {};  // a whole box "irot" or "imir"
};
std::string heif_of(const Coded& picture, const HeifForm& form) {
  const bool grid = form.columns > 0;
  const std::string grid_bytes =
      big(0, 3) + big(form.columns - 1, 1) + big(64 * form.columns, 2) + big(64, 2);
  const std::string full = big(0, 4);
  const auto entry = [&](uint32_t id, const std::string& type) {
    return box("infe", big(2, 1) + big(0, 3) + big(id, 2) + big(0, 2) + type + '\0');
  };
  const std::string items = box(
      "iinf", full + big(grid ? 2 : 1, 2) + entry(1, form.type) + (grid ? entry(2, "grid") : ""));
  std::string turn_use = form.turn.empty() ? "" : big(2, 1);
  const std::string main_uses = big(turn_use.size(), 1) + turn_use;
  const std::string uses = grid ? big(1, 2) + big(1, 1) + big(1, 1) + big(2, 2) + main_uses
                                : big(1, 2) + big(1 + turn_use.size(), 1) + big(1, 1) + turn_use;
  const std::string properties =
      box("iprp", box("ipco", box(form.config_box, picture.config) + form.turn) +
                      box("ipma", full + big(grid ? 2 : 1, 4) + uses));
  std::string tiles;
  for (uint32_t i = 0; i < form.columns; ++i)
    tiles += big(1, 2);
  const std::string references =
      grid ? box("iref", full + box("dimg", big(2, 2) + big(form.columns, 2) + tiles)) : "";
  const auto with_places = [&](uint32_t at) {
    std::string places = big(1, 1) + big(0, 3) + big(0x4400, 2) + big(grid ? 2 : 1, 2);
    places +=
        big(1, 2) + big(0, 2) + big(0, 2) + big(1, 2) + big(at, 4) + big(picture.bytes.size(), 4);
    if (grid)
      places +=
          big(2, 2) + big(1, 2) + big(0, 2) + big(1, 2) + big(0, 4) + big(grid_bytes.size(), 4);
    return box("ftyp", "heic" + big(0, 4) + "mif1") +
           box("meta", full + box("pitm", full + big(grid ? 2 : 1, 2)) + items +
                           box("iloc", places) + properties + references +
                           box("idat", grid_bytes)) +
           box("mdat", "");
  };
  return with_places(static_cast<uint32_t>(with_places(0).size())) + picture.bytes;
}

int at(const Bitmap& bitmap, uint32_t x, uint32_t y) {
  return bitmap.grey[size_t{y} * bitmap.width + x];
}

TEST(MediaPicture, HeicAndAvifAreOneGreyPicture) {
  const struct {
    const char* encoder;
    HeifForm form;
  } kCodings[] = {{"libx265", {}}, {"libaom-av1", {.type = "av01", .config_box = "av1C"}}};
  for (const auto& coding : kCodings) {
    const Coded picture = coded(coding.encoder, coding.form.config_box.c_str());
    ASSERT_FALSE(picture.config.empty() || picture.bytes.empty()) << coding.encoder;
    const Result<DecodedPicture> read = decode_heif(heif_of(picture, coding.form), {});
    ASSERT_TRUE(read.ok()) << coding.encoder << ": " << read.error().what;
    ASSERT_EQ(read->bitmap.width, 64U);
    EXPECT_LT(at(read->bitmap, 16, 16), 40) << coding.encoder;
    EXPECT_GT(at(read->bitmap, 48, 16), 215) << coding.encoder;
    EXPECT_GT(at(read->bitmap, 16, 48), 215) << coding.encoder;
  }
}

TEST(MediaPicture, TilesOfAGridStandSideBySide) {
  const Coded picture = coded("libx265", "hvcC");
  const Result<DecodedPicture> read = decode_heif(heif_of(picture, {.columns = 3}), {});
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->bitmap.width, 192U);
  EXPECT_EQ(read->bitmap.height, 64U);
  for (const uint32_t x : {16U, 80U, 144U})
    EXPECT_LT(at(read->bitmap, x, 16), 40) << x;
  for (const uint32_t x : {48U, 112U, 176U})
    EXPECT_GT(at(read->bitmap, x, 16), 215) << x;
}

TEST(MediaPicture, ItIsTurnedAsTheFileSays) {
  const Coded picture = coded("libx265", "hvcC");
  // A quarter against the clock takes the upper left corner to the lower left.
  const auto turned = decode_heif(heif_of(picture, {.turn = box("irot", big(1, 1))}), {});
  ASSERT_TRUE(turned.ok());
  EXPECT_LT(at(turned->bitmap, 16, 48), 40);
  EXPECT_GT(at(turned->bitmap, 16, 16), 215);
  const auto mirrored = decode_heif(heif_of(picture, {.turn = box("imir", big(0, 1))}), {});
  ASSERT_TRUE(mirrored.ok());
  EXPECT_LT(at(mirrored->bitmap, 48, 16), 40);
}

TEST(MediaPicture, DamageAtAnyPlaceEndsWithAStatedOutcome) {
  const std::string whole = heif_of(coded("libx265", "hvcC"), {.columns = 2});
  for (size_t part = 0; part < 64; ++part) {
    const auto read = decode_heif(whole.substr(0, whole.size() * part / 64), {});
    if (!read.ok()) {
      EXPECT_NE(read.error().code, Code::Bug);
    }
  }
  for (size_t place = 0; place < 256; ++place) {
    std::string flipped = whole;
    flipped[whole.size() * place / 256] ^= 0x55;
    const auto read = decode_heif(flipped, {});
    if (!read.ok()) {
      EXPECT_NE(read.error().code, Code::Bug);
    }
  }
}

}  // namespace
}  // namespace oi::test
