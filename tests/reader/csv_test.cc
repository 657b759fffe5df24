#include <gtest/gtest.h>

#include "collected.h"

namespace oi {
namespace {

using std::string_literals::operator""s;
using test::collect;
using test::Collected;

Collected read(std::string_view bytes, const ReadLimits& limits = {}) {
  return collect(read_csv, bytes, Kind::Csv, limits);
}

// "0,1:Ann" for each cell, with a star for headers.
std::vector<std::string> cells(const Collected& all) {
  std::vector<std::string> shown;
  for (const TextRun& run : all.runs)
    if (run.rows > 0)
      shown.push_back(std::to_string(run.row) + "," + std::to_string(run.column) +
                      (run.header ? "*" : "") + ":" + run.text);
  return shown;
}
using Cells = std::vector<std::string>;

// Ruling 4, and a cell is a span of the text that the file has.
TEST(Csv, TheTextIsTheFilesOwnWhateverItsForm) {
  for (const std::string& text :
       {"a,b\n1,2\n"s, "a,b\r\n1,2\r\n"s, "a;b\n1;2"s, "\n\n a , \"b\" \n\n,,\n\"x\"y,\"\"\n"s,
        "name\tage\nAnn\t3\n"s, "a|b|c\n1|2|3\n\n"s, "\"open,1\n2,3\n"s, "sep=;\r\na;b\r\n1;2\r\n"s,
        "\u00FC,\U0001F600\n\"\u65E5\n\u672C\",x\n"s}) {
    const Collected all = read(text);
    ASSERT_TRUE(all.outcome.ok()) << text << all.outcome.error().what;
    EXPECT_EQ(all.text(), text);
    EXPECT_EQ(all.tables.size(), 1U);
  }
}

TEST(Csv, EachFieldIsACellAndTheHeaderIsFound) {
  EXPECT_EQ(cells(read("name,age\nAnn,31\nBo,\n")),
            (Cells{"0,0*:name", "0,1*:age", "1,0:Ann", "1,1:31", "2,0:Bo"}));
  EXPECT_EQ(cells(read("1,2\n3,4\n")), (Cells{"0,0:1", "0,1:2", "1,0:3", "1,1:4"}));
}

TEST(Csv, TheDelimiterIsFoundOrNamed) {
  for (const char mark : {',', ';', '\t', '|'}) {
    const std::string m(1, mark);
    const Collected all =
        read("a" + m + "b" + m + "c\n1" + m + "2" + m + "3\n4" + m + "5" + m + "6\n");
    EXPECT_EQ(cells(all).size(), 9U) << mark;
  }
  EXPECT_EQ(cells(read("sep=;\na;b\n1,5;2\n")), (Cells{"0,0*:a", "0,1*:b", "1,0:1,5", "1,1:2"}));
  // A decimal comma is no delimiter.
  EXPECT_EQ(cells(read("a;b\n1,5;2,5\n3,5;4,5\n"))[2], "1,0:1,5");
}

TEST(Csv, LinesOfWordsAreOneColumn) {
  EXPECT_EQ(cells(read("Lorem, ipsum\ndolor sit\namet\nelit\n")),
            (Cells{"0,0*:Lorem, ipsum", "1,0:dolor sit", "2,0:amet", "3,0:elit"}));
}

// C058: the count is of records, not of lines.
TEST(Csv, AQuotedFieldMayHoldLinesQuotesAndDelimiters) {
  const Collected all = read("id,note\n1,\"two\nlines\"\n2,\"said \"\"no\"\", so\"\n");
  EXPECT_EQ(cells(all), (Cells{"0,0*:id", "0,1*:note", "1,0:1", "1,1:two\nlines", "2,0:2",
                               "2,1:said \"\"no\"\", so"}));
  EXPECT_TRUE(all.problems.empty());
}

// C055: semicolons and the bytes 0x82, 0x96 of a Western Windows file.
TEST(Csv, AWindowsFileIsReadAndTheGuessIsTold) {
  const Collected all = read(
      "Stra\xDF"
      "e;Ort;Zeit\nAm Br\xFC"
      "ckchen;K\xF6ln;8 \x96 12\nGr\xFCner Weg;\x82M\xFCnchen\x91;9 \x96 13\n");
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(cells(all)[0], "0,0*:Stra\u00DFe");
  EXPECT_EQ(cells(all)[5], "1,2:8 \u2013 12");
  EXPECT_EQ(cells(all)[7], "2,1:\u201AM\u00FCnchen\u2018");
  EXPECT_TRUE(all.has_problem("charset_guessed"));
}

// C056
TEST(Csv, ALatinFileIsRead) {
  const Collected all = read(
      "nom,ville\nR\xE9"
      "my,Orl\xE9"
      "ans\nZo\xEB,N\xEEmes\n");
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(cells(all)[2], "1,0:R\u00E9my");
}

TEST(Csv, WhatDoesNotFitIsTold) {
  EXPECT_TRUE(read("a,b,c\n1,2,3\n4,5\n6,7,8\n").has_problem("uneven_rows"));
  const Collected open = read("a,b\n1,\"never closed\n2,3\n4,\"also\n");
  EXPECT_TRUE(open.has_problem("open_quote"));
  EXPECT_EQ(cells(open).back(), "3,1:\"also");
}

TEST(Csv, AHeaderBelowATitleIsFound) {
  const Collected all = read("Report of May\n\nname,age\nAnn,31\nBo,40\nCy,50\n");
  EXPECT_EQ(cells(all)[1], "1,0*:name");
}

TEST(Csv, HostileTablesEndInTime) {
  EXPECT_TRUE(read(std::string(3'000'000, ',')).outcome.ok());
  EXPECT_TRUE(read(std::string(3'000'000, '"')).outcome.ok());
  EXPECT_TRUE(read(std::string(20'000'000, 'x')).outcome.ok());
  std::string open;
  for (int i = 0; i < 300'000; ++i)
    open += "\"a\n";
  const Collected all = read(open);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), open);
  std::string wide = "x";
  for (int i = 0; i < 70'000; ++i)
    wide += ",y";
  EXPECT_TRUE(read(wide + "\n" + wide + "\n").has_problem("cells_not_told"));
}

TEST(Csv, OverTheMostCellsTheTextGoesOn) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "1,2,3,4\n";
  const Collected all = read(text, {.runs = 8000});
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_TRUE(all.has_problem("cells_not_told"));
  EXPECT_EQ(cells(all).size(), 2000U);
  EXPECT_EQ(all.text(), text);
}

}  // namespace
}  // namespace oi
