#include <gtest/gtest.h>

#include "collected.h"
#include "ppt_writer.h"
#include "xls_writer.h"

namespace oi {
namespace {

using test::biff;
using test::collect;
using test::Collected;
using test::narrow_text;
using test::numbers16;
using test::real;
using test::wide;
using test::xls_file;
using test::xls_stream;
using test::XlsSheet;

Collected read(const std::string& bytes) {
  return collect(read_xls, bytes, Kind::Xls);
}

// "C7=text" for each cell.
std::vector<std::string> cells(const Collected& all) {
  std::vector<std::string> shown;
  for (const TextRun& run : all.runs)
    if (run.block == BlockKind::Table)
      shown.push_back(std::string(1, static_cast<char>('A' + run.column)) +
                      std::to_string(run.row + 1) + "=" + run.text);
  return shown;
}

std::string number_cell(uint32_t row, uint32_t column, uint32_t style, double value) {
  return biff(0x203, numbers16({row, column, style}) + real(value));
}

std::string formula_cell(uint32_t row, uint32_t column, const std::string& result) {
  return biff(0x06, numbers16({row, column, 0}) + result + numbers16({0, 0, 0, 0}));
}

// Styles 0 to 3: General, 0.00, a date, and one of the file's own.
std::string styles() {
  std::string all;
  for (const uint32_t format : {0, 2, 14, 164})
    all += biff(0xE0, numbers16({0, format}));
  return biff(0x41E, numbers16({164}) + narrow_text("0.0\" kg\"")) + all;
}

TEST(Xls, CellsShowWhatASpreadsheetShowsInTheOrderOfRows) {
  const std::string rich = numbers16({4}) + '\x0D' + numbers16({1}) + std::string("\4\0\0\0", 4) +
                           wide("rich") + numbers16({0, 1}) + "PHON";
  const std::string strings =
      biff(0xFC, std::string(8, '\0') + narrow_text("Name") + rich + narrow_text("last"));
  std::string rk = numbers16({1, 2, 0});
  test::put32(rk, (1234U << 2 | 3));  // 12.34
  std::string many = numbers16({2, 0});
  for (const uint32_t value : {7U, 8U}) {
    many += numbers16({0});
    test::put32(many, value << 2 | 2);
  }
  many += numbers16({1});
  const std::string sheet =
      number_cell(3, 0, 1, 1.005) + biff(0xFD, numbers16({0, 0, 0, 0, 0})) +
      biff(0xFD, numbers16({0, 1, 0, 1, 0})) + biff(0xFD, numbers16({0, 2, 0, 2, 0})) +
      biff(0x27E, rk) + biff(0xBD, many) + number_cell(3, 1, 2, 39448) + number_cell(3, 2, 3, 2.5) +
      biff(0x205, numbers16({4, 0, 0}) + std::string("\1\0", 2)) +
      biff(0x205, numbers16({4, 1, 0}) + std::string("\x07\1", 2)) + formula_cell(5, 0, real(42)) +
      formula_cell(5, 1, std::string("\0\0\0\0\0\0\xFF\xFF", 8)) + biff(0x207, narrow_text("sum")) +
      formula_cell(5, 2, std::string("\1\0\1\0\0\0\xFF\xFF", 8)) +
      biff(0x204, numbers16({6, 0, 0}) + narrow_text("label")) + number_cell(6, 0, 0, 9);
  const Collected all = read(xls_file(xls_stream(styles() + strings, {{"Prices", sheet}})));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(cells(all),
            (std::vector<std::string>{"A1=Name", "B1=rich", "C1=last", "C2=12.34", "A3=7", "B3=8",
                                      "A4=1.01", "B4=2008-01-01", "C4=2.5 kg", "A5=TRUE",
                                      "B5=#DIV/0!", "A6=42", "B6=sum", "C6=TRUE", "A7=9"}));
  ASSERT_FALSE(all.runs.empty());
  EXPECT_EQ(all.runs[0].text, "Prices");
  EXPECT_EQ(all.runs[0].block, BlockKind::Heading);
  EXPECT_EQ(all.tables, (std::vector<std::string>{"Prices"}));
  EXPECT_TRUE(all.problems.empty());
}

TEST(Xls, StringsThatGoOverRecordsChangeTheirWidthThere) {
  const std::string first = std::string(8, '\0') + numbers16({6}) + '\0' + "abc";
  const std::string second = '\1' + wide("def") + numbers16({2}) + '\0';
  const std::string third = std::string(1, '\0') + "gh" + narrow_text("end");
  const std::string strings = biff(0xFC, first) + biff(0x3C, second) + biff(0x3C, third);
  std::string sheet;
  for (const uint32_t i : {0, 1, 2})
    sheet += biff(0xFD, numbers16({i, 0, 0, i, 0}));
  const Collected all = read(xls_file(xls_stream(strings, {{"S", sheet}})));
  EXPECT_EQ(cells(all), (std::vector<std::string>{"A1=abcdef", "A2=gh", "A3=end"}));
}

TEST(Xls, ACellWhoseTextIsNowhereIsTold) {
  const Collected all =
      read(xls_file(xls_stream("", {{"S", biff(0xFD, numbers16({0, 0, 0, 5, 0}))}})));
  EXPECT_TRUE(all.has_problem("cells_without_text"));
}

TEST(Xls, MergedCellsNotesTextBoxesAndHiddenSheetsAreTold) {
  const auto text_object = [](uint32_t id, const std::string& text) {
    const std::string object = numbers16({0x15, 0x12, 0x19, id}) + std::string(14, '\0');
    const std::string head =
        numbers16({0, 0, 0, 0, 0, static_cast<uint32_t>(text.size()), 16, 0, 0});
    return biff(0x5D, object) + biff(0x1B6, head) + biff(0x3C, '\0' + text) +
           biff(0x3C, std::string(16, '\0'));
  };
  const std::string sheet = biff(0x14, narrow_text("&L&\"Arial\"Head &P&R&&C&\xE9")) +
                            biff(0x204, numbers16({0, 0, 0}) + narrow_text("wide")) +
                            text_object(7, "look here") + text_object(8, "in a box") +
                            biff(0x1C, numbers16({0, 0, 0, 7}) + narrow_text("Ann") + '\0') +
                            biff(0xE5, numbers16({1, 0, 1, 0, 2}));
  const Collected all = read(xls_file(xls_stream("", {{"Shown", sheet}, {"Secret", sheet, true}})));
  ASSERT_EQ(all.runs.size(), 10u);
  EXPECT_EQ(all.runs[1].rows, 2);
  EXPECT_EQ(all.runs[1].columns, 3);
  EXPECT_EQ(all.runs[2].text, "A1 (Ann): look here");
  EXPECT_EQ(all.runs[2].block, BlockKind::Comment);
  EXPECT_EQ(all.runs[3].text, "in a box");
  EXPECT_EQ(all.runs[4].text, "Head &C\u00E9");
  EXPECT_EQ(all.runs[4].block, BlockKind::Furniture);
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].reason, "hidden_sheet");
  EXPECT_EQ(all.problems[0].where, "sheet Secret");
}

TEST(Xls, HiddenRowsAndColumnsAreReadAndTold) {
  const std::string sheet =
      biff(0x7D, numbers16({1, 1, 0, 0, 1})) + biff(0x208, numbers16({1, 0, 2, 0, 0, 0, 0x20, 0})) +
      number_cell(0, 0, 0, 1) + number_cell(0, 1, 0, 2) + number_cell(1, 0, 0, 3);
  const Collected all = read(xls_file(xls_stream("", {{"Prices", sheet}})));
  EXPECT_EQ(cells(all), (std::vector<std::string>{"A1=1", "B1=2", "A2=3"}));
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].reason, "hidden_cells");
  EXPECT_EQ(all.problems[0].what,
            "1 row and 1 column with text that are hidden; they are read all the same");
}

TEST(Xls, TheFirstRowOfTextsAboveNumbersNamesTheColumns) {
  const std::string sheet = biff(0x204, numbers16({0, 0, 0}) + narrow_text("Name")) +
                            biff(0x204, numbers16({0, 1, 0}) + narrow_text("Price")) +
                            biff(0x204, numbers16({1, 0, 0}) + narrow_text("Pump")) +
                            number_cell(1, 1, 0, 7);
  const Collected all = read(xls_file(xls_stream("", {{"Prices", sheet}})));
  ASSERT_EQ(all.runs.size(), 5u);
  EXPECT_TRUE(all.runs[1].header && all.runs[2].header);
  EXPECT_FALSE(all.runs[3].header || all.runs[4].header);
}

TEST(Xls, DrawingsAndFilesInsideAreNotLost) {
  const std::string store =
      test::ppt_container(0xF000, test::ppt_record_of(0xF01A, 0, std::string(60, 'x')));
  const std::string shared = biff(0xEB, store.substr(0, 20)) + biff(0x3C, store.substr(20));
  test::CompoundWriter book;
  book.stream("Workbook", xls_stream(shared, {{"Prices", number_cell(0, 0, 0, 1)}}));
  book.stream("Package", "inside", book.storage("MBD0001"));
  const Collected all = read(book.file());
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].reason, "picture_unreadable");
  ASSERT_EQ(all.children.size(), 1u);
  EXPECT_EQ(all.children[0].bytes, "inside");
}

TEST(Xls, OlderVersionsHaveTheirOwnWidthsAndCodePages) {
  const std::string five = biff(0x42, numbers16({1251})) + biff(0xE0, numbers16({0, 0}));
  const std::string label = biff(0x204, numbers16({0, 0, 0, 3}) + "\xCF\xF0\xE8");
  const Collected all = read(xls_file(xls_stream(five, {{"S", label}}, true)));
  EXPECT_EQ(cells(all), (std::vector<std::string>{"A1=\u041F\u0440\u0438"}));
  const std::string two = biff(0x09, numbers16({2, 0x10})) +
                          biff(0x02, numbers16({0, 0}) + std::string(3, '\0') + numbers16({77})) +
                          biff(0x04, numbers16({1, 1}) + std::string(3, '\0') + "\2hi") +
                          biff(0x0A, "");
  EXPECT_EQ(kind_of(two, {}), Kind::Xls);
  EXPECT_EQ(cells(read(two)), (std::vector<std::string>{"A1=77", "B2=hi"}));
}

TEST(Xls, EncryptedAndBrokenWorkbooksSayWhy) {
  const Collected locked =
      read(xls_file(xls_stream(biff(0x2F, numbers16({1, 1, 1})), {{"S", ""}})));
  ASSERT_FALSE(locked.outcome.ok());
  EXPECT_EQ(locked.outcome.error().code, Code::PasswordRequired);
  EXPECT_EQ(read("nothing of the kind").outcome.error().code, Code::Corrupt);
  const std::string stream = xls_stream("", {{"S", number_cell(0, 0, 0, 5)}});
  const Collected cut = read(xls_file(stream.substr(0, stream.size() - 4)));
  EXPECT_TRUE(cut.has_problem("sheet_cut_short"));
  EXPECT_EQ(cells(cut), (std::vector<std::string>{"A1=5"}));
}

TEST(Xls, EveryFlippedByteAndEveryCutEnds) {
  const std::string bytes = xls_file(xls_stream(
      styles(),
      {{"S", number_cell(0, 0, 2, 5) + biff(0x204, numbers16({1, 1, 0}) + narrow_text("x"))}}));
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0xFF);
    (void)read(broken);
  }
  for (size_t size = 0; size < bytes.size(); size += 16)
    (void)read(bytes.substr(0, size));
}

}  // namespace
}  // namespace oi
