#include "engine/beir.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

class Beir : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "oi-beir-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_file_atomically(folder_ / name, text).ok());
  }
  void write_corpus() {
    write("corpus.jsonl",
          "{\"_id\":\"d1\",\"title\":\"Pumps\",\"text\":\"A pump lifts water.\"}\n"
          "{\"_id\":\"d2\",\"text\":\"A valve stops it.\"}\n");
    write("queries.jsonl",
          "{\"_id\":\"q1\",\"text\":\"what lifts water\",\"metadata\":{\"a\":[1]}}\n\n"
          "{\"_id\":\"q2\",\"text\":\"not judged\"}\n");
  }
  fs::path folder_;
};

TEST_F(Beir, OnlyJudgedQueriesAreAskedAndZeroGradesDoNotCount) {
  write_corpus();
  write("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n");
  const Result<BeirSet> set = read_beir(folder_);
  ASSERT_TRUE(set.ok()) << set.error().what;
  ASSERT_EQ(set->queries.size(), 1u);
  EXPECT_EQ(set->queries[0].id, "q1");
  EXPECT_EQ(set->corpus.size(), 2u);
  EXPECT_EQ(set->corpus[1].title, "");
  EXPECT_EQ(set->grades.at("q1"), (std::map<std::string, int>{{"d1", 2}}));
}

TEST_F(Beir, TheTestSplitIsTakenBeforeAFileBesideIt) {
  write_corpus();
  write("qrels.tsv", "q2\td2\t1\n");
  write("qrels/test.tsv", "q1\td1\t1\n");
  const Result<BeirSet> set = read_beir(folder_);
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_TRUE(set->grades.contains("q1"));
  EXPECT_FALSE(set->grades.contains("q2"));
}

TEST_F(Beir, ABadLineIsCorruptAndNamed) {
  write_corpus();
  write("qrels.tsv", "q1\td1\t1\nq1\td2\tmany\n");
  const Result<BeirSet> grade = read_beir(folder_);
  ASSERT_FALSE(grade.ok());
  EXPECT_EQ(grade.error().code, Code::Corrupt);
  EXPECT_NE(grade.error().what.find("qrels.tsv:2"), std::string::npos) << grade.error().what;

  write("qrels.tsv", "q1\td1\t1\n");
  write("corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"x\"}\n{\"_id\":\n");
  const Result<BeirSet> line = read_beir(folder_);
  ASSERT_FALSE(line.ok());
  EXPECT_NE(line.error().what.find("corpus.jsonl:2"), std::string::npos) << line.error().what;
}

TEST_F(Beir, AMissingFileIsNotFound) {
  const Result<BeirSet> set = read_beir(folder_);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::NotFound);
}

TEST_F(Beir, AFolderWithoutAJudgedQueryIsRefused) {
  write_corpus();
  write("qrels.tsv", "query-id\tcorpus-id\tscore\n");
  EXPECT_FALSE(read_beir(folder_).ok());
}

}  // namespace
}  // namespace oi
