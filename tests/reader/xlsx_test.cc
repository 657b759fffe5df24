#include <gtest/gtest.h>

#include "collected.h"
#include "compound_writer.h"
#include "reader/xlsx.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::ZipWriter;

const std::string kOffice = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const std::string kList =
    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>";

std::string relation(const char* type, const char* target) {
  return std::string("<Relationship Id='") + target + "' Type='" + kOffice + type + "' Target='" +
         target + "'/>";
}

std::string element(const char* name, const std::string& inside, const char* attributes = "") {
  return std::string("<") + name +
         " xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' xmlns:r='" +
         kOffice.substr(0, kOffice.size() - 1) + "' " + attributes + ">" + inside + "</" + name +
         ">";
}

struct Book {
  std::string rows;            // of the first sheet
  std::string behind = {};     // its cells
  std::string relations = {};  // of the first sheet
  std::string properties = {};
  std::string state = {};
};

ZipWriter writer(const Book& book) {
  ZipWriter zip;
  zip.add("_rels/.rels",
          kList + relation("officeDocument", "xl/workbook.xml") + "</Relationships>");
  zip.add("xl/_rels/workbook.xml.rels", kList + relation("styles", "styles.xml") +
                                            relation("sharedStrings", "strings.xml") +
                                            relation("worksheet", "one.xml") +
                                            relation("worksheet", "two.xml") + "</Relationships>");
  zip.add("xl/workbook.xml",
          element("workbook", book.properties + "<sheets><sheet name='Prices' r:id='one.xml' " +
                                  book.state + "/><sheet name='Other' r:id='two.xml'/></sheets>"));
  zip.add("xl/styles.xml",
          element("styleSheet",
                  "<numFmts><numFmt numFmtId='170' formatCode='0.0%'/></numFmts><cellXfs>"
                  "<xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='170'/><xf numFmtId='4'/>"
                  "</cellXfs>"));
  zip.add("xl/strings.xml",
          element("sst",
                  "<si><t>Name</t></si><si><r><t>Rich </t></r><r><t>text</t></r>"
                  "<rPh><t>spoken</t></rPh></si><si><t>two\nlines_x000D_</t></si>"));
  zip.add("xl/one.xml",
          element("worksheet", "<sheetData>" + book.rows + "</sheetData>" + book.behind));
  zip.add("xl/two.xml", element("worksheet", "<sheetData/>"));
  if (!book.relations.empty())
    zip.add("xl/_rels/one.xml.rels", kList + book.relations + "</Relationships>");
  return zip;
}

Collected read(const Book& book) {
  return collect(read_xlsx, writer(book).bytes(), Kind::Xlsx);
}

// "A1=text" for each cell.
std::vector<std::string> cells(const Collected& all) {
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs)
    if (run.rows > 0)
      lines.push_back(std::string(1, static_cast<char>('A' + run.column % 26)) +
                      std::to_string(run.row + 1) + "=" + run.text);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Xlsx, ValuesAreShownAsTheSheetShowsThem) {
  const Collected all =
      read({"<row r='1'><c r='A1' t='s'><v>0</v></c><c t='s'><v>1</v></c><c t='s'><v>2</v></c>"
            "<c t='inlineStr'><is><t>in</t><r><t> line</t></r></is></c></row>"
            "<row r='3'><c r='B3' s='1'><v>45000</v></c><c s='2'><v>0.125</v></c><c "
            "s='3'><v>1234.5</v></c>"
            "<c t='b'><v>1</v></c><c t='e'><v>#DIV/0!</v></c><c "
            "t='str'><f>A1</f><v>text</v></c></row>"});
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(cells(all),
            (Lines{"A1=Name", "B1=Rich text", "C1=two lines", "D1=in line", "B3=2023-03-15",
                   "C3=12.5%", "D3=1,234.50", "E3=TRUE", "F3=#DIV/0!", "G3=text"}));
  EXPECT_EQ(all.tables, Lines{"Prices"});
  EXPECT_EQ(all.runs[0].text, "Prices");
  EXPECT_EQ(all.runs[0].block, BlockKind::Heading);
  EXPECT_EQ(all.runs.back().text, "Other") << "an empty sheet has its name alone";
  EXPECT_TRUE(all.problems.empty());
}

TEST(Xlsx, TheYear1904BeginsItsOwnCalendar) {
  const Collected all =
      read({"<row><c s='1'><v>0</v></c></row>", "", "", "<workbookPr date1904='1'/>"});
  EXPECT_EQ(cells(all), Lines{"A1=1904-01-01"});
}

// C050
TEST(Xlsx, AMergedHeaderIsOneCellOverItsColumnsInOneTable) {
  const Collected all =
      read({"<row r='1'><c r='A1' t='inlineStr'><is><t>Costs</t></is></c></row>"
            "<row r='2'><c r='A2'><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>",
            "<mergeCells><mergeCell ref='A1:C1'/></mergeCells>"});
  ASSERT_EQ(all.tables.size(), 1u);
  EXPECT_EQ(all.runs[1].text, "Costs");
  EXPECT_EQ(all.runs[1].columns, 3);
  EXPECT_EQ(all.runs[1].rows, 1);
}

// C052
TEST(Xlsx, AFormulaWithoutAResultKeepsItsRowAndIsTold) {
  const Collected all =
      read({"<row r='1'><c r='A1' t='str'><f>CONCATENATE(\"a\",\"b\")</f><v>ab</v></c></row>"
            "<row r='2'><c r='A2'><f>CONCATENATE(\"a\",\"c\")</f></c></row>"
            "<row r='3'><c r='A3'><f t='shared' si='0' ref='A3:A4'>B1*2</f></c></row>"
            "<row r='4'><c r='A4'><f t='shared' si='0'/></c></row>"});
  EXPECT_EQ(cells(all), (Lines{"A1=ab", "A2==CONCATENATE(\"a\",\"c\")", "A3==B1*2", "A4==B1*2"}));
  EXPECT_TRUE(all.has_problem("formula_not_computed"));
}

TEST(Xlsx, TheFirstRowOfTextsAboveNumbersNamesTheColumns) {
  const std::string text = "<c t='s'><v>0</v></c>", number = "<c><v>5</v></c>";
  const Collected all = read({"<row>" + text + "</row><row>" + text + text + "</row><row>" + text +
                              number + "</row><row>" + text + number + "</row>"});
  std::vector<bool> headers;
  for (const TextRun& run : all.runs)
    if (run.rows > 0) headers.push_back(run.header);
  EXPECT_EQ(headers, (std::vector<bool>{false, true, true, false, false, false, false}));
  const Collected filtered = read({"<row>" + text + text + "</row><row>" + text + text + "</row>",
                                   "<autoFilter ref='A1:B2'/>"});
  EXPECT_TRUE(filtered.runs[1].header);
  EXPECT_FALSE(filtered.runs[3].header);
}

TEST(Xlsx, CommentsAndHiddenSheetsAreReadAndTold) {
  const std::string comments =
      element("comments",
              "<authors><author>Ann</author></authors><commentList><comment ref='B2' authorId='0'>"
              "<text><r><t>Check </t></r><r><t>this</t></r></text></comment></commentList>");
  ZipWriter zip = writer(
      {"<row><c><v>1</v></c></row>", "", relation("comments", "c.xml"), "", "state='hidden'"});
  const Collected all = collect(read_xlsx, zip.add("xl/c.xml", comments).bytes(), Kind::Xlsx);
  EXPECT_TRUE(all.has_problem("hidden_sheet"));
  EXPECT_EQ(all.runs[2].text, "B2, Ann: Check this");
  EXPECT_EQ(all.runs[2].block, BlockKind::Comment);
}

TEST(Xlsx, HiddenRowsAndColumnsAreReadAndTold) {
  const std::string pair = "<c><v>1</v></c><c><v>2</v></c>";
  const std::string sheet =
      element("worksheet", "<cols><col min='2' max='3' hidden='1'/></cols><sheetData><row r='1'>" +
                               pair + "</row><row r='2' hidden='1'>" + pair +
                               "</row><row r='3' hidden='1'/>" + "</sheetData>");
  ZipWriter zip;
  zip.add("_rels/.rels", kList + relation("officeDocument", "xl/w.xml") + "</Relationships>");
  zip.add("xl/w.xml",
          element("workbook", "<sheets><sheet name='Prices' r:id='one.xml'/></sheets>"));
  zip.add("xl/_rels/w.xml.rels", kList + relation("worksheet", "one.xml") + "</Relationships>");
  zip.add("xl/one.xml", sheet);
  const Collected all = collect(read_xlsx, zip.bytes(), Kind::Xlsx);
  EXPECT_EQ(cells(all).size(), 4u);
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].reason, "hidden_cells");
  EXPECT_EQ(all.problems[0].where, "sheet Prices");
  EXPECT_EQ(all.problems[0].what,
            "1 row and 1 column with text that are hidden; they are read all the same");
}

TEST(Xlsx, AFileInsideIsTakenOutOfItsObject) {
  test::CompoundWriter object;
  object.stream("CONTENTS", "%PDF-1.4 made up");
  ZipWriter zip = writer({"<row><c><v>1</v></c></row>", "", relation("oleObject", "o.bin")});
  const Collected all = collect(read_xlsx, zip.add("xl/o.bin", object.file()).bytes(), Kind::Xlsx);
  ASSERT_EQ(all.children.size(), 1u);
  EXPECT_EQ(all.children[0].bytes, "%PDF-1.4 made up");
}

// C049, and the hostile suite: what a sheet claims costs nothing, rows stream.
TEST(Xlsx, ASheetCostsWhatItHoldsAndNotWhatItClaims) {
  const Collected sparse =
      read({"<row r='1048576'><c r='XFD1048576'><v>7</v></c></row><row r='99999999'><c r='ZZZZZ9'>"
            "<v>8</v></c></row>",
            "<dimension ref='A1:XFD1048576'/><mergeCells><mergeCell ref='XFD1048576:A1'/>"
            "<mergeCell ref='A1:XFD1048576'/></mergeCells>"});
  ASSERT_TRUE(sparse.outcome.ok());
  EXPECT_EQ(sparse.runs[1].row, 1048575u);
  EXPECT_EQ(sparse.runs[1].column, 16383);
  std::string rows;
  for (int i = 1; i <= 50'000; ++i)
    rows += "<row><c><v>" + std::to_string(i) + "</v></c><c><v>2</v></c></row>";
  const Collected many = read({rows});
  ASSERT_TRUE(many.outcome.ok());
  EXPECT_EQ(many.runs.size(), 100'002u);
  EXPECT_EQ(many.runs[99'999].row, 49'999u);
}

TEST(Xlsx, DamageKeepsTheRowsBeforeItAndIsTold) {
  const Collected all = read({"<row><c><v>1</v></c></row><row><c><v>2</v></c></wrong>"});
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(cells(all), (Lines{"A1=1", "A2=2"}));
  EXPECT_TRUE(all.has_problem("damaged_part"));
  const std::string whole = writer({"<row><c><v>1</v></c></row>"}).bytes();
  for (size_t at = 0; at < whole.size(); at += 11)
    collect(read_xlsx, whole.substr(0, at), Kind::Xlsx);
}

TEST(Xlsx, PlacesOutsideOfASheetAreNone) {
  CellPlace place;
  EXPECT_TRUE(parse_place("$B$7", place));
  EXPECT_EQ(place.row, 6u);
  EXPECT_EQ(place.column, 1u);
  for (const char* text : {"", "B", "7", "XFE1", "A0", "A1048577", "AAAAAAAAAA1"})
    EXPECT_FALSE(parse_place(text, place)) << text;
}

}  // namespace
}  // namespace oi
