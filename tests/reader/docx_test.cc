#include <gtest/gtest.h>

#include "collected.h"
#include "docx_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::docx;
using test::DocxParts;

Collected read(std::string_view body, DocxParts parts = {}) {
  parts.body = body;
  return collect(read_docx, docx(parts), Kind::Docx);
}

std::string p(std::string_view text, std::string_view style = "") {
  std::string all = "<w:p>";
  if (!style.empty()) all += "<w:pPr><w:pStyle w:val='" + std::string(style) + "'/></w:pPr>";
  return all + "<w:r><w:t>" + std::string(text) + "</w:t></w:r></w:p>";
}

std::vector<std::string> outline(const Collected& all) {
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs) {
    std::string line = name_of(run.block);
    if (run.level > 0) line += std::to_string(run.level);
    lines.push_back(line + ":" + run.text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Docx, HeadingsComeFromStylesAndWhatTheyStandOn) {
  DocxParts parts;
  parts.styles =
      "<w:style w:type='paragraph' w:styleId='T'><w:name w:val='Title'/></w:style>"
      "<w:style w:type='paragraph' w:styleId='H2'><w:name w:val='heading 2'/></w:style>"
      "<w:style w:type='paragraph' w:styleId='Mine'><w:name w:val='Mine'/><w:basedOn w:val='H2'/>"
      "</w:style>"
      "<w:style w:type='paragraph' w:styleId='Loop'><w:name w:val='Loop'/><w:basedOn w:val='Loop'/>"
      "</w:style>";
  const Collected all =
      read(p("Pumps", "T") + p("Two", "H2") + p("Also two", "Mine") + p("Text", "Loop") +
               "<w:p><w:pPr><w:outlineLvl w:val='3'/></w:pPr><w:r><w:t>Four</w:t>"
               "</w:r></w:p>",
           parts);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (Lines{"heading1:Pumps", "heading2:Two", "heading2:Also two",
                                 "paragraph:Text", "heading4:Four"}));
  EXPECT_EQ(all.title, "Pumps");
}

TEST(Docx, NumbersAreShownAsWordShowsThem) {
  DocxParts parts;
  parts.numbering =
      "<w:abstractNum w:abstractNumId='0'>"
      "<w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText "
      "w:val='%1.'/></w:lvl>"
      "<w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='lowerLetter'/><w:lvlText "
      "w:val='%1.%2)'/></w:lvl>"
      "</w:abstractNum>"
      "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/>"
      "<w:lvlText w:val='&#xF0B7;'/></w:lvl></w:abstractNum>"
      "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
      "<w:num w:numId='2'><w:abstractNumId w:val='1'/></w:num>"
      "<w:num w:numId='3'><w:abstractNumId w:val='0'/><w:lvlOverride w:ilvl='0'>"
      "<w:startOverride w:val='7'/></w:lvlOverride></w:num>";
  const auto item = [](const char* list, const char* level, const char* text) {
    return std::string("<w:p><w:pPr><w:numPr><w:ilvl w:val='") + level + "'/><w:numId w:val='" +
           list + "'/></w:numPr></w:pPr><w:r><w:t>" + text + "</w:t></w:r></w:p>";
  };
  const Collected all =
      read(item("1", "0", "a") + item("1", "1", "b") + item("1", "1", "c") + item("1", "0", "d") +
               item("1", "1", "e") + item("2", "0", "f") + item("3", "0", "g"),
           parts);
  EXPECT_EQ(outline(all), (Lines{"list:1. a", "list:  1.a) b", "list:  1.b) c", "list:2. d",
                                 "list:  2.a) e", "list:- f", "list:7. g"}));
}

TEST(Docx, AnEmptyParagraphOfAListCountsAndATakenOutOneDoesNot) {
  DocxParts parts;
  parts.numbering =
      "<w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/>"
      "<w:lvlText w:val='%1.'/></w:lvl></w:abstractNum>"
      "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>";
  const auto item = [](const char* end, const char* text) {
    return std::string("<w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr><w:rPr>") + end +
           "</w:rPr></w:pPr>" + text + "</w:p>";
  };
  const Collected all =
      read(item("", "<w:r><w:t>one</w:t></w:r>") + item("", "") + item("<w:del w:id='1'/>", "") +
               item("", "<w:r><w:t>three</w:t></w:r>"),
           parts);
  EXPECT_EQ(outline(all), (Lines{"list:1. one", "list:3. three"}));
}

TEST(Docx, SignsOfSymbolFontsAreWhatTheyShow) {
  const Collected all = read(
      "<w:p><w:r><w:t xml:space='preserve'>15 </w:t></w:r><w:r><w:rPr><w:rFonts w:ascii='Symbol'/>"
      "</w:rPr><w:t>&#xF06D;</w:t></w:r><w:r><w:t>g </w:t></w:r><w:r><w:rPr><w:rFonts "
      "w:ascii='Wingdings'/></w:rPr><w:t>&#xF0FC;</w:t></w:r></w:p>");
  EXPECT_EQ(outline(all), Lines{"paragraph:15 \u03BCg \u2713"});
}

// C040
TEST(Docx, InsertedTextIsInTheBodyAndDeletedTextStandsApart) {
  const Collected all = read(
      "<w:p><w:r><w:t xml:space='preserve'>The price is </w:t></w:r>"
      "<w:del w:id='1'><w:r><w:delText>5</w:delText></w:r></w:del>"
      "<w:ins w:id='2'><w:r><w:t>7</w:t></w:r></w:ins><w:r><w:t> euros.</w:t></w:r></w:p>"
      "<w:tbl><w:tr><w:tc><w:p><w:ins w:id='3'><w:r><w:t>in a cell</w:t></w:r></w:ins></w:p></w:tc>"
      "<w:tc><w:p><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom></w:p></w:tc></w:tr></"
      "w:tbl>");
  EXPECT_EQ(outline(all), (Lines{"paragraph:The price is 7 euros.", "deleted:5", "table:in a cell",
                                 "deleted:moved"}));
  EXPECT_TRUE(all.problems.empty());
}

// C041
TEST(Docx, ACommentOnInsertedTextIsKeptWithItsAnchor) {
  DocxParts parts;
  parts.comments =
      "<w:comment w:id='4' w:author='Ann'><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment>";
  const Collected all = read(
      "<w:p><w:r><w:t>It </w:t></w:r><w:ins w:id='2'><w:commentRangeStart "
      "w:id='4'/><w:r><w:t>leaks</w:t>"
      "</w:r><w:commentRangeEnd w:id='4'/></w:ins></w:p>",
      parts);
  EXPECT_EQ(outline(all), (Lines{"paragraph:It leaks", "comment:Ann on \"leaks\": Why?"}));
}

TEST(Docx, CellsSpanColumnsAndRowsAndTheFirstRowNamesThem) {
  const auto tc = [](std::string_view properties, std::string_view text) {
    return "<w:tc><w:tcPr>" + std::string(properties) + "</w:tcPr>" + p(text) + "</w:tc>";
  };
  const Collected all = read(
      "<w:tbl><w:tr>" + tc("<w:gridSpan w:val='2'/>", "Wide") + tc("", "C") + "</w:tr><w:tr>" +
      tc("<w:vMerge w:val='restart'/>", "Tall") + tc("", "1") + tc("", "2") + "</w:tr><w:tr>" +
      tc("<w:vMerge/>", "") + "<w:tc><w:tbl><w:tr><w:tc>" + p("inner") + "</w:tc></w:tr></w:tbl>" +
      p("outer") + "</w:tc>" + tc("<w:gridSpan w:val='999999999'/>", "4") + "</w:tr></w:tbl>");
  ASSERT_EQ(all.runs.size(), 7u);
  EXPECT_EQ(all.runs[0].columns, 2);
  EXPECT_TRUE(all.runs[0].header);
  EXPECT_EQ(all.runs[1].column, 2);
  EXPECT_EQ(all.runs[2].rows, 2) << "Tall";
  EXPECT_FALSE(all.runs[2].header);
  EXPECT_EQ(all.runs[5].text, "inner outer");
  EXPECT_EQ(all.runs[5].column, 1);
  EXPECT_EQ(all.runs[6].row, 2u);
}

TEST(Docx, NotesHeadersBoxesAndSymbolsAreNotLost) {
  DocxParts parts;
  parts.footnotes =
      "<w:footnote w:type='separator' w:id='-1'><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>"
      "<w:footnote w:id='2'>" +
      p("The note.") + "</w:footnote>";
  parts.header = p("Running head");
  const Collected all = read(
      "<w:p><w:r><w:t>Text</w:t><w:footnoteReference w:id='2'/><w:tab/><w:sym w:font='Symbol' "
      "w:char='F061'/><w:noBreakHyphen/></w:r>"
      "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:txbxContent>" +
          p("Boxed") + "</w:txbxContent></mc:Choice><mc:Fallback><w:pict><w:txbxContent>" +
          p("Boxed") +
          "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
          "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>"
          "<w:p><m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></"
          "m:r></m:den>"
          "</m:f></m:oMath></w:p>",
      parts);
  EXPECT_EQ(outline(all), (Lines{"paragraph:Text[1]\tα\u2011", "paragraph:Boxed", "formula:(a+b)/2",
                                 "footnote:[1] The note.", "furniture:Running head"}));
  ASSERT_EQ(all.dropped.size(), 1u);
  EXPECT_EQ(all.dropped[0].reason, "hidden_text");
  EXPECT_EQ(all.dropped[0].characters, 6u);
  EXPECT_TRUE(all.problems.empty());
}

// C053: what the parts hold is what goes out, whatever wraps it.
TEST(Docx, NoWrapperLosesText) {
  const Collected all = read(
      "<w:sdt><w:sdtContent>" + p("one") + "<w:customXml>" + p("two") +
      "</w:customXml></w:sdtContent></w:sdt>"
      "<w:p><w:hyperlink><w:r><w:t>three</w:t></w:r></w:hyperlink><w:unheard><w:r><w:t> four</w:t>"
      "</w:r></w:unheard><w:fldSimple w:instr='PAGE'><w:r><w:t> 5</w:t></w:r></w:fldSimple></w:p>"
      "<w:r><w:t>six</w:t></w:r>");
  EXPECT_EQ(all.text(), "one\n\ntwo\n\nthree four 5\n\nsix");
  EXPECT_TRUE(all.problems.empty());
}

TEST(Docx, DamageKeepsWhatCameBeforeItAndIsTold) {
  const Collected all = read(p("kept") + "<w:p><w:r><w:t>half</w:wrong>");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), "kept\n\nhalf");
  EXPECT_TRUE(all.has_problem("damaged_part"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "<w:ins>";
  EXPECT_TRUE(read(p("kept") + deep).has_problem("damaged_part"));
  EXPECT_EQ(read("").outcome.error().code, Code::Empty);
}

TEST(Docx, EveryCutEndsWithAnOutcome) {
  DocxParts parts;
  parts.body = p("some text") + "<w:tbl><w:tr><w:tc>" + p("cell") + "</w:tc></w:tr></w:tbl>";
  const std::string whole = docx(parts);
  for (size_t at = 0; at < whole.size(); at += 7)
    collect(read_docx, whole.substr(0, at), Kind::Docx);
}

}  // namespace
}  // namespace oi
