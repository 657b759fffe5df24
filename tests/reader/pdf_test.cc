#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::PdfWriter;

class Pdf : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static Collected read(const std::string& bytes, const ReadLimits& limits = {}) {
    return collect(read_pdf, bytes, Kind::Pdf, limits);
  }
  static Collected read_page(const std::vector<test::PdfLine>& lines,
                             const std::string& extra = "") {
    PdfWriter writer;
    writer.page(lines, extra);
    return read(writer.bytes());
  }
};

TEST_F(Pdf, LinesBecomeRunsWithBoxesFromTheTopLeft) {
  const Collected all = read_page({{.x = 72, .y = 720, .size = 12, .text = "The first line"},
                                   {.x = 72, .y = 706, .size = 12, .text = "and the second."}});
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "The first line\nand the second.");
  ASSERT_EQ(all.runs.size(), 2U);
  EXPECT_EQ(all.pages[0].width, 612);
  EXPECT_EQ(all.pages[0].height, 792);
  const Box& box = all.runs[0].box;
  EXPECT_NEAR(box.x0, 72, 1);
  EXPECT_NEAR(box.x1, 72 + 65.35, 0.5);  // the width of these words in Helvetica 12
  EXPECT_LT(box.y0, 72);
  EXPECT_GT(box.y1, 72);  // the baseline lies inside
  EXPECT_NEAR(box.y1 - box.y0, 14, 3);
  EXPECT_NEAR(all.runs[1].box.y0 - box.y0, 14, 0.1);
  EXPECT_NEAR(all.runs[0].font_size, 12, 0.01);
}

TEST_F(Pdf, ARotatedPageHasItsBoxesAsItIsShown) {
  struct Turn {
    int degrees;
    float width, height;
    float x, y;  // where the text's baseline starts, from the top left as shown
  };
  // The text starts at (72, 720) from the bottom left of 612 x 792.
  for (const Turn& turn : {Turn{0, 612, 792, 72, 72}, Turn{90, 792, 612, 720, 72},
                           Turn{180, 612, 792, 540, 720}, Turn{270, 792, 612, 72, 540}}) {
    const Collected all =
        read_page({{.text = "Turned words"}}, "/Rotate " + std::to_string(turn.degrees));
    ASSERT_EQ(all.runs.size(), 1U) << turn.degrees;
    EXPECT_EQ(all.pages[0].width, turn.width);
    EXPECT_EQ(all.pages[0].height, turn.height);
    const Box& box = all.runs[0].box;
    const float near_x = std::min(std::fabs(box.x0 - turn.x), std::fabs(box.x1 - turn.x));
    const float near_y = std::min(std::fabs(box.y0 - turn.y), std::fabs(box.y1 - turn.y));
    EXPECT_LT(near_x, 12) << turn.degrees;
    EXPECT_LT(near_y, 12) << turn.degrees;
    EXPECT_EQ(box.x1 - box.x0 > box.y1 - box.y0, turn.degrees % 180 == 0);
  }
}

TEST_F(Pdf, ACropBoxMovesTheOrigin) {
  const Collected all = read_page({{.text = "Cropped"}}, "/CropBox [50 100 562 742]");
  ASSERT_EQ(all.runs.size(), 1U);
  EXPECT_EQ(all.pages[0].width, 512);
  EXPECT_NEAR(all.runs[0].box.x0, 22, 1);
  EXPECT_LT(all.runs[0].box.y0, 22);
  EXPECT_GT(all.runs[0].box.y1, 22);
}

TEST_F(Pdf, TheTextsMatrixCountsForItsSize) {
  PdfWriter writer;
  writer.page({{.size = 1, .text = "x"}});
  std::string bytes = writer.bytes();
  // The same text, set in size 1 and stretched by its matrix.
  const std::string from = "Tf 1 0 0 1", to = "Tf 9 0 0 9";
  bytes.replace(bytes.find(from), from.size(), to);
  const Collected all = read(bytes);
  ASSERT_EQ(all.runs.size(), 1U);
  EXPECT_NEAR(all.runs[0].font_size, 9, 0.01);
}

TEST_F(Pdf, AWideGapDividesALineAndRaisedTextDoesNot) {
  const Collected gap = read_page({{.x = 72, .text = "left"}, {.x = 300, .text = "right"}});
  ASSERT_EQ(gap.runs.size(), 2U);
  EXPECT_EQ(gap.runs[1].before, TextRun::Break::Space);
  EXPECT_EQ(gap.text(), "left right");
  const Collected raised = read_page({{.x = 72, .y = 700, .size = 12, .text = "x"},
                                      {.x = 78.2, .y = 705, .size = 7, .text = "2"},
                                      {.x = 85.5, .y = 700, .size = 12, .text = "is a square"}});
  EXPECT_EQ(raised.text(), "x2 is a square");
}

TEST_F(Pdf, HyphensAtLineEndsStayAsTheFileHasThem) {
  const Collected all =
      read_page({{.y = 720, .text = "It is an effi-"}, {.y = 706, .text = "cient method."}});
  EXPECT_EQ(all.text(), "It is an effi-\ncient method.");
}

TEST_F(Pdf, HeadingsAndParagraphsAreTold) {
  std::vector<test::PdfLine> lines = {{.y = 740, .size = 22, .text = "A manual of pumps"},
                                      {.y = 700, .size = 14, .text = "1 Safety", .bold = true}};
  for (int i = 0; i < 6; ++i)
    lines.push_back(
        {.y = 680.0 - 13 * i, .size = 11, .text = "Body text goes on for a while here"});
  lines.push_back({.y = 580, .size = 11, .text = "Another paragraph after a gap."});
  const Collected all = read_page(lines);
  EXPECT_EQ(all.title, "A manual of pumps");
  EXPECT_EQ(all.runs[0].block, BlockKind::Heading);
  EXPECT_EQ(all.runs[0].level, 1);
  EXPECT_EQ(all.runs[1].level, 3);
  EXPECT_EQ(all.runs[2].block, BlockKind::Paragraph);
  EXPECT_EQ(all.runs[3].before, TextRun::Break::Line);
  EXPECT_EQ(all.runs.back().before, TextRun::Break::Paragraph);
}

TEST_F(Pdf, TheTitleIsTheFilesOwnWhenItLooksLikeOne) {
  const auto titled = [](const std::string& entry) {
    PdfWriter writer;
    writer.page({{.text = "Text without a heading."}});
    writer.information("/Title (" + entry + ")");
    return read(writer.bytes()).title;
  };
  EXPECT_EQ(titled("The flow of water"), "The flow of water");
  for (const char* not_one : {"", "Microsoft Word - draft.doc", "untitled", "a.pdf", "17", "x.dvi"})
    EXPECT_EQ(titled(not_one), "") << not_one;
}

TEST_F(Pdf, APageWithoutTextIsSaidSo) {
  PdfWriter writer;
  writer.page({{.text = "First"}});
  writer.page({});
  writer.page({{.text = "Third"}});
  const Collected all = read(writer.bytes());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.pages.size(), 3U);
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_EQ(all.problems[0].reason, "page_without_text");
  EXPECT_EQ(all.problems[0].where, "page 2");
  PdfWriter empty;
  empty.page({});
  EXPECT_EQ(read(empty.bytes()).outcome.error().code, Code::Empty);
}

TEST_F(Pdf, AnEncryptedFileAsksForItsPassword) {
  PdfWriter writer;
  writer.page({{.text = "Secret"}});
  writer.trailer(
      "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
      "/O <0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20> "
      "/U <2002030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20> >> "
      "/ID [<0011223344556677><0011223344556677>]");
  EXPECT_EQ(read(writer.bytes()).outcome.error().code, Code::PasswordRequired);
}

TEST_F(Pdf, ATruncatedFileHasAStatedOutcomeAtEveryLength) {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i)
    writer.page({{.text = "Page " + std::to_string(i)}});
  const std::string whole = writer.bytes();
  for (size_t size = 0; size < whole.size() - 40; size += 37) {
    const Collected all = read(whole.substr(0, size));
    ASSERT_FALSE(all.outcome.ok()) << size;
    const Code code = all.outcome.error().code;
    EXPECT_TRUE(code == Code::Corrupt || code == Code::Empty) << size;
  }
}

TEST_F(Pdf, ADamagedTableOfContentsIsReadAroundAndSaidSo) {
  PdfWriter writer;
  writer.page({{.text = "Still here"}});
  std::string bytes = writer.bytes();
  bytes.replace(bytes.find("xref\n"), 5, "xxxx\n");
  const Collected all = read(bytes);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "Still here");
  EXPECT_TRUE(all.has_problem("damaged_file"));
}

TEST_F(Pdf, TheLimitOfPagesHolds) {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i)
    writer.page({{.text = "Page"}});
  EXPECT_TRUE(read(writer.bytes(), {.pages = 3}).outcome.ok());
  EXPECT_EQ(read(writer.bytes(), {.pages = 2}).outcome.error().code, Code::TooLarge);
}

TEST_F(Pdf, DamagedBytesNeverBreakTheProtocol) {
  PdfWriter writer;
  writer.page({{.text = "Some words (in brackets)"}});
  const std::string whole = writer.bytes();
  for (size_t i = 0; i < whole.size(); i += 3) {
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ 0x15);
    const Collected all = read(bad);  // collect() is the judge of the protocol
    if (!all.outcome.ok()) {
      EXPECT_EQ(all.outcome.error().what.find("protocol"), std::string::npos) << i;
    }
  }
}

}  // namespace
}  // namespace oi
