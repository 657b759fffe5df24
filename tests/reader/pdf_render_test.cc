#include <gtest/gtest.h>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::CollectedBitmap;
using test::PdfWriter;

class PdfRender : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static Collected render(const PdfWriter& writer, const std::vector<uint32_t>& pages,
                          float dpi = 72, const ReadLimits& limits = {}) {
    Request request;
    request.render = pages;
    request.dpi = dpi;
    request.limits = limits;
    return collect(read_pdf, writer.bytes(), Kind::Pdf, request);
  }
  static int grey(const CollectedBitmap& bitmap, uint32_t x, uint32_t y) {
    return static_cast<uint8_t>(bitmap.grey.at(size_t{y} * bitmap.start.width + x));
  }
};

TEST_F(PdfRender, OnlyTheAskedPagesAreDrawn) {
  PdfWriter writer;
  for (int i = 0; i < 4; ++i)
    writer.raw_page("0 g " + std::to_string(100 * i + 10) + " 600 50 50 re f");
  const Collected all = render(writer, {2, 4});
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.bitmaps.size(), 2U);
  EXPECT_TRUE(all.pages.empty());
  EXPECT_TRUE(all.runs.empty());
  const CollectedBitmap& second = all.bitmaps[0];
  EXPECT_EQ(second.start.page, 2U);
  EXPECT_EQ(second.start.width, 612U);
  EXPECT_EQ(second.start.height, 792U);
  EXPECT_EQ(second.start.dpi, 72);
  EXPECT_EQ(grey(second, 130, 170), 0);  // 110 to 160 across, 142 to 192 down
  EXPECT_EQ(grey(second, 90, 170), 255);
  EXPECT_EQ(all.bitmaps[1].start.page, 4U);
  EXPECT_EQ(grey(all.bitmaps[1], 330, 170), 0);
}

TEST_F(PdfRender, ATurnedPageIsDrawnUpright) {
  PdfWriter writer;
  writer.raw_page("0 g 10 600 50 50 re f", "/Rotate 90");
  const Collected all = render(writer, {1});
  ASSERT_EQ(all.bitmaps.size(), 1U);
  EXPECT_EQ(all.bitmaps[0].start.width, 792U);
  EXPECT_EQ(all.bitmaps[0].start.height, 612U);
  EXPECT_EQ(grey(all.bitmaps[0], 620, 30), 0);
  EXPECT_EQ(grey(all.bitmaps[0], 30, 170), 255);
}

TEST_F(PdfRender, ColoursBecomeGreyAndRemarksAndFormsAreDrawn) {
  PdfWriter writer;
  const std::string look =
      writer.stream("0 g 0 0 50 50 re f", "/Type /XObject /Subtype /Form /BBox [0 0 50 50]");
  const std::string stamp = writer.object(
      "<< /Type /Annot /Subtype /Stamp /F 4 /Rect [300 600 350 650] /AP << /N " + look + " >> >>");
  const std::string field = writer.object(
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /F 4 /Rect [400 600 450 650] /AP << "
      "/N " +
      look + " >> >>");
  writer.catalogue("/AcroForm << /Fields [" + field + "] >>");
  writer.raw_page("0 1 0 rg 10 600 50 50 re f", "/Annots [" + stamp + " " + field + "]");
  const Collected all = render(writer, {1});
  ASSERT_EQ(all.bitmaps.size(), 1U);
  EXPECT_NEAR(grey(all.bitmaps[0], 30, 170), 150, 40);  // pure green
  EXPECT_EQ(grey(all.bitmaps[0], 320, 170), 0);
  EXPECT_LT(grey(all.bitmaps[0], 420, 170), 60);
}

TEST_F(PdfRender, TheResolutionFitsTheLimitOfPixels) {
  PdfWriter writer;
  writer.raw_page("0 g 10 600 50 50 re f");
  const Collected all = render(writer, {1}, 360, {.bitmap_pixels = 500'000});
  ASSERT_EQ(all.bitmaps.size(), 1U);
  const BitmapStart& start = all.bitmaps[0].start;
  EXPECT_LE(start.width * start.height, 500'000U);
  EXPECT_GT(start.width * start.height, 490'000U);
  EXPECT_NEAR(static_cast<float>(start.width) * 72 / start.dpi, 612, 1);
}

TEST_F(PdfRender, PagesThatAreNotThereAreTold) {
  PdfWriter writer;
  writer.raw_page("");
  const Collected all = render(writer, {1, 9});
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.bitmaps.size(), 1U);
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_EQ(all.problems[0].where, "page 9");
}

}  // namespace
}  // namespace oi
