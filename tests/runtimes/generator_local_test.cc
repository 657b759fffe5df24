#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "local_model.h"
#include "runtimes/runtimes.h"
#include "scratch_folder.h"

namespace oi {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr uint32_t kWindow = 2048;

// One model for all tests: each leaves it usable, which is tested too.
class LocalGenerator : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!has_generator()) return;
    model_ = open_generator(kGeneratorFile, {.threads = 0, .window = kWindow}).value().release();
  }
  static void TearDownTestSuite() { delete model_; }
  void SetUp() override {
    if (!has_generator()) GTEST_SKIP() << "no " << kGeneratorFile;
  }

  static Prompt ask(std::string question) {
    Prompt prompt;
    prompt.messages = {{"system", "Answer in one sentence."}, {"user", std::move(question)}};
    prompt.longest_output = 24;
    prompt.temperature = 0;
    return prompt;
  }
  static std::string facts(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += "Pump " + std::to_string(i) + " moves " + std::to_string(3 * i) + " litres. ";
    }
    return text;
  }
  static Generated generate(const Prompt& prompt) {
    Result<Generated> out = model_->generate(prompt, {});
    EXPECT_TRUE(out.ok());
    return out ? *out : Generated{};
  }
  static inline Generator* model_ = nullptr;
};

TEST_F(LocalGenerator, CardSaysWhatRunsWhere) {
  const ModelCard& card = model_->card();
  EXPECT_EQ(card.role, "generator");
  EXPECT_EQ(card.name, "SmolLM2-135M-Instruct");
  EXPECT_EQ(card.digest, sha256_of_file(kGeneratorFile).value());
  EXPECT_TRUE(card.device.starts_with("CPU (llama.cpp, ")) << card.device;
  EXPECT_EQ(card.window, kWindow);
  EXPECT_TRUE(card.on_this_machine);
}

TEST_F(LocalGenerator, TheModelsOwnLimitCapsTheWindow) {
  const auto model = open_generator(kGeneratorFile, {.threads = 1, .window = 1000000});
  EXPECT_EQ(model.value()->card().window, 8192u);
}

// Invariant 11: what is counted is what is read.
TEST_F(LocalGenerator, TheCountOfAPromptIsWhatIsRead) {
  const Prompt prompt = ask("What is a pump?");
  EXPECT_EQ(model_->count_prompt(prompt).value(), generate(prompt).prompt_tokens);
}

TEST_F(LocalGenerator, DifferentTextsHaveDifferentCounts) {
  EXPECT_EQ(model_->count_tokens(""), 0u);
  EXPECT_LT(model_->count_tokens("one"), model_->count_tokens("one two three four"));
  EXPECT_GT(model_->count_tokens("Donaudampfschifffahrtsgesellschaft"), 5u);
}

TEST_F(LocalGenerator, TheSamePromptAndSeedGiveTheSameText) {
  Prompt prompt = ask("Tell me about the sea.");
  prompt.temperature = 1;
  prompt.seed = 7;
  const std::string first = generate(prompt).text;
  EXPECT_EQ(generate(prompt).text, first);
  prompt.seed = 8;
  EXPECT_NE(generate(prompt).text, first);
}

TEST_F(LocalGenerator, TheSeedThatMeansAnyToTheLibraryIsFixedToo) {
  Prompt prompt = ask("Tell me about the sea.");
  prompt.temperature = 1;
  prompt.seed = 0xFFFFFFFF;
  EXPECT_EQ(generate(prompt).text, generate(prompt).text);
}

TEST_F(LocalGenerator, AKeptBeginningChangesNothing) {
  const std::string text = facts(20);
  const Prompt first = ask(text + "What does pump 3 move?");
  Prompt second = ask(text + "Which pump moves 30 litres?");
  second.temperature = 1.5f;  // shows the smallest difference
  generate(ask("Something else."));
  const Generated cold = generate(second);
  EXPECT_LT(cold.cached_tokens, 32u);
  generate(first);
  const Generated warm = generate(second);
  EXPECT_GT(warm.cached_tokens, cold.prompt_tokens / 2);
  EXPECT_LT(warm.cached_tokens, warm.prompt_tokens);
  EXPECT_EQ(warm.text, cold.text);
  EXPECT_EQ(warm.prompt_tokens, cold.prompt_tokens);
}

TEST_F(LocalGenerator, TheNumberOfThreadsChangesNothing) {
  Prompt prompt = ask(facts(50) + "Tell a story of the pumps.");
  ASSERT_GT(model_->count_prompt(prompt).value(), 512u);  // longer ones are summed otherwise
  prompt.temperature = 1.5f;
  const auto with = [&](unsigned threads) {
    const auto model = open_generator(kGeneratorFile, {.threads = threads, .window = 1024});
    return model.value()->generate(prompt, {})->text;
  };
  EXPECT_EQ(with(1), with(2));
}

TEST_F(LocalGenerator, AGrammarIsObeyed) {
  Prompt prompt = ask("Is the sea wet?");
  prompt.grammar = "root ::= \"[\" (\"maybe\" | \"never\") \"]\" [0-9]{3}";
  for (const float temperature : {0.0f, 1.0f}) {
    prompt.temperature = temperature;
    const Generated out = generate(prompt);
    EXPECT_TRUE(out.text.starts_with("[maybe]") || out.text.starts_with("[never]")) << out.text;
    EXPECT_EQ(out.text.size(), 10u) << out.text;
    EXPECT_EQ(out.stop, StopReason::EndOfText);
  }
}

TEST_F(LocalGenerator, ABadGrammarIsInvalid) {
  Prompt prompt = ask("Is the sea wet?");
  prompt.grammar = "root ::= [a-z";
  EXPECT_EQ(model_->generate(prompt, {}).error().code, Code::Invalid);
}

TEST_F(LocalGenerator, OutputEndsAtTheLongest) {
  Prompt prompt = ask("Tell me a very long story.");
  prompt.longest_output = 5;
  const Generated out = generate(prompt);
  EXPECT_EQ(out.output_tokens, 5u);
  EXPECT_EQ(out.stop, StopReason::LongestOutput);
  prompt.longest_output = 0;
  EXPECT_EQ(generate(prompt).text, "");
}

TEST_F(LocalGenerator, APromptOverTheWindowIsRefusedAtOnce) {
  Prompt prompt = ask("Hello.");
  const auto tokens = static_cast<uint32_t>(model_->count_prompt(prompt).value());
  prompt.longest_output = kWindow - tokens + 1;
  const auto begin = Clock::now();
  EXPECT_EQ(model_->generate(prompt, {}).error().code, Code::TooLarge);
  EXPECT_LT(Clock::now() - begin, milliseconds(100));
  prompt = ask(facts(1000));
  EXPECT_EQ(model_->generate(prompt, {}).error().code, Code::TooLarge);
}

TEST_F(LocalGenerator, APromptWithoutMessagesIsInvalid) {
  EXPECT_EQ(model_->generate(Prompt{}, {}).error().code, Code::Invalid);
}

TEST_F(LocalGenerator, TheStreamIsTheTextInWholeCodePoints) {
  Prompt prompt = ask("Say it.");
  prompt.grammar = "root ::= \"日本語😀é\" [\\u4E00-\\u4E20]{4}";
  std::string streamed;
  Job job;
  job.tell = [&](const Event& event) {
    const std::string& piece = std::get<DraftText>(event).text;
    EXPECT_TRUE(valid_utf8(piece));
    EXPECT_FALSE(piece.empty());
    streamed += piece;
  };
  const Generated out = model_->generate(prompt, job).value();
  EXPECT_EQ(streamed, out.text);
  EXPECT_TRUE(out.text.starts_with("日本語😀é"));
  // Cut inside a code point, the rest of it is left out.
  for (uint32_t longest = 1; longest < 8; ++longest) {
    prompt.longest_output = longest;
    EXPECT_TRUE(valid_utf8(generate(prompt).text));
  }
}

// Runs the prompt, asks for a stop after the wait, and gives how long the stop took.
milliseconds stopped_after(Generator& model, const Prompt& prompt, milliseconds wait,
                           std::function<void(const Event&)> tell = {}) {
  std::stop_source source;
  Clock::time_point asked;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(wait);
    asked = Clock::now();
    source.request_stop();
  });
  const Result<Generated> out = model.generate(prompt, {source.get_token(), std::move(tell)});
  const auto ended = Clock::now();
  EXPECT_TRUE(!out.ok() && out.error().code == Code::Cancelled);
  return std::chrono::duration_cast<milliseconds>(ended - asked);
}

// Invariant 13.
TEST_F(LocalGenerator, AStopWhileThePromptIsReadIsQuickAndLeavesTheModelUsable) {
  const Prompt question = ask("What is the sea?");
  const std::string before = generate(question).text;
  EXPECT_LT(stopped_after(*model_, ask(facts(120)), milliseconds(100)), milliseconds(200));
  EXPECT_EQ(generate(question).text, before);
}

TEST_F(LocalGenerator, AStopWhileTextIsWrittenIsQuickAndLeavesTheModelUsable) {
  const Prompt question = ask("What is the sea?");
  const std::string before = generate(question).text;
  Prompt story = ask("Tell me a very long story.");
  story.longest_output = 1500;
  story.grammar = "root ::= [a-z ]{1400,1500}";
  int pieces = 0;
  const auto took =
      stopped_after(*model_, story, milliseconds(600), [&](const Event&) { ++pieces; });
  EXPECT_LT(took, milliseconds(200));
  EXPECT_GT(pieces, 0);
  EXPECT_EQ(generate(question).text, before);
}

TEST_F(LocalGenerator, AStopBeforeTheCallDoesNothing) {
  std::stop_source source;
  source.request_stop();
  const auto begin = Clock::now();
  EXPECT_EQ(model_->generate(ask(facts(120)), {source.get_token(), {}}).error().code,
            Code::Cancelled);
  EXPECT_LT(Clock::now() - begin, milliseconds(100));
}

TEST_F(LocalGenerator, CallsFromSeveralThreadsTakeTurns) {
  const Prompt one = ask("What is the sea?");
  const Prompt two = ask("What is a pump?");
  const std::string first = generate(one).text;
  const std::string second = generate(two).text;
  std::jthread other([&] { EXPECT_EQ(generate(one).text, first); });
  EXPECT_EQ(generate(two).text, second);
  EXPECT_GT(model_->count_tokens("counted meanwhile"), 0u);
}

TEST(LocalGeneratorFile, AMissingFileIsAMissingModel) {
  const Result<std::unique_ptr<Generator>> model = open_generator("/nowhere/model.gguf", {});
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().code, Code::ModelMissing);
  EXPECT_NE(model.error().what.find("/nowhere/model.gguf"), std::string::npos);
}

TEST(LocalGeneratorFile, WhatIsNotAModelIsCorrupt) {
  const ScratchFolder folder;
  std::string noise;
  for (uint32_t i = 0, n = 1; i < 100000; ++i, n = n * 1664525 + 1013904223) {
    noise += static_cast<char>(n >> 24);
  }
  for (const std::string& bytes : {std::string(), std::string(1000, '\0'), noise, "GGUF" + noise}) {
    const auto file = folder.write("model.gguf", bytes);
    EXPECT_EQ(open_generator(file, {}).error().code, Code::Corrupt);
  }
}

TEST(LocalGeneratorFile, ADamagedModelFailsInGoodOrder) {
  if (!has_generator()) GTEST_SKIP() << "no " << kGeneratorFile;
  const ScratchFolder folder;
  const MappedFile whole = MappedFile::open(kGeneratorFile).value();
  for (const size_t size : {size_t{30}, size_t{5000}, size_t{1000000}, size_t{1785700},
                            size_t{3000000}, whole.size() - 1}) {
    const auto file = folder.write("model.gguf", whole.text().substr(0, size));
    const Code code = open_generator(file, {}).error().code;
    EXPECT_TRUE(code == Code::Corrupt || code == Code::ModelFailed) << size;
  }
}

TEST(LocalGeneratorFile, AKindOfModelThatIsNotKnownFailsWithTheLibrarysWords) {
  if (!has_generator()) GTEST_SKIP() << "no " << kGeneratorFile;
  const ScratchFolder folder;
  const MappedFile whole = MappedFile::open(kGeneratorFile).value();
  std::string bytes(whole.text());
  bytes.replace(bytes.find("llama"), 5, "lamal");
  const Error error = open_generator(folder.write("model.gguf", bytes), {}).error();
  EXPECT_EQ(error.code, Code::ModelFailed);
  EXPECT_NE(error.what.find("lamal"), std::string::npos) << error.what;
}

}  // namespace
}  // namespace oi
