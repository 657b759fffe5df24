#include <gtest/gtest.h>

#include "collected.h"
#include "outline.h"
#include "xls_writer.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::outline;
using test::put16;
using test::put32;
using test::real;
using test::wide;
using test::ZipWriter;

std::string record(uint32_t type, const std::string& content) {
  std::string all;
  const auto put_number = [&](uint32_t number) {
    for (; number >= 0x80; number >>= 7)
      all += static_cast<char>((number & 0x7F) | 0x80);
    all += static_cast<char>(number);
  };
  put_number(type);
  put_number(static_cast<uint32_t>(content.size()));
  return all + content;
}

std::string numbers(std::initializer_list<uint32_t> values) {
  std::string all;
  for (const uint32_t value : values)
    put32(all, value);
  return all;
}

std::string text(const std::string& ascii) {
  return numbers({static_cast<uint32_t>(ascii.size())}) + wide(ascii);
}

std::string cell(uint32_t type, uint32_t column, uint32_t style, const std::string& value) {
  return record(type, numbers({column, style}) + value);
}

struct Parts {
  std::string sheet, second = {}, comments = {};
};

std::string relation(const std::string& id, const std::string& type, const std::string& target) {
  return "<Relationship Id=\"" + id + "\" Type=\"http://x/" + type + "\" Target=\"" + target +
         "\"/>";
}

std::string relations(const std::string& inside) {
  return "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" +
         inside + "</Relationships>";
}

std::string xlsb_file(const Parts& parts) {
  const std::string styles = record(44, std::string("\xA4\0", 2) + text("0.0\" kg\"")) +
                             record(617, numbers({3})) + record(47, std::string("\0\0\0\0", 4)) +
                             record(47, std::string("\0\0\x0E\0", 4)) +
                             record(47, std::string("\0\0\xA4\0", 4)) + record(618, "");
  ZipWriter zip;
  zip.add("_rels/.rels", relations(relation("r", "officeDocument", "xl/workbook.bin")));
  zip.add("xl/workbook.bin", record(156, numbers({0, 1}) + text("a") + text("Prices")) +
                                 record(156, numbers({1, 2}) + text("b") + text("Secret")));
  zip.add("xl/_rels/workbook.bin.rels",
          relations(relation("a", "worksheet", "worksheets/sheet1.bin") +
                    relation("b", "worksheet", "worksheets/sheet2.bin") +
                    relation("s", "sharedStrings", "sharedStrings.bin") +
                    relation("t", "styles", "styles.bin")));
  zip.add("xl/sharedStrings.bin", record(19, '\0' + text("Name")) + record(19, '\0' + text("Ann")));
  zip.add("xl/styles.bin", styles);
  zip.add("xl/worksheets/sheet1.bin", parts.sheet);
  zip.add("xl/worksheets/sheet2.bin", parts.second);
  zip.add("xl/worksheets/_rels/sheet1.bin.rels",
          relations(relation("c", "comments", "../comments1.bin")));
  zip.add("xl/comments1.bin", parts.comments);
  return zip.bytes();
}

Collected read(const std::string& bytes) {
  return collect(read_xlsb, bytes, Kind::Xlsb);
}

TEST(Xlsb, CellsShowWhatASpreadsheetShows) {
  const std::string sheet = record(0, numbers({0})) + cell(7, 0, 0, numbers({0})) +
                            cell(6, 1, 0, text("own")) + record(0, numbers({1})) +
                            cell(7, 0, 0, numbers({1})) + cell(2, 1, 0, numbers({1234U << 2 | 3})) +
                            cell(5, 2, 1, real(39448)) + cell(5, 3, 2, real(2.5)) +
                            record(0, numbers({2})) + cell(4, 0, 0, "\1") + cell(3, 1, 0, "\x07") +
                            cell(8, 2, 0, text("sum") + "\1\2") + cell(9, 3, 0, real(42)) +
                            record(176, numbers({0, 1, 0, 2}));
  const Collected all = read(xlsb_file({sheet}));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all),
            (std::vector<std::string>{"heading1:Prices", "0,0:Name", "0,1:own", "1,0:Ann",
                                      "1,1:12.34", "1,2:2008-01-01", "1,3:2.5 kg", "2,0:TRUE",
                                      "2,1:#DIV/0!", "2,2:sum", "2,3:42", "heading1:Secret"}));
  EXPECT_EQ(all.runs[1].rows, 2);
  EXPECT_EQ(all.runs[1].columns, 3);
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].where, "sheet Secret");
}

TEST(Xlsb, CommentsStandBehindTheirSheetAndLostTextsAreTold) {
  const std::string comments = record(632, text("Ann")) +
                               record(635, numbers({0, 1, 1, 2, 2, 0, 0, 0, 0})) +
                               record(637, '\0' + text("look"));
  const std::string sheet = record(0, numbers({0})) + cell(7, 0, 0, numbers({9}));
  const Collected all = read(xlsb_file({sheet, "", comments}));
  EXPECT_EQ(all.runs[1].text, "C2 (Ann): look");
  EXPECT_EQ(all.runs[1].block, BlockKind::Comment);
  EXPECT_TRUE(all.has_problem("cells_without_text"));
}

TEST(Xlsb, RowsAndCellsOutOfOrderAndRecordsCutShortEnd) {
  const std::string sheet = record(0, numbers({5})) + cell(6, 3, 0, text("a")) +
                            cell(6, 1, 0, text("b")) + record(0, numbers({2})) +
                            cell(6, 4, 0, text("c"));
  for (size_t size = 0; size <= sheet.size(); ++size)
    EXPECT_TRUE(read(xlsb_file({sheet.substr(0, size)})).outcome.ok());
  EXPECT_EQ(read("none").outcome.error().code, Code::Corrupt);
}

}  // namespace
}  // namespace oi
