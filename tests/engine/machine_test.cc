#include "engine/machine.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace oi {
namespace {

namespace fs = std::filesystem;

TEST(Machine, TheReaderIsStartedAndSaysHowItIsLockedUp) {
  Settings settings;
  settings.reader = fs::path(OI_BUILD) / "oi-reader";
  if (!fs::exists(settings.reader)) GTEST_SKIP() << "the reader is not built";
  const HealthLine line = examine_reader(settings);
  EXPECT_TRUE(line.good || !line.needed) << line.found;
  EXPECT_NE(line.found.find("locked up by"), std::string::npos) << line.found;
}

TEST(Machine, WithoutTheReaderNothingCanBeReadAndThatIsSaid) {
  Settings settings;
  settings.reader = "/nowhere/oi-reader";
  const HealthLine line = examine_reader(settings);
  EXPECT_FALSE(line.good);
  EXPECT_TRUE(line.needed);
  EXPECT_FALSE(line.advice.empty());
}

TEST(Machine, ProcessorMemoryAndDiskAreToldAndNeverNeeded) {
  Settings settings;
  settings.home = "/nowhere/at/all";
  const std::vector<HealthLine> lines = examine_machine(settings);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].about, "processor");
  EXPECT_NE(lines[0].found.find("core"), std::string::npos);
  EXPECT_EQ(lines[1].about, "memory");
  EXPECT_EQ(lines[2].about, "disk");
  EXPECT_NE(lines[2].found.find(" free at /"), std::string::npos) << lines[2].found;
  for (const HealthLine& line : lines) {
    EXPECT_FALSE(line.found.empty());
    EXPECT_TRUE(line.good || !line.needed) << line.about;
    EXPECT_EQ(line.good, line.advice.empty()) << line.about;
  }
}

}  // namespace
}  // namespace oi
