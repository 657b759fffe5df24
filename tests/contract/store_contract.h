// What every store must do, whatever it is made of: one suite through the seams of store/store.h.
// An implementation's own tests instantiate it with a way to open libraries.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "store/store.h"

namespace oi::testing {

struct StoreMaker {
  std::string name;
  // Gives a way to open libraries that lasts for one test: the same name is the same library, a new
  // name is an empty one.
  std::function<std::function<Result<Stores>(const std::string& library)>()> begin;
};

inline void PrintTo(const StoreMaker& maker, std::ostream* out) {
  *out << maker.name;
}

inline ::testing::AssertionResult done(const auto& result) {
  if (result.ok()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().what;
}

inline void expect_code(const auto& result, Code code) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, code) << result.error().what;
  EXPECT_FALSE(result.error().what.empty());
}

class StoreContract : public ::testing::TestWithParam<StoreMaker> {
 protected:
  void SetUp() override {
    open_ = GetParam().begin();
    Result<Stores> opened = open_("main");
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    stores_ = std::move(opened).value();
  }
  // The library closed and opened again.
  void reopen() {
    stores_ = {};
    Result<Stores> opened = open_("main");
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    stores_ = std::move(opened).value();
  }
  Store& store() { return *stores_.store; }
  Queue& queue() { return *stores_.queue; }
  Journal& journal() { return *stores_.journal; }

  std::function<Result<Stores>(const std::string&)> open_;
  Stores stores_;
};

}  // namespace oi::testing
