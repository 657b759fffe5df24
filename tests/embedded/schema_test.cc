#include "embedded/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "embedded/lexical.h"
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
  EXPECT_EQ(names.size(), kWordWeights.size());
  EXPECT_EQ(kWordWeights, (std::array<int, 9>{0, 0, 0, 0, 0, 10, 5, 0, 1}));
}

// What the program of version 2 left: words folded and whole, Chinese ones with spaces between.
TEST(Schema, LibraryOfVersionTwoIsBroughtUpInPlace) {
  const TemporaryFolder folder;
  {
    Database old = std::move(Database::open(folder.path() / "library.db", 0)).value();
    ASSERT_TRUE(migrate(old, 2).ok());
    ASSERT_TRUE(old.script(R"sql(
      INSERT INTO segments VALUES(1, 3, 0);
      INSERT INTO documents VALUES(7, 1, 1, 0, 2, '/d/p.txt', 'p.txt', 'p', 'x', 'y', 'text', 90, 5,
                                   '{}', 0);
      INSERT INTO documents VALUES(8, 1, 1, 2, 1, '/d/z.txt', 'z.txt', 'z', 'x', 'y', 'text', 12, 5,
                                   '{}', 0);
      INSERT INTO paths VALUES('/d/p.txt', 7), ('/d/z.txt', 8);
      INSERT INTO texts(document, piece, bytes)
        VALUES(7, 0, 'Die Pumpen sind in dem Keller und nicht auf dem Dach. Das Ventil ist alt.'),
              (8, 0, '水泵压力');
      INSERT INTO chunks(key, document, ordinal, span_begin, span_end, heading_path, prefix,
                         word_count, token_count, page_first, page_last, kind)
        VALUES(1, 7, 0, 0, 53, '', '', 1, 1, 0, 0, 'prose'),
              (2, 7, 1, 54, 73, '', '', 1, 1, 0, 0, 'prose'),
              (3, 8, 0, 0, 12, '', '', 1, 1, 0, 0, 'prose');
      INSERT INTO words(rowid, chunk_id, document_id, container_id, chunk_index, page_number,
                        section_title, section_path, structure_type, content)
        VALUES(1, 'a', 'b', '', 0, 0, 'p', 'p', 'prose',
               'die pumpen sind in dem keller und nicht auf dem dach.'),
              (2, 'a', 'b', '', 1, 0, '', 'p', 'prose', 'das ventil ist alt.'),
              (3, 'a', 'b', '', 0, 0, 'z', 'z', 'prose', '水 泵压 力');
    )sql")
                    .ok());
    EXPECT_EQ(old.integer("PRAGMA user_version").value(), 2);
  }
  Database database = std::move(open_database(folder.path())).value();
  EXPECT_EQ(database.integer("PRAGMA user_version").value(), kSchemaVersion);
  const auto first = [&](std::string_view question) {
    const auto hits = find_words(database, question, 5, {});
    EXPECT_TRUE(hits.ok()) << hits.error().what;
    return hits.ok() && !hits->empty() ? to_text(hits->front().chunk) : "";
  };
  EXPECT_EQ(first("Pumpe"), to_text(ChunkId{id_of(7), 0}));  // by its stem
  EXPECT_EQ(first("Ventile"), to_text(ChunkId{id_of(7), 1}));
  EXPECT_EQ(first("泵压"), to_text(ChunkId{id_of(8), 0}));
  EXPECT_EQ(database.integer("SELECT count(*) FROM documents WHERE language = 'de'").value(), 1);
  EXPECT_EQ(database.integer("SELECT count(*) FROM chunks WHERE language = 'de'").value(), 2);
  EXPECT_EQ(database.integer("SELECT count(*) FROM chunks WHERE language = 'zh'").value(), 1);
  EXPECT_EQ(database.integer("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'words_of_two%'")
                .value(),
            0);
}

}  // namespace
}  // namespace oi
