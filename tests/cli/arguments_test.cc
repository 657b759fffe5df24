#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

using Words = std::vector<std::string>;

Parsed parse(const Words& words) {
  Parsed parsed;
  const Result<Done> done = parse_arguments(words, parsed);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().what);
  return parsed;
}

std::string refusal(const Words& words) {
  Parsed parsed;
  const Result<Done> done = parse_arguments(words, parsed);
  if (done.ok()) return "";
  EXPECT_EQ(done.error().code, Code::Invalid);
  return done.error().what;
}

TEST(Arguments, OptionsMayStandAnywhere) {
  for (const Words& words : {Words{"--home", "/h", "ask", "why", "--mode", "deep", "--json"},
                             Words{"ask", "--json", "--mode=deep", "why", "--home=/h"}}) {
    const Parsed parsed = parse(words);
    ASSERT_NE(parsed.command, nullptr);
    EXPECT_STREQ(parsed.command->name, "ask");
    EXPECT_EQ(parsed.arguments.operands, Words{"why"});
    EXPECT_EQ(parsed.arguments.value("--mode"), "deep");
    EXPECT_EQ(parsed.arguments.format, Format::Json);
    EXPECT_EQ(parsed.settings.at("home"), "/h");
  }
}

TEST(Arguments, WordsOfAQuestionAreLeftAsTheyAre) {
  const Words words = {"ask", "list", "[draft]", "-", "a=b", "--", "--json", "-5", "help"};
  const Parsed parsed = parse(words);
  EXPECT_STREQ(parsed.command->name, "ask");
  EXPECT_EQ(parsed.arguments.operands,
            (Words{"list", "[draft]", "-", "a=b", "--json", "-5", "help"}));
  EXPECT_EQ(parsed.arguments.format, Format::Text);
}

TEST(Arguments, RepeatedOptionsKeepAllValuesAndTheLastCounts) {
  const Parsed parsed = parse({"ask", "q", "--document", "a", "--document", "b"});
  EXPECT_EQ(parsed.arguments.values("--document"), (Words{"a", "b"}));
  EXPECT_EQ(parsed.arguments.value("--document"), "b");
  EXPECT_EQ(parsed.arguments.value("--mode", "standard"), "standard");
}

TEST(Arguments, SetBecomesASetting) {
  const Parsed parsed = parse({"list", "--set", "seed=7", "--set=models=/a=b", "--library", "l"});
  EXPECT_EQ(parsed.settings.at("seed"), "7");
  EXPECT_EQ(parsed.settings.at("models"), "/a=b");
  EXPECT_EQ(parsed.settings.at("library"), "l");
}

TEST(Arguments, EventsAreAFormOfJson) {
  EXPECT_EQ(parse({"list", "--json=events"}).arguments.format, Format::Events);
}

TEST(Arguments, HelpAsksForNothingElse) {
  EXPECT_TRUE(parse({"info", "--help"}).arguments.help);
  EXPECT_TRUE(parse({"info", "-h"}).arguments.help);
  const Parsed parsed = parse({"help", "info"});
  EXPECT_TRUE(parsed.arguments.help);
  EXPECT_STREQ(parsed.command->name, "info");
  EXPECT_EQ(parse({}).command, nullptr);
}

TEST(Arguments, WhatIsWrongIsSaidWithTheNearestRightWord) {
  struct Case {
    Words words;
    const char* says;
  };
  const Case cases[] = {
      {{"lst"}, "there is no command 'lst'; did you mean `oi list`?"},
      {{"frobnicate"}, "there is no command 'frobnicate' (see `oi --help`)"},
      {{"ask", "q", "--mod", "deep"}, "`oi ask` has no option --mod; did you mean --mode?"},
      {{"list", "--zebra"}, "`oi list` has no option --zebra (see"},
      {{"--mode", "deep", "ask", "q"}, "`oi` has no option --mode"},
      {{"ask", "q", "--mode"}, "--mode needs a value: --mode MODE"},
      {{"list", "--quiet=yes"}, "--quiet takes no value"},
      {{"list", "--json=xml"}, "--json can be --json or --json=events"},
      {{"list", "--set", "seed"}, "--set is written --set key=value"},
      {{"list", "--set", "=1"}, "--set is written --set key=value"},
      {{"info"}, "`oi info` needs DOC"},
      {{"info", "a", "b"}, "`oi info` does not know what to do with 'b'"},
      {{"list", "a"}, "does not know what to do with 'a'"},
      {{"ask"}, "`oi ask` needs QUESTION"},
  };
  for (const Case& one : cases) {
    EXPECT_NE(refusal(one.words).find(one.says), std::string::npos) << refusal(one.words);
  }
}

TEST(Arguments, LaterCommandsAreSaidToBeLater) {
  for (const char* name :
       {"watch", "chat", "check", "verify", "export", "import", "serve", "tool", "mcp", "work",
        "migrate", "models", "bench", "repair", "tag", "library"}) {
    EXPECT_EQ(refusal({name, "--any"}), "`oi " + std::string(name) + "` is not in this version");
  }
}

TEST(Arguments, AnErrorBeforeJsonIsReadIsToldAsJsonToo) {
  Parsed parsed;
  const Words words = {"list", "--zebra", "--json"};
  EXPECT_FALSE(parse_arguments(words, parsed).ok());
  EXPECT_EQ(parsed.arguments.format, Format::Json);
}

TEST(Nearest, IsTheNameWithTheFewestChangesAndAtMostTwo) {
  const Words names = {"add", "ask", "search", "remove"};
  EXPECT_EQ(nearest("serach", names), "search");
  EXPECT_EQ(nearest("remov", names), "remove");
  EXPECT_EQ(nearest("xyz", names), "");
  EXPECT_EQ(nearest("", names), "");
}

}  // namespace
}  // namespace oi
