#include "engine/eval_lines.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

TEST(EachLine, BlankLinesAreCountedAndPassedOver) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("a", "\xEF\xBB\xBFone\r\n\n  two \nthree"));
  std::vector<std::pair<std::string, uint64_t>> seen;
  const auto read = [&](std::string_view text, uint64_t line) -> Result<Done> {
    seen.emplace_back(text, line);
    return Done{};
  };
  ASSERT_TRUE(each_line(folder.path / "a", read).ok());
  EXPECT_EQ(seen,
            (std::vector<std::pair<std::string, uint64_t>>{{"one", 1}, {"two", 3}, {"three", 4}}));
}

TEST(EachLine, AFailureComesWithFileAndLine) {
  const auto read = [](std::string_view text, uint64_t) -> Result<Done> {
    if (text == "two") return Error{Code::Corrupt, "bad"};
    return Done{};
  };
  const Result<Done> failed = each_line_of("one\n\ntwo\n", "folder/a", read);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().what, "folder/a:3: bad");
  EXPECT_EQ(each_line("/nowhere/at/all", read).error().code, Code::NotFound);
}

}  // namespace
}  // namespace oi
