#include <gtest/gtest.h>

#include "collected.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::ZipWriter;

const std::string kOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const std::string kList =
    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>";
const std::string kSpaces =
    " xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'"
    " xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'"
    " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'"
    " xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'";

std::string relation(const std::string& id, const char* type, const std::string& target) {
  return "<Relationship Id='" + id + "' Type='" + kOffice + type + "' Target='" + target + "'/>";
}

std::string place(int x, int y, int width, int height) {
  const auto emu = [](int points) { return std::to_string(points * 12700); };
  return "<a:xfrm><a:off x='" + emu(x) + "' y='" + emu(y) + "'/><a:ext cx='" + emu(width) +
         "' cy='" + emu(height) + "'/></a:xfrm>";
}

std::string paragraph(const std::string& text, const std::string& properties = "") {
  return "<a:p>" + properties + "<a:r><a:t>" + text + "</a:t></a:r></a:p>";
}

std::string shape(const std::string& text, const std::string& at, const std::string& holder = "") {
  return "<p:sp><p:nvSpPr><p:nvPr>" + holder + "</p:nvPr></p:nvSpPr><p:spPr>" + at +
         "</p:spPr><p:txBody>" + (text.substr(0, 1) == "<" ? text : paragraph(text)) +
         "</p:txBody></p:sp>";
}

struct Deck {
  std::vector<std::string> slides;  // what is in each tree of shapes
  std::string order = {};           // "2 1": numbers of slides, as they are shown
  std::string relations = {};       // of the first slide
  std::string attributes = {};      // of the first slide
};

ZipWriter writer(const Deck& deck) {
  ZipWriter zip;
  zip.add("_rels/.rels",
          kList + relation("a", "officeDocument", "ppt/presentation.xml") + "</Relationships>");
  std::string relations = kList, list;
  for (size_t i = 1; i <= deck.slides.size(); ++i) {
    const std::string number = std::to_string(i);
    relations += relation("s" + number, "slide", "slide" + number + ".xml");
    if (deck.order.empty()) list += "<p:sldId r:id='s" + number + "'/>";
    zip.add("ppt/slide" + number + ".xml", "<p:sld" + kSpaces + (i == 1 ? deck.attributes : "") +
                                               "><p:cSld><p:spTree>" + deck.slides[i - 1] +
                                               "</p:spTree></p:cSld></p:sld>");
  }
  for (const char c : deck.order)
    if (c != ' ') list += std::string("<p:sldId r:id='s") + c + "'/>";
  zip.add("ppt/_rels/presentation.xml.rels", kList + relations.substr(kList.size()) +
                                                 relation("au", "commentAuthors", "authors.xml") +
                                                 "</Relationships>");
  zip.add("ppt/authors.xml",
          "<p:cmAuthorLst" + kSpaces + "><p:cmAuthor id='0' name='Ann'/></p:cmAuthorLst>");
  zip.add("ppt/presentation.xml", "<p:presentation" + kSpaces + "><p:sldIdLst>" + list +
                                      "</p:sldIdLst><p:sldSz cx='9144000' cy='6858000'/>"
                                      "</p:presentation>");
  if (!deck.relations.empty())
    zip.add("ppt/_rels/slide1.xml.rels", kList + deck.relations + "</Relationships>");
  return zip;
}

Collected read(const Deck& deck) {
  return collect(read_pptx, writer(deck).bytes(), Kind::Pptx);
}

std::vector<std::string> outline(const Collected& all) {
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs) {
    std::string line = std::to_string(run.page) + " " + name_of(run.block);
    if (run.level > 0) line += std::to_string(run.level);
    lines.push_back(line + ":" + run.text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Pptx, SlidesComeInTheOrderThatThePresentationShows) {
  const std::string title = "<p:ph type='title'/>";
  const Collected all = read({{shape("Later", "", title), shape("First", "", title)}, "2 1"});
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (Lines{"1 heading1:First", "2 heading1:Later"}));
  EXPECT_EQ(all.title, "First");
  ASSERT_EQ(all.pages.size(), 2u);
  EXPECT_FLOAT_EQ(all.pages[0].width, 720);
  EXPECT_EQ(all.pages[0].total, 2u);
}

TEST(Pptx, ShapesAreReadByRowsAndListsKeepTheirLevels) {
  const Collected all =
      read({{shape("right", place(300, 100, 100, 50)) + shape("below", place(0, 300, 100, 50)) +
             shape("left", place(0, 105, 100, 50)) +
             shape("The title", place(0, 400, 100, 50), "<p:ph type='ctrTitle'/>") +
             shape(paragraph("one") + paragraph("two", "<a:pPr lvl='1'/>") +
                       paragraph("plain", "<a:pPr><a:buNone/></a:pPr>") +
                       paragraph("first", "<a:pPr><a:buAutoNum type='arabicPeriod'/></a:pPr>") +
                       paragraph("second", "<a:pPr><a:buAutoNum type='arabicPeriod'/></a:pPr>"),
                   place(0, 500, 9, 9), "<p:ph idx='1'/>")}});
  EXPECT_EQ(outline(all), (Lines{"1 heading1:The title", "1 paragraph:left", "1 paragraph:right",
                                 "1 paragraph:below", "1 list:- one", "1 list:  - two",
                                 "1 paragraph:plain", "1 list:1. first", "1 list:2. second"}));
}

// C043, C044
TEST(Pptx, GroupsAreWalkedToAnyDepthAndNothingIsLostInSilence) {
  std::string inner = shape("deep", place(0, 0, 10, 10));
  for (int i = 0; i < 50; ++i)
    inner =
        "<p:grpSp><p:grpSpPr><a:xfrm><a:off x='0' y='0'/><a:ext cx='2' cy='2'/><a:chOff x='0' "
        "y='0'/><a:chExt cx='1' cy='1'/></a:xfrm></p:grpSpPr>" +
        inner + "</p:grpSp>";
  const Collected all =
      read({{shape("plain", "") + inner + "<p:graphicFrame><a:graphic><a:unheard><p:txBody>" +
             paragraph("odd") + "</p:txBody></a:unheard></a:graphic></p:graphicFrame>"}});
  EXPECT_EQ(outline(all), (Lines{"1 paragraph:plain", "1 paragraph:odd", "1 paragraph:deep"}));
  EXPECT_TRUE(all.problems.empty());
  const Collected lost =
      read({{"<p:sp><p:unheard>" + paragraph("where?") + "</p:unheard></p:sp>"}});
  EXPECT_TRUE(lost.has_problem("text_not_reached"));
}

TEST(Pptx, TablesHaveCellsWithSpans) {
  const auto cell = [](const std::string& text, const std::string& attributes = "") {
    return "<a:tc" + attributes + "><a:txBody>" + paragraph(text) + "</a:txBody></a:tc>";
  };
  const Collected all =
      read({{"<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow='1'/><a:tr>" +
             cell("Wide", " gridSpan='2'") + cell("", " hMerge='1'") + cell("C") + "</a:tr><a:tr>" +
             cell("1") + cell("2") + cell("3") +
             "</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>"}});
  ASSERT_EQ(all.runs.size(), 5u);
  EXPECT_EQ(all.runs[0].columns, 2);
  EXPECT_TRUE(all.runs[0].header);
  EXPECT_EQ(all.runs[1].column, 2);
  EXPECT_FALSE(all.runs[4].header);
  EXPECT_EQ(all.runs[4].column, 2);
}

// A point without a value is left out in the file, so the others are known by their numbers alone.
TEST(Pptx, AChartShowsItsValuesBesideTheirOwnCategories) {
  const std::string levels =
      "<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl><c:pt idx='0'><c:v>Q1</c:v></c:pt>"
      "<c:pt idx='1'><c:v>Q2</c:v></c:pt><c:pt idx='2'><c:v>Q1</c:v></c:pt></c:lvl><c:lvl>"
      "<c:pt idx='0'><c:v>2025</c:v></c:pt><c:pt idx='2'><c:v>2026</c:v></c:pt></c:lvl>"
      "</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>";
  const auto values = [](const std::string& format, const std::string& points) {
    return "<c:val><c:numRef><c:numCache><c:formatCode>" + format + "</c:formatCode>" + points +
           "</c:numCache></c:numRef></c:val>";
  };
  ZipWriter zip =
      writer({{"<p:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c='http://schemas."
               "openxmlformats.org/drawingml/2006/chart' r:id='c'/></a:graphicData></a:graphic>"
               "</p:graphicFrame>"},
              "",
              relation("c", "chart", "chart.xml")});
  zip.add("ppt/chart.xml",
          "<c:chartSpace xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart'><c:ser>"
          "<c:tx><c:v>Sales</c:v></c:tx>" +
              levels +
              values("General",
                     "<c:pt idx='0'><c:v>8.2000000000000011</c:v></c:pt><c:pt idx='2'>"
                     "<c:v>3</c:v></c:pt>") +
              "</c:ser><c:ser>" + values("0%", "<c:pt idx='0'><c:v>0.25</c:v></c:pt>") +
              "</c:ser></c:chartSpace>");
  EXPECT_EQ(outline(collect(read_pptx, zip.bytes(), Kind::Pptx)),
            (Lines{"1 paragraph:Sales - 2025 Q1: 8.2, 2025 Q2, 2026 Q1: 3", "1 paragraph:25%"}));
}

TEST(Pptx, SignsOfSymbolFontsAreWhatTheyShow) {
  const Collected all =
      read({{shape("<a:p><a:r><a:rPr><a:sym typeface='Wingdings'/></a:rPr><a:t>&#xF0E0;</a:t></a:r>"
                   "<a:r><a:t> next</a:t></a:r></a:p>",
                   "")}});
  EXPECT_EQ(outline(all), Lines{"1 paragraph:\u2192 next"});
}

// C046
TEST(Pptx, NotesAndCommentsAreLayersOfTheirSlide) {
  ZipWriter zip =
      writer({{shape("Text", ""), shape("More", "")},
              "",
              relation("n", "notesSlide", "notes.xml") + relation("c", "comments", "comments.xml"),
              " show='0'"});
  zip.add("ppt/notes.xml", "<p:notes" + kSpaces + "><p:cSld><p:spTree>" +
                               shape("Say this.", "", "<p:ph type='body' idx='1'/>") +
                               shape("7", "", "<p:ph type='sldNum'/>") +
                               "</p:spTree></p:cSld></p:notes>");
  zip.add("ppt/comments.xml",
          "<p:cmLst" + kSpaces + "><p:cm authorId='0'><p:text>Too long</p:text></p:cm></p:cmLst>");
  const Collected all = collect(read_pptx, zip.bytes(), Kind::Pptx);
  EXPECT_EQ(outline(all), (Lines{"1 paragraph:Text", "1 note:Say this.", "1 comment:Ann: Too long",
                                 "2 paragraph:More"}));
  EXPECT_TRUE(all.has_problem("hidden_slide"));
}

// C047
TEST(Pptx, PicturesAreSentByTheirSlide) {
  ZipWriter zip =
      writer({{"<p:pic><p:nvPicPr/><p:blipFill><a:blip r:embed='i'/></p:blipFill></p:pic>"},
              "",
              relation("i", "image", "media/a.bmp")});
  std::string bmp("BM", 2);
  const auto put = [&](uint32_t value, int size) {
    for (int i = 0; i < size; ++i)
      bmp += static_cast<char>(value >> (8 * i) & 0xFF);
  };
  constexpr uint32_t kSide = 40;
  put(54 + kSide * kSide * 3, 4), put(0, 4), put(54, 4), put(40, 4), put(kSide, 4), put(kSide, 4);
  put(1, 2), put(24, 2), put(0, 4), put(kSide * kSide * 3, 4), put(0, 4), put(0, 4), put(0, 4);
  put(0, 4);
  bmp.append(kSide * kSide * 3, '\x80');
  const Collected all = collect(read_pptx, zip.add("ppt/media/a.bmp", bmp).bytes(), Kind::Pptx);
  ASSERT_EQ(all.bitmaps.size(), 1u) << (all.problems.empty() ? "" : all.problems[0].what);
  EXPECT_EQ(all.bitmaps[0].start.name, "image 1");
  EXPECT_EQ(all.bitmaps[0].start.width, kSide);
}

TEST(Pptx, WhatIsMissingOrDamagedIsToldAndTheRestIsRead) {
  const Collected all = read({{shape("one", "") + "<p:sp></wrong>", shape("two", "")}, "1 2 9 1"});
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (Lines{"1 paragraph:one", "2 paragraph:two"}));
  EXPECT_TRUE(all.has_problem("damaged_part"));
  EXPECT_TRUE(all.has_problem("part_missing"));
  EXPECT_EQ(read({}).outcome.error().code, Code::Empty);
  const std::string whole = writer({{shape("text", "")}}).bytes();
  for (size_t at = 0; at < whole.size(); at += 7)
    collect(read_pptx, whole.substr(0, at), Kind::Pptx);
}

}  // namespace
}  // namespace oi
