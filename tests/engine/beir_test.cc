#include "engine/beir.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

class Beir : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(folder_.write(name, text));
  }
  void write_corpus() {
    write("corpus.jsonl",
          "{\"_id\":\"d1\",\"title\":\"Pumps\",\"text\":\"A pump lifts water.\"}\n"
          "{\"_id\":\"d2\",\"text\":\"A valve stops it.\"}\n");
    write("queries.jsonl",
          "{\"_id\":\"q1\",\"text\":\"what lifts water\",\"metadata\":{\"a\":[1]}}\n\n"
          "{\"_id\":\"q2\",\"text\":\"not judged\"}\n");
  }
  SetFolder folder_;
};

TEST_F(Beir, OnlyJudgedQueriesAreAskedAndZeroGradesDoNotCount) {
  write_corpus();
  write("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n");
  const Result<EvalSet> set = read_beir(folder_.path);
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->measured, Measured::Documents);
  ASSERT_EQ(set->cases.size(), 1u);
  EXPECT_EQ(set->cases[0].id, "q1");
  EXPECT_EQ(set->cases[0].question, "what lifts water");
  EXPECT_EQ(set->cases[0].place, "queries.jsonl:1");
  EXPECT_EQ(set->documents.size(), 2u);
  EXPECT_EQ(set->documents[1].title, "");
  EXPECT_EQ(set->cases[0].grades, (std::map<std::string, int>{{"d1", 2}}));
}

TEST_F(Beir, TheTestSplitIsTakenBeforeAFileBesideIt) {
  write_corpus();
  write("qrels.tsv", "q2\td2\t1\n");
  write("qrels/test.tsv", "q1\td1\t1\n");
  const Result<EvalSet> set = read_beir(folder_.path);
  ASSERT_TRUE(set.ok()) << set.error().what;
  ASSERT_EQ(set->cases.size(), 1u);
  EXPECT_EQ(set->cases[0].id, "q1");
  EXPECT_EQ(set->source, folder_.path / "qrels" / "test.tsv");
}

TEST_F(Beir, JudgementsMayBeWrittenAsTrecDoesOrAsObjects) {
  const Grades wanted = {{"q1", {{"d1", 2}}}, {"q2", {{"d2", 1}}}};
  write("trec", "q1 0 d1 2\nq2 0  d2 1\nq2 0 d1 -1\n");
  write("tabs", "q1\t0\td1\t2\nq2\t0\td2\t1\n");
  write("blanks", "q1 d1 2\nq2 d2 1\n");
  write("objects",
        "{\"query-id\":\"q1\",\"corpus-id\":\"d1\",\"score\":2}\n"
        "{\"query-id\":\"q2\",\"corpus-id\":\"d2\",\"score\":1}\n");
  for (const char* const name : {"trec", "tabs", "blanks", "objects"}) {
    const Result<Grades> grades = read_judgements(folder_.path / name);
    ASSERT_TRUE(grades.ok()) << name << grades.error().what;
    EXPECT_EQ(*grades, wanted) << name;
  }
}

TEST_F(Beir, ABadLineIsCorruptAndNamed) {
  write_corpus();
  write("qrels.tsv", "q1\td1\t1\nq1\td2\tmany\n");
  const Result<EvalSet> grade = read_beir(folder_.path);
  ASSERT_FALSE(grade.ok());
  EXPECT_EQ(grade.error().code, Code::Corrupt);
  EXPECT_NE(grade.error().what.find("qrels.tsv:2"), std::string::npos) << grade.error().what;

  write("qrels.tsv", "q1\td1\t1\n");
  write("corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"x\"}\n{\"_id\":\n");
  const Result<EvalSet> line = read_beir(folder_.path);
  ASSERT_FALSE(line.ok());
  EXPECT_NE(line.error().what.find("corpus.jsonl:2"), std::string::npos) << line.error().what;
}

TEST_F(Beir, TwoDocumentsOfOneIdAreCorruptAndNamed) {
  write_corpus();
  write("qrels.tsv", "q1\td1\t1\n");
  write("corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"x\"}\n{\"_id\":\"d1\",\"text\":\"y\"}\n");
  const Result<EvalSet> set = read_beir(folder_.path);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::Corrupt);
  EXPECT_NE(set.error().what.find("corpus.jsonl:2"), std::string::npos) << set.error().what;
}

TEST_F(Beir, AMissingFileIsNotFound) {
  const Result<EvalSet> set = read_beir(folder_.path);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::NotFound);
}

TEST_F(Beir, AFolderWithoutAJudgedQueryIsRefused) {
  write_corpus();
  write("qrels.tsv", "query-id\tcorpus-id\tscore\n");
  EXPECT_FALSE(read_beir(folder_.path).ok());
}

}  // namespace
}  // namespace oi
