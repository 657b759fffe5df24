#include "engine/evaluate.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"
#include "tests/engine/small_engine.h"
#include "types/json.h"

namespace oi {
namespace {

EvaluationRequest request_of(const SetFolder& folder) {
  EvaluationRequest request;
  request.set = "mine";
  request.data = folder.path;
  request.work = folder.path / "work";
  return request;
}

void write_beir(const SetFolder& folder) {
  ASSERT_TRUE(folder.write("corpus.jsonl",
                           "{\"_id\":\"d1\",\"title\":\"Pumps\",\"text\":\"A pump lifts water.\"}\n"
                           "{\"_id\":\"d2\",\"title\":\"Valves\",\"text\":\"A valve stops it.\"}\n"
                           "{\"_id\":\"d3\",\"text\":\"A boiler is hot.\"}\n"));
  ASSERT_TRUE(folder.write("queries.jsonl",
                           "{\"_id\":\"q1\",\"text\":\"pump water\"}\n"
                           "{\"_id\":\"q2\",\"text\":\"hot boiler\"}\n"
                           "{\"_id\":\"q3\",\"text\":\"valve stops\"}\n"));
  ASSERT_TRUE(folder.write("qrels.tsv", "q1\td1\t1\nq2\td3\t1\nq3\td2\t1\n"));
}

TEST(Evaluate, EveryStageIsMeasuredInOneRun) {
  SetFolder folder;
  write_beir(folder);
  SmallEngine small;
  const Result<Evaluated> evaluated = evaluate(small.engine, request_of(folder), {});
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().what;
  EXPECT_EQ(evaluated->cases, 3u);
  EXPECT_EQ(evaluated->documents, 3u);
  for (const char* const stage : {"vector", "lexical", "fused", "reranked", "final"}) {
    for (const char* const measure : {".ndcg@10", ".recall@10", ".recall@100"}) {
      const std::string name = std::string(stage) + measure;
      ASSERT_TRUE(evaluated->metrics.contains(name)) << name;
      EXPECT_EQ(evaluated->metrics.at(name), 1) << name;
    }
  }
  EXPECT_EQ(evaluated->per_case.size(), 3u);
}

TEST(Evaluate, AHalfAsksItsCasesOverTheWholeLibrary) {
  SetFolder folder;
  write_beir(folder);
  const auto ids = [&](Half half) {
    SmallEngine small;
    EvaluationRequest request = request_of(folder);
    request.half = half;
    const Evaluated evaluated = evaluate(small.engine, request, {}).value();
    EXPECT_EQ(evaluated.documents, 3u);
    std::string all;
    for (const std::string& line : evaluated.per_case)
      all += parse_flat_object(line).value()["id"] + " ";
    return all;
  };
  EXPECT_EQ(ids(Half::All), "q1 q2 q3 ");
  EXPECT_EQ(ids(Half::Even), "q1 q3 ");
  EXPECT_EQ(ids(Half::Odd), "q2 ");
  EXPECT_EQ(ids(Half::First), "q1 q2 ");
  EXPECT_EQ(ids(Half::Second), "q3 ");
  EXPECT_EQ(parse_half("second").value(), Half::Second);
  EXPECT_EQ(parse_half("").value(), Half::All);
  EXPECT_EQ(parse_half("both").error().code, Code::Invalid);
}

TEST(Evaluate, FilesAreReadAsTheyAreAddedAndTheirSpansFound) {
  SetFolder folder;
  ASSERT_TRUE(
      folder.write("pump.md", "# The pump\n\nThe pump lifts forty litres of water in a minute.\n"));
  ASSERT_TRUE(folder.write("valve.txt", "A valve stops the water.\n"));
  ASSERT_TRUE(folder.write(
      "questions.jsonl",
      "{\"question\":\"How much water does the pump lift in a minute?\",\"file\":\"pump.md\","
      "\"references\":[{\"text\":\"forty litres\"}],\"answer\":\"forty litres\"}\n"
      "{\"question\":\"What stops the water?\",\"file\":\"valve.txt\",\"references\":[{"
      "\"byte_start\":0,\"byte_end\":24}]}\n"));
  SmallEngine small;
  Result<Evaluated> evaluated = evaluate(small.engine, request_of(folder), {});
  ASSERT_TRUE(evaluated.ok()) << evaluated.error().what;
  EXPECT_EQ(evaluated->cases, 2u);
  EXPECT_EQ(evaluated->metrics["recall@5"], 1);
  EXPECT_EQ(evaluated->metrics["span@10"], 1);
  EXPECT_EQ(evaluated->metrics["packed.recall"], 1);
  // Of the one case that says what is right.
  EXPECT_EQ(evaluated->metrics["sentence_hit"], 1);
  EXPECT_EQ(evaluated->metrics["citations"], evaluated->metrics["citations_exact"]);
}

TEST(Evaluate, AReferenceThatIsNotThereIsCorruptWithFileAndLine) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("pump.md", "The pump lifts water.\n"));
  ASSERT_TRUE(folder.write("questions.jsonl",
                           "\n{\"question\":\"why\",\"file\":\"pump.md\",\"references\":[{\"text\":"
                           "\"never said\"}]}\n"));
  SmallEngine small;
  const Result<Evaluated> evaluated = evaluate(small.engine, request_of(folder), {});
  ASSERT_FALSE(evaluated.ok());
  EXPECT_EQ(evaluated.error().code, Code::Corrupt);
  EXPECT_NE(evaluated.error().what.find("questions.jsonl:2"), std::string::npos)
      << evaluated.error().what;
}

TEST(Evaluate, ALibraryThatIsNotEmptyIsRefused) {
  SetFolder folder;
  write_beir(folder);
  SmallEngine small;
  ASSERT_TRUE(evaluate(small.engine, request_of(folder), {}).ok());
  EXPECT_EQ(evaluate(small.engine, request_of(folder), {}).error().code, Code::Busy);
}

}  // namespace
}  // namespace oi
