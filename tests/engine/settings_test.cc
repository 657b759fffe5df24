#include "engine/settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// A home folder of its own, with the settings file given.
class SettingsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "oi_settings_XXXXXX";
    home_ = mkdtemp(pattern.data());
    sources_.environment = [this](const std::string& name) { return environment_[name]; };
    environment_["OI_HOME"] = home_.string();
    sources_.program = "/opt/oi/bin/oi";
  }
  void TearDown() override { fs::remove_all(home_); }

  void write(const std::string& text) {
    ASSERT_TRUE(write_file_atomically(home_ / "settings.toml", text).ok());
  }
  Settings load() {
    Result<Settings> loaded = load_settings(sources_);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().what);
    return loaded.ok() ? *loaded : Settings{};
  }
  std::string refusal() {
    const Result<Settings> loaded = load_settings(sources_);
    if (loaded.ok()) return "";
    EXPECT_EQ(loaded.error().code, Code::Invalid);
    return loaded.error().what;
  }
  std::string origin(const Settings& settings, const std::string& key) {
    for (const Setting& one : settings.origins) {
      if (one.key == key) return one.origin;
    }
    return "absent";
  }

  fs::path home_;
  std::map<std::string, std::string> environment_;
  SettingSources sources_;
};

TEST_F(SettingsTest, WithoutAnythingTheDefaultsHold) {
  const Settings settings = load();
  EXPECT_EQ(settings.home, home_);
  EXPECT_EQ(settings.reader, "/opt/oi/bin/oi-reader");
  EXPECT_EQ(settings.library, "main");
  EXPECT_EQ(settings.embedder, "all-MiniLM-L6-v2");
  EXPECT_EQ(settings.reranker, "ms-marco-TinyBERT-L2-v2");
  EXPECT_EQ(settings.generator, "SmolLM2-135M-Instruct");
  EXPECT_EQ(settings.device, "auto");
  EXPECT_EQ(settings.window, 4096u);
  EXPECT_EQ(settings.seed, 1u);
  EXPECT_EQ(settings.origins.size(), 14u);
  EXPECT_EQ(origin(settings, "home"), "OI_HOME");
  EXPECT_EQ(origin(settings, "window"), "default");
}

TEST_F(SettingsTest, CommandLineBeatsEnvironmentBeatsFileBeatsDefault) {
  write("library = \"file\"\nthreads = 3\nseed = 7\nwindow = 2048\n");
  environment_["OI_LIBRARY"] = "environment";
  environment_["OI_THREADS"] = "4";
  sources_.flags["library"] = "flag";
  const Settings settings = load();
  EXPECT_EQ(settings.library, "flag");
  EXPECT_EQ(settings.threads, 4u);
  EXPECT_EQ(settings.seed, 7u);
  EXPECT_EQ(settings.device, "auto");
  EXPECT_EQ(origin(settings, "library"), "command line");
  EXPECT_EQ(origin(settings, "threads"), "OI_THREADS");
  EXPECT_EQ(origin(settings, "seed"), (home_ / "settings.toml").string());
  EXPECT_EQ(origin(settings, "device"), "default");
}

TEST_F(SettingsTest, TheHomeComesFromTheFirstPlaceThatNamesOne) {
  struct Case {
    const char *flag, *own, *shared, *user, *expected;
  };
  const Case cases[] = {
      {"/flag", "/own", "/shared", "/user", "/flag"},
      {nullptr, "/own", "/shared", "/user", "/own"},
      {nullptr, "", "/shared", "/user", "/shared/openintelligence"},
      {nullptr, "", "", "/user", "/user/.local/share/openintelligence"},
      {nullptr, "", "relative", "/user", "/user/.local/share/openintelligence"},
      {nullptr, "~/oi", "", "/user", "/user/oi"},
      {"/a/../b", "", "", "/user", "/b"},
  };
  for (const Case& one : cases) {
    sources_.flags.clear();
    if (one.flag) sources_.flags["home"] = one.flag;
    environment_ = {{"OI_HOME", one.own}, {"XDG_DATA_HOME", one.shared}, {"HOME", one.user}};
    EXPECT_EQ(load().home, one.expected);
  }
  environment_.clear();
  sources_.flags.clear();
  EXPECT_NE(refusal().find("OI_HOME"), std::string::npos);
}

TEST_F(SettingsTest, WrongValuesAreRefusedWithTheirKeyAndPlace) {
  struct Case {
    const char *file, *says;
  };
  const Case cases[] = {
      {"colour = \"red\"\n", "line 1: there is no setting 'colour'"},
      {"\nthreads = \"four\"\n", "line 2: 'threads' is not a whole number"},
      {"library = 4\n", "line 1: 'library' is not text in quotes"},
      {"threads = -1\n", "'threads' is '-1'"},
      {"threads = 1025\n", "not a whole number from 0 to 1024"},
      {"window = 511\n", "not a whole number from 512"},
      {"device = \"tpu\"\n", "not one of auto|cpu|gpu|npu"},
      {"device = \"auto|cpu\"\n", "not one of"},
      {"device = \"\"\n", "not one of"},
      {"library = \"\"\n", "'library' is empty"},
      {"home = \"/elsewhere\"\n", "'home' cannot be set in this file"},
      {"library = \"unfinished\n", "line 1: "},
      {"[table]\n", "there is no setting 'table'"},
  };
  for (const Case& one : cases) {
    write(one.file);
    EXPECT_NE(refusal().find(one.says), std::string::npos) << one.file << refusal();
  }
}

TEST_F(SettingsTest, AnUnknownFlagIsRefusedWithTheKnownKeys) {
  sources_.flags["treads"] = "4";
  EXPECT_NE(refusal().find("there is no setting 'treads'; there are home, models"),
            std::string::npos);
}

TEST_F(SettingsTest, PathsOfTheFileBeginAtTheHome) {
  write("models = \"mine\"\nreader = \"~/bin/oi-reader\"\n");
  environment_["HOME"] = "/user";
  const Settings settings = load();
  EXPECT_EQ(settings.models, home_ / "mine");
  EXPECT_EQ(settings.reader, "/user/bin/oi-reader");
}

TEST_F(SettingsTest, TheWrittenFileHasEveryKeyCommentedAndReadsBack) {
  const std::string text = settings_file_text();
  write(text);
  EXPECT_EQ(origin(load(), "seed"), "default");
  std::string uncommented = text;
  size_t keys = 0;
  for (const Setting& one : load().origins) {
    const size_t at = uncommented.find("\n# " + one.key + " = ");
    if (one.key == "home") {
      EXPECT_EQ(at, std::string::npos);
      continue;
    }
    ASSERT_NE(at, std::string::npos) << one.key;
    uncommented.erase(at + 1, 2);
    ++keys;
  }
  EXPECT_EQ(keys, 13u);
  write(uncommented);
  EXPECT_EQ(origin(load(), "seed"), (home_ / "settings.toml").string());
}

}  // namespace
}  // namespace oi
