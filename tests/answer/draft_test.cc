#include "answer/draft.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

const Plan kOnDevice{Target::OnDevice, Reason::LocalContextFits, Target::Deterministic};

DraftInput input_of(const Bench& bench, const Plan& plan, Generator* generator) {
  return {.plan = plan,
          .evidence = bench.evidence,
          .profile = bench.profile,
          .question = "When may pets come?",
          .temperature = 0.4,
          .seed = 7,
          .generator = generator};
}

TEST(Draft, ASmallGeneratorOnlyChoosesAmongSentencesOfTheEvidence) {
  Bench bench({"The gate is green. Pets may come\nat \"noon\" [2]. Nothing else.", "Pets sleep."});
  bench.profile.terms = {"pets", "come"};
  FakeGenerator generator({"Pets may come at \"noon\" [2]. [S1]\nPets rule the world. [S2]\n"});
  DraftInput input = input_of(bench, kOnDevice, &generator);
  input.form = DraftForm::Copied;
  const Prompt prompt = make_prompt(input);
  EXPECT_NE(prompt.grammar.find(R"("Pets may come at \"noon\" [2]. [S1]\n")"), std::string::npos)
      << prompt.grammar;
  EXPECT_EQ(prompt.grammar.find("NOT FOUND"), std::string::npos);
  const Drafted drafted = *make_draft(input, {});
  ASSERT_EQ(drafted.draft.claims.size(), 1u);
  EXPECT_EQ(drafted.draft.claims[0].text,
            "Pets may come\nat \"noon\" [2].");  // the document's bytes
  EXPECT_EQ(drafted.draft.claims[0].labels, std::vector<std::string>{"S1"});
}

TEST(Draft, WithoutASentenceToChooseASmallGeneratorIsNotAsked) {
  Bench bench({"The gate is green."});
  bench.profile.terms = {"dragons"};
  FakeGenerator generator({});
  DraftInput input = input_of(bench, kOnDevice, &generator);
  input.form = DraftForm::Copied;
  EXPECT_FALSE(make_draft(input, {})->called);
}

TEST(Draft, TheGrammarAllowsOnlyLabelsOfTheEvidence) {
  const Bench bench({"One.", "Two.", "Three."});
  const Prompt prompt = make_prompt(input_of(bench, kOnDevice, nullptr));
  EXPECT_NE(prompt.grammar.find("\"[S1]\" | \"[S2]\" | \"[S3]\""), std::string::npos);
  EXPECT_EQ(prompt.grammar.find("S4"), std::string::npos);
  EXPECT_NE(prompt.grammar.find("NOT FOUND"), std::string::npos);
  EXPECT_EQ(prompt.seed, 7u);
  EXPECT_FLOAT_EQ(prompt.temperature, 0.4f);
  EXPECT_EQ(prompt.longest_output, 256u);
}

TEST(Draft, ThePromptHoldsEveryPassageUnderItsLabelAndTheLanguage) {
  Bench bench({"Pets may come at noon.", "Cats sleep."});
  bench.profile.language = "de";
  const Prompt prompt = make_prompt(input_of(bench, kOnDevice, nullptr));
  ASSERT_EQ(prompt.messages.size(), 2u);
  EXPECT_NE(prompt.messages[0].text.find("German"), std::string::npos);
  EXPECT_NE(prompt.messages[1].text.find("[S1] Pets may come at noon."), std::string::npos);
  EXPECT_NE(prompt.messages[1].text.find("[S2] Cats sleep."), std::string::npos);
  EXPECT_NE(prompt.messages[1].text.find("When may pets come?"), std::string::npos);
}

TEST(Draft, TheGeneratorIsAskedOnceAndReadAsClaims) {
  const Bench bench({"Pets may come at noon."});
  FakeGenerator generator({"- Pets may come at noon. [S1]\n"});
  const Drafted drafted = *make_draft(input_of(bench, kOnDevice, &generator), {});
  EXPECT_TRUE(drafted.called);
  EXPECT_EQ(generator.prompts().size(), 1u);
  ASSERT_EQ(drafted.draft.claims.size(), 1u);
  EXPECT_EQ(drafted.draft.claims[0].text, "Pets may come at noon.");
}

TEST(Draft, OtherPlansDoNotCallTheGenerator) {
  const Bench bench({"Pets may come at noon."});
  FakeGenerator generator({});
  for (const Target target : {Target::Abstain, Target::Deterministic}) {
    const Plan plan{target, Reason::InsufficientEvidence, Target::Abstain};
    const Drafted drafted = *make_draft(input_of(bench, plan, &generator), {});
    EXPECT_FALSE(drafted.called);
    EXPECT_TRUE(drafted.draft.claims.empty());
  }
  EXPECT_FALSE(make_draft(input_of(bench, kOnDevice, nullptr), {})->called);
}

TEST(Draft, AStopIsHonouredBeforeTheGeneratorIsAsked) {
  const Bench bench({"Pets may come at noon."});
  FakeGenerator generator({});
  std::stop_source source;
  source.request_stop();
  const Job job{.stop = source.get_token(), .tell = {}};
  const auto drafted = make_draft(input_of(bench, kOnDevice, &generator), job);
  ASSERT_FALSE(drafted.ok());
  EXPECT_EQ(drafted.error().code, Code::Cancelled);
  EXPECT_TRUE(generator.prompts().empty());
}

TEST(Draft, TheGeneratorsErrorSaysWhere) {
  const Bench bench({"Pets may come at noon."});
  FakeGenerator generator({});  // a call beyond the script
  const auto drafted = make_draft(input_of(bench, kOnDevice, &generator), {});
  ASSERT_FALSE(drafted.ok());
  EXPECT_TRUE(drafted.error().what.starts_with("draft: "));
}

// Reaches its output limit in the middle of the second sentence.
class CutGenerator final : public Generator {
 public:
  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view) const override { return 1; }
  Result<size_t> count_prompt(const Prompt&) const override { return size_t{1}; }
  Result<Generated> generate(const Prompt&, const Job&) override {
    Generated generated;
    generated.text = "- Pets may come at noon. [S1]\n- Pets may come at";
    generated.stop = StopReason::LongestOutput;
    return generated;
  }

 private:
  ModelCard card_;
};

TEST(Draft, ASentenceCutInTheMiddleIsNoClaim) {
  const Bench bench({"Pets may come at noon."});
  CutGenerator generator;
  const Drafted drafted = *make_draft(input_of(bench, kOnDevice, &generator), {});
  EXPECT_TRUE(drafted.draft.cut_off);
  EXPECT_EQ(drafted.draft.claims.size(), 1u);
}

}  // namespace
}  // namespace oi
