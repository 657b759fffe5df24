#include "extract/layout_tables.h"

#include <gtest/gtest.h>

#include "tests/extract/made_page.h"

namespace oi {
namespace {

using Strings = std::vector<std::string>;

TEST(LayoutTables, RulesMakeCellsAndWhatStandsInThemIsTheirs) {
  MadePage page(1);
  page.text(50, 60, "Table 3: Output of the two plants");
  page.grid({50, 200, 300, 400}, {100, 120, 140, 160});
  page.text(55, 105, "Plant").text(205, 105, "Cars").text(305, 105, "Vans");
  page.text(55, 125, "Turin").text(205, 125, "120").text(305, 125, "30");
  page.text(55, 145, "Pisa").text(305, 145, "7");
  page.text(50, 200, "What follows is text again, and ends here.");
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  const Table& table = document.tables[0];
  EXPECT_EQ(table.name, "Table 3: Output of the two plants");
  EXPECT_EQ(table.rows, 3U);
  EXPECT_EQ(table.columns, 3U);
  EXPECT_EQ(cell_texts(document, table),
            (Strings{"0,0 Plant #", "0,1 Cars #", "0,2 Vans #", "1,0 Turin #", "1,1 120", "1,2 30",
                     "2,0 Pisa #", "2,2 7"}));
  EXPECT_NE(document.text.find("Plant\tCars\tVans\nTurin\t120\t30\nPisa\t7"), std::string::npos);
}

TEST(LayoutTables, MissingRulesMakeOneCellOfSeveral) {
  MadePage page(1);
  page.rule(50, 100, 400, 100).rule(200, 120, 400, 120).rule(50, 140, 400, 140);
  page.rule(50, 160, 400, 160).rule(50, 100, 50, 160).rule(400, 100, 400, 160);
  page.rule(200, 100, 200, 160).rule(300, 120, 300, 160);
  page.text(55, 115, "Year").text(260, 105, "Output in tons");
  page.text(205, 125, "Steel").text(305, 125, "Glass");
  page.text(55, 145, "1999").text(205, 145, "5").text(305, 145, "6");
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(cell_texts(document, document.tables[0]),
            (Strings{"0,0 2x1 Year #", "0,1 1x2 Output in tons #", "1,1 Steel #", "1,2 Glass #",
                     "2,0 1999", "2,1 5", "2,2 6"}));
}

TEST(LayoutTables, LinesOfACellAreOneTextAndRowsOfFiguresWithoutRulesAreRows) {
  MadePage page(1);
  page.grid({50, 200, 300}, {100, 130, 200});
  page.lines(55, 103, {"Name of", "the town"}).lines(205, 103, {"People", "in 1999"});
  page.lines(55, 135, {"Lucca", "Siena", "Prato"}).lines(205, 135, {"85", "54", "172"});
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text, "Name of the town\tPeople in 1999\nLucca\t85\nSiena\t54\nPrato\t172");
}

TEST(LayoutTables, TablesWithOpenSidesHaveTheirOuterColumns) {
  MadePage page(1);
  for (const float y : {100.0F, 120.0F, 140.0F})
    page.rule(50, y, 400, y);
  page.rule(200, 100, 200, 140).rule(300, 100, 300, 140);
  page.text(55, 105, "Town").text(205, 105, "Men").text(305, 105, "Women");
  page.text(55, 125, "Lucca").text(205, 125, "40").text(305, 125, "45");
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text, "Town\tMen\tWomen\nLucca\t40\t45");
}

TEST(LayoutTables, WordsInColumnsAreATableWithoutAnyRule) {
  MadePage page(1);
  page.lines(
      50, 50,
      {"The following figures were collected in the", "three towns over the whole of the year."});
  const std::vector<Strings> rows = {{"Town", "Spring", "Summer", "Total"},
                                     {"Lucca", "12", "14", "26"},
                                     {"Siena", "8", "", "8"},
                                     {"Prato north", "11", "9", "20"},
                                     {"Total", "31", "23", "54"}};
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows[r].size(); ++c)
      page.text(static_cast<float>(50 + 120 * c), static_cast<float>(100 + 14 * r), rows[r][c]);
  page.text(50, 200, "After the table the text goes on as before it did.");
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text.substr(document.tables[0].span.begin, document.tables[0].span.size()),
            "Town\tSpring\tSummer\tTotal\nLucca\t12\t14\t26\nSiena\t8\t8\nPrato north\t11\t9\t20\n"
            "Total\t31\t23\t54");
  EXPECT_EQ(cell_texts(document, document.tables[0])[10], "2,3 8");
  EXPECT_EQ(cell_texts(document, document.tables[0])[3], "0,3 Total #");
}

TEST(LayoutTables, TablesStandSideBySide) {
  MadePage page(1);
  for (const float x : {50.0F, 320.0F}) {
    page.grid({x, x + 100, x + 200}, {100, 120, 140});
    page.text(x + 5, 105, "Key").text(x + 105, 105, "Value");
    page.text(x + 5, 125, x > 100 ? "right" : "left").text(x + 105, 125, "1");
  }
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 2U);
  EXPECT_EQ(document.text, "Key\tValue\nleft\t1\n\nKey\tValue\nright\t1");
}

std::vector<PageContent> table_over_pages(bool head_again) {
  std::vector<PageContent> pages;
  for (uint32_t number = 1; number <= 3; ++number) {
    MadePage page(number);
    const bool head = number == 1 || head_again;
    std::vector<float> ys = {100};
    float y = 100;
    const auto row = [&](const std::string& name, const std::string& value) {
      page.text(55, y + 5, name).text(205, y + 5, value);
      ys.push_back(y += 20);
    };
    if (head) row("Name", "Amount");
    row("one of page " + std::to_string(number), std::to_string(10 * number));
    row("two of page " + std::to_string(number), std::to_string(10 * number + 1));
    page.grid({50, 200, 300}, ys);
    page.text(290, 780, std::to_string(number));
    pages.push_back(page.take());
  }
  return pages;
}

TEST(LayoutTables, ATableThatGoesOnOverPagesIsOne) {
  const Document document = lay_out(table_over_pages(false));
  ASSERT_EQ(document.tables.size(), 1U);
  const Table& table = document.tables[0];
  EXPECT_EQ(table.rows, 7U);
  EXPECT_EQ(document.text.substr(table.span.begin, table.span.size()),
            "Name\tAmount\none of page 1\t10\ntwo of page 1\t11\none of page 2\t20\n"
            "two of page 2\t21\none of page 3\t30\ntwo of page 3\t31");
  // Page numbers come after it, and each page begins with its own first row.
  EXPECT_EQ(document.text.substr(table.span.end), "\n\n1\n\n2\n\n3");
  EXPECT_EQ(document.text.substr(document.pages[1].span.begin, 13), "one of page 2");
}

TEST(LayoutTables, ARepeatedHeadStaysARowOfHeaderCells) {
  const Document document = lay_out(table_over_pages(true));
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.tables[0].rows, 9U);
  const Strings cells = cell_texts(document, document.tables[0]);
  EXPECT_EQ(cells[1], "0,1 Amount #");
  EXPECT_EQ(cells[7], "3,1 Amount #");
  EXPECT_EQ(cells[9], "4,1 20");
}

TEST(LayoutTables, AColumnOfRulesMayHoldSeveralColumnsOfWords) {
  MadePage page(1);
  page.rule(50, 100, 400, 100).rule(50, 120, 400, 120).rule(50, 200, 400, 200);
  page.rule(150, 100, 150, 200);
  page.text(55, 105, "Answer").text(160, 105, "Freq.").text(240, 105, "Percent");
  for (int i = 0; i < 4; ++i) {
    const auto y = static_cast<float>(125 + 18 * i);
    page.text(55, y, "number " + std::string(1, static_cast<char>('a' + i)));
    page.text(160, y, std::to_string(100 + i)).text(240, y, std::to_string(20 + i) + ".5");
  }
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text,
            "Answer\tFreq.\tPercent\nnumber a\t100\t20.5\nnumber b\t101\t21.5\n"
            "number c\t102\t22.5\nnumber d\t103\t23.5");
}

TEST(LayoutTables, LettersOfADrawingAreNoTable) {
  MadePage page(1);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j)
      page.text(static_cast<float>(100 + 60 * j), static_cast<float>(100 + 14 * i),
                std::string(1, static_cast<char>('A' + (3 * i + j) % 20)));
  EXPECT_TRUE(lay_out(page).tables.empty());
}

TEST(LayoutTables, NamesWithTheirPagesAreNoTable) {
  MadePage page(1);
  for (int i = 1; i < 6; ++i)
    page.text(50, static_cast<float>(100 + 14 * i),
              "Chapter about " + std::string(static_cast<size_t>(i), 'x'))
        .text(400, static_cast<float>(100 + 14 * i), std::to_string(7 * i));
  EXPECT_TRUE(lay_out(page).tables.empty());
}

TEST(LayoutTables, LinesOfContentsAreNoTable) {
  MadePage page(1);
  for (int i = 1; i < 8; ++i) {
    const auto y = static_cast<float>(100 + 14 * i);
    page.text(50, y,
              "Chapter " + std::string(static_cast<size_t>(i), 'x') + " . . . . . . . . . .");
    page.text(400, y, std::to_string(10 * i));
  }
  EXPECT_TRUE(lay_out(page).tables.empty());
}

TEST(LayoutTables, LabelsAndValuesOfAFormAreNoTableWithoutRules) {
  MadePage page(1);
  const Strings labels = {"Name:", "Street:", "Town:", "Born:"};
  for (size_t i = 0; i < labels.size(); ++i)
    page.text(50, static_cast<float>(100 + 14 * i), labels[i])
        .text(200, static_cast<float>(100 + 14 * i), "Something here");
  const Document document = lay_out(page);
  EXPECT_TRUE(document.tables.empty());
  EXPECT_NE(document.text.find("Name:\tSomething here\nStreet:\tSomething here"),
            std::string::npos);
}

TEST(LayoutTables, AFramedTextIsNoTable) {
  MadePage page(1);
  page.grid({40, 400}, {90, 160});
  page.lines(50, 100,
             {"A box with a remark that is framed by rules", "and has several lines of text in",
              "it, but no columns."});
  const Document document = lay_out(page);
  EXPECT_TRUE(document.tables.empty());
  EXPECT_EQ(document.blocks.size(), 1U);
}

// An invoice in a frame: the frame's few rules say nothing of the columns inside.
TEST(LayoutTables, AFrameAroundAFormIsNoTable) {
  MadePage page(1);
  page.grid({40, 500}, {80, 240, 260});
  page.rule(200, 240, 200, 260);
  page.text(50, 85, "Invoice of the garage", {14, true});
  const std::vector<Strings> rows = {{"Name", "Anna Wolf", "Year", "2022"},
                                     {"Claim", "SF-1008", "Make", "Opel"},
                                     {"Phone", "555-1111", "Trim", "Limited"},
                                     {"Street", "Long Lane 4", "Colour", "White"},
                                     {"Town", "Bremen", "Doors", "five"}};
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t k = 0; k < 4; ++k)
      page.text(static_cast<float>(50 + 110 * k), static_cast<float>(110 + 22 * i), rows[i][k]);
  }
  page.text(50, 245, "Total").text(380, 245, "5,738");
  const Document document = lay_out(page);
  EXPECT_NE(document.text.find("Claim\tSF-1008\tMake\tOpel"), std::string::npos) << document.text;
  EXPECT_NE(document.text.find("Town\tBremen\tDoors\tfive"), std::string::npos) << document.text;
}

TEST(LayoutTables, FiguresAreToldFromNames) {
  for (const char* const text :
       {"12", "12.5 %", "(3)", "1 234 €", "-0.5", "–", "n/a", "12a", "1.5**"})
    EXPECT_TRUE(layout::is_figure(text)) << text;
  for (const char* const text : {"Town", "Q1 of the year", "", "Article 5", "EU-15", "Rossi"})
    EXPECT_FALSE(layout::is_figure(text)) << text;
}

}  // namespace
}  // namespace oi
