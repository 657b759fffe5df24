#include "engine/eval_set.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

TEST(EvalSet, TheLayoutIsToldByTheFiles) {
  SetFolder beir, spans, trec, squad, positions;
  ASSERT_TRUE(beir.write("corpus.jsonl", "{\"_id\":\"d\",\"text\":\"x\"}\n"));
  ASSERT_TRUE(beir.write("queries.jsonl", "{\"_id\":\"q\",\"text\":\"x\"}\n"));
  ASSERT_TRUE(beir.write("qrels.tsv", "q\td\t1\n"));
  ASSERT_TRUE(spans.write("a.txt", "x"));
  ASSERT_TRUE(spans.write("questions.jsonl",
                          "{\"question\":\"x\",\"file\":\"a.txt\",\"references\":[{\"text\":\"x\"}]"
                          "}\n"));
  ASSERT_TRUE(trec.write("a.xml", "<doc><docno>1</docno><text>x</text></doc>"));
  ASSERT_TRUE(trec.write("q.xml", "<top><num>1</num><title>x</title></top>"));
  ASSERT_TRUE(trec.write("qrels.txt", "1 0 1 1\n"));
  ASSERT_TRUE(squad.write("a.json",
                          "{\"data\":[{\"paragraphs\":[{\"context\":\"x\",\"qas\":[{\"id\":\"1\","
                          "\"question\":\"x\",\"answers\":[{\"text\":\"x\",\"answer_start\":0}]}]}]"
                          "}]}"));
  ASSERT_TRUE(positions.write("a.jsonl", "{\"question\":\"x\",\"ctxs\":[{\"text\":\"x\"}]}\n"));
  EXPECT_EQ(read_eval_set(beir.path).value().measured, Measured::Documents);
  EXPECT_EQ(read_eval_set(spans.path).value().measured, Measured::Spans);
  EXPECT_EQ(read_eval_set(trec.path).value().measured, Measured::Documents);
  EXPECT_EQ(read_eval_set(squad.path).value().measured, Measured::Paragraphs);
  EXPECT_EQ(read_eval_set(positions.path).value().measured, Measured::Positions);
}

TEST(EvalSet, AFolderOfNothingKnownIsNotFoundAndNamed) {
  SetFolder empty;
  const Result<EvalSet> set = read_eval_set(empty.path);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::NotFound);
  EXPECT_NE(set.error().what.find(empty.path.string()), std::string::npos);
  EXPECT_EQ(read_eval_set(empty.path / "gone").error().code, Code::NotFound);
}

}  // namespace
}  // namespace oi
