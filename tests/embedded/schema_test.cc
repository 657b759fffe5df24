#include "embedded/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::TemporaryFolder;

TEST(Schema, NewDatabaseHasTheNewestVersionAndOneLibraryRow) {
  const TemporaryFolder folder;
  Database database = std::move(open_database(folder.path())).value();
  EXPECT_EQ(database.integer("PRAGMA user_version").value(), kSchemaVersion);
  EXPECT_EQ(database.integer("SELECT count(*) FROM library").value(), 1);
  EXPECT_FALSE(database.run("INSERT INTO library VALUES(2, '', 0, 0, 1)").ok());
}

TEST(Schema, ForeignDatabaseIsCorruptAndLeftAlone) {
  const TemporaryFolder folder;
  {
    Database other = std::move(Database::open(folder.path() / "library.db", 0)).value();
    ASSERT_TRUE(other.script("CREATE TABLE bookmarks(a)").ok());
  }
  EXPECT_EQ(open_database(folder.path()).error().code, Code::Corrupt);
  Database other = std::move(Database::open(folder.path() / "library.db", 0)).value();
  EXPECT_EQ(other.integer("SELECT count(*) FROM sqlite_schema").value(), 1);
}

TEST(Schema, ManyThreadsOpeningANewLibraryMakeItOnce) {
  const TemporaryFolder folder;
  std::vector<std::jthread> threads;
  std::vector<int> opened(8);
  for (int& one : opened) {
    threads.emplace_back([&] { one = open_database(folder.path()).ok(); });
  }
  threads.clear();
  EXPECT_EQ(std::count(opened.begin(), opened.end(), 1), 8);
}

TEST(Schema, KeysKeepTheOrderOfIds) {
  const std::vector<uint64_t> values = {0, 1, (1ull << 63) - 1, 1ull << 63, ~0ull};
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(id_of(key_of({values[i]})), DocumentId{values[i]});
    if (i > 0) {
      EXPECT_LT(key_of({values[i - 1]}), key_of({values[i]}));
    }
  }
}

// A weight too few would shift every later one: nine columns, nine weights (spec 3.2).
TEST(Schema, FullTextTableHasNineColumnsInTheOrderOfTheWeights) {
  const TemporaryFolder folder;
  Database database = std::move(open_database(folder.path())).value();
  Statement columns =
      std::move(database.prepare("SELECT name FROM pragma_table_info('words')")).value();
  std::vector<std::string> names;
  while (columns.step().value())
    names.emplace_back(columns.text(0));
  EXPECT_EQ(names, (std::vector<std::string>{"chunk_id", "document_id", "container_id",
                                             "chunk_index", "page_number", "section_title",
                                             "section_path", "structure_type", "content"}));
}

}  // namespace
}  // namespace oi
