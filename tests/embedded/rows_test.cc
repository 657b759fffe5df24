#include "embedded/rows.h"

#include <gtest/gtest.h>

#include "embedded/lexical.h"
#include "embedded/schema.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::indexed;
using testing::TemporaryFolder;

class Rows : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(database_.run("INSERT INTO segments VALUES(1, 100, 0)").ok());
  }
  void insert(const Indexed& one) {
    const auto inserted = insert_document(database_, one, {1, 0});
    ASSERT_TRUE(inserted.ok()) << inserted.error().what;
    ASSERT_TRUE(move_path(database_, one.document.path, one.document.id).ok());
  }
  std::vector<Ranked> match(const std::string& question) {
    const auto hits = find_words(database_, question, 10, {});
    EXPECT_TRUE(hits.ok()) << hits.error().what;
    return hits.ok() ? *hits : std::vector<Ranked>{};
  }
  int64_t count(const std::string& table) {
    return database_.integer("SELECT count(*) FROM " + table).value();
  }
  TemporaryFolder folder_;
  Database database_ = std::move(open_database(folder_.path())).value();
};

// The weights are per column: section title 10, section path 5, content 1 (spec 3.2). The same word
// in each of the three, in passages of the same length, scores in that order.
TEST_F(Rows, WordInTheTitleOutweighsThePathAndThePathTheContent) {
  Indexed one = indexed("/a", {"turbine aa bb cc", "aa bb cc dd", "aa bb cc dd", "ee ff gg hh"});
  one.chunks[0].heading_path = "aa > bb";
  one.chunks[1].heading_path = "turbine > bb";
  one.chunks[2].heading_path = "aa > turbine";
  one.chunks[3].heading_path = "aa > bb";
  insert(one);
  const std::vector<Ranked> hits = match("turbine");
  ASSERT_EQ(hits.size(), 3u);
  EXPECT_EQ(hits[0].chunk.ordinal, 2u);  // in title and path
  EXPECT_EQ(hits[1].chunk.ordinal, 1u);  // only in the path
  EXPECT_EQ(hits[2].chunk.ordinal, 0u);  // only in the content
  EXPECT_GT(hits[0].score, hits[1].score);
  EXPECT_GT(hits[1].score, hits[2].score);
  EXPECT_GT(hits[2].score, 0);
}

TEST_F(Rows, NamesInTheUnindexedColumnsAreNotSearched) {
  const Indexed one = indexed("/a", {"some words"});
  insert(one);
  EXPECT_TRUE(match(to_text(one.document.id)).empty());
  EXPECT_TRUE(match("prose").empty());
}

TEST_F(Rows, TitleStandsForTheSectionWithoutAHeadingAndIsNotRepeatedBeforeItself) {
  Indexed one = indexed("/a", {"x", "y", "z"});
  one.document.title = "Pump manual";
  one.chunks[1].heading_path = "Pump manual > Safety";
  one.chunks[2].heading_path = "Safety";
  insert(one);
  Statement select =
      std::move(database_.prepare("SELECT section_title, section_path FROM words ORDER BY rowid"))
          .value();
  const auto next = [&] {
    EXPECT_TRUE(select.step().value());
    return std::string(select.text(0)) + " | " + std::string(select.text(1));
  };
  EXPECT_EQ(next(), "pump manual | pump manual");
  EXPECT_EQ(next(), "safeti | pump manual safeti");
  EXPECT_EQ(next(), "safeti | pump manual safeti");
}

TEST_F(Rows, ErasedDocumentLeavesNoRowInAnyTable) {
  const Indexed one = indexed("/a", {"x", "y"});
  insert(one);
  ASSERT_TRUE(erase_document(database_, one.document.id).ok());
  for (const char* table : {"documents", "paths", "texts", "layouts", "chunks", "words", "tags"}) {
    EXPECT_EQ(count(table), 0) << table;
  }
}

TEST_F(Rows, RetiredDocumentKeepsTextAndLosesChunksAndWords) {
  const Indexed one = indexed("/a", {"x", "y"});
  insert(one);
  ASSERT_TRUE(move_path(database_, "/a", {77}).ok() == false);  // no such document to give it to
  const Indexed two = indexed("/a", {"z"});
  ASSERT_TRUE(insert_document(database_, two, {1, 2}).ok());
  ASSERT_TRUE(move_path(database_, "/a", two.document.id).ok());
  EXPECT_EQ(count("chunks"), 1);
  EXPECT_EQ(count("words"), 1);
  EXPECT_EQ(count("texts"), 2);
  EXPECT_EQ(read_document(database_, one.document.id)->text, one.document.text);
}

TEST_F(Rows, DamagedRowsAreCorruptAndNamed) {
  const auto spoiled = [&](const std::string& sql) {
    const TemporaryFolder folder;
    Database database = std::move(open_database(folder.path())).value();
    EXPECT_TRUE(database.run("INSERT INTO segments VALUES(1, 100, 0)").ok());
    const Indexed one = indexed("/a", {"x", "y"});
    EXPECT_TRUE(insert_document(database, one, {1, 0}).ok());
    EXPECT_TRUE(read_document(database, one.document.id).ok());
    EXPECT_TRUE(database.script(sql).ok());
    const auto read = read_document(database, one.document.id);
    ASSERT_FALSE(read.ok()) << sql;
    EXPECT_EQ(read.error().code, Code::Corrupt) << sql;
    EXPECT_NE(read.error().what.find(to_text(one.document.id)), std::string::npos) << sql;
  };
  spoiled("UPDATE documents SET kind = 'scroll'");
  spoiled("UPDATE documents SET text_bytes = -1");
  spoiled("UPDATE documents SET text_bytes = 3");
  spoiled("UPDATE documents SET text_bytes = 4000000000");
  spoiled("UPDATE texts SET bytes = 'other text'");
  spoiled("DELETE FROM texts");
  spoiled("DELETE FROM layouts");
  spoiled("UPDATE layouts SET json = '{'");
  spoiled("UPDATE layouts SET json = replace(json, '0,4]', '0,5]')");
}

TEST_F(Rows, ChunkBeyondItsTextIsCorrupt) {
  const Indexed one = indexed("/a", {"x", "y"});
  insert(one);
  for (const char* sql : {"UPDATE chunks SET span_end = 1000", "UPDATE chunks SET span_begin = -1",
                          "UPDATE chunks SET span_begin = 9, span_end = 8",
                          "UPDATE chunks SET kind = 'rhyme', span_begin = 0, span_end = 1"}) {
    ASSERT_TRUE(database_.script(sql).ok());
    EXPECT_EQ(read_chunks(database_, one.document.id, 0, 0).error().code, Code::Corrupt) << sql;
  }
}

}  // namespace
}  // namespace oi
