#include <gtest/gtest.h>

#include "collected.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::ZipWriter;

const std::string kSpaces =
    " xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
    " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
    " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
    " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'"
    " xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'"
    " xmlns:presentation='urn:oasis:names:tc:opendocument:xmlns:presentation:1.0'"
    " xmlns:dc='http://purl.org/dc/elements/1.1/'";

std::string package(const std::string& kind, const std::string& body,
                    const std::string& styles = "") {
  return ZipWriter()
      .add("mimetype", "application/vnd.oasis.opendocument." + kind, false)
      .add("styles.xml", "<office:document-styles" + kSpaces +
                             "><office:master-styles><style:master-page><style:header><text:p>Head"
                             "</text:p></style:header></style:master-page></office:master-styles>"
                             "</office:document-styles>")
      .add("content.xml", "<office:document-content" + kSpaces + "><office:automatic-styles>" +
                              styles + "</office:automatic-styles><office:body><office:" + kind +
                              ">" + body + "</office:" + kind +
                              "></office:body></office:document-content>")
      .bytes();
}

Collected text(const std::string& body, const std::string& styles = "") {
  return collect(read_odt, package("text", body, styles), Kind::Odt);
}
Collected sheets(const std::string& body, const std::string& styles = "") {
  return collect(read_ods, package("spreadsheet", body, styles), Kind::Ods);
}
Collected slides(const std::string& body) {
  return collect(read_odp, package("presentation", body), Kind::Odp);
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

TEST(Odf, TextHasItsHeadingsListsNotesAndRemarks) {
  const Collected all = text(
      "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>"
      "</text:deletion></text:changed-region></text:tracked-changes>"
      "<text:p text:style-name='P1'>Pumps</text:p>"
      "<text:h text:outline-level='2'>Use</text:h>"
      "<text:p>It  <text:span>pumps</text:span><text:s "
      "text:c='2'/>well<text:note><text:note-citation>1"
      "</text:note-citation><text:note-body><text:p>Mostly.</text:p></text:note-body></text:note>"
      "<office:annotation><dc:creator>Ann</dc:creator><text:p>Sure?</text:p></office:annotation>"
      "<text:span text:style-name='H'>secret</text:span></text:p>"
      "<text:list text:style-name='L'><text:list-item><text:p>a</text:p><text:list><text:list-item>"
      "<text:p>b</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>c"
      "</text:p></text:list-item></text:list>"
      "<text:p><draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame></"
      "text:p>",
      "<style:style style:name='P1' style:parent-style-name='Title'/>"
      "<style:style style:name='H'><style:text-properties text:display='none'/></style:style>"
      "<text:list-style style:name='L'><text:list-level-style-number text:level='1' "
      "style:num-format='1' style:num-suffix='.'/><text:list-level-style-number text:level='2' "
      "style:num-format='a' style:num-suffix=')' text:display-levels='2'/></text:list-style>");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all),
            (Lines{"heading1:Pumps", "heading2:Use", "paragraph:It pumps  well[1]",
                   "comment:Ann: Sure?", "list:1. a", "list:  1.a) b", "list:2. c",
                   "paragraph:Boxed", "footnote:[1] Mostly.", "deleted:gone", "furniture:Head"}));
  EXPECT_EQ(all.title, "Pumps");
  ASSERT_EQ(all.dropped.size(), 1u);
  EXPECT_EQ(all.dropped[0].characters, 6u);
}

TEST(Odf, HeadingsHaveTheNumbersOfTheOutline) {
  const Collected all = text(
      "<text:h text:outline-level='1'>One</text:h><text:h text:outline-level='2'>Deep</text:h>"
      "<text:h text:outline-level='2' text:is-list-header='true'>Plain</text:h>"
      "<text:h text:outline-level='2'>Next</text:h><text:h text:outline-level='1'>Two</text:h>"
      "<text:h text:outline-level='2'>Again</text:h>",
      "<text:outline-style><text:outline-level-style text:level='1' style:num-format='1' "
      "style:num-suffix='.'/><text:outline-level-style text:level='2' style:num-format='1' "
      "text:display-levels='2'/></text:outline-style>");
  const Lines lines = outline(all);
  EXPECT_EQ(Lines(lines.begin(), lines.begin() + 6),
            (Lines{"heading1:1. One", "heading2:1.1 Deep", "heading2:Plain", "heading2:1.2 Next",
                   "heading1:2. Two", "heading2:2.1 Again"}));
}

TEST(Odf, AListGoesOnWhereAnotherOneEnded) {
  const auto list = [](const std::string& attributes, const std::string& item) {
    return "<text:list text:style-name='L' " + attributes + "><text:list-item><text:p>" + item +
           "</text:p></text:list-item></text:list><text:p>between</text:p>";
  };
  const Collected all =
      text(list("xml:id='a'", "one") + list("", "anew") +
               list("text:continue-numbering='true'", "on") + list("text:continue-list='a'", "two"),
           "<text:list-style style:name='L'><text:list-level-style-number text:level='1' "
           "style:num-format='1' style:num-suffix='.'/></text:list-style>");
  Lines items;
  for (const std::string& line : outline(all))
    if (line.substr(0, 5) == "list:") items.push_back(line);
  EXPECT_EQ(items, (Lines{"list:1. one", "list:1. anew", "list:2. on", "list:2. two"}));
}

TEST(Odf, HiddenRowsAndColumnsAreReadAndTold) {
  const Collected all = sheets(
      "<table:table table:name='Prices'><table:table-column/><table:table-column "
      "table:visibility='collapse'/><table:table-row table:visibility='filter'><table:table-cell>"
      "<text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].what,
            "1 row and 1 column with text that are hidden; they are read all the same");
}

TEST(Odf, TablesOfTextHaveSpansAndHeaders) {
  const Collected all = text(
      "<table:table table:name='T'><table:table-header-rows><table:table-row><table:table-cell "
      "table:number-columns-spanned='2'><text:p>Wide</text:p></table:table-cell>"
      "<table:covered-table-cell/><table:table-cell><text:p>C</text:p></table:table-cell>"
      "</table:table-row></table:table-header-rows><table:table-row><table:table-cell "
      "table:number-columns-repeated='2'/><table:table-cell><text:p>3</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  ASSERT_EQ(all.runs.size(), 4u);
  EXPECT_EQ(all.tables, Lines{"T"});
  EXPECT_EQ(all.runs[0].columns, 2);
  EXPECT_TRUE(all.runs[0].header);
  EXPECT_EQ(all.runs[1].column, 2);
  EXPECT_EQ(all.runs[2].row, 1u);
  EXPECT_EQ(all.runs[2].column, 2);
  EXPECT_FALSE(all.runs[2].header);
}

TEST(Odf, SheetsShowTheirValuesAndWhatIsRepeatedIsBounded) {
  const Collected all = sheets(
      "<table:table table:name='Prices' table:style-name='S'><table:table-row><table:table-cell "
      "table:number-columns-repeated='3'/><table:table-cell office:value-type='float' "
      "office:value='1.5' "
      "table:number-columns-repeated='2'><text:p>1,50</text:p></table:table-cell>"
      "</table:table-row><table:table-row table:number-rows-repeated='1000000'><table:table-cell/>"
      "</table:table-row><table:table-row><table:table-cell table:formula='of:=A1*2'/>"
      "</table:table-row></table:table>",
      "<style:style style:name='S'><style:table-properties table:display='false'/></style:style>");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (Lines{"heading1:Prices", "table:1,50", "table:1,50", "table:=A1*2"}));
  EXPECT_EQ(all.runs[1].column, 3);
  EXPECT_EQ(all.runs[2].column, 4);
  EXPECT_EQ(all.runs[3].row, 1'000'001u);
  EXPECT_TRUE(all.has_problem("hidden_sheet"));
  EXPECT_TRUE(all.has_problem("formula_not_computed"));
  const Collected bomb = sheets(
      "<table:table><table:table-row table:number-rows-repeated='1048576'><table:table-cell "
      "table:number-columns-repeated='16384'><text:p>x</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  ASSERT_TRUE(bomb.outcome.ok());
  EXPECT_TRUE(bomb.has_problem("repeated_cells_cut"));
  EXPECT_LT(bomb.runs.size(), 1'000'010u);
}

TEST(Odf, SlidesArePagesWithTheirNotes) {
  const Collected all = slides(
      "<draw:page><draw:frame><draw:text-box><text:p>Body</text:p></draw:text-box></draw:frame>"
      "<draw:frame presentation:class='title'><draw:text-box><text:p>Title</text:p></draw:text-box>"
      "</draw:frame><draw:g><draw:g><draw:custom-shape><text:p>Grouped</text:p></draw:custom-shape>"
      "</draw:g></draw:g><presentation:notes><draw:frame><draw:text-box><text:p>Say</text:p>"
      "</draw:text-box></draw:frame></presentation:notes></draw:page><draw:page/>");
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(outline(all),
            (Lines{"heading1:Title", "paragraph:Body", "paragraph:Grouped", "note:Say"}));
  ASSERT_EQ(all.pages.size(), 2u);
  EXPECT_EQ(all.title, "Title");
}

TEST(Odf, DamageAndCutsEndWithAnOutcome) {
  const Collected damaged = text("<text:p>kept</text:p><text:p>half</wrong>");
  ASSERT_TRUE(damaged.outcome.ok());
  EXPECT_EQ(damaged.text(), "kept\n\nhalf\n\nHead");
  EXPECT_TRUE(damaged.has_problem("damaged_part"));
  const std::string whole = package("text", "<text:p>text</text:p>");
  for (size_t at = 0; at < whole.size(); at += 7) {
    collect(read_odt, whole.substr(0, at), Kind::Odt);
    collect(read_ods, whole.substr(0, at), Kind::Ods);
    collect(read_odp, whole.substr(0, at), Kind::Odp);
  }
}

}  // namespace
}  // namespace oi
