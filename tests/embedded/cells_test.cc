#include "embedded/cells.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "embedded/schema.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

class CellsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("oi-cells-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    Result<Database> opened = open_database(folder_);
    ASSERT_TRUE(opened.ok());
    database_.emplace(std::move(opened).value());
    ASSERT_TRUE(database_->script("PRAGMA foreign_keys = OFF").ok());
  }
  void TearDown() override {
    database_.reset();
    fs::remove_all(folder_);
  }
  fs::path folder_;
  std::optional<Database> database_;
};

Document sheet(uint32_t rows) {
  Document document;
  document.id.value = 7;
  document.tables.push_back({{0, rows * 2}, "Sheet", rows, 1, {}});
  for (uint32_t row = 0; row < rows; ++row)
    document.tables[0].cells.push_back({row * 2, row * 2 + 1, row, 3, 2, 4, row == 0});
  document.tables.push_back({{rows * 2, rows * 2 + 9}, "", 1, 1, {}});
  document.tables[1].cells.push_back({rows * 2, rows * 2 + 9, 0, 0, 1, 1, false});
  return document;
}

TEST_F(CellsTest, ComeBackAsTheyWere) {
  const Document document = sheet(10'000);  // more than one piece
  ASSERT_TRUE(insert_cells(*database_, document).ok());
  Document back = document;
  for (Table& table : back.tables)
    table.cells.clear();
  ASSERT_TRUE(read_cells(*database_, back).ok());
  EXPECT_EQ(back.tables, document.tables);
}

TEST_F(CellsTest, DamagedCellsAreCorrupt) {
  ASSERT_TRUE(insert_cells(*database_, sheet(3)).ok());
  Document smaller = sheet(3);
  smaller.tables[0].span.end = 2;
  for (Table& table : smaller.tables)
    table.cells.clear();
  const Result<Done> outside = read_cells(*database_, smaller);
  ASSERT_FALSE(outside.ok());
  EXPECT_EQ(outside.error().code, Code::Corrupt);
  ASSERT_TRUE(database_->script("UPDATE cells SET bytes = substr(bytes, 1, 5)").ok());
  Document same = sheet(3);
  EXPECT_FALSE(read_cells(*database_, same).ok());
}

}  // namespace
}  // namespace oi
