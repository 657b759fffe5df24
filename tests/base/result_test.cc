#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace oi {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{Code::Invalid, std::to_string(n) + " is odd"};
  return n / 2;
}

Result<int> quarter(int n) {
  const int once = TRY(half(n));
  return TRY(half(once));
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(half(4).value(), 2);
  EXPECT_FALSE(half(3).ok());
  EXPECT_EQ(half(3).error(), (Error{Code::Invalid, "3 is odd"}));
}

TEST(Result, TryGoesOnWithTheValueAndReturnsTheError) {
  EXPECT_EQ(quarter(8).value(), 2);
  EXPECT_EQ(quarter(6).error().what, "3 is odd");
}

TEST(Result, CarriesValuesThatCannotBeCopied) {
  const auto make = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(7); };
  const auto pass = [&]() -> Result<std::unique_ptr<int>> { return TRY(make()); };
  EXPECT_EQ(*std::move(pass()).value(), 7);
}

TEST(Result, TheWayUpIsAddedInFront) {
  EXPECT_EQ(half(3).within("page 2").within("a.pdf").error().what, "a.pdf: page 2: 3 is odd");
  EXPECT_EQ(half(4).within("page 2").value(), 2);
}

TEST(Codes, EachHasItsOwnStableNameAndASentence) {
  std::set<std::string> names;
  for (int i = 0; i < kCodes; ++i) {
    const CodeRow& row = code_row(static_cast<Code>(i));
    EXPECT_EQ(static_cast<int>(row.code), i);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(std::string(row.name).find_first_not_of("abcdefghijklmnopqrstuvwxyz_"),
              std::string::npos);
    EXPECT_TRUE(std::string(row.sentence).ends_with("."));
    EXPECT_GE(row.http_status, 400);
    EXPECT_LT(row.http_status, 600);
  }
}

TEST(Codes, ExitCodesAreThoseOfTheCommandLine) {
  EXPECT_EQ(code_row(Code::Invalid).exit_code, 2);
  EXPECT_EQ(code_row(Code::NotFound).exit_code, 6);
  EXPECT_EQ(code_row(Code::Corrupt).exit_code, 7);
  EXPECT_EQ(code_row(Code::Busy).exit_code, 8);
  EXPECT_EQ(code_row(Code::ModelMissing).exit_code, 9);
  EXPECT_EQ(code_row(Code::Cancelled).exit_code, 130);
  // 0, 3, 4 and 5 are outcomes and not errors.
  for (int i = 0; i < kCodes; ++i) {
    const int exit_code = code_row(static_cast<Code>(i)).exit_code;
    EXPECT_TRUE(exit_code == 1 || exit_code == 2 || exit_code > 5) << i;
  }
}

}  // namespace
}  // namespace oi
