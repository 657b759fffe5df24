#include "engine/catalogue.h"

#include <gtest/gtest.h>

#include "base/file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

const std::string kDigest(64, 'a');

std::string entry(const std::string& folder, const std::string& path, const std::string& digest) {
  return "[[model]]\nname = \"m\"\nrole = \"embedder\"\nfolder = \"" + folder +
         "\"\nlicence = \"MIT\"\nsource = \"made here\"\nfiles = [ { path = \"" + path +
         "\", bytes = 3, sha256 = \"" + digest + "\" } ]\n";
}

TEST(Catalogue, TheProgramKnowsItsModelsAndPinsWhatSetUpFetches) {
  const Result<std::vector<CatalogueModel>> models = catalogue();
  ASSERT_TRUE(models.ok()) << models.error().what;
  ASSERT_EQ(models->size(), 5u);
  EXPECT_EQ(models->at(0).name, "all-MiniLM-L6-v2");
  EXPECT_EQ(models->at(0).role, "embedder");
  EXPECT_EQ(models->at(1).role, "generator");
  EXPECT_GT(models->at(1).passages, 0u);
  EXPECT_GT(models->at(1).evidence_tokens, 0u);
  EXPECT_EQ(models->at(0).passages, 0u);
  EXPECT_EQ(models->at(2).role, "recogniser");
  EXPECT_EQ(models->at(3).role, "transcriber");
  EXPECT_EQ(models->at(4).role, "reranker");
  for (const CatalogueModel& model : *models) {
    for (const ModelFile& file : model.files)
      EXPECT_EQ(file.sha256.empty(), model.role == "reranker") << model.name << " " << file.path;
  }
}

TEST(Catalogue, TheCompiledInTextIsTheFileOfTheSources) {
  const Result<std::string> file =
      read_file(fs::path(OI_SOURCE) / "models/catalogue.toml", 1 << 20);
  ASSERT_TRUE(file.ok());
  const auto parsed = parse_catalogue(*file);
  ASSERT_TRUE(parsed.ok());
  ASSERT_EQ(parsed->size(), catalogue()->size());
  for (size_t i = 0; i < parsed->size(); ++i) {
    EXPECT_EQ(parsed->at(i).name, catalogue()->at(i).name);
    EXPECT_EQ(parsed->at(i).files.at(0).sha256, catalogue()->at(i).files.at(0).sha256);
  }
}

TEST(Catalogue, WhatIsNoCatalogueIsCorruptAndNamesTheField) {
  struct Case {
    std::string text, says;
  };
  const Case cases[] = {
      {"not toml", "model catalogue: "},
      {"a = 1\n", "it has no model"},
      {"[[model]]\nname = \"m\"\n", "field role"},
      {entry("../outside", "w", kDigest), "'../outside' leads out"},
      {entry("/abs", "w", kDigest), "'/abs' leads out"},
      {entry("m", "../w", kDigest), "'../w' leads out"},
      {entry("m", "a/../../w", kDigest), "leads out"},
      {entry("m", "/etc/passwd", kDigest), "leads out"},
      {entry("m", "w", kDigest.substr(1)), "sha256 of w"},
      {entry("m", "w", "A" + kDigest.substr(1)), "sha256 of w"},
  };
  for (const Case& one : cases) {
    const auto parsed = parse_catalogue(one.text);
    ASSERT_FALSE(parsed.ok()) << one.text;
    EXPECT_EQ(parsed.error().code, Code::Corrupt);
    EXPECT_NE(parsed.error().what.find(one.says), std::string::npos) << parsed.error().what;
  }
  EXPECT_TRUE(parse_catalogue(entry("m", "sub/w", kDigest)).ok());
}

// A home of its own, and the catalogue's embedder with files of the right names in it.
class FindModelTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "oi_models_XXXXXX";
    settings_.home = mkdtemp(pattern.data());
    settings_.embedder = "all-MiniLM-L6-v2";
    settings_.generator = "SmolLM2-135M-Instruct";
    folder_ = settings_.home / "models" / settings_.embedder;
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(settings_.home); }

  void fill(char byte) {
    const auto models = catalogue();
    for (const ModelFile& file : models->at(0).files) {
      std::error_code failed;
      ASSERT_TRUE(write_file_atomically(folder_ / file.path, std::string(1, byte)).ok());
      fs::resize_file(folder_ / file.path, file.bytes, failed);  // sparse, so it costs nothing
      ASSERT_FALSE(failed);
    }
  }

  Settings settings_;
  fs::path folder_;
};

TEST_F(FindModelTest, AFileWithAWrongDigestIsRefusedWithBothDigests) {
  fill('x');
  const auto found = find_model(settings_, "embedder");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::ModelFailed);
  const std::string& what = found.error().what;
  EXPECT_NE(what.find("config.json"), std::string::npos) << what;
  EXPECT_NE(what.find(catalogue()->at(0).files.at(0).sha256), std::string::npos) << what;
  EXPECT_NE(what.find(*sha256_of_file(folder_ / "config.json")), std::string::npos) << what;
}

TEST_F(FindModelTest, AFileOfAnotherSizeIsRefusedWithBothSizes) {
  fill('x');
  ASSERT_TRUE(write_file_atomically(folder_ / "config.json", "short").ok());
  const auto found = find_model(settings_, "embedder");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::ModelFailed);
  EXPECT_NE(found.error().what.find("found 5 bytes"), std::string::npos) << found.error().what;
}

TEST_F(FindModelTest, TheFolderOfTheSettingsIsSearchedFirst) {
  settings_.models = settings_.home / "own";
  folder_ = settings_.models / settings_.embedder;
  fs::create_directories(folder_);
  fill('x');
  const auto found = find_model(settings_, "embedder");
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().what.find(settings_.models.string()), std::string::npos);
}

TEST_F(FindModelTest, WhatSetUpFetchedIsFoundAndPinned) {
  if (!fs::exists(fs::path(OI_SETUP_MODELS) / settings_.generator)) {
    GTEST_SKIP() << "the models are not set up";
  }
  const auto generator = find_model(settings_, "generator");
  ASSERT_TRUE(generator.ok()) << generator.error().what;
  EXPECT_TRUE(generator->pinned);
  EXPECT_EQ(generator->file.extension(), ".gguf");
  EXPECT_TRUE(fs::is_regular_file(generator->file));
}

TEST_F(FindModelTest, AMissingModelSaysWhereWasLookedAndWhatFetchesIt) {
  settings_.embedder = "no-such-model";
  const auto unknown = find_model(settings_, "embedder");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, Code::ModelMissing);
  EXPECT_NE(unknown.error().what.find("no-such-model"), std::string::npos);
  EXPECT_EQ(find_model(settings_, "painter").error().code, Code::Invalid);
}

TEST_F(FindModelTest, AModelThatIsNotPinnedIsFoundWhereItIsPutByHandAndSaidToBeUnpinned) {
  settings_.reranker = "ms-marco-TinyBERT-L2-v2";
  const auto absent = find_model(settings_, "reranker");
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, Code::ModelMissing);
  const fs::path folder = settings_.home / "models" / settings_.reranker;
  const std::string how = "put config.json, vocab.txt, model.safetensors into " + folder.string();
  EXPECT_NE(absent.error().what.find(how), std::string::npos) << absent.error().what;

  fs::create_directories(folder);
  for (const char* name : {"config.json", "vocab.txt", "model.safetensors"})
    ASSERT_TRUE(write_file_atomically(folder / name, "x").ok());
  const auto found = find_model(settings_, "reranker");
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_EQ(found->folder, folder);
  EXPECT_FALSE(found->pinned);
}

TEST_F(FindModelTest, APathOfTheUsersOwnIsAllowedAndSaidToBeUnpinned) {
  settings_.embedder = folder_.string();
  const auto embedder = find_model(settings_, "embedder");
  ASSERT_TRUE(embedder.ok());
  EXPECT_FALSE(embedder->pinned);
  EXPECT_EQ(embedder->folder, folder_);

  const fs::path weights = settings_.home / "mine.gguf";
  ASSERT_TRUE(write_file_atomically(weights, "GGUF").ok());
  for (const fs::path& wanted : {weights, settings_.home}) {
    settings_.generator = wanted.string();
    const auto generator = find_model(settings_, "generator");
    ASSERT_TRUE(generator.ok()) << generator.error().what;
    EXPECT_EQ(generator->file, weights);
    EXPECT_FALSE(generator->pinned);
  }
  ASSERT_TRUE(write_file_atomically(settings_.home / "second.gguf", "GGUF").ok());
  EXPECT_EQ(find_model(settings_, "generator").error().code, Code::ModelMissing);
  settings_.generator = (settings_.home / "absent.gguf").string();
  EXPECT_EQ(find_model(settings_, "generator").error().code, Code::ModelMissing);
}

}  // namespace
}  // namespace oi
