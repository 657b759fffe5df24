#include "cli/help.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/visible.h"

namespace oi {
namespace {

TEST(Help, EveryCommandsHelpHasUsageOptionsAndAnExampleAndFits) {
  for (const Command& command : commands()) {
    const std::string page = help_page(command, {});
    EXPECT_NE(page.find("oi " + std::string(command.name)), std::string::npos);
    EXPECT_NE(page.find("Example"), std::string::npos) << command.name;
    for (const OptionRow& row : command.options) {
      EXPECT_NE(page.find(row.name), std::string::npos) << command.name << row.name;
    }
    EXPECT_EQ(page.find('\x1b'), std::string::npos);
  }
}

TEST(Help, OfTheProgramNamesEveryCommand) {
  const std::string page = help_page({});
  for (const Command& command : commands()) {
    EXPECT_NE(page.find("\n  " + std::string(command.name)), std::string::npos) << command.name;
  }
  EXPECT_NE(page.find("oi ask \""), std::string::npos);
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(columns(line), 80u) << line;
}

}  // namespace
}  // namespace oi
