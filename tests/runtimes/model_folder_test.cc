#include "runtimes/model_folder.h"

#include <gtest/gtest.h>

#include "tests/runtimes/scratch_folder.h"

namespace oi {
namespace {

constexpr const char* kConfig = R"({"model_type":"bert","hidden_act":"gelu","vocab_size":9,
  "hidden_size":8,"num_hidden_layers":2,"num_attention_heads":2,"intermediate_size":12,
  "max_position_embeddings":16,"type_vocab_size":2,"layer_norm_eps":1e-12})";

std::string with(const std::string& from, const std::string& to) {
  std::string config = kConfig;
  return config.replace(config.find(from), from.size(), to);
}

void fill(const ScratchFolder& folder, const std::string& config = kConfig) {
  folder.write("config.json", config);
  folder.write("vocab.txt", "");
  folder.write("model.safetensors", "");
}

TEST(ModelFolder, GivesTheSizesOfTheNetwork) {
  const ScratchFolder folder;
  fill(folder);
  const auto found = read_model_folder(folder.path());
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_EQ(found.value().shape, (BertShape{9, 8, 2, 2, 12, 16, 2, 1e-12f}));
  EXPECT_EQ(found.value().kind, WeightsKind::Safetensors);
  EXPECT_EQ(found.value().weights, folder.path() / "model.safetensors");
}

TEST(ModelFolder, TakesOnnxWhereThereAreNoSafetensors) {
  const ScratchFolder folder;
  fill(folder);
  folder.write("model.onnx", "");
  EXPECT_EQ(read_model_folder(folder.path()).value().kind, WeightsKind::Safetensors);
  std::filesystem::remove(folder.path() / "model.safetensors");
  EXPECT_EQ(read_model_folder(folder.path()).value().kind, WeightsKind::Onnx);
}

TEST(ModelFolder, MissingFilesAreNamed) {
  for (const char* name : {"config.json", "vocab.txt", "model.safetensors"}) {
    const ScratchFolder folder;
    fill(folder);
    std::filesystem::remove(folder.path() / name);
    const auto found = read_model_folder(folder.path());
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_EQ(found.error().code, Code::ModelMissing);
    EXPECT_NE(found.error().what.find(name), std::string::npos);
  }
}

TEST(ModelFolder, WhatWouldSilentlyGiveOtherVectorsIsUnsupported) {
  const std::pair<const char*, const char*> cases[] = {
      {"\"bert\"", "\"roberta\""},
      {"\"gelu\"", "\"gelu_new\""},
      {"\"vocab_size\"", "\"position_embedding_type\":\"relative_key\",\"vocab_size\""}};
  for (const auto& [from, to] : cases) {
    const ScratchFolder folder;
    fill(folder, with(from, to));
    const auto found = read_model_folder(folder.path());
    ASSERT_FALSE(found.ok()) << to;
    EXPECT_EQ(found.error().code, Code::Unsupported) << to;
  }
  const ScratchFolder folder;
  fill(folder);
  folder.write("1_Pooling/config.json", R"({"pooling_mode_mean_tokens": false})");
  EXPECT_EQ(read_model_folder(folder.path()).error().code, Code::Unsupported);
}

TEST(ModelFolder, AbsurdSizesAreCorruptAndNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"\"hidden_size\":8", "\"hidden_size\":9"},
      {"\"hidden_size\":8", "\"hidden_size\":-8"},
      {"\"hidden_size\":8", "\"hidden_size\":\"eight\""},
      {"\"hidden_size\":8", "\"hidden_size\":4294967297"},
      {"\"hidden_size\":8", "\"hidden_sized\":8"},
      {"\"hidden_size\":8", "\"hidden_size\":8.5"}};
  for (const auto& [from, to] : cases) {
    const ScratchFolder folder;
    fill(folder, with(from, to));
    const auto found = read_model_folder(folder.path());
    ASSERT_FALSE(found.ok()) << to;
    EXPECT_EQ(found.error().code, Code::Corrupt) << to;
    EXPECT_NE(found.error().what.find("hidden_size"), std::string::npos);
  }
  const ScratchFolder folder;
  fill(folder, "{");
  EXPECT_EQ(read_model_folder(folder.path()).error().code, Code::Corrupt);
}

TEST(ModelFolder, FoldingFollowsTheTokenizersOwnFile) {
  const ScratchFolder folder;
  fill(folder);
  EXPECT_TRUE(read_model_folder(folder.path()).value().folding.lowercase);
  folder.write("tokenizer_config.json", R"({"do_lower_case": false, "strip_accents": null})");
  const Folding folding = read_model_folder(folder.path()).value().folding;
  EXPECT_FALSE(folding.lowercase);
  EXPECT_FALSE(folding.strip_accents);  // follows the case unless said
  EXPECT_TRUE(folding.space_cjk);
}

}  // namespace
}  // namespace oi
