#include "cli/narrow.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/arguments.h"
#include "cli/command.h"

namespace oi {
namespace {

TEST(Narrow, DatesAreYearsMonthsOrDays) {
  EXPECT_EQ(*parse_date("1970-01-02", "--after"), 86'400);
  EXPECT_EQ(*parse_date("2024-03", "--after"), 1'709'251'200);
  EXPECT_EQ(*parse_date("2024", "--after"), 1'704'067'200);
  for (const char* text : {"", "24", "2024-13", "2023-02-29", "2024-1-1-1", "yesterday", "2024-",
                           "-2024", "2024-03-01T00"}) {
    const auto date = parse_date(text, "--after");
    ASSERT_FALSE(date.ok()) << text;
    EXPECT_EQ(date.error().code, Code::Invalid) << text;
    EXPECT_NE(date.error().what.find("--after"), std::string::npos) << text;
  }
}

TEST(Narrow, EveryCommandThatSearchesTakesEveryOption) {
  for (const char* name : {"ask", "search"}) {
    const Command* command = find_command(name);
    ASSERT_NE(command, nullptr);
    for (const OptionRow& wanted : narrowing_options()) {
      const bool has =
          std::any_of(command->options.begin(), command->options.end(),
                      [&](const OptionRow& row) { return std::string(row.name) == wanted.name; });
      EXPECT_TRUE(has) << name << " " << wanted.name;
    }
  }
}

TEST(Narrow, FilterIsReadAndWrongValuesAreNamed) {
  const Engine engine{};
  const auto filter = [&](std::map<std::string, std::vector<std::string>> options) {
    Arguments arguments;
    arguments.options = std::move(options);
    return filter_of(arguments, engine);
  };
  const auto read = filter({{"--folder", {"/a/b/", "/c/../d"}},
                            {"--tag", {"lease"}},
                            {"--kind", {"pdf"}},
                            {"--language", {"DE"}},
                            {"--after", {"2024"}},
                            {"--before", {"2025"}},
                            {"--pages", {"3-9"}}});
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->folders, (std::vector<std::string>{"/a/b", "/d"}));
  EXPECT_EQ(read->tags, std::vector<std::string>{"lease"});
  EXPECT_EQ(read->kinds, std::vector<Kind>{Kind::Pdf});
  EXPECT_EQ(read->languages, std::vector<std::string>{"de"});
  EXPECT_EQ(read->after, 1'704'067'200);
  EXPECT_EQ(read->before, 1'735'689'600);
  EXPECT_EQ(read->page_first, 3u);
  EXPECT_EQ(read->page_last, 9u);
  EXPECT_EQ(filter({{"--pages", {"7"}}})->page_last, 7u);
  EXPECT_EQ(*filter({}), Filter{});
  for (const auto& [option, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"--pages", "0"},
                                                                  {"--pages", "9-3"},
                                                                  {"--pages", "a"},
                                                                  {"--kind", "scroll"},
                                                                  {"--language", "d3"},
                                                                  {"--language", "german"},
                                                                  {"--after", "soon"},
                                                                  {"--before", "2024-13"}}) {
    const auto wrong = filter({{option, {value}}});
    ASSERT_FALSE(wrong.ok()) << option << value;
    EXPECT_EQ(wrong.error().code, Code::Invalid);
    EXPECT_NE(wrong.error().what.find(option), std::string::npos) << wrong.error().what;
  }
}

}  // namespace
}  // namespace oi
