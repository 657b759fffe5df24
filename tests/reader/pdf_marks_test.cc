#include <gtest/gtest.h>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::PdfWriter;

class PdfMarks : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static PageMarks marks(const std::string& content, const std::string& extra = "",
                         const std::string& resources = "") {
    PdfWriter writer;
    writer.raw_page(content, extra, resources);
    const Collected all = collect(read_pdf, writer.bytes(), Kind::Pdf);
    EXPECT_TRUE(all.outcome.ok());
    return all.marks.empty() ? PageMarks{} : all.marks[0];
  }
  static bool near(const Box& box, const Box& other) {
    return std::abs(box.x0 - other.x0) < 0.6F && std::abs(box.y0 - other.y0) < 0.6F &&
           std::abs(box.x1 - other.x1) < 0.6F && std::abs(box.y1 - other.y1) < 0.6F;
  }
};

TEST_F(PdfMarks, StrokesAlongTheSidesAreLines) {
  const PageMarks all = marks("1 w 100 600 m 300 600 l S 100 500 m 100 600 l S 10 10 m 90 90 l S");
  ASSERT_EQ(all.lines.size(), 2U);
  EXPECT_TRUE(near(all.lines[0], {100, 191.5, 300, 192.5}));
  EXPECT_TRUE(near(all.lines[1], {99.5, 192, 100.5, 292}));
  EXPECT_TRUE(all.shades.empty());
}

TEST_F(PdfMarks, AFrameIsItsFourSidesAndAPathOfManyPartsIsTakenApart) {
  EXPECT_EQ(marks("100 500 200 50 re S").lines.size(), 4U);
  EXPECT_EQ(marks("100 600 m 300 600 l 100 580 m 300 580 l 100 560 m 300 560 l S").lines.size(),
            3U);
  const PageMarks filled = marks("100 600 200 0.5 re 100 500 200 50 re f");
  EXPECT_EQ(filled.lines.size(), 1U);
  ASSERT_EQ(filled.shades.size(), 1U);
  EXPECT_TRUE(near(filled.shades[0], {100, 242, 300, 292}));
}

TEST_F(PdfMarks, PaperIsNoShade) {
  EXPECT_TRUE(marks("1 1 1 rg 0 0 612 792 re f").shades.empty());
  EXPECT_TRUE(marks("0 0 612 792 re W n").shades.empty());
}

TEST_F(PdfMarks, PicturesAndWhatIsInsideOfFormsArePlaced) {
  PdfWriter writer;
  const std::string picture = writer.stream(
      std::string(4, '\x40'),
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace "
      "/DeviceGray");
  const std::string form =
      writer.stream("1 w 0 0 m 100 0 l S",
                    "/Type /XObject /Subtype /Form /BBox [-10 -10 200 200] /Matrix [2 0 0 2 0 0]");
  writer.raw_page("q 300 0 0 200 100 400 cm /P Do Q q 1 0 0 1 50 100 cm /M Do Q", "",
                  "/XObject << /P " + picture + " /M " + form + " >>");
  const Collected all = collect(read_pdf, writer.bytes(), Kind::Pdf);
  ASSERT_EQ(all.marks.size(), 1U);
  ASSERT_EQ(all.marks[0].pictures.size(), 1U);
  EXPECT_TRUE(near(all.marks[0].pictures[0], {100, 192, 400, 392}));
  ASSERT_EQ(all.marks[0].lines.size(), 1U);
  EXPECT_TRUE(near(all.marks[0].lines[0], {50, 691, 250, 693}));
}

TEST_F(PdfMarks, OnATurnedPageMarksAreAsShown) {
  const PageMarks all = marks("1 w 100 600 m 300 600 l S", "/Rotate 90");
  ASSERT_EQ(all.lines.size(), 1U);
  EXPECT_TRUE(near(all.lines[0], {599.5, 100, 600.5, 300}));
}

TEST_F(PdfMarks, TooManyAreCutAndSaidSo) {
  PdfWriter writer;
  std::string content;
  for (int i = 0; i < 60'000; ++i)
    content += "1 1 9 9 re f\n";
  writer.raw_page(content);
  const Collected all = collect(read_pdf, writer.bytes(), Kind::Pdf);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.has_problem("marks_left_out"));
}

}  // namespace
}  // namespace oi
