// Characters to words, on pages that PDFium reads.
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
using Break = TextRun::Break;
using Rise = TextRun::Rise;

class PdfWords : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static Collected read(const std::string& bytes) { return collect(read_pdf, bytes, Kind::Pdf); }
  static Collected read_page(const std::vector<test::PdfLine>& lines,
                             const std::string& extra = "") {
    PdfWriter writer;
    writer.page(lines, extra);
    return read(writer.bytes());
  }
  static Collected read_raw(const std::string& content, const std::string& extra = "") {
    PdfWriter writer;
    writer.raw_page(content, extra);
    return read(writer.bytes());
  }
  static const TextRun* word(const Collected& all, std::string_view text) {
    for (const TextRun& run : all.runs)
      if (run.text == text) return &run;
    return nullptr;
  }
};

TEST_F(PdfWords, EveryWordIsARunWithItsBoxFromTheTopLeft) {
  const Collected all = read_page({{.x = 72, .y = 720, .size = 12, .text = "The first line"},
                                   {.x = 72, .y = 706, .size = 12, .text = "and the second."}});
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "The first line\nand the second.");
  ASSERT_EQ(all.runs.size(), 6U);
  EXPECT_EQ(all.pages[0].width, 612);
  EXPECT_EQ(all.pages[0].height, 792);
  const Box& box = all.runs[0].box;
  EXPECT_NEAR(box.x0, 72, 1);
  EXPECT_NEAR(all.runs[2].box.x1, 72 + 65.35, 0.5);  // the width of these words in Helvetica 12
  EXPECT_LT(box.y0, 72);
  EXPECT_GT(box.y1, 72);  // the baseline lies inside
  EXPECT_NEAR(box.y1 - box.y0, 14, 3);
  EXPECT_NEAR(all.runs[3].box.y0 - box.y0, 14, 0.1);
  EXPECT_NEAR(all.runs[0].font_size, 12, 0.01);
  EXPECT_EQ(all.runs[0].block, BlockKind::Paragraph);
}

// C007
TEST_F(PdfWords, ARotatedPageHasItsBoxesAsItIsShown) {
  struct Turn {
    int degrees;
    float width, height;
    float x, y;  // where the text's baseline starts, from the top left as shown
    uint8_t turns;
  };
  // The text starts at (72, 720) from the bottom left of 612 x 792.
  for (const Turn& turn : {Turn{0, 612, 792, 72, 72, 0}, Turn{90, 792, 612, 720, 72, 1},
                           Turn{180, 612, 792, 540, 720, 2}, Turn{270, 792, 612, 72, 540, 3}}) {
    const Collected all =
        read_page({{.text = "Turned"}}, "/Rotate " + std::to_string(turn.degrees));
    ASSERT_EQ(all.runs.size(), 1U) << turn.degrees;
    EXPECT_EQ(all.pages[0].width, turn.width);
    EXPECT_EQ(all.pages[0].height, turn.height);
    EXPECT_EQ(all.runs[0].quarter_turns, turn.turns);
    const Box& box = all.runs[0].box;
    const float near_x = std::min(std::fabs(box.x0 - turn.x), std::fabs(box.x1 - turn.x));
    const float near_y = std::min(std::fabs(box.y0 - turn.y), std::fabs(box.y1 - turn.y));
    EXPECT_LT(near_x, 12) << turn.degrees;
    EXPECT_LT(near_y, 12) << turn.degrees;
    EXPECT_EQ(box.x1 - box.x0 > box.y1 - box.y0, turn.degrees % 180 == 0);
  }
}

// C007: a landscape table that is stored on its side.
TEST_F(PdfWords, NumbersOfATableOnATurnedPageStandSideBySide) {
  std::string content = "BT /F1 10 Tf\n";
  for (int i = 0; i < 5; ++i)
    content += "0 1 -1 0 300 " + std::to_string(100 + 80 * i) + " Tm (" +
               std::to_string(11 * (i + 1)) + ") Tj\n";
  const Collected all = read_raw(content + "ET", "/Rotate 90");
  EXPECT_EQ(all.text(), "11 22 33 44 55");
  ASSERT_EQ(all.runs.size(), 5U);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.runs[i].quarter_turns, 0);
    EXPECT_NEAR(all.runs[i].box.x0, 100 + 80.0 * static_cast<double>(i), 1);
    EXPECT_NEAR(all.runs[i].box.y0, all.runs[0].box.y0, 0.1);
  }
}

// C008: text on its side, set letter by letter.
TEST_F(PdfWords, TextOnItsSideIsWords) {
  std::string content = "BT /F1 12 Tf\n";
  double y = 100;
  for (const char c : std::string("Transport")) {
    content += "0 1 -1 0 300 " + std::to_string(y) + " Tm (" + c + ") Tj\n";
    y += c == 't' || c == 'r' ? 4 : 6.6;
  }
  content += "0 1 -1 0 300 200 Tm (costs) Tj\n0 -1 1 0 400 300 Tm (read downwards) Tj ET";
  const Collected all = read_raw(content);
  EXPECT_EQ(all.text(), "Transport costs\nread downwards");
  ASSERT_EQ(all.runs.size(), 4U);
  EXPECT_EQ(all.runs[0].quarter_turns, 3);
  EXPECT_EQ(all.runs[2].quarter_turns, 1);
  EXPECT_GT(all.runs[0].box.y0, all.runs[1].box.y1);  // reads upwards
  EXPECT_LT(all.runs[2].box.y0, all.runs[3].box.y0);
}

TEST_F(PdfWords, ACropBoxMovesTheOriginAndHidesWhatLiesOutside) {
  const Collected all = read_page({{.text = "Cropped"}, {.x = 10, .y = 20, .text = "away"}},
                                  "/CropBox [50 100 562 742]");
  ASSERT_EQ(all.runs.size(), 2U);
  EXPECT_EQ(all.pages[0].width, 512);
  EXPECT_NEAR(all.runs[0].box.x0, 22, 1);
  EXPECT_LT(all.runs[0].box.y0, 22);
  EXPECT_GT(all.runs[0].box.y1, 22);
  EXPECT_FALSE(all.runs[0].hidden);
  EXPECT_TRUE(all.runs[1].hidden);
}

TEST_F(PdfWords, TheTextsMatrixCountsForItsSize) {
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

TEST_F(PdfWords, AWideGapEndsAWord) {
  const Collected gap = read_page({{.x = 72, .text = "left"}, {.x = 300, .text = "right"}});
  ASSERT_EQ(gap.runs.size(), 2U);
  EXPECT_EQ(gap.runs[1].before, Break::Space);
  // No space in the file, only a step of its pen as wide as one, and one as narrow as kerning.
  EXPECT_EQ(read_raw("BT /F1 12 Tf 72 700 Td [(two) -280 (wor) 40 (ds)] TJ ET").text(),
            "two words");
}

TEST_F(PdfWords, WhatIsRaisedOrLoweredIsSaidSo) {
  const Collected raised = read_page({{.x = 72, .y = 700, .size = 12, .text = "10"},
                                      {.x = 85.4, .y = 705, .size = 7, .text = "6"},
                                      {.x = 93.5, .y = 700, .size = 12, .text = "pumps of CO"},
                                      {.x = 163.6, .y = 697.5, .size = 8, .text = "2"},
                                      {.x = 171.5, .y = 700, .size = 12, .text = "gas"}});
  EXPECT_EQ(raised.text(), "106 pumps of CO2 gas");
  ASSERT_NE(word(raised, "6"), nullptr);
  EXPECT_EQ(word(raised, "6")->rise, Rise::Raised);
  EXPECT_EQ(word(raised, "6")->before, Break::None);
  EXPECT_EQ(word(raised, "2")->rise, Rise::Lowered);
  EXPECT_EQ(word(raised, "pumps")->rise, Rise::None);
  // A footnote's mark before its text.
  const Collected note = read_page({{.x = 72, .y = 103, .size = 6, .text = "1"},
                                    {.x = 76, .y = 100, .size = 9, .text = "See the manual."}});
  EXPECT_EQ(note.runs[0].rise, Rise::Raised);
}

TEST_F(PdfWords, SmallerFiguresInTheNextCellOfARowAreNobodysExponent) {
  const Collected row =
      read_page({{.x = 72, .y = 700, .size = 14, .text = "Number of the standard"},
                 {.x = 320, .y = 703.5, .size = 12, .text = "20 300"},
                 {.x = 72, .y = 660, .size = 12, .text = "next"}});
  ASSERT_NE(word(row, "300"), nullptr) << row.text();
  EXPECT_EQ(word(row, "20")->rise, Rise::None);
  EXPECT_EQ(word(row, "300")->rise, Rise::None);
}

// C184: the parts of a fraction are not exponents.
TEST_F(PdfWords, AFractionsPartsStandAsTheyAre) {
  const Collected all = read_page({{.x = 72, .y = 700, .size = 12, .text = "f ="},
                                   {.x = 95, .y = 709, .size = 12, .text = "63"},
                                   {.x = 92, .y = 691, .size = 12, .text = "100"},
                                   {.x = 116, .y = 700, .size = 12, .text = "kHz"}});
  for (const TextRun& run : all.runs)
    EXPECT_EQ(run.rise, Rise::None) << run.text;
  EXPECT_EQ(word(all, "63")->before, Break::Line);
  EXPECT_NEAR(word(all, "63")->box.y1, word(all, "100")->box.y1 - 18, 0.1);
}

// C035, C185
TEST_F(PdfWords, LetterSpacedTextIsWords) {
  EXPECT_EQ(read_raw("BT /F1 12 Tf 4 Tc 72 700 Td (softmax Attention) Tj ET").text(),
            "softmax Attention");
  // No spaces in the file, one operator a letter, as a scanner's text layer may be.
  PdfWriter writer;
  const std::string font = writer.object("<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>");
  std::string content = "BT /F3 10 Tf\n";
  double x = 72;
  for (const char c : std::string("now rotation is found")) {
    if (c != ' ') content += "1 0 0 1 " + std::to_string(x) + " 700 Tm (" + c + ") Tj\n";
    x += 9.5;
  }
  writer.raw_page(content + "ET", "", "/Font << /F3 " + font + " >>");
  EXPECT_EQ(read(writer.bytes()).text(), "now rotation is found");
  // A space between every two letters, two between words.
  EXPECT_EQ(read_raw("BT /F1 10 Tf 72 700 Td (p u m p s   a n d   v a l v e s) Tj ET").text(),
            "pumps and valves");
  // Single letters with spaces in between may be meant so.
  EXPECT_EQ(read_page({{.text = "a b c"}}).text(), "a b c");
  // Figures in columns are no letter-spaced word.
  EXPECT_EQ(
      read_raw("BT /F1 10 Tf 72 700 Td [(1) -900 (2) -900 (3) -900 (4) -900 (5)] TJ ET").text(),
      "1 2 3 4 5");
}

TEST_F(PdfWords, AShortFormulaIsNotLetterSpaced) {
  EXPECT_EQ(read_raw("BT /F1 10 Tf 72 700 Td [(Sei) -250 (x) -250 (+) -250 (y)] TJ ET").text(),
            "Sei x + y");
}

TEST_F(PdfWords, DotsOfAnEllipsisAreOneWordAndThoseOfALeaderAreNot) {
  EXPECT_EQ(
      read_raw("BT /F1 10 Tf 72 700 Td [(x,) -170 (.) -170 (.) -170 (.) -170 (, y)] TJ ET").text(),
      "x, ... , y");
  EXPECT_EQ(read_raw("BT /F1 10 Tf 72 700 Td [(.) -500 (.) -500 (.)] TJ ET").text(), ". . .");
}

TEST_F(PdfWords, AThinSpaceAfterACommaIsASpaceBeforeABracketToo) {
  EXPECT_EQ(read_raw("BT /F1 10 Tf 72 700 Td [(0,) -170 ({1},) -170 ([2])] TJ ET").text(),
            "0, {1}, [2]");
}

TEST_F(PdfWords, AnAccentPrintedByItselfIsPartOfItsLetter) {
  // Two dots, and back by their width and a little more.
  EXPECT_EQ(read_raw("BT /F1 10 Tf 72 700 Td [(M\\250) 450 (uller)] TJ ET").text(), "Müller");
}

TEST_F(PdfWords, HyphensAtLineEndsStayAsTheFileHasThem) {
  const Collected all =
      read_page({{.y = 720, .text = "It is an effi-"}, {.y = 706, .text = "cient method."}});
  EXPECT_EQ(all.text(), "It is an effi-\ncient method.");
  const Collected soft =
      read_page({{.y = 720, .text = "It is an effi\xAD"}, {.y = 706, .text = "cient method."}});
  EXPECT_TRUE(soft.text() == "It is an effi\u00AD\ncient method." ||
              soft.text() == "It is an effi-\ncient method.")
      << soft.text();
}

TEST_F(PdfWords, BoldAndItalicAreTold) {
  const Collected all = read_page({{.text = "plain"}, {.x = 110, .text = "bold", .bold = true}});
  EXPECT_FALSE(word(all, "plain")->bold);
  EXPECT_TRUE(word(all, "bold")->bold);
  PdfWriter writer;
  const std::string font =
      writer.object("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic >>");
  writer.raw_page("BT /F3 12 Tf 72 700 Td (leaning) Tj ET", "", "/Font << /F3 " + font + " >>");
  EXPECT_TRUE(read(writer.bytes()).runs.at(0).italic);
}

TEST_F(PdfWords, LettersPrintedTwiceForBoldnessAreOnceInTheText) {
  const Collected all = read_raw(
      "BT /F1 12 Tf 1 0 0 1 72 700 Tm (Warning) Tj 1 0 0 1 72.4 700 Tm (Warning) Tj "
      "1 0 0 1 130 700 Tm (all) Tj ET");
  EXPECT_EQ(all.text(), "Warning all");
  ASSERT_EQ(all.dropped.size(), 1U);
  EXPECT_EQ(all.dropped[0], (Dropped{"printed_twice", 7}));
}

TEST_F(PdfWords, WhatCannotBeSeenIsSentAsHidden) {
  const Collected all = read_raw(
      "BT /F1 12 Tf 72 700 Td (seen) Tj 3 Tr 0 -20 Td (invisible) Tj 0 Tr 1 1 1 rg 0 -20 Td "
      "(white) Tj 0 g 0 -20 Td /F1 0.1 Tf (tiny) Tj ET "
      "0 0 0.5 rg 60 500 200 40 re f BT 1 g /F1 12 Tf 72 510 Td (onblue) Tj ET");
  ASSERT_EQ(all.runs.size(), 5U);
  EXPECT_FALSE(word(all, "seen")->hidden);
  EXPECT_TRUE(word(all, "invisible")->hidden);
  EXPECT_TRUE(word(all, "white")->hidden);
  EXPECT_TRUE(word(all, "tiny")->hidden);
  EXPECT_FALSE(word(all, "onblue")->hidden);
}

// C010, C013
TEST_F(PdfWords, LigaturesAreLetters) {
  PdfWriter writer;
  const std::string font = writer.object(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
      "/Differences [1 /uniFB01 /fl /ff /ffi /ffl] >> >>");
  writer.raw_page("BT /F3 12 Tf 72 700 Td (\001eld \002ow a\003ected o\004ce wa\005e) Tj ET", "",
                  "/Font << /F3 " + font + " >>");
  EXPECT_EQ(read(writer.bytes()).text(), "field flow affected office waffle");
}

// C011: the map says nothing about the ligature; its glyph's name does.
TEST_F(PdfWords, ALigatureThatTheMapForgetsIsToldByItsName) {
  PdfWriter writer;
  const std::string map = writer.stream(
      "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> "
      "endcodespacerange 1 beginbfchar <65> <0065> endbfchar endcmap end");
  const std::string font =
      writer.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode " + map +
                    " /Encoding << /Type /Encoding /Differences [1 /fi] >> >>");
  writer.raw_page("BT /F3 12 Tf 72 700 Td (\001eld) Tj ET", "", "/Font << /F3 " + font + " >>");
  EXPECT_EQ(read(writer.bytes()).text(), "field");
}

// C011, C014: nothing tells what the glyphs mean, so no letter is made up, and the page says so.
TEST_F(PdfWords, GlyphsWithoutAMeaningAreCounted) {
  PdfWriter writer;
  const std::string inner = writer.object(
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Subset /CIDSystemInfo << /Registry "
      "(Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>");
  const std::string font = writer.object(
      "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Subset /Encoding /Identity-H "
      "/DescendantFonts [" +
      inner + "] >>");
  writer.raw_page("BT /F3 12 Tf 72 700 Td <001F00080012> Tj ET", "",
                  "/Font << /F3 " + font + " >>");
  const Collected all = read(writer.bytes());
  EXPECT_EQ(all.text(), "\uFFFD\uFFFD\uFFFD");
  ASSERT_TRUE(all.has_problem("unmapped_characters"));
  EXPECT_EQ(all.problems[0].where, "page 1");
  EXPECT_EQ(all.problems[0].what.substr(0, 18), "3 of 3 characters ");
}

class PdfFromRight : public PdfWords {
 protected:
  // One square stands for every letter; the map says which it is. `at` are their places.
  static Collected read_letters(const std::u16string& codes, const std::vector<int>& at) {
    PdfWriter writer;
    std::string map =
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> "
        "endcodespacerange " +
        std::to_string(codes.size()) + " beginbfchar";
    std::string names, widths;
    char text[24];
    for (size_t i = 0; i < codes.size(); ++i) {
      // A ligature is named by its letters.
      const unsigned named = codes[i] == u'\uFEFB' ? 0x06440627U : codes[i];
      std::snprintf(text, sizeof text, " <%02X> <%0*X>", static_cast<unsigned>(i + 1),
                    named > 0xFFFF ? 8 : 4, named);
      map += text;
      names += " /square";
      widths += " 500";
    }
    const std::string square = writer.stream("500 0 0 0 500 700 d1 0 0 480 700 re f");
    const std::string font = writer.object(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [.001 0 0 .001 0 0] "
        "/CharProcs << /square " +
        square + " >> /Encoding << /Type /Encoding /Differences [1" + names +
        "] >> /FirstChar 1 /LastChar " + std::to_string(codes.size()) + " /Widths [" + widths +
        "] /ToUnicode " + writer.stream(map + " endbfchar endcmap end") + " >>");
    std::string content = "BT /F3 12 Tf\n";
    for (size_t i = 0; i < codes.size(); ++i) {
      std::snprintf(text, sizeof text, "<%02X>", static_cast<unsigned>(i + 1));
      content += "1 0 0 1 " + std::to_string(at[i]) + " 700 Tm " + text + " Tj\n";
    }
    writer.raw_page(content + "ET", "", "/Font << /F3 " + font + " >>");
    return read(writer.bytes());
  }
  static std::vector<int> places(int first, int step, size_t count) {
    std::vector<int> at;
    for (size_t i = 0; i < count; ++i)
      at.push_back(first + step * static_cast<int>(i));
    return at;
  }
};

// C028: the glyphs of a word stand from right to left, however the file orders them.
TEST_F(PdfFromRight, ArabicAndHebrewWordsAreInTheOrderOfReading) {
  const std::u16string arabic = u"\u0643\u0644\u0645\u0629", hebrew = u"\u05E9\u05DC\u05D5\u05DD";
  EXPECT_EQ(read_letters(arabic, places(300, -6, 4)).text(), "\u0643\u0644\u0645\u0629");
  EXPECT_EQ(read_letters(hebrew, places(300, -6, 4)).text(), "\u05E9\u05DC\u05D5\u05DD");
  const std::u16string backwards(arabic.rbegin(), arabic.rend());
  EXPECT_EQ(read_letters(backwards, places(282, 6, 4)).text(), "\u0643\u0644\u0645\u0629");
}

TEST_F(PdfFromRight, TheLettersOfALigatureKeepTheirOrder) {
  EXPECT_EQ(read_letters(u"\u0643\uFEFB\u0645", places(300, -6, 3)).text(),
            "\u0643\u0644\u0627\u0645");
}

// C029: "word 21" is shown with the number at the left, its digits from left to right.
TEST_F(PdfFromRight, DigitsBesideArabicKeepTheirOrder) {
  const std::u16string shown_order = u"21 \u0629\u0645\u0644\u0643";
  const Collected all = read_letters(shown_order, places(270, 6, 7));
  ASSERT_NE(word(all, "21"), nullptr) << all.text();
  ASSERT_NE(word(all, "\u0643\u0644\u0645\u0629"), nullptr) << all.text();
  const std::u16string read_order = u"\u0643\u0644\u0645\u0629 21";
  const Collected other = read_letters(read_order, {300, 294, 288, 282, 276, 264, 270});
  ASSERT_NE(word(other, "21"), nullptr) << other.text();
  ASSERT_NE(word(other, "\u0643\u0644\u0645\u0629"), nullptr) << other.text();
}

TEST_F(PdfFromRight, LettersBeyondTheFirstPlaneAreWhole) {
  PdfWriter writer;
  const std::string map = writer.stream(
      "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> "
      "endcodespacerange 1 beginbfchar <41> <D835DC00> endbfchar endcmap end");
  const std::string font = writer.object(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode " + map + " >>");
  writer.raw_page("BT /F3 12 Tf 72 700 Td (A) Tj ET", "", "/Font << /F3 " + font + " >>");
  EXPECT_EQ(read(writer.bytes()).text(), "\U0001D400");
}

TEST_F(PdfWords, ActualTextStandsForWhatIsDrawn) {
  const Collected all = read_raw(
      "BT /F1 12 Tf 72 700 Td /Span << /ActualText (field) >> BDC (f) Tj (i) Tj (eld) Tj EMC ET");
  EXPECT_EQ(all.text(), "field");
}

}  // namespace
}  // namespace oi
