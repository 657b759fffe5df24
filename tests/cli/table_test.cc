#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "cli/command.h"

namespace oi {
namespace {

TEST(Table, EveryCommandSaysWhatItDoesAndShowsAnExample) {
  std::set<std::string> names;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_GT(std::string_view(command.what).size(), 10u) << command.name;
    EXPECT_NE(command.run, nullptr) << command.name;
    ASSERT_FALSE(command.examples.empty()) << command.name;
    for (const std::string_view example : command.examples) {
      EXPECT_NE(example.find("oi " + std::string(command.name)), std::string_view::npos) << example;
    }
    EXPECT_LE(command.least, command.most) << command.name;
    EXPECT_EQ(find_command(command.name), &command);
    EXPECT_FALSE(is_later_command(command.name)) << "a command is here or later, not both";
  }
  EXPECT_EQ(names, (std::set<std::string>{"add", "ask", "search", "show", "list", "info", "remove",
                                          "queue", "rules", "doctor", "eval", "version"}));
}

TEST(Table, NoOptionOfACommandHidesOneOfAll) {
  for (const Command& command : commands()) {
    std::set<std::string> names;
    for (const OptionRow& row : common_options())
      names.insert(row.name);
    for (const OptionRow& row : command.options) {
      EXPECT_TRUE(names.insert(row.name).second) << command.name << " " << row.name;
      EXPECT_GT(std::string_view(row.what).size(), 5u) << row.name;
    }
  }
}

}  // namespace
}  // namespace oi
