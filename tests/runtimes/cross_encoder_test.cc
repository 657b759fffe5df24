#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "runtimes/runtimes.h"
#include "runtimes/wordpiece.h"
#include "tests/runtimes/scratch_folder.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = OI_SOURCE "/tests/runtimes/tiny_cross_encoder";
constexpr size_t kLongest = 512;

// A line of what tools/make_tiny_cross_encoder.py wrote.
struct Reference {
  double logit = 0;
  size_t tokens = 0;
  std::string question, passage;
};

std::vector<Reference> read_pairs() {
  std::ifstream in(kFolder / "pairs.tsv", std::ios::binary);
  std::vector<Reference> out;
  for (std::string line; std::getline(in, line);) {
    const size_t first = line.find('\t');
    const size_t second = line.find('\t', first + 1);
    const size_t third = line.find('\t', second + 1);
    if (third == std::string::npos) return {};
    out.push_back({std::stod(line), std::stoul(line.substr(first + 1)),
                   line.substr(second + 1, third - second - 1), line.substr(third + 1)});
  }
  return out;
}

class CrossEncoder : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_cross_encoder(kFolder, {});
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    reranker_ = std::move(opened).value();
  }
  std::vector<PassageScore> score(const std::string& question,
                                  const std::vector<std::string>& passages) {
    const std::vector<std::string_view> views(passages.begin(), passages.end());
    auto scored = reranker_->score(question, views, {});
    EXPECT_TRUE(scored.ok()) << scored.error().what;
    return scored.ok() ? std::move(scored).value() : std::vector<PassageScore>(passages.size());
  }
  // `count` words of one token each.
  static std::string words(size_t count, const std::string& word = "pump") {
    std::string text;
    for (size_t i = 0; i < count; ++i)
      text += word + " ";
    return text;
  }
  // The passages of the reference whatever their question, and more: lengths from 0 to far over.
  static std::vector<std::string> mixed() {
    std::vector<std::string> out;
    for (const Reference& one : read_pairs())
      out.push_back(one.passage);
    for (size_t i = 0; i < 40; ++i)
      out.push_back(words(i * 13 % 90, i % 2 == 0 ? "bolt" : "water"));
    return out;
  }

  std::unique_ptr<Reranker> reranker_;
};

TEST_F(CrossEncoder, LogitsEqualTheReferenceAlone) {
  const std::vector<Reference> pairs = read_pairs();
  ASSERT_EQ(pairs.size(), 22u);
  const Result<WordPiece> tokenizer = WordPiece::load(kFolder / "vocab.txt", {});
  ASSERT_TRUE(tokenizer.ok());
  double most = 0;
  for (const Reference& one : pairs) {
    const PassageScore scored = score(one.question, {one.passage}).front();
    most = std::max(most, std::abs(scored.logit - one.logit));
    EXPECT_NEAR(scored.logit, one.logit, 1e-4) << one.question << " | " << one.passage;
    EXPECT_NEAR(scored.relevance, 1 / (1 + std::exp(-one.logit)), 1e-4);
    const size_t whole = tokenizer->count(one.question) + tokenizer->count(one.passage) - 1;
    EXPECT_EQ(whole - scored.left_out, one.tokens) << one.question << " | " << one.passage;
  }
  RecordProperty("largest_difference", testing::PrintToString(most));
  std::printf("largest difference of a logit: %.2e\n", most);
}

TEST_F(CrossEncoder, LogitsEqualTheReferenceInMixedBatchesAndInTheOrderGiven) {
  for (const Reference& one : read_pairs()) {
    std::vector<std::string> passages = mixed();
    passages.insert(passages.begin() + 7, one.passage);
    EXPECT_NEAR(score(one.question, passages)[7].logit, one.logit, 1e-4) << one.question;
  }
}

TEST_F(CrossEncoder, SamePassagesInAnyOrderGetTheSameScores) {
  const std::vector<std::string> passages = mixed();
  const std::vector<std::string> turned(passages.rbegin(), passages.rend());
  const auto first = score("How is the pump sealed?", passages);
  const auto again = score("How is the pump sealed?", passages);
  const auto other = score("How is the pump sealed?", turned);
  for (size_t i = 0; i < passages.size(); ++i) {
    EXPECT_EQ(first[i].logit, again[i].logit) << i;
    EXPECT_NEAR(first[i].logit, other[passages.size() - 1 - i].logit, 1e-5) << i;
  }
}

// What is cut is the passage's end alone: what lies behind it no longer counts, what lies before
// does, and so does every word of the question.
TEST_F(CrossEncoder, LongPairLosesTheEndOfThePassageOnlyAndSaysHowMuch) {
  const std::string question = "which bolt";  // 4 tokens, so that 507 of the passage fit
  const auto fits = score(question, {words(507)}).front();
  EXPECT_EQ(fits.left_out, 0u);
  const auto over = score(question, {words(507) + words(100, "river")}).front();
  EXPECT_EQ(over.left_out, 100u);
  EXPECT_EQ(over.logit, fits.logit);
  const auto differs_inside = score(question, {words(506) + words(101, "river")}).front();
  EXPECT_EQ(differs_inside.left_out, 100u);
  EXPECT_NE(differs_inside.logit, fits.logit);
  EXPECT_NE(score("which river", {words(600)}).front().logit, over.logit);
}

TEST_F(CrossEncoder, QuestionWithoutRoomForAPassageIsTooLarge) {
  const std::string_view passage = "pump";
  EXPECT_TRUE(reranker_->score(words(kLongest - 4), {&passage, 1}, {}).ok());
  const auto refused = reranker_->score(words(kLongest - 3), {&passage, 1}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::TooLarge);
  EXPECT_NE(refused.error().what.find("511"), std::string::npos) << refused.error().what;
}

TEST_F(CrossEncoder, QuestionAndPassageAreToldApart) {
  EXPECT_NE(score("river", {"bolt"}).front().logit, score("bolt", {"river"}).front().logit);
  EXPECT_TRUE(score("river", {}).empty());
}

TEST_F(CrossEncoder, StopIsHonouredSoonAndItWorksOn) {
  std::vector<std::string> passages(3000, words(505));
  const std::vector<std::string_view> views(passages.begin(), passages.end());
  const auto before = score("pump", {"bolt"}).front();
  using Clock = std::chrono::steady_clock;
  for (const int wait : {0, 30, 400}) {
    std::stop_source source;
    Clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      asked = Clock::now();
      source.request_stop();
    });
    const auto stopped = reranker_->score("pump", views, {.stop = source.get_token()});
    const auto ended = Clock::now();
    stopper.join();
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, Code::Cancelled);
    EXPECT_LE(std::chrono::duration<double>(ended - asked).count(), 0.2);
    EXPECT_EQ(score("pump", {"bolt"}).front().logit, before.logit);
  }
}

TEST_F(CrossEncoder, ThreadsMayCallAtOnce) {
  const double expected = score("pump", {"bolt"}).front().logit;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(score("pump", {"bolt", words(50)})[0].logit, expected, 1e-5);
    });
  }
}

TEST_F(CrossEncoder, CardSaysWhatItIs) {
  const ModelCard& card = reranker_->card();
  EXPECT_EQ(card.role, "reranker");
  EXPECT_EQ(card.name, "tiny_cross_encoder");
  EXPECT_EQ(card.digest.size(), 64u);
  EXPECT_EQ(card.device, "CPU (fp32)");
  EXPECT_EQ(card.longest, kLongest);
}

// Folders that are none, each made from the good one.
class CrossEncoderFolder : public testing::Test {
 protected:
  void SetUp() override { fs::copy(kFolder, folder_.path(), fs::copy_options::recursive); }
  Error refusal() {
    auto opened = open_cross_encoder(folder_.path(), {});
    return opened.ok() ? Error{Code::Bug, "it opened"} : opened.error();
  }
  void replace(const std::string& name, const std::string& from, const std::string& to) {
    std::string bytes = folder_.read(name);
    ASSERT_NE(bytes.find(from), std::string::npos) << from;
    folder_.write(name, bytes.replace(bytes.find(from), from.size(), to));
  }
  ScratchFolder folder_;
};

TEST_F(CrossEncoderFolder, MissingFileIsNamed) {
  fs::remove(folder_.path() / "vocab.txt");
  EXPECT_EQ(refusal().code, Code::ModelMissing);
  EXPECT_NE(refusal().what.find("vocab.txt"), std::string::npos);
}

TEST_F(CrossEncoderFolder, NetworkWithoutClassifierIsNamed) {
  replace("model.safetensors", "classifier.weight", "classifiers.weigh");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("classifier.weight"), std::string::npos) << refusal().what;
}

TEST_F(CrossEncoderFolder, NetworkWithoutPoolerIsNamed) {
  replace("model.safetensors", "bert.pooler.dense.bias", "bert.pooler.dense.bios");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("pooler.dense.bias"), std::string::npos) << refusal().what;
}

TEST_F(CrossEncoderFolder, ClassifierOfMoreLabelsThanOneIsCorrupt) {
  replace("model.safetensors", "[1,64]", "[2,32]");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("classifier.weight"), std::string::npos) << refusal().what;
}

TEST_F(CrossEncoderFolder, NetworkOfOneTypeIsUnsupported) {
  replace("config.json", "\"type_vocab_size\": 2", "\"type_vocab_size\": 1");
  EXPECT_EQ(refusal().code, Code::Unsupported) << refusal().what;
}

TEST_F(CrossEncoderFolder, OnnxIsUnsupported) {
  fs::rename(folder_.path() / "model.safetensors", folder_.path() / "model.onnx");
  EXPECT_EQ(refusal().code, Code::Unsupported) << refusal().what;
}

TEST_F(CrossEncoderFolder, DeviceThatIsNotThereGivesWayToTheProcessor) {
  const auto opened = open_cross_encoder(folder_.path(), {.device = Device::Npu});
  ASSERT_TRUE(opened.ok()) << opened.error().what;
  EXPECT_EQ(opened.value()->card().device, "CPU (fp32)");
}

}  // namespace
}  // namespace oi
