#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>

#include "runtimes/cpu.h"
#include "runtimes/runtimes.h"

namespace oi {
namespace {

const std::filesystem::path kFolder = OI_SETUP_MODELS "/all-MiniLM-L6-v2";

struct Reference {
  std::string text;
  size_t tokens = 0;
  std::vector<float> row;
};

// What tools/make_embedding_fixture.py wrote.
std::vector<Reference> read_fixture() {
  std::ifstream in(OI_SOURCE "/tests/runtimes/embedding_fixture.bin", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  size_t at = 4;
  const auto number = [&]<typename T>(T value) {
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    at += sizeof(T);
    return value;
  };
  if (!bytes.starts_with("OIEM")) return {};
  std::vector<Reference> out(number(uint32_t{}));
  const auto dimension = number(uint32_t{});
  for (Reference& one : out) {
    const size_t size = number(uint16_t{});
    one.text = bytes.substr(at, size);
    at += size;
    one.tokens = number(uint16_t{});
    for (uint32_t i = 0; i < dimension; ++i) {
      one.row.push_back(static_cast<float>(number(int16_t{})) / 32767.0f);
    }
  }
  return out;
}

double cosine(const float* a, const float* b, size_t size) {
  return std::inner_product(a, a + size, b, 0.0) /
         std::sqrt(std::inner_product(a, a + size, a, 0.0) *
                   std::inner_product(b, b + size, b, 0.0));
}

std::vector<std::string_view> views(const std::vector<Reference>& fixture) {
  std::vector<std::string_view> out;
  for (const Reference& one : fixture)
    out.push_back(one.text);
  return out;
}

// Resident memory in MiB, now ("VmRSS") or at its highest ("VmHWM").
size_t memory(const std::string& which) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(which)) return std::stoul(line.substr(line.find(':') + 1)) / 1024;
  }
  return 0;
}

class Encoder : public testing::TestWithParam<Precision> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "the embedding model is not set up";
    auto opened = open_encoder(kFolder, {.precision = GetParam()});
    if (!opened.ok() && opened.error().code == Code::Unsupported) {
      GTEST_SKIP() << opened.error().what;
    }
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    embedder_ = std::move(opened).value();
  }
  Matrix embed(const std::vector<std::string_view>& texts) {
    auto made = embedder_->embed(texts, {});
    EXPECT_TRUE(made.ok()) << made.error().what;
    return made.ok() ? std::move(made).value() : Matrix{};
  }
  // How near each vector must be to the reference, and all of them on average. What bytes may cost
  // in search is measured by bench/embed.py; here is what they may cost in a vector.
  double bar() const { return GetParam() == Precision::Fp32 ? 0.9999 : 0.98; }
  double average_bar() const { return GetParam() == Precision::Fp32 ? 0.99999 : 0.997; }

  std::unique_ptr<Embedder> embedder_;
};

TEST_P(Encoder, EqualsTheReferenceOnTextsOfAllLengthsInMixedBatches) {
  const auto fixture = read_fixture();
  ASSERT_EQ(fixture.size(), 200u);
  const Matrix matrix = embed(views(fixture));
  ASSERT_EQ(matrix.rows, fixture.size());
  ASSERT_EQ(matrix.dimension, fixture[0].row.size());
  double lowest = 1;
  double sum = 0;
  for (size_t i = 0; i < fixture.size(); ++i) {
    EXPECT_EQ(embedder_->count_tokens(fixture[i].text), fixture[i].tokens);
    const double near = cosine(matrix.row(i), fixture[i].row.data(), matrix.dimension);
    EXPECT_GE(near, bar()) << i << ": " << fixture[i].tokens << " tokens";
    EXPECT_NEAR(cosine(matrix.row(i), matrix.row(i), matrix.dimension), 1.0, 1e-5);
    lowest = std::min(lowest, near);
    sum += near;
  }
  EXPECT_GE(sum / static_cast<double>(fixture.size()), average_bar());
  RecordProperty("average_cosine", std::to_string(sum / static_cast<double>(fixture.size())));
  RecordProperty("lowest_cosine", std::to_string(lowest));
}

TEST_P(Encoder, TextAloneAndInABatchAreTheSame) {
  const auto fixture = read_fixture();
  const Matrix together = embed(views(fixture));
  for (size_t i = 0; i < fixture.size(); i += 17) {
    const Matrix alone = embed({fixture[i].text});
    EXPECT_GE(cosine(together.row(i), alone.row(0), alone.dimension),
              GetParam() == Precision::Fp32 ? 0.999999 : 0.999);
  }
}

TEST_P(Encoder, RowsComeInTheOrderOfTheTexts) {
  std::string mines;
  for (int i = 0; i < 20; ++i)
    mines += "copper mines and rivers and trains ";
  const Matrix matrix = embed({"tea", mines, "tea", "copper mines and trains"});
  EXPECT_GT(cosine(matrix.row(0), matrix.row(2), matrix.dimension), 0.99999);
  EXPECT_GT(cosine(matrix.row(1), matrix.row(3), matrix.dimension), 0.6);
  EXPECT_LT(cosine(matrix.row(0), matrix.row(1), matrix.dimension), 0.3);
}

TEST_P(Encoder, EmptyBatchGivesAnEmptyMatrixAndEmptyTextAVector) {
  EXPECT_EQ(embed({}).rows, 0u);
  const Matrix matrix = embed({""});
  EXPECT_NEAR(cosine(matrix.row(0), matrix.row(0), matrix.dimension), 1.0, 1e-5);
}

// Invariant 3: at the limit it is taken, over the limit it is refused by its index, never cut.
TEST_P(Encoder, TextOverTheLongestIsRefusedByItsIndex) {
  std::string text;
  for (int i = 0; i < 510; ++i)
    text += "tea ";
  EXPECT_EQ(embedder_->count_tokens(text), 512u);
  EXPECT_EQ(embed({text}).rows, 1u);
  text += "tea";
  const std::vector<std::string_view> texts{"tea", text};
  const auto refused = embedder_->embed(texts, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::TooLarge);
  EXPECT_NE(refused.error().what.find("text 1"), std::string::npos);
  EXPECT_NE(refused.error().what.find("513"), std::string::npos);
}

// Invariant 13.
TEST_P(Encoder, StopIsHonouredSoon) {
  const auto fixture = read_fixture();
  std::vector<std::string_view> texts;
  for (int i = 0; i < 40; ++i)
    texts.push_back(fixture[4].text);
  using Clock = std::chrono::steady_clock;
  std::stop_source source;
  Clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    asked = Clock::now();
    source.request_stop();
  });
  const auto stopped = embedder_->embed(texts, {.stop = source.get_token()});
  const auto ended = Clock::now();
  stopper.join();
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, Code::Cancelled);
  EXPECT_LE(std::chrono::duration<double>(ended - asked).count(), 0.2);
  EXPECT_EQ(embed({"tea"}).rows, 1u);  // and it works on
}

// A network of free shapes that is broken off in the middle may give wrong shapes ever after. So
// after stops at all moments, and in other shapes, it must give what one does that was never asked
// to stop.
TEST_P(Encoder, StopsInTheMiddleLeaveItAsItWas) {
  const auto fixture = read_fixture();
  std::vector<std::string_view> texts;
  for (int i = 0; i < 40; ++i)
    texts.push_back(fixture[4].text);
  const std::vector<std::string_view> shorter{"tea", fixture[0].text, fixture[4].text, "a cup"};
  const Matrix expected = embed(shorter);
  int stopped = 0;
  for (const int wait : {1, 3, 7, 12, 20, 33, 50, 80}) {
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      source.request_stop();
    });
    const auto result = embedder_->embed(texts, {.stop = source.get_token()});
    stopper.join();
    stopped += result.ok() ? 0 : 1;
    const auto again = embedder_->embed(shorter, {});
    ASSERT_TRUE(again.ok()) << wait << ": " << again.error().what;
    EXPECT_EQ(again->values, expected.values) << wait;
  }
  EXPECT_GT(stopped, 0) << "none was stopped, so nothing was tested";
}

TEST_P(Encoder, ThreadsMayCallAtOnce) {
  const Matrix expected = embed({"tea", "a cup of coffee"});
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        const Matrix matrix = embed({"tea", "a cup of coffee"});
        EXPECT_GT(cosine(matrix.row(1), expected.row(1), matrix.dimension), 0.99999);
      }
    });
  }
}

TEST_P(Encoder, CardSaysWhereItRunsAndWhatMadeTheVectors) {
  const ModelCard& card = embedder_->card();
  EXPECT_EQ(card.role, "embedder");
  EXPECT_EQ(card.name, "all-MiniLM-L6-v2");
  EXPECT_EQ(card.dimension, 384u);
  EXPECT_EQ(card.longest, 512u);
  EXPECT_EQ(card.digest.size(), 64u + 5u);
  EXPECT_TRUE(card.digest.ends_with(std::string(":") + name_of(GetParam()))) << card.digest;
  EXPECT_TRUE(card.device.starts_with("CPU (")) << card.device;
  EXPECT_NE(card.device.find(name_of(GetParam())), std::string::npos) << card.device;
  EXPECT_EQ(embed({"tea"}).model_digest, card.digest);
}

INSTANTIATE_TEST_SUITE_P(Precisions, Encoder, testing::Values(Precision::Fp32, Precision::Int8),
                         [](const auto& of) { return name_of(of.param); });

// The runtime keeps scratch memory for every new shape; over mixed lengths that was seen to grow to
// 3 GB. Short words keep it quick: lengths are what counts.
TEST(EncoderMemory, StaysBoundedOverFiveThousandMixedTexts) {
  if (OI_SANITIZED != 0) GTEST_SKIP() << "a sanitizer keeps memory of its own";
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "the embedding model is not set up";
  auto opened = open_encoder(kFolder, {.precision = Precision::Fp32});
  ASSERT_TRUE(opened.ok()) << opened.error().what;
  uint32_t state = 1;
  const auto random = [&](uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  for (size_t done = 0; done < 5000;) {
    std::vector<std::string> texts(1 + random(96));
    for (std::string& text : texts) {
      const uint32_t words = random(8) == 0 ? random(511) : random(60);
      for (uint32_t i = 0; i < words; ++i)
        text += "tea ";
    }
    const std::vector<std::string_view> seen(texts.begin(), texts.end());
    ASSERT_TRUE(opened.value()->embed(seen, {}).ok());
    done += texts.size();
  }
  EXPECT_LE(memory("VmRSS"), 600u);
  RecordProperty("resident_mib", static_cast<int>(memory("VmRSS")));
  RecordProperty("highest_mib", static_cast<int>(memory("VmHWM")));
}

TEST(EncoderOpening, AutoTakesInt8WhereTheProcessorHasIt) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "the embedding model is not set up";
  const auto opened = open_encoder(kFolder, {});
  ASSERT_TRUE(opened.ok()) << opened.error().what;
  EXPECT_TRUE(
      opened.value()->card().digest.ends_with(this_cpu().products_int8 ? ":int8" : ":fp32"));
}

TEST(EncoderOpening, MissingFilesAreNamed) {
  const auto opened = open_encoder("/nowhere", {});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::ModelMissing);
  EXPECT_NE(opened.error().what.find("config.json"), std::string::npos);
}

TEST(EncoderOpening, DeviceThatIsNotThereGivesWayToTheProcessor) {
  if (!std::filesystem::exists(kFolder)) GTEST_SKIP() << "the embedding model is not set up";
  const auto opened = open_encoder(kFolder, {.device = Device::Npu, .precision = Precision::Fp32});
  ASSERT_TRUE(opened.ok()) << opened.error().what;
  EXPECT_EQ(opened.value()->card().device, "CPU (fp32)");
}

}  // namespace
}  // namespace oi
