#include "reader/picture.h"

#include <gtest/gtest.h>

#include "tests/reader/collected.h"
#include "tests/reader/picture_writer.h"

namespace oi::test {
namespace {

Collected read(const std::string& bytes, const ReadLimits& limits = {}) {
  return collect(read_image, bytes, Kind::Image, limits);
}

// Dark where the mark is, light in the other three quarters.
void expect_marked(const CollectedBitmap& bitmap, const std::string& what) {
  const uint32_t width = bitmap.start.width, height = bitmap.start.height;
  ASSERT_EQ(bitmap.grey.size(), size_t{width} * height) << what;
  const auto at = [&](uint32_t x, uint32_t y) {
    return int{static_cast<uint8_t>(bitmap.grey[size_t{y} * width + x])};
  };
  EXPECT_LT(at(width / 4, height / 4), 60) << what;
  EXPECT_GT(at(3 * width / 4, height / 4), 195) << what;
  EXPECT_GT(at(width / 4, 3 * height / 4), 195) << what;
  EXPECT_GT(at(3 * width / 4, 3 * height / 4), 195) << what;
}

TEST(Picture, EveryFormatIsOnePageOfGreyPixels) {
  const Colours colours = marked(48, 40);
  const struct {
    const char* name;
    std::string bytes;
  } kFormats[] = {{"png", png_of(colours)},   {"jpeg", jpeg_of(colours)},
                  {"webp", webp_of(colours)}, {"bmp", bmp_of(colours)},
                  {"gif", gif_of(colours)},   {"tiff", tiff_of(48, 40, {{}})}};
  for (const auto& format : kFormats) {
    const Collected all = read(format.bytes);
    ASSERT_TRUE(all.outcome.ok()) << format.name << ": " << all.outcome.error().what;
    ASSERT_EQ(all.bitmaps.size(), 1U) << format.name;
    ASSERT_EQ(all.pages.size(), 1U) << format.name;
    EXPECT_EQ(all.bitmaps[0].start.width, 48U) << format.name;
    EXPECT_EQ(all.bitmaps[0].start.height, 40U) << format.name;
    EXPECT_TRUE(all.problems.empty()) << format.name;
    expect_marked(all.bitmaps[0], format.name);
  }
}

TEST(Picture, ThePageIsAsLargeAsTheDotsAnInchSay) {
  const std::string png = png_of(marked(300, 600));
  const Collected untold = read(png);
  EXPECT_FLOAT_EQ(untold.pages[0].width, 225);  // of 96 dots an inch
  EXPECT_FLOAT_EQ(untold.bitmaps[0].start.dpi, 0);
  const Collected told = read(with_png_dpi(png, 11811));
  EXPECT_NEAR(told.pages[0].width, 72, 0.01);
  EXPECT_NEAR(told.pages[0].height, 144, 0.01);
  EXPECT_NEAR(told.bitmaps[0].start.dpi, 300, 0.01);
  EXPECT_NEAR(told.bitmaps[0].start.box.y1, 144, 0.01);
  EXPECT_NEAR(read(bmp_of(marked(40, 40))).bitmaps[0].start.dpi, 72, 0.1);
}

TEST(Picture, WhatTheCameraSaysTurnsThePictureUpright) {
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    // The mark is put where, after turning, it stands at the top left.
    const bool sideways = orientation >= 5;
    Colours stored = marked(sideways ? 64 : 96, sideways ? 96 : 64);
    const Colours whole = stored;
    const bool right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool bottom =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (uint32_t y = 0; y < stored.height; ++y)
      for (uint32_t x = 0; x < stored.width; ++x)
        for (size_t c = 0; c < 4; ++c)
          stored.values[4 * (size_t{y} * stored.width + x) + c] =
              whole.values[4 * (size_t{bottom ? stored.height - 1 - y : y} * stored.width +
                                (right ? stored.width - 1 - x : x)) +
                           c];
    const Collected all = read(with_exif(jpeg_of(stored), static_cast<char>(orientation)));
    ASSERT_EQ(all.bitmaps.size(), 1U);
    EXPECT_EQ(all.bitmaps[0].start.width, 96U) << orientation;
    EXPECT_EQ(all.bitmaps[0].start.height, 64U) << orientation;
    EXPECT_FLOAT_EQ(all.bitmaps[0].start.dpi, 300);
    expect_marked(all.bitmaps[0], "orientation " + std::to_string(orientation));
  }
}

// Six is the way a telephone held upright stores its picture: the first row is at the right side.
TEST(Picture, ATelephoneHeldUprightIsOrientationSix) {
  Bitmap stored{3, 2, 0, {1, 2, 3, 4, 5, 6}};
  set_upright(stored, 6);
  EXPECT_EQ(stored, (Bitmap{2, 3, 0, {4, 1, 5, 2, 6, 3}}));
}

TEST(Picture, WhatIsTransparentIsWhitePaper) {
  Colours colours = marked(40, 40);
  for (size_t i = 0; i < colours.values.size(); i += 4)
    if (colours.values[i] == 255) colours.values[i] = colours.values[i + 3] = 0;
  for (const std::string& bytes : {png_of(colours), webp_of(colours)})
    expect_marked(read(bytes).bitmaps.at(0), "transparent");
}

TEST(Picture, FourInksBecomeGrey) {
  const Colours colours = marked(40, 40);
  Colours ink = colours;
  for (size_t i = 0; i < ink.values.size(); ++i)  // no ink, but black ink in the mark
    ink.values[i] = i % 4 == 3 ? colours.values[i - 3] : 255;
  expect_marked(read(jpeg_of(ink, true)).bitmaps.at(0), "jpeg");
  TiffForm form;
  form.photometric = PHOTOMETRIC_SEPARATED;
  form.bits = 8;
  expect_marked(read(tiff_of(48, 40, {form})).bitmaps.at(0), "tiff");
}

TEST(Picture, EachPageOfATiffIsAPageWhateverItsForm) {
  const std::vector<TiffForm> forms = {
      {},
      {.compression = COMPRESSION_CCITTFAX3},
      {.compression = COMPRESSION_CCITTFAX4},
      {.compression = COMPRESSION_CCITTFAX4, .photometric = PHOTOMETRIC_MINISBLACK},
      {.compression = COMPRESSION_PACKBITS},
      {.compression = COMPRESSION_LZW, .photometric = PHOTOMETRIC_MINISBLACK, .bits = 8},
      {.compression = COMPRESSION_ADOBE_DEFLATE, .photometric = PHOTOMETRIC_RGB, .bits = 8},
      {.compression = COMPRESSION_LZW, .photometric = PHOTOMETRIC_MINISBLACK, .bits = 16},
      {.compression = COMPRESSION_ZSTD, .photometric = PHOTOMETRIC_RGB, .bits = 16},
      {.compression = COMPRESSION_LZMA, .photometric = PHOTOMETRIC_MINISBLACK, .bits = 4},
  };
  const Collected all = read(tiff_of(64, 80, forms));
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.bitmaps.size(), forms.size());
  EXPECT_TRUE(all.problems.empty());
  EXPECT_EQ(all.pages.front().total, forms.size());
  for (size_t i = 0; i < forms.size(); ++i) {
    EXPECT_FLOAT_EQ(all.bitmaps[i].start.dpi, 200);
    expect_marked(all.bitmaps[i], "page " + std::to_string(i + 1));
  }
}

TEST(Picture, ACoarseFaxIsAsHighAsItWasSent) {
  TiffForm fax{.compression = COMPRESSION_CCITTFAX3, .dpi_across = 204, .dpi_down = 98};
  const Collected all = read(tiff_of(64, 40, {fax}));
  ASSERT_EQ(all.bitmaps.size(), 1U);
  EXPECT_EQ(all.bitmaps[0].start.height, 80U);
  expect_marked(all.bitmaps[0], "fax");
}

TEST(Picture, OneOverTheLimitIsReadSmallerOrRefused) {
  ReadLimits limits;
  limits.bitmap_pixels = 10'000;
  const Colours large = marked(200, 160);
  for (const std::string& bytes : {jpeg_of(large), webp_of(large), tiff_of(208, 160, {{}})}) {
    const Collected all = read(bytes, limits);
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_TRUE(all.has_problem("picture_scaled_down"));
    EXPECT_LE(all.bitmaps.at(0).grey.size(), 10'000U);
    expect_marked(all.bitmaps[0], "scaled");
  }
  for (const std::string& bytes : {png_of(large), bmp_of(large), gif_of(large)}) {
    const Collected all = read(bytes, limits);
    ASSERT_FALSE(all.outcome.ok());
    EXPECT_EQ(all.outcome.error().code, Code::TooLarge);
  }
}

// A header may claim any size: nothing of it is made room for.
TEST(Picture, AClaimedSizeIsRefusedBeforeItIsDecoded) {
  std::string bmp = bmp_of(marked(40, 40));
  bmp.replace(18, 8, little(1'000'000, 4) + little(1'000'000, 4));
  const Collected all = read(bmp);
  ASSERT_FALSE(all.outcome.ok());
  EXPECT_TRUE(all.bitmaps.empty());
}

TEST(Picture, ACutPictureKeepsWhatCameAndSaysSo) {
  const Colours colours = marked(400, 400);
  for (const std::string& whole : {png_of(colours), jpeg_of(colours)}) {
    const Collected all = read(whole.substr(0, whole.size() * 9 / 10));
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_TRUE(all.has_problem("picture_damaged"));
    EXPECT_EQ(all.bitmaps.size(), 1U);
  }
}

TEST(Picture, DamageAtAnyPlaceEndsWithAStatedOutcome) {
  const Colours colours = marked(40, 40);
  for (const std::string& whole :
       {png_of(colours), jpeg_of(colours), webp_of(colours), bmp_of(colours), gif_of(colours),
        tiff_of(48, 40,
                {{.compression = COMPRESSION_CCITTFAX4}, {.compression = COMPRESSION_LZW}})}) {
    for (size_t part = 0; part < 64; ++part)
      (void)read(whole.substr(0, whole.size() * part / 64));
    for (size_t place = 0; place < 256; ++place) {
      std::string flipped = whole;
      flipped[whole.size() * place / 256] ^= static_cast<char>(0x55);
      const Collected all = read(flipped);
      if (!all.outcome.ok()) {
        EXPECT_NE(all.outcome.error().code, Code::Bug);
      }
    }
  }
}

Collected inside(const std::string& bytes) {
  return collect(
      [](std::string_view picture, const Request&, Frames& out) {
        BitmapStart where;
        where.name = "image 2";
        return send_picture(picture, std::move(where), out);
      },
      bytes, Kind::Pptx);
}

// C047: text in pictures inside of a presentation is read, and cited as "image M".
TEST(Picture, InsideOfAnotherDocumentItIsSentUnderItsName) {
  const Collected all = inside(png_of(marked(64, 64)));
  ASSERT_EQ(all.bitmaps.size(), 1U);
  EXPECT_EQ(all.bitmaps[0].start.name, "image 2");
  EXPECT_TRUE(all.pages.empty());
  EXPECT_EQ(inside(tiff_of(64, 64, {{}, {}})).bitmaps.size(), 1U);
}

TEST(Picture, BulletsAndRulesInsideAreTooSmallToBeRead) {
  const Collected all = inside(png_of(marked(31, 200)));
  EXPECT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.bitmaps.empty());
  EXPECT_TRUE(all.problems.empty());
}

TEST(Picture, WhatCannotBeDecodedInsideIsToldAndTheRestGoesOn) {
  for (const std::string& bytes : {std::string("\1\0\0\0\x6C\0\0\0", 8), std::string(),
                                   png_of(marked(64, 64)).substr(0, 40)}) {
    const Collected all = inside(bytes);
    EXPECT_TRUE(all.outcome.ok());
    ASSERT_EQ(all.problems.size(), 1U);
    EXPECT_EQ(all.problems[0].reason, "picture_unreadable");
    EXPECT_EQ(all.problems[0].where, "image 2");
  }
}

}  // namespace
}  // namespace oi::test
