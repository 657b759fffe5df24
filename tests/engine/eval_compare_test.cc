#include "engine/eval_compare.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

// Tails of the binomial distribution with p = 1/2, doubled: for (8, 2): 2 (1 + 10 + 45) / 1024.
TEST(SignTest, IsTheExactTwoSidedBinomial) {
  EXPECT_DOUBLE_EQ(sign_test(0, 0), 1);
  EXPECT_NEAR(sign_test(5, 0), 2.0 / 32, 1e-12);
  EXPECT_NEAR(sign_test(8, 2), 112.0 / 1024, 1e-12);
  EXPECT_NEAR(sign_test(2, 8), 112.0 / 1024, 1e-12);
  EXPECT_NEAR(sign_test(15, 5), 2 * 21700.0 / 1048576, 1e-12);
  EXPECT_DOUBLE_EQ(sign_test(3, 3), 1);
  EXPECT_NEAR(sign_test(60, 40), 0.056887933640980784, 1e-10);
}

TEST(SignTest, ThousandsOfCasesDoNotUnderflow) {
  EXPECT_NEAR(sign_test(2600, 2400), 0.00490, 0.0002);
  EXPECT_GT(sign_test(5000, 0), -1e-300);
  EXPECT_LT(sign_test(5000, 0), 1e-300);
}

std::string line(const char* id, const char* metrics) {
  return std::string("{\"id\":\"") + id + "\",\"metrics\":{" + metrics + "},\"hits\":[]}\n";
}

TEST(CompareRuns, PairsCasesByTheirIdAndCountsBAgainstA) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a.jsonl", line("1", "\"hit@1\":0,\"wer\":0.5") +
                                          line("2", "\"hit@1\":1,\"wer\":0.5") +
                                          line("3", "\"hit@1\":0,\"wer\":0.1") + line("4", "")));
  ASSERT_TRUE(folder.write("b.jsonl", line("5", "") + line("3", "\"hit@1\":1,\"wer\":0.3") +
                                          line("2", "\"hit@1\":1,\"wer\":0.2") +
                                          line("1", "\"hit@1\":1,\"wer\":0.4")));
  const Result<Compared> compared = compare_runs(folder.path / "a.jsonl", folder.path / "b.jsonl");
  ASSERT_TRUE(compared.ok()) << compared.error().what;
  EXPECT_EQ(compared->cases, 3u);
  EXPECT_EQ(compared->only_a, 1u);
  EXPECT_EQ(compared->only_b, 1u);
  ASSERT_EQ(compared->metrics.size(), 2u);
  const ComparedMetric& hit = compared->metrics[0];
  EXPECT_EQ(hit.name, "hit@1");
  EXPECT_EQ(hit.better, 2u);
  EXPECT_EQ(hit.worse, 0u);
  EXPECT_EQ(hit.equal, 1u);
  EXPECT_DOUBLE_EQ(hit.mean_a, 1.0 / 3);
  EXPECT_DOUBLE_EQ(hit.mean_b, 1);
  EXPECT_DOUBLE_EQ(hit.p, 0.5);
  // Fewer errors are better.
  EXPECT_EQ(compared->metrics[1].better, 2u);
  EXPECT_EQ(compared->metrics[1].worse, 1u);
}

TEST(CompareRuns, AResultNamesItsCasesWhichMayHaveMovedWithIt) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a.cases.jsonl", line("1", "\"em\":0")));
  ASSERT_TRUE(folder.write("a.json", "{\"set\":\"x\",\"per_case\":\"/gone/a.cases.jsonl\"}\n"));
  const Result<Compared> compared = compare_runs(folder.path / "a.json", folder.path / "a.json");
  ASSERT_TRUE(compared.ok()) << compared.error().what;
  EXPECT_EQ(compared->metrics[0].equal, 1u);
}

TEST(CompareRuns, CasesOfReadingAreNamedByTheirFile) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a.jsonl", "{\"file\":\"x.wav\",\"wer\":0.2,\"kind\":\"audio\"}\n"));
  const Result<Compared> compared = compare_runs(folder.path / "a.jsonl", folder.path / "a.jsonl");
  ASSERT_TRUE(compared.ok()) << compared.error().what;
  EXPECT_EQ(compared->cases, 1u);
}

TEST(CompareRuns, ErrorsNameFileAndLine) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a.jsonl", line("1", "") + "{\"metrics\":{}}\n"));
  ASSERT_TRUE(folder.write("b.jsonl", line("2", "")));
  const auto bad = compare_runs(folder.path / "a.jsonl", folder.path / "b.jsonl");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, Code::Corrupt);
  EXPECT_NE(bad.error().what.find("a.jsonl:2"), std::string::npos) << bad.error().what;
  ASSERT_TRUE(folder.write("a.jsonl", line("1", "") + line("1", "")));
  EXPECT_EQ(compare_runs(folder.path / "a.jsonl", folder.path / "b.jsonl").error().code,
            Code::Corrupt);
  ASSERT_TRUE(folder.write("a.jsonl", line("1", "")));
  EXPECT_EQ(compare_runs(folder.path / "a.jsonl", folder.path / "b.jsonl").error().code,
            Code::Invalid);
  EXPECT_EQ(compare_runs(folder.path / "gone", folder.path / "b.jsonl").error().code,
            Code::NotFound);
}

TEST(CompareStages, EachLaterStageIsComparedWithEachArm) {
  SetFolder folder;
  ASSERT_TRUE(folder.write(
      "a.jsonl",
      line("1", "\"vector.hit@1\":0,\"lexical.hit@1\":1,\"reranked.hit@1\":1,\"hit@1\":1") +
          line("2", "\"vector.hit@1\":1,\"lexical.hit@1\":1,\"reranked.hit@1\":1,\"hit@1\":1")));
  const Result<Compared> compared = compare_stages(folder.path / "a.jsonl");
  ASSERT_TRUE(compared.ok()) << compared.error().what;
  ASSERT_EQ(compared->metrics.size(), 2u);
  EXPECT_EQ(compared->metrics[0].name, "reranked.hit@1 - lexical.hit@1");
  EXPECT_EQ(compared->metrics[0].equal, 2u);
  EXPECT_EQ(compared->metrics[1].name, "reranked.hit@1 - vector.hit@1");
  EXPECT_EQ(compared->metrics[1].better, 1u);
}

TEST(CompareStages, AFileWithoutStagesIsRefused) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a.jsonl", line("1", "\"wer\":0")));
  EXPECT_EQ(compare_stages(folder.path / "a.jsonl").error().code, Code::Invalid);
}

}  // namespace
}  // namespace oi
