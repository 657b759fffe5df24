#include "engine/eval_trec.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

class Trec : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(folder_.write("all.xml",
                              "<doc>\n<docno>1</docno>\n<title>pumps</title>\n<text>pumps\n lift "
                              "water .</text>\n</doc>\n<doc>\n<docno>2</docno>\n<title>valves"
                              "</title>\n<text>valves stop it .</text>\n</doc>\n"));
    ASSERT_TRUE(folder_.write("qry.xml",
                              "<?xml version='1.0'?>\n<xml>\n<top>\n<num> 7</num>\n<title>\nwhat "
                              "lifts\nwater .\n</title>\n</top>\n<top>\n<num> 9</num>\n<title>what "
                              "stops it</title>\n</top>\n</xml>\n"));
  }
  SetFolder folder_;
};

TEST_F(Trec, NumbersThatAreNoQuestionsOwnAreItsPlace) {
  ASSERT_TRUE(folder_.write("cranqrel.trec.txt", "1 0 1 1\n2 0 2 3\n2 0 1 0\n"));
  ASSERT_TRUE(is_trec(folder_.path));
  const Result<EvalSet> set = read_trec(folder_.path);
  ASSERT_TRUE(set.ok()) << set.error().what;
  ASSERT_EQ(set->cases.size(), 2u);
  EXPECT_EQ(set->cases[0].id, "1");
  EXPECT_EQ(set->cases[0].question, "what lifts water .");
  EXPECT_EQ(set->cases[1].grades, (std::map<std::string, int>{{"2", 3}}));
  ASSERT_EQ(set->documents.size(), 2u);
  EXPECT_EQ(set->documents[0].title, "pumps");
  EXPECT_EQ(set->documents[0].text, "pumps\n lift water .");
}

TEST_F(Trec, NumbersOfQuestionsAreTakenAsThey) {
  ASSERT_TRUE(folder_.write("qrels.txt", "9 0 2 1\n"));
  const Result<EvalSet> set = read_trec(folder_.path);
  ASSERT_TRUE(set.ok()) << set.error().what;
  ASSERT_EQ(set->cases.size(), 1u);
  EXPECT_EQ(set->cases[0].question, "what stops it");
}

TEST_F(Trec, BrokenXmlIsCorruptWithItsLine) {
  ASSERT_TRUE(folder_.write("qrels.txt", "9 0 2 1\n"));
  ASSERT_TRUE(folder_.write("all.xml", "<doc>\n<docno>1</docno>\n<title>x</wrong>\n</doc>\n"));
  const Result<EvalSet> set = read_trec(folder_.path);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::Corrupt);
  EXPECT_NE(set.error().what.find("all.xml:3"), std::string::npos) << set.error().what;
}

TEST_F(Trec, AFolderWithoutJudgementsIsNone) {
  EXPECT_FALSE(is_trec(folder_.path));
}

}  // namespace
}  // namespace oi
