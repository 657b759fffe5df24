#include "cli/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/command.h"

namespace oi {
namespace {

// `oi` in this process: a home of its own, no models needed, no terminal.
class RunTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "oi_run_XXXXXX";
    home_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(home_); }

  int oi(const std::vector<std::string>& words) {
    std::istringstream in;
    std::ostringstream out, err;
    Screen screen{in, out, err, {}, {}};
    const auto environment = [&](const std::string& name) {
      return name == "OI_HOME" ? home_.string() : std::string();
    };
    const int code = run(words, {environment, home_ / "oi"}, screen, stop_.get_token());
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  std::filesystem::path home_;
  std::stop_source stop_;
  std::string out_, err_;
};

TEST_F(RunTest, ExitCodesAreThoseOfTheInterface) {
  struct Case {
    std::vector<std::string> words;
    int code;
  };
  const Case cases[] = {
      {{"version"}, 0},
      {{"--version"}, 0},
      {{"--help"}, 0},
      {{"help", "ask"}, 0},
      {{}, 2},
      {{"frobnicate"}, 2},
      {{"serve"}, 2},
      {{"ask"}, 2},
      {{"ask", "why", "--mode", "wild"}, 2},
      {{"ask", " "}, 2},
      {{"ask", "why", "--remote", "require"}, 5},
      {{"ask", "why", "--remote", "perhaps"}, 2},
      {{"list"}, 0},
      {{"info", "nothing"}, 6},
      {{"show", "nothing"}, 6},
      {{"show"}, 2},
      {{"show", "a", "--citation", "b:S1"}, 2},
      {{"show", "--citation", "nothing:S1"}, 6},
      {{"show", "--citation", "nothing"}, 2},
      {{"remove", "nothing"}, 6},
      {{"queue"}, 0},
      {{"search", "-k", "0", "x"}, 2},
      {{"search", "-k", "-1", "x"}, 2},
      {{"search", "--arm", "left", "x"}, 2},
      {{"eval", "mine"}, 2},
      {{"eval", "mine", "--data", home_.string()}, 6},
      {{"eval", "mine", "--data", home_.string(), "--half", "both"}, 2},
      {{"eval", "mine", "--data", home_.string(), "--hits", "many"}, 2},
      {{"eval", "mine", "twice", "--data", home_.string()}, 2},
      {{"eval", "clapnq", "--data", home_.string()}, 2},
      {{"eval", "compare"}, 2},
      {{"eval", "compare", "/gone/a.jsonl", "/gone/b.jsonl"}, 6},
      {{"list", "--set", "treads=4"}, 2},
      {{"list", "--library", "../outside"}, 2},
      {{"search", "x", "--set", "embedder=no-such-model"}, 9},
  };
  for (const Case& one : cases) {
    std::string line;
    for (const std::string& word : one.words)
      line += word + " ";
    EXPECT_EQ(oi(one.words), one.code) << line << err_;
    std::vector<std::string> json = one.words;
    json.push_back("--json");
    if (one.code != 0 && !one.words.empty()) {
      EXPECT_EQ(oi(json), one.code) << line;
      EXPECT_TRUE(out_.starts_with("{\"error\":{\"code\":\"")) << line << out_;
    }
  }
}

TEST_F(RunTest, AnErrorIsOneLineOnStandardError) {
  EXPECT_EQ(oi({"info", "no\x1b[2J"}), 6);
  EXPECT_EQ(out_, "");
  EXPECT_TRUE(err_.starts_with("oi: no document is called 'no␛[2J'. ")) << err_;
  EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
}

TEST_F(RunTest, ErrorsAreEventsWhereEventsAreAskedFor) {
  oi({"info", "nothing", "--json=events"});
  EXPECT_TRUE(out_.starts_with("{\"event\":\"error\",\"value\":{\"code\":\"not_found\"")) << out_;
}

TEST_F(RunTest, TheHomeOfTheCommandLineIsTheOnlyOneTouched) {
  const std::filesystem::path other = home_ / "other";
  EXPECT_EQ(oi({"list", "--home", other.string()}), 0);
  EXPECT_TRUE(std::filesystem::exists(other / "libraries"));
  EXPECT_FALSE(std::filesystem::exists(home_ / "libraries"));
}

TEST_F(RunTest, AnEmptyLibraryIsAnEmptyList) {
  EXPECT_EQ(oi({"list", "--json"}), 0);
  EXPECT_EQ(out_, "{\"documents\":[]}\n");
  EXPECT_EQ(oi({"queue", "--json"}), 0);
  EXPECT_EQ(out_, "{\"tickets\":[]}\n");
  EXPECT_EQ(oi({"search", "--arm", "lexical", "pump", "--json"}), 0);
  EXPECT_EQ(out_, "{\"hits\":[],\"filter\":{}}\n");
}

TEST_F(RunTest, TwoRunsAreComparedByTheSignTest) {
  const auto cases = [&](const char* name, const char* first, const char* second) {
    const std::filesystem::path path = home_ / name;
    std::ofstream(path) << "{\"id\":\"1\",\"metrics\":{\"hit@1\":" << first << "}}\n"
                        << "{\"id\":\"2\",\"metrics\":{\"hit@1\":" << second << "}}\n";
    return path.string();
  };
  const std::string a = cases("a.jsonl", "0", "0"), b = cases("b.jsonl", "1", "1");
  EXPECT_EQ(oi({"eval", "compare", a, b, "--json"}), 0) << err_;
  EXPECT_EQ(out_,
            "{\"cases\":2,\"only_a\":0,\"only_b\":0,\"metrics\":{\"hit@1\":{\"cases\":2,\"mean_a\":"
            "0.0,\"mean_b\":1.0,\"better\":2,\"worse\":0,\"equal\":0,\"p\":0.5}}}\n");
  EXPECT_EQ(oi({"eval", "compare", a, b}), 0);
  EXPECT_NE(out_.find("hit@1   0.0000  1.0000       2       0       0  0.5"), std::string::npos)
      << out_;
  EXPECT_EQ(oi({"eval", "compare", a}), 2) << "there are no stages in it";
}

TEST_F(RunTest, VersionAndRulesNeedNoHome) {
  std::istringstream in;
  std::ostringstream out, err;
  Screen screen{in, out, err, {}, {}};
  const std::vector<std::string> words = {"rules", "--markdown"};
  EXPECT_EQ(run(words, {{}, {}}, screen, {}), 0) << err.str();
  EXPECT_NE(out.str().find("|"), std::string::npos);
}

TEST_F(RunTest, HelpOfEveryCommandEndsWellAndHasAnExample) {
  for (const Command& command : commands()) {
    EXPECT_EQ(oi({command.name, "--help"}), 0);
    EXPECT_NE(out_.find("Example"), std::string::npos) << command.name;
    EXPECT_EQ(err_, "");
  }
}

}  // namespace
}  // namespace oi
