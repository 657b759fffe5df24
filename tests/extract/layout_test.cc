#include "extract/layout.h"

#include <gtest/gtest.h>

#include "tests/extract/made_page.h"

namespace oi {
namespace {

using Strings = std::vector<std::string>;

bool holds(const Document& document, std::string_view text) {
  return collapse_spaces(document.text).find(text) != std::string::npos;
}

// C001: a paper in two columns, with a heading over both.
TEST(Layout, TwoColumnsAreReadOneAfterTheOther) {
  MadePage page(1);
  page.text(180, 40, "A title over both columns", {18, true});
  page.lines(
      50, 100,
      {"The first column begins a sentence that goes", "on in its second line and ends in the",
       "third one. Another sentence begins here and", "ends here. The last one of the column is"});
  page.lines(
      320, 100,
      {"not finished there but at the top of the", "second column. Then more is said in two",
       "lines that belong to it alone and to none", "of the others. This is the end of it."});
  const Document document = lay_out(page);
  EXPECT_TRUE(holds(document,
                    "The first column begins a sentence that goes on in its second line and ends "
                    "in the third one."));
  EXPECT_TRUE(holds(document,
                    "The last one of the column is not finished there but at the top of the second "
                    "column."));
  EXPECT_EQ(document.title, "A title over both columns");
  EXPECT_EQ(document.blocks[0].kind, BlockKind::Heading);
}

// C002: one sentence in each column, on the same baselines.
TEST(Layout, LinesOfNeighbouringColumnsAreNotJoined) {
  MadePage page(1);
  page.lines(60, 100,
             {"The pump must be stopped before", "the valve is opened by hand, and",
              "never the other way round."});
  page.lines(330, 100,
             {"Filters are changed every six", "months, or when the red lamp",
              "shows that they are full."});
  const Document document = lay_out(page);
  EXPECT_NE(document.text.find("The pump must be stopped before\nthe valve is opened by hand, and\n"
                               "never the other way round."),
            std::string::npos);
  EXPECT_NE(document.text.find("Filters are changed every six\nmonths, or when the red lamp\n"
                               "shows that they are full."),
            std::string::npos);
}

TEST(Layout, ThreeColumnsBetweenHeadingsOverAllOfThem) {
  MadePage page(1);
  const auto column = [&](float x, float y, const std::string& name) {
    page.lines(x, y,
               {name + " one of words here", "and two more of them", "with a third that ends."});
  };
  page.text(50, 40, "First heading over the whole of the page", {16, true});
  column(50, 80, "Alpha");
  column(230, 80, "Beta");
  column(410, 80, "Gamma");
  page.text(50, 140, "Second heading over the whole of the page", {16, true});
  column(50, 180, "Delta");
  column(230, 180, "Epsilon");
  column(410, 180, "Zeta");
  const Document document = lay_out(page);
  Strings order;
  for (const std::string_view name :
       {"First", "Alpha", "Beta", "Gamma", "Second", "Delta", "Epsilon", "Zeta"})
    order.push_back(std::to_string(1000 + document.text.find(name)));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << document.text;
  EXPECT_TRUE(holds(document, "Epsilon one of words here and two more of them with a third"))
      << document.text;
}

// C004
TEST(Layout, AClausesNumberStaysWithItsClauseAndEntriesOfARowStaySeparate) {
  MadePage page(1);
  page.text(50, 100, "1.3.1").text(120, 100, "The supplier delivers within ten days.");
  page.text(50, 130, "1.3.2").text(120, 130, "The buyer pays within thirty days, and");
  page.text(120, 142, "not later than the end of the month.");
  page.text(50, 200, "Signed in Rome").text(400, 200, "Date of today");
  const Document document = lay_out(page);
  EXPECT_TRUE(holds(document, "1.3.1 The supplier delivers"));
  EXPECT_TRUE(holds(document, "1.3.2 The buyer pays within thirty days, and not later than"));
  EXPECT_NE(document.text.find("Signed in Rome\tDate of today"), std::string::npos);
}

// C005
TEST(Layout, SideHeadingsStandBeforeTheirParagraphs) {
  MadePage page(1);
  page.lines(50, 100, {"Scope of", "the rules"}, {10, true});
  page.lines(200, 100,
             {"These rules hold for all who work in the", "house and for those who visit it on",
              "any day of the year."});
  page.lines(50, 160, {"Duties"}, {10, true});
  page.lines(200, 160,
             {"Everybody closes the doors behind them and",
              "switches off the light when they leave", "a room as the last one."});
  const Document document = lay_out(page);
  EXPECT_EQ(
      block_texts(document),
      (Strings{"heading: Scope of\nthe rules",
               "paragraph: These rules hold for all who work in the\nhouse and for those who "
               "visit it on\nany day of the year.",
               "heading: Duties",
               "paragraph: Everybody closes the doors behind them and\nswitches off the light "
               "when they leave\na room as the last one."}));
}

// C007: the page's rotation is undone by the reader; text that lies is laid out standing.
TEST(Layout, ATableThatLiesOnItsSideKeepsItsColumns) {
  MadePage page(1, 800, 600);
  const Strings names = {"Year", "North", "South", "East", "West"};
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 5; ++column) {
      // Reading downwards: x falls from row to row, y grows from column to column.
      const auto x = static_cast<float>(700 - 20 * row), y = static_cast<float>(60 + 90 * column);
      const std::string word =
          row == 0 ? names[static_cast<size_t>(column)] : std::to_string(100 * row + column);
      page.turned({x, y, x + 10, y + 5 * static_cast<float>(word.size())}, word, 1);
    }
  }
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text,
            "Year\tNorth\tSouth\tEast\tWest\n100\t101\t102\t103\t104\n"
            "200\t201\t202\t203\t204\n300\t301\t302\t303\t304");
  EXPECT_EQ(document.placed[0].box, (Box{700, 60, 710, 80}));
}

// C016
TEST(Layout, RunningHeadsAndPageNumbersAreFurniture) {
  std::vector<PageContent> pages;
  for (uint32_t number = 1; number <= 10; ++number) {
    MadePage page(number);
    page.text(200, 30, "Handbook of the machine", {9, true});
    const std::string name(number, 'x');
    page.text(50, 100, "Page text about " + name + " says a thing and stops.");
    page.text(50, 112, "A second line about " + name + " follows in the same place.");
    page.text(290, 770, std::to_string(number));
    pages.push_back(page.take());
  }
  const Document document = lay_out(std::move(pages));
  size_t furniture = 0;
  for (const Block& block : document.blocks) {
    EXPECT_NE(block.kind, BlockKind::Heading);
    furniture += block.kind == BlockKind::Furniture ? 1 : 0;
  }
  EXPECT_EQ(furniture, 20U);
  EXPECT_EQ(document.pages.size(), 10U);
}

TEST(Layout, FurnitureAndFootnotesNeverSplitASentenceThatGoesOnOverThePage) {
  std::vector<PageContent> pages;
  for (uint32_t number = 1; number <= 4; ++number) {
    MadePage page(number);
    page.text(200, 30, "Running head");
    page.lines(50, 300,
               {"where the sentence of the page before this one ends. A new",
                "one follows that has several lines, which fill the column",
                "and it goes on over the end of the page until the place"});
    page.text(50, 700, "1 A note about " + std::string(number, 'x') + " at the foot.", {7});
    page.text(290, 770, "- " + std::to_string(number) + " -");
    pages.push_back(page.take());
  }
  const Document document = lay_out(std::move(pages));
  size_t count = 0;
  const std::string text = collapse_spaces(document.text);
  for (size_t at = 0;
       (at = text.find("until the place where the sentence", at)) != std::string::npos; ++at)
    ++count;
  EXPECT_EQ(count, 3U);
  size_t notes = 0;
  for (const Block& block : document.blocks)
    notes += block.kind == BlockKind::Footnote ? 1 : 0;
  EXPECT_EQ(notes, 4U);
}

// C019
TEST(Layout, AHeadingThatWrapsIsOneHeading) {
  MadePage page(1);
  page.lines(50, 100, {"3.32.010 Appointment and duties of the Gen-", "eral Manager of the city"},
             {12, true});
  page.lines(50, 140,
             {"The manager is appointed by the council for a term of",
              "four years and may be "
              "appointed again."});
  const Document document = lay_out(page);
  ASSERT_EQ(document.blocks.size(), 2U);
  EXPECT_EQ(block_texts(document)[0],
            "heading: 3.32.010 Appointment and duties of the Gen-\neral Manager of the city");
  EXPECT_EQ(document.blocks[0].level, 3);
}

// C184
TEST(Layout, AFormulaWithFractionsIsOneBlock) {
  MadePage page(1);
  page.lines(50, 60, {"The clock is divided as follows, for which", "two registers are set."});
  page.text(100, 120, "f =")
      .text(140, 113, "32 MHz")
      .text(150, 127, "64")
      .text(190, 120, "=")
      .text(220, 113, "500 KHz")
      .text(235, 127, "1");
  page.rule(138, 124.5F, 172, 124.5F).rule(218, 124.5F, 257, 124.5F);
  page.lines(50, 180, {"After that the counter runs by itself until", "it is stopped again."});
  const Document document = lay_out(page);
  size_t formulas = 0;
  for (const Block& block : document.blocks) {
    if (block.kind != BlockKind::Formula) continue;
    ++formulas;
    EXPECT_EQ(collapse_spaces(document.text.substr(block.span.begin, block.span.size())),
              "f = 32 MHz 64 = 500 KHz 1");
  }
  EXPECT_EQ(formulas, 1U);
}

// Limits of a sum: rows that lie over one another, written one after the other in the file.
TEST(Layout, PartsOfAFormulaThatLieOverOneAnotherKeepTheOrderOfTheFile) {
  MadePage page(1);
  page.text(50, 100, "S =").text(80, 95, "n", {7}).text(76, 107, "i = 0", {7});
  page.text(100, 100, "a + b");
  page.text(50, 160, "The sum ends here, and the text goes on below it.");
  const Document document = lay_out(page);
  EXPECT_EQ(collapse_spaces(document.text),
            "S = n i = 0 a + b The sum ends here, and the text goes on below it.");
}

TEST(Layout, RaisedDigitsStayRaised) {
  MadePage page(1);
  page.text(50, 100, "About 10")
      .risen("6", TextRun::Rise::Raised)
      .text(110, 100, "m")
      .risen("2", TextRun::Rise::Raised)
      .text(130, 100, "of H")
      .risen("2", TextRun::Rise::Lowered)
      .text(170, 100, "fell")
      .risen("12", TextRun::Rise::Raised);
  EXPECT_EQ(lay_out(page).text, "About 10⁶ m² of H2 fell¹²");
}

TEST(Layout, HiddenTextIsLeftOutAndToldUnlessItIsAllOfAPage) {
  MadePage page(1);
  page.text(50, 100, "What is to be seen on the page.");
  page.text(50, 120, "Ignore it", {10, false, false, true});
  const Document document = lay_out(page);
  EXPECT_EQ(document.text, "What is to be seen on the page.");
  ASSERT_EQ(document.counts.dropped.size(), 1U);
  EXPECT_EQ(document.counts.dropped[0], (Dropped{"invisible_text", 8}));
  ASSERT_EQ(document.problems.size(), 1U);
  EXPECT_EQ(document.problems[0].reason, "invisible_text");
  EXPECT_EQ(document.problems[0].where, "page 1");

  MadePage scan(1);
  scan.text(50, 100, "The layer of a scan.", {10, false, false, true});
  EXPECT_EQ(lay_out(scan).text, "The layer of a scan.");
}

TEST(Layout, ListsKeepTheirItemsAndTheLinesOfThese) {
  MadePage page(1);
  page.text(50, 100, "These are needed:");
  page.text(60, 112, "• a hammer of steel that is not too heavy for the hand that");
  page.text(70, 124, "holds it for long");
  page.text(60, 136, "• nails");
  page.text(60, 148, "• wood");
  const Document document = lay_out(page);
  EXPECT_EQ(
      block_texts(document),
      (Strings{"paragraph: These are needed:",
               "list: • a hammer of steel that is not too heavy for the hand that\nholds it for "
               "long\n• nails\n• wood"}));
}

TEST(Layout, TextThatLiesComesAfterTheTextThatStands) {
  MadePage page(1);
  page.turned({20, 300, 30, 400}, "arXiv:1", 3);
  page.lines(100, 100,
             {"Upright text of the page, which is most", "of what stands on it, comes first."});
  const Document document = lay_out(page);
  EXPECT_EQ(document.text.substr(document.text.size() - 7), "arXiv:1");
  EXPECT_EQ(document.placed.back().box, (Box{20, 300, 30, 400}));
}

TEST(Layout, FormValuesAndRemarksAreBlocksBesideTheText) {
  MadePage page(1);
  page.text(50, 100, "Name of the applicant");
  page.text(50, 130, "Name: Rossi");
  for (size_t i = 4; i < 6; ++i)
    page.content().runs[i].block = BlockKind::Form;
  const Document document = lay_out(page);
  EXPECT_EQ(block_texts(document),
            (Strings{"paragraph: Name of the applicant", "form: Name: Rossi"}));
}

TEST(Layout, PagesWithoutTextAreEmptySpans) {
  std::vector<PageContent> pages;
  for (uint32_t number = 1; number <= 3; ++number) {
    MadePage page(number);
    if (number != 2) page.text(50, 100, "Some text of the page that ends here.");
    pages.push_back(page.take());
  }
  const Document document = lay_out(std::move(pages));
  ASSERT_EQ(document.pages.size(), 3U);
  EXPECT_EQ(document.pages[1].span.size(), 0U);
  for (size_t i : {0U, 2U})
    EXPECT_EQ(document.text.substr(document.pages[i].span.begin, document.pages[i].span.size()),
              "Some text of the page that ends here.");
}

TEST(Layout, ADocumentWithoutPagesIsEmpty) {
  EXPECT_EQ(lay_out(std::vector<PageContent>{}).text, "");
}

// The rule above the first column's notes says nothing of what stands beside them.
TEST(Layout, TheSecondColumnGoesOnBesideTheNotesOfTheFirst) {
  MadePage page(1);
  page.text(50, 40, "A title over both columns", {14, true});
  Strings left, right;
  for (int i = 0; i < 30; ++i) {
    left.push_back("words of the first column which go on");
    right.push_back("words of the second column that go on");
  }
  page.lines(50, 100, left);
  page.rule(50, 470, 130, 470);
  page.lines(50, 474, {"1 A note of the first column.", "2 Another one of them."}, {8});
  for (int i = 0; i < 4; ++i)
    right.push_back("words of the second column that go on");
  page.lines(320, 100, right);
  const Document document = lay_out(page);
  size_t notes = 0;
  for (const Block& block : document.blocks) {
    if (block.kind != BlockKind::Footnote) continue;
    ++notes;
    const std::string text = document.text.substr(block.span.begin, block.span.size());
    EXPECT_EQ(text.find("second"), std::string::npos) << text;
  }
  EXPECT_EQ(notes, 1U);
}

TEST(Layout, ATurnedLineInTheMarginSplitsNoSentenceThatGoesOn) {
  std::vector<PageContent> pages;
  MadePage first(1);
  first.lines(100, 100,
              {"The first page is full of text that goes on", "and on without an end of it and"});
  first.turned({30, 300, 40, 500}, "Version:3-of-June", 3);
  pages.push_back(first.take());
  MadePage second(2);
  second.lines(100, 100, {"ends here at last, on the second of its pages.", "More is said in it."});
  pages.push_back(second.take());
  const Document document = lay_out(std::move(pages));
  EXPECT_TRUE(holds(document, "without an end of it and ends here at last"));
  EXPECT_TRUE(holds(document, "Version:3-of-June"));
}

}  // namespace
}  // namespace oi
