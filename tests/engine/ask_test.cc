#include "engine/ask.h"

#include <gtest/gtest.h>

#include "engine/ingest.h"
#include "tests/engine/small_engine.h"

namespace oi {
namespace {

class Ask : public ::testing::Test {
 protected:
  void SetUp() override {
    const Document documents[] = {make_document("pump.txt",
                                                "The impeller of the pump is made of bronze.\n\n"
                                                "The pump was delivered in spring.")};
    ASSERT_TRUE(ingest_texts(small_.engine, documents, {}).ok());
  }
  FakeGenerator& script(std::vector<std::string> texts) {
    auto generator = std::make_unique<FakeGenerator>(std::move(texts));
    FakeGenerator& kept = *generator;
    small_.engine.models.generator = std::move(generator);
    return kept;
  }
  // A question that no sentence answers by itself, so that the generator is asked.
  const Question explain_ = asks("Explain the impeller of the pump");
  const Question lookup_ = asks("What is the impeller of the pump made of?");
  SmallEngine small_;
};

TEST_F(Ask, AClaimThatItsSourceSupportsIsShownWithItsBytes) {
  script({"- The impeller of the pump is made of bronze. [S1]\n"});
  const Result<Answered> answered = ask(small_.engine, explain_, {});
  ASSERT_TRUE(answered.ok());
  const Answer& answer = answered->answer;
  ASSERT_EQ(answer.outcome, AnswerOutcome::Answered);
  ASSERT_EQ(answer.citations.size(), 1u);
  EXPECT_EQ(answer.citations[0].quote, "The impeller of the pump is made of bronze.");
  EXPECT_EQ(answered->receipt.completed, Target::OnDevice);
  EXPECT_EQ(answered->receipt.generative_calls, std::vector<std::string>{"draft"});
}

// Invariant 9: nothing of an unsupported draft is shown; the sentences of the source are.
TEST_F(Ask, ADraftThatDoesNotStandFallsBackToQuotation) {
  script({"- The impeller of the pump is made of titanium. [S1]\n"});
  const Result<Answered> answered = ask(small_.engine, explain_, {});
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->answer.text.find("titanium"), std::string::npos);
  EXPECT_NE(answered->answer.text.find("bronze"), std::string::npos);
  EXPECT_EQ(answered->receipt.completed, Target::Deterministic);
  EXPECT_EQ(answered->receipt.reason, Reason::Fallback);
  EXPECT_EQ(answered->receipt.planned.target, Target::OnDevice);
}

TEST_F(Ask, WithoutAGeneratorSentencesAreQuoted) {
  const Result<Answered> answered = ask(small_.engine, lookup_, {});
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->answer.outcome, AnswerOutcome::Answered);
  EXPECT_EQ(answered->receipt.completed, Target::Deterministic);
  EXPECT_TRUE(answered->receipt.generative_calls.empty());
}

TEST_F(Ask, WhatTheDocumentsDoNotSayIsAnAbstentionWithoutACall) {
  FakeGenerator& generator = script({"- Rome is the capital of Italy. [S1]\n"});
  const Result<Answered> answered = ask(small_.engine, asks("What is the capital of Italy?"), {});
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->answer.outcome, AnswerOutcome::Abstained);
  EXPECT_EQ(answered->receipt.completed, Target::Abstain);
  EXPECT_TRUE(generator.prompts().empty());
  EXPECT_FALSE(answered->answer.missing.empty());
}

// Invariant 10, and ruling 20: the receipt is kept for every outcome.
TEST_F(Ask, EveryAnswerIsInTheJournalUnderItsName) {
  for (const char* text : {"Explain the impeller of the pump", "What is the capital of Italy?"}) {
    const Result<Answered> answered = ask(small_.engine, asks(text), {});
    ASSERT_TRUE(answered.ok());
    const Result<std::string> kept = small_.engine.stores.journal->answered(answered->question.id);
    ASSERT_TRUE(kept.ok());
    EXPECT_NE(kept->find(text), std::string::npos);
  }
}

TEST_F(Ask, AStopBecomesACancelledAnswerWithAReceipt) {
  std::stop_source source;
  source.request_stop();
  const Result<Answered> answered = ask(small_.engine, explain_, {source.get_token(), {}});
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->answer.outcome, AnswerOutcome::Cancelled);
  EXPECT_TRUE(answered->answer.text.empty());
  EXPECT_TRUE(small_.engine.stores.journal->answered(answered->question.id).ok());
}

TEST_F(Ask, AGeneratorThatFailsIsAFailedAnswerAndNotACrash) {
  script({});  // a call beyond the script is an error
  const Result<Answered> answered = ask(small_.engine, explain_, {});
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->answer.outcome, AnswerOutcome::Failed);
  EXPECT_FALSE(answered->answer.missing.empty());
}

TEST_F(Ask, TheNameOfAnAnswerDependsOnQuestionSettingsAndLibrary) {
  const std::string name = question_id(explain_, 1, "model");
  EXPECT_EQ(question_id(explain_, 1, "model"), name);
  EXPECT_NE(question_id(explain_, 2, "model"), name);
  EXPECT_NE(question_id(lookup_, 1, "model"), name);
  EXPECT_NE(question_id(explain_, 1, "another model"), name);
  Question other = explain_;
  other.policy.seed = 2;
  EXPECT_NE(question_id(other, 1, "model"), name);
  other = explain_;
  other.policy.use_generator = false;
  EXPECT_NE(question_id(other, 1, "model"), name);
  other = explain_;
  other.filter.documents = {{7}};
  EXPECT_NE(question_id(other, 1, "model"), name);
}

TEST_F(Ask, WhatCannotBeAskedIsRefused) {
  EXPECT_EQ(ask(small_.engine, asks(" \n"), {}).error().code, Code::Invalid);
  EXPECT_EQ(ask(small_.engine, asks("\xff?"), {}).error().code, Code::Invalid);
  Question deep = explain_;
  deep.mode = Mode::DeepThink;
  EXPECT_EQ(ask(small_.engine, deep, {}).error().code, Code::Unsupported);
}

TEST_F(Ask, AllSevenStagesAreOnTheTraceAlways) {
  const Result<Answered> answered = ask(small_.engine, explain_, {});
  ASSERT_TRUE(answered.ok());
  ASSERT_EQ(answered->trace.stages.size(), static_cast<size_t>(kTraceStages));
  for (int i = 0; i < kTraceStages; ++i) {
    EXPECT_EQ(static_cast<int>(answered->trace.stages[static_cast<size_t>(i)].stage), i);
  }
}

TEST_F(Ask, TheSameQuestionTwiceIsTheSameAnswer) {
  const Result<Answered> first = ask(small_.engine, lookup_, {});
  const Result<Answered> second = ask(small_.engine, lookup_, {});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->answer, second->answer);
  EXPECT_EQ(first->question.id, second->question.id);
}

}  // namespace
}  // namespace oi
