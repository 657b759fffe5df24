// Binary formats begin with bytes that nothing else begins with. Where those are few or weak (MP3,
// AAC, BMP, tar), a second place must agree: the next frame, the header's own size, the checksum.

#include <algorithm>
#include <array>
#include <cstdint>

#include "reader/kind.h"

namespace oi {
namespace {

using std::string_view_literals::operator""sv;

uint8_t at(std::string_view bytes, size_t i) {
  return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
}

bool has(std::string_view bytes, size_t where, std::string_view magic) {
  return bytes.size() >= where + magic.size() && bytes.substr(where, magic.size()) == magic;
}

struct Magic {
  size_t where;
  std::string_view bytes;
  Kind kind;
};
constexpr Magic kMagic[] = {
    {0, "%PDF-"sv, Kind::Pdf},
    {0, "\x89PNG\r\n\x1A\n"sv, Kind::Image},
    {0, "\xFF\xD8\xFF"sv, Kind::Image},
    {0, "II*\0"sv, Kind::Image},
    {0, "MM\0*"sv, Kind::Image},
    {0, "II+\0"sv, Kind::Image},
    {0, "MM\0+"sv, Kind::Image},
    {0, "GIF87a"sv, Kind::Image},
    {0, "GIF89a"sv, Kind::Image},
    {0, "fLaC"sv, Kind::Audio},
    {0, "caff\0\1"sv, Kind::Audio},
    {0, "#!AMR"sv, Kind::Audio},
    {0, ".snd\0\0\0"sv, Kind::Audio},
    {0, "\x1A\x45\xDF\xA3"sv, Kind::Video},                  // Matroska, WebM
    {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11"sv, Kind::Video},  // ASF
    {0, "FLV\1"sv, Kind::Video},
    {0, "\0\0\1\xBA"sv, Kind::Video},  // MPEG program stream
    {0, "7z\xBC\xAF\x27\x1C"sv, Kind::Archive},
    {0, "\x1F\x8B\x08"sv, Kind::Archive},  // gzip
    {0,
     "\xFD"
     "7zXZ\0"sv,
     Kind::Archive},
    {0, "\x28\xB5\x2F\xFD"sv, Kind::Archive},  // zstd
};

std::optional<Kind> of_riff(std::string_view bytes) {
  if (has(bytes, 0, "FORM") && (has(bytes, 8, "AIFF") || has(bytes, 8, "AIFC"))) return Kind::Audio;
  if (!has(bytes, 0, "RIFF") && !has(bytes, 0, "RF64")) return std::nullopt;
  if (has(bytes, 8, "WAVE")) return Kind::Audio;
  if (has(bytes, 8, "AVI ")) return Kind::Video;
  if (has(bytes, 8, "WEBP")) return Kind::Image;
  return std::nullopt;
}

// ISO base media: the brand says what is inside.
std::optional<Kind> of_base_media(std::string_view bytes) {
  if (!has(bytes, 4, "ftyp")) {
    const bool bare = has(bytes, 4, "moov") || has(bytes, 4, "mdat") || has(bytes, 4, "wide");
    return bare && at(bytes, 0) == 0 ? std::optional(Kind::Video) : std::nullopt;
  }
  const std::string_view brand = bytes.substr(8, 4);
  for (const std::string_view still :
       {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"})
    if (brand == still) return Kind::Image;
  for (const std::string_view sound : {"M4A ", "M4B ", "M4P ", "F4A "})
    if (brand == sound) return Kind::Audio;
  return Kind::Video;
}

std::optional<Kind> of_ogg(std::string_view bytes) {
  if (!has(bytes, 0, "OggS")) return std::nullopt;
  const std::string_view start = bytes.substr(0, 4096);
  return start.find("theora") != std::string_view::npos ? Kind::Video : Kind::Audio;
}

// The length of the MPEG audio frame that begins here; 0 when none does.
size_t mpeg_frame(std::string_view bytes) {
  if (bytes.size() < 4 || at(bytes, 0) != 0xFF || (at(bytes, 1) & 0xE0) != 0xE0) return 0;
  const int version = at(bytes, 1) >> 3 & 3, layer = at(bytes, 1) >> 1 & 3;
  const int rate = at(bytes, 2) >> 4, pitch = at(bytes, 2) >> 2 & 3;
  if (version == 1 || layer == 0 || rate == 0 || rate == 15 || pitch == 3) return 0;
  static constexpr uint16_t kRates[5][15] = {
      {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
      {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
      {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
      {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
      {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}};
  static constexpr uint32_t kPitches[3] = {44100, 48000, 32000};
  const bool first = version == 3;
  const int row = first ? 3 - layer : (layer == 3 ? 3 : 4);
  const uint32_t hertz = kPitches[pitch] >> (first ? 0 : version == 2 ? 1 : 2);
  const uint32_t bits = kRates[row][rate] * 1000U;
  const uint32_t padding = at(bytes, 2) >> 1 & 1;
  if (layer == 3) return (12 * bits / hertz + padding) * 4;
  return (layer == 1 && !first ? 72 : 144) * bits / hertz + padding;
}

size_t adts_frame(std::string_view bytes) {
  if (bytes.size() < 7 || at(bytes, 0) != 0xFF || (at(bytes, 1) & 0xF6) != 0xF0) return 0;
  const size_t length = (at(bytes, 3) & 3U) << 11 | at(bytes, 4) << 3 | at(bytes, 5) >> 5;
  return length < 7 ? 0 : length;
}

bool is_mpeg_audio(std::string_view bytes) {
  if (has(bytes, 0, "ID3") && at(bytes, 3) < 5 && at(bytes, 5) % 16 == 0) return true;
  for (const auto frame : {mpeg_frame, adts_frame}) {
    const size_t first = frame(bytes);
    if (first > 0 && first < bytes.size() && frame(bytes.substr(first)) > 0) return true;
  }
  return false;
}

bool is_transport_stream(std::string_view bytes) {
  constexpr size_t kPacket = 188;
  if (bytes.size() < 4 * kPacket) return false;
  for (size_t i = 0; i < 4; ++i)
    if (bytes[i * kPacket] != 'G') return false;
  return (at(bytes, 3) & 0x30) != 0 && (at(bytes, 1) & 0x80) == 0 && at(bytes, 2) < 0x20;
}

bool is_bitmap(std::string_view bytes) {
  if (!has(bytes, 0, "BM") || bytes.size() < 26) return false;
  const auto header = at(bytes, 14);
  const bool known = header == 12 || header == 40 || header == 52 || header == 56 || header == 64 ||
                     header == 108 || header == 124;
  return known && at(bytes, 15) == 0 && at(bytes, 16) == 0 && at(bytes, 17) == 0;
}

bool is_bzip2(std::string_view bytes) {
  return has(bytes, 0, "BZh") && at(bytes, 3) >= '1' && at(bytes, 3) <= '9' &&
         (has(bytes, 4, "1AY&SY") || has(bytes, 4, "\x17\x72\x45\x38\x50\x90"));
}

// The sum of the header's bytes, with spaces in place of the sum itself.
bool is_tar(std::string_view bytes) {
  constexpr size_t kHeader = 512, kSumAt = 148, kSumSize = 8;
  if (bytes.size() < kHeader) return false;
  uint32_t sum = 0, told = 0;
  bool digits = false;
  for (size_t i = 0; i < kHeader; ++i)
    sum += i >= kSumAt && i < kSumAt + kSumSize ? uint8_t{' '} : at(bytes, i);
  for (size_t i = kSumAt; i < kSumAt + kSumSize; ++i) {
    const uint8_t c = at(bytes, i);
    if (c >= '0' && c <= '7') {
      told = told * 8 + (c - '0');
      digits = true;
    } else if (c != ' ' && c != 0) {
      return false;
    }
  }
  return digits && sum == told;
}

bool is_rtf(std::string_view bytes) {
  const size_t start = bytes.find_first_not_of("\xEF\xBB\xBF \r\n\t");
  return start != std::string_view::npos && start < 64 && has(bytes, start, "{\\rtf");
}

// A workbook of Excel 2 to 4: the record that begins it, and what it says to be.
bool is_early_workbook(std::string_view bytes) {
  const bool begins =
      at(bytes, 0) == 9 && (at(bytes, 1) == 0 || at(bytes, 1) == 2 || at(bytes, 1) == 4);
  const bool sized = at(bytes, 2) >= 4 && at(bytes, 2) <= 8 && at(bytes, 3) == 0;
  const int content = at(bytes, 6) | at(bytes, 7) << 8;
  return begins && sized && (content == 0x10 || content == 0x20 || content == 0x40);
}

}  // namespace

std::optional<Kind> kind_by_magic(std::string_view bytes) {
  for (const Magic& magic : kMagic)
    if (has(bytes, magic.where, magic.bytes)) return magic.kind;
  for (const auto part : {of_riff, of_base_media, of_ogg})
    if (const auto kind = part(bytes)) return kind;
  if (is_rtf(bytes)) return Kind::Rtf;
  if (is_early_workbook(bytes)) return Kind::Xls;
  if (is_bitmap(bytes)) return Kind::Image;
  if (is_bzip2(bytes) || is_tar(bytes)) return Kind::Archive;
  if (is_mpeg_audio(bytes)) return Kind::Audio;
  if (is_transport_stream(bytes)) return Kind::Video;
  return std::nullopt;
}

}  // namespace oi
