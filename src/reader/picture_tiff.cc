// TIFF by libtiff, from memory. Its RGBA interface knows every kind of samples; it is asked for
// bands of rows, so that a page in colours never stands in memory whole beside its grey pixels. A
// page over the limit is read with every n-th pixel of every n-th row.

#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "reader/picture.h"

// JBIG is left out of the library when it is linked: that decoder's licence (GPL) does not fit. A
// page in it is then told as one that cannot be decoded.
extern "C" int TIFFInitJBIG(TIFF*, int);
extern "C" int TIFFInitJBIG(TIFF*, int) {
  return 0;
}

namespace oi {
namespace {

constexpr uint64_t kBandPixels = 8'000'000;    // four bytes each
constexpr uint64_t kLargestBand = 40'000'000;  // where one strip or tile row is larger
constexpr tmsize_t kLargestPiece = 200 << 20;  // of memory, in one piece

// The file in memory, and what the library complained of.
struct MemoryFile {
  std::string_view bytes;
  uint64_t at = 0;
  uint32_t errors = 0;
  std::string first_error = {};
};
MemoryFile& file_of(thandle_t handle) {
  return *static_cast<MemoryFile*>(handle);
}

tmsize_t read_some(thandle_t handle, void* to, tmsize_t size) {
  MemoryFile& file = file_of(handle);
  if (size <= 0 || file.at >= file.bytes.size()) return 0;
  const size_t got = std::min<size_t>(static_cast<size_t>(size), file.bytes.size() - file.at);
  std::memcpy(to, file.bytes.data() + file.at, got);
  file.at += got;
  return static_cast<tmsize_t>(got);
}
tmsize_t write_nothing(thandle_t, void*, tmsize_t) {
  return 0;
}
toff_t seek_to(thandle_t handle, toff_t where, int from) {
  MemoryFile& file = file_of(handle);
  const uint64_t base = from == SEEK_CUR ? file.at : from == SEEK_END ? file.bytes.size() : 0;
  file.at = base + where;
  return file.at;
}
int close_nothing(thandle_t) {
  return 0;
}
toff_t size_of(thandle_t handle) {
  return file_of(handle).bytes.size();
}
int map_nothing(thandle_t, void**, toff_t*) {
  return 0;
}
void unmap_nothing(thandle_t, void*, toff_t) {}

int hear_error(TIFF*, void* user, const char*, const char* form, va_list) {
  auto& file = *static_cast<MemoryFile*>(user);
  if (file.errors++ == 0) file.first_error = form;
  return 1;
}
int pass_over(TIFF*, void*, const char*, const char*, va_list) {
  return 1;
}

using OpenTiff = std::unique_ptr<TIFF, void (*)(TIFF*)>;
OpenTiff open_tiff(MemoryFile& file) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kLargestPiece);
  TIFFOpenOptionsSetErrorHandlerExtR(options, hear_error, &file);
  TIFFOpenOptionsSetWarningHandlerExtR(options, pass_over, nullptr);
  OpenTiff tiff(TIFFClientOpenExt("picture", "rm", &file, read_some, write_nothing, seek_to,
                                  close_nothing, size_of, map_nothing, unmap_nothing, options),
                TIFFClose);
  TIFFOpenOptionsFree(options);
  return tiff;
}

float dpi_of(TIFF* tiff) {
  float across = 0, down = 0;
  uint16_t unit = RESUNIT_INCH;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across) == 0 || unit == RESUNIT_NONE) return 0;
  // Faxes have unlike resolutions across and down; the finer one is what letters are measured by.
  if (TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down) == 0) down = across;
  return sane_dpi(static_cast<double>(std::max(across, down)) *
                  (unit == RESUNIT_CENTIMETER ? 2.54 : 1));
}

// Rows in one strip or one row of tiles.
uint32_t rows_in_piece(TIFF* tiff, uint32_t height) {
  uint32_t rows = 0;
  if (TIFFIsTiled(tiff) != 0)
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
  else
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  return rows == 0 ? height : std::min(rows, height);
}

class RgbaImage {
 public:
  explicit RgbaImage(TIFF* tiff) : begun_(TIFFRGBAImageBegin(&image_, tiff, 0, reason_) != 0) {
    image_.req_orientation = image_.orientation;  // as stored; we turn it ourselves
  }
  RgbaImage(const RgbaImage&) = delete;
  RgbaImage& operator=(const RgbaImage&) = delete;
  ~RgbaImage() {
    if (begun_) TIFFRGBAImageEnd(&image_);
  }
  bool begun() const { return begun_; }
  const char* reason() const { return reason_; }
  const TIFFRGBAImage& get() const { return image_; }
  bool rows(uint32_t from, uint32_t count, std::vector<uint32_t>& colours) {
    image_.row_offset = static_cast<int>(from);
    return TIFFRGBAImageGet(&image_, colours.data(), image_.width, count) != 0;
  }

 private:
  TIFFRGBAImage image_{};
  char reason_[1024] = "";
  bool begun_;
};

uint8_t grey_of_packed(uint32_t colour) {
  // Colours come multiplied by their opacity already: the white paper only has to be added.
  const uint32_t alpha = TIFFGetA(colour);
  return static_cast<uint8_t>(std::min<uint32_t>(
      255, grey_of(TIFFGetR(colour), TIFFGetG(colour), TIFFGetB(colour)) + 255 - alpha));
}

// A fax's coarse rows are repeated, so that letters keep their shape.
void even_out(TIFF* tiff, Bitmap& bitmap, uint64_t most) {
  float across = 0, down = 0;
  if (TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across) == 0 ||
      TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down) == 0 || !(down > 0) || !(across > 0))
    return;
  const float ratio = across / down;
  if (!(ratio > 1.5F) || ratio > 3 || bitmap.grey.size() * 2 > most) return;
  std::vector<uint8_t> doubled;
  doubled.reserve(bitmap.grey.size() * 2);
  for (uint32_t y = 0; y < bitmap.height; ++y) {
    const auto row = bitmap.grey.begin() + static_cast<ptrdiff_t>(size_t{y} * bitmap.width);
    for (int i = 0; i < 2; ++i)
      doubled.insert(doubled.end(), row, row + bitmap.width);
  }
  bitmap.height *= 2;
  bitmap.grey = std::move(doubled);
}

struct Bands {
  uint32_t rows = 0;  // of each
  uint32_t step = 1;  // every step-th pixel is kept
};

Result<Bands> bands_of(TIFF* tiff, uint64_t width, uint64_t height, uint64_t most) {
  Bands bands;
  while ((width / bands.step) * (height / bands.step) > most)
    ++bands.step;
  const uint64_t piece = rows_in_piece(tiff, static_cast<uint32_t>(height));
  const uint64_t pieces = std::max<uint64_t>(1, kBandPixels / std::max<uint64_t>(1, piece * width));
  const uint64_t rows = std::min(height, piece * pieces);
  if (rows * width > kLargestBand || width / bands.step == 0 || height / bands.step == 0)
    return picture_too_large(width, height);
  bands.rows = static_cast<uint32_t>(rows);
  return bands;
}

Result<DecodedPicture> decode_page(TIFF* tiff, MemoryFile& file, uint64_t most) {
  RgbaImage image(tiff);
  if (!image.begun())
    return Error{Code::Corrupt, std::string("damaged TIFF page: ") + image.reason()};
  const uint32_t width = image.get().width, height = image.get().height;
  if (width == 0 || height == 0) return Error{Code::Corrupt, "a TIFF page without pixels"};
  const Bands bands = TRY(bands_of(tiff, width, height, most));
  DecodedPicture picture;
  picture.scaled = bands.step > 1;
  picture.bitmap = {width / bands.step,
                    height / bands.step,
                    sane_dpi(dpi_of(tiff) / static_cast<float>(bands.step)),
                    {}};
  const size_t wanted = size_t{picture.bitmap.width} * picture.bitmap.height;
  picture.bitmap.grey.reserve(wanted);
  std::vector<uint32_t> colours(size_t{bands.rows} * width);
  bool any = false;
  for (uint32_t from = 0; from < height; from += bands.rows) {
    const uint32_t count = std::min(bands.rows, height - from);
    std::fill(colours.begin(), colours.end(), UINT32_MAX);
    const uint32_t errors = file.errors;
    const bool got = image.rows(from, count, colours);
    picture.whole = picture.whole && got && file.errors == errors;
    any = any || file.errors == errors;
    for (uint32_t y = from; y < from + count; ++y) {
      if (y % bands.step != 0 || picture.bitmap.grey.size() >= wanted) continue;
      const uint32_t* row = colours.data() + size_t{y - from} * width;
      for (uint32_t x = 0; x < picture.bitmap.width; ++x)
        picture.bitmap.grey.push_back(grey_of_packed(row[size_t{x} * bands.step]));
    }
  }
  picture.bitmap.grey.resize(wanted, 255);
  const auto white = [](uint8_t c) { return c == 255; };
  const auto& grey = picture.bitmap.grey;
  if (!picture.whole && !any && std::all_of(grey.begin(), grey.end(), white))
    return Error{Code::Corrupt, "damaged TIFF page: " + file.first_error};
  even_out(tiff, picture.bitmap, most);
  set_upright(picture.bitmap, image.get().orientation);
  return picture;
}

bool is_page(TIFF* tiff) {
  uint32_t type = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &type);
  return (type & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

}  // namespace

Result<Done> decode_tiff(std::string_view bytes, const ReadLimits& limits, const OnTiffPage& take) {
  MemoryFile file{bytes};
  const OpenTiff tiff = open_tiff(file);
  if (tiff == nullptr) return Error{Code::Corrupt, "damaged TIFF: " + file.first_error};
  // The library follows no loop of directories. What it counts is an upper bound of the pages.
  const uint32_t total = TIFFNumberOfDirectories(tiff.get());
  if (total > limits.pages) return Error{Code::TooLarge, "more pages than one document may have"};
  TIFFSetDirectory(tiff.get(), 0);
  uint32_t number = 0;
  do {
    if (total > 1 && !is_page(tiff.get())) continue;
    ++number;
    file.errors = 0;
    file.first_error.clear();
    TRY(take(number, std::max(total, number), decode_page(tiff.get(), file, limits.bitmap_pixels)));
  } while (TIFFReadDirectory(tiff.get()) != 0);
  if (number == 0) return Error{Code::Corrupt, "the TIFF holds no page"};
  return Done{};
}

}  // namespace oi
