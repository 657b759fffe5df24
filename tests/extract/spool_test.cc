#include "extract/spool.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace oi {
namespace {

namespace fs = std::filesystem;

TEST(Spool, LeavesNothingInTheFolder) {
  const fs::path folder = fs::temp_directory_path() / ("oi-spool-" + std::to_string(::getpid()));
  Result<Descriptor> file = open_spool(folder);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(write_all(file.value(), "abc", folder).ok());
  char back[3];
  EXPECT_EQ(::pread(file.value().get(), back, 3, 0), 3);
  EXPECT_TRUE(fs::is_empty(folder));
  fs::remove_all(folder);
}

TEST(Spool, AFolderThatCannotBeMadeGivesRoomInMemory) {
  EXPECT_TRUE(open_spool("/proc/no/such/folder").ok());
}

}  // namespace
}  // namespace oi
