// Small pictures of every format that the reader decodes, made by the libraries' own encoders, and
// by hand where a format is simple.
#pragma once

#include <png.h>
#include <tiffio.h>
#include <turbojpeg.h>
#include <unistd.h>
#include <webp/encode.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace oi::test {

// Red, green, blue, opacity; row by row.
struct Colours {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> values;
};

// White, with a black square at the top left: which way up it is shows.
inline Colours marked(uint32_t width, uint32_t height) {
  Colours all{width, height, std::vector<uint8_t>(size_t{4} * width * height, 255)};
  for (uint32_t y = 0; y < height / 2; ++y)
    for (uint32_t x = 0; x < width / 2; ++x)
      for (size_t c = 0; c < 3; ++c)
        all.values[4 * (size_t{y} * width + x) + c] = 0;
  return all;
}

inline std::string png_of(const Colours& colours) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = colours.width;
  image.height = colours.height;
  image.format = PNG_FORMAT_RGBA;
  std::string bytes(size_t{colours.width} * colours.height * 5 + 10'000, '\0');
  png_alloc_size_t size = bytes.size();
  png_image_write_to_memory(&image, bytes.data(), &size, 0, colours.values.data(), 0, nullptr);
  bytes.resize(size);
  return bytes;
}

// A chunk of pixels a metre, put behind the header. Its checksum is not looked at.
inline std::string with_png_dpi(const std::string& png, uint32_t pixels_a_metre) {
  constexpr size_t kBehindHeader = 33;
  std::string chunk("\0\0\0\x09pHYs", 8);
  for (int copy = 0; copy < 2; ++copy)
    for (int shift = 24; shift >= 0; shift -= 8)
      chunk += static_cast<char>(pixels_a_metre >> shift & 0xFF);
  chunk += '\1';
  uint32_t sum = 0xFFFFFFFF;
  for (const char c : chunk.substr(4)) {
    sum ^= static_cast<uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit)
      sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320U : 0);
  }
  sum = ~sum;
  for (int shift = 24; shift >= 0; shift -= 8)
    chunk += static_cast<char>(sum >> shift & 0xFF);
  return png.substr(0, kBehindHeader) + chunk + png.substr(kBehindHeader);
}

inline std::string jpeg_of(const Colours& colours, bool ink = false) {
  const tjhandle handle = tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  tjCompress2(handle, colours.values.data(), static_cast<int>(colours.width), 0,
              static_cast<int>(colours.height), ink ? TJPF_CMYK : TJPF_RGBA, &bytes, &size,
              ink ? TJSAMP_444 : TJSAMP_420, 95, 0);
  std::string jpeg(reinterpret_cast<char*>(bytes), size);
  tjFree(bytes);
  tjDestroy(handle);
  return jpeg;
}

// A camera's part: how it was held, and 300 dots an inch.
inline std::string with_exif(const std::string& jpeg, char orientation) {
  std::string tiff("II*\0\x08\0\0\0\2\0", 10);
  tiff += std::string("\x12\1\3\0\1\0\0\0", 8) + orientation + std::string("\0\0\0", 3);
  tiff += std::string("\x1A\1\5\0\1\0\0\0\x26\0\0\0", 12);
  tiff += std::string("\0\0\0\0", 4);
  tiff += std::string("\x2C\1\0\0\1\0\0\0", 8);
  const std::string part = std::string("Exif\0\0", 6) + tiff;
  const size_t length = part.size() + 2;
  std::string marker = "\xFF\xE1";
  marker += static_cast<char>(length >> 8);
  marker += static_cast<char>(length & 0xFF);
  return jpeg.substr(0, 2) + marker + part + jpeg.substr(2);
}

inline std::string webp_of(const Colours& colours) {
  uint8_t* bytes = nullptr;
  const size_t size = WebPEncodeLosslessRGBA(colours.values.data(), static_cast<int>(colours.width),
                                             static_cast<int>(colours.height),
                                             static_cast<int>(colours.width * 4), &bytes);
  std::string webp(reinterpret_cast<char*>(bytes), size);
  WebPFree(bytes);
  return webp;
}

struct TiffForm {
  uint16_t compression = COMPRESSION_NONE;
  uint16_t photometric = PHOTOMETRIC_MINISWHITE;
  uint16_t bits = 1;
  uint16_t orientation = ORIENTATION_TOPLEFT;
  float dpi_across = 200, dpi_down = 200;
};
// One page each: black in the upper left quarter, white elsewhere.
inline std::string tiff_of(uint32_t width, uint32_t height, const std::vector<TiffForm>& pages) {
  const std::string path = "/tmp/oi_tiff_" + std::to_string(::getpid());
  TIFF* tiff = TIFFOpen(path.c_str(), "w");
  for (const TiffForm& form : pages) {
    const uint32_t samples = form.photometric == PHOTOMETRIC_RGB         ? 3
                             : form.photometric == PHOTOMETRIC_SEPARATED ? 4
                                                                         : 1;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, form.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 16);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, form.compression);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, form.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, form.orientation);
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, static_cast<double>(form.dpi_across));
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, static_cast<double>(form.dpi_down));
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    const bool ink =
        form.photometric == PHOTOMETRIC_MINISWHITE || form.photometric == PHOTOMETRIC_SEPARATED;
    const size_t row_bytes = (size_t{width} * samples * form.bits + 7) / 8;
    for (uint32_t y = 0; y < height; ++y) {
      std::vector<uint8_t> row(row_bytes, ink ? 0 : 255);
      for (size_t i = 0; y < height / 2 && i < row_bytes / 2; ++i)
        row[i] = ink ? 255 : 0;
      TIFFWriteScanline(tiff, row.data(), y);
    }
    TIFFWriteDirectory(tiff);
  }
  TIFFClose(tiff);
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ::unlink(path.c_str());
  return bytes;
}

inline std::string little(uint64_t value, size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

// 24 bits a pixel, 2835 pixels a metre (72 dots an inch), rows from the bottom up.
inline std::string bmp_of(const Colours& colours) {
  std::string pixels;
  for (uint32_t y = colours.height; y-- > 0;) {
    for (uint32_t x = 0; x < colours.width; ++x)
      for (const size_t c : {2, 1, 0})
        pixels += static_cast<char>(colours.values[4 * (size_t{y} * colours.width + x) + c]);
    while (pixels.size() % 4 != 0)
      pixels += '\0';
  }
  const auto size = static_cast<uint32_t>(pixels.size());
  return "BM" + little(54 + size, 4) + little(0, 4) + little(54, 4) + little(40, 4) +
         little(colours.width, 4) + little(colours.height, 4) + little(1, 2) + little(24, 2) +
         little(0, 4) + little(size, 4) + little(2835, 4) + little(2835, 4) + little(0, 8) + pixels;
}

// Black and white; each pixel a code of its own behind a code that clears the table, so that no
// table is needed.
inline std::string gif_of(const Colours& colours) {
  std::string bits;
  uint32_t held = 0, count = 0;
  const auto put = [&](uint32_t code) {
    held |= code << count;
    for (count += 3; count >= 8; count -= 8, held >>= 8)
      bits += static_cast<char>(held & 0xFF);
  };
  for (size_t i = 0; i < colours.values.size(); i += 4) {
    put(4);
    put(colours.values[i] == 0 ? 0 : 1);
  }
  put(5);
  if (count > 0) bits += static_cast<char>(held);
  std::string gif = "GIF89a" + little(colours.width, 2) + little(colours.height, 2) +
                    std::string("\xF1\0\0", 3) + std::string("\0\0\0\xFF\xFF\xFF", 6) +
                    std::string("\0\0\0\0\0\0", 6) + "," + little(0, 4) + little(colours.width, 2) +
                    little(colours.height, 2) + std::string("\0\2", 2);
  for (size_t at = 0; at < bits.size(); at += 255) {
    const std::string part = bits.substr(at, 255);
    gif += static_cast<char>(part.size());
    gif += part;
  }
  return gif + std::string("\0;", 2);
}

}  // namespace oi::test
