#include "runtimes/bert.h"

#include <gtest/gtest.h>

#include <cmath>

#include "runtimes/runtimes.h"
#include "tests/runtimes/scratch_folder.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// The tiny network of tools/make_tiny_bert.py: random weights, made twice from the same numbers.
class Bert : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy(OI_SOURCE "/tests/runtimes/tiny_bert", folder_.path(), fs::copy_options::recursive);
  }
  void expect_reference_vectors(const fs::path& path) {
    auto opened = open_encoder(path, {.precision = Precision::Fp32});
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    const std::string_view texts[] = {"red fox", "tea"};
    const auto made = opened.value()->embed(texts, {});
    ASSERT_TRUE(made.ok()) << made.error().what;
    ASSERT_EQ(made.value().dimension, 8u);
    std::ifstream expected(path / "expected.txt");
    for (const float value : made.value().values) {
      float wanted = 0;
      ASSERT_TRUE(expected >> wanted);
      EXPECT_NEAR(value, wanted, 2e-5);
    }
  }
  Error refusal() {
    auto opened = open_encoder(folder_.path(), {.precision = Precision::Fp32});
    return opened.ok() ? Error{Code::Bug, "it opened"} : opened.error();
  }
  void replace(const std::string& name, const std::string& from, const std::string& to) {
    std::string bytes = folder_.read(name);
    ASSERT_NE(bytes.find(from), std::string::npos) << from;
    folder_.write(name, bytes.replace(bytes.find(from), from.size(), to));
  }

  ScratchFolder folder_;
};

TEST_F(Bert, FromSafetensorsEqualsTheReference) {
  expect_reference_vectors(folder_.path());
}

TEST_F(Bert, FromOnnxEqualsTheReference) {
  fs::remove(folder_.path() / "model.safetensors");
  expect_reference_vectors(folder_.path());
}

TEST_F(Bert, AnOnnxInputThatIsNoneOfOursIsUnsupported) {
  fs::remove(folder_.path() / "model.safetensors");
  std::string bytes = folder_.read("model.onnx");
  for (size_t at = 0; (at = bytes.find("token_type_ids", at)) != std::string::npos;) {
    bytes.replace(at, 14, "token_type_idx");
  }
  folder_.write("model.onnx", bytes);
  EXPECT_EQ(refusal().code, Code::Unsupported) << refusal().what;
}

TEST_F(Bert, DamagedOnnxIsAnError) {
  fs::remove(folder_.path() / "model.safetensors");
  folder_.write("model.onnx", "this is not a network");
  EXPECT_EQ(refusal().code, Code::ModelFailed) << refusal().what;
}

// The ranges belong to other weights: asked for, int8 is refused; left to us, it is not taken.
TEST_F(Bert, WeightsWithoutMeasuredRangesAreNotRounded) {
  const auto asked = open_encoder(folder_.path(), {.precision = Precision::Int8});
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().code, Code::Unsupported);
  const auto left = open_encoder(folder_.path(), {});
  ASSERT_TRUE(left.ok()) << left.error().what;
  EXPECT_TRUE(left.value()->card().digest.ends_with(":fp32"));
}

TEST_F(Bert, MissingTensorIsNamed) {
  replace("model.safetensors", "encoder.layer.1.output.dense.bias",
          "encoder.layer.1.output.dense.bios");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("encoder.layer.1.output.dense.bias"), std::string::npos);
}

TEST_F(Bert, WeightsThatContradictTheConfigurationAreNamed) {
  replace("config.json", "\"intermediate_size\": 12", "\"intermediate_size\": 13");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("intermediate.dense.weight"), std::string::npos);
}

TEST_F(Bert, VocabularyThatContradictsTheConfigurationIsCorrupt) {
  replace("vocab.txt", "tea\n", "");
  EXPECT_EQ(refusal().code, Code::Corrupt);
  EXPECT_NE(refusal().what.find("vocab.txt"), std::string::npos);
}

TEST_F(Bert, OnnxOfAnotherWidthIsCorrupt) {
  fs::remove(folder_.path() / "model.safetensors");
  replace("config.json", "\"hidden_size\": 8", "\"hidden_size\": 10");
  EXPECT_EQ(refusal().code, Code::Corrupt) << refusal().what;
}

}  // namespace
}  // namespace oi
