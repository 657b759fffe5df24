#include "engine/remove.h"

#include <gtest/gtest.h>

#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::indexed;

// A library of its own with three documents; b.txt was replaced once.
class RemoveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Settings settings;
    settings.home = folder_.path();
    settings.threads = 1;
    Result<Engine> opened = open_engine(settings, {});
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    engine_ = std::move(*opened);
    for (const Indexed& one : {indexed("/d/a.txt", {"alpha"}), indexed("/d/b.txt", {"old beta"}),
                               indexed("/d/b.txt", {"beta"}), indexed("/d/c.txt", {"gamma"})}) {
      const Result<Done> done = engine_.stores.store->commit(std::span(&one, 1), {});
      ASSERT_TRUE(done.ok()) << done.error().what;
    }
  }

  std::vector<std::string> left() {
    std::vector<std::string> names;
    for (const Listed& one : *engine_.stores.store->list())
      names.push_back(one.name);
    return names;
  }

  testing::TemporaryFolder folder_;
  Engine engine_;
};

TEST_F(RemoveTest, ADocumentLeavesWithItsEarlierVersions) {
  const std::vector<std::string> wanted = {"b.txt"};
  const auto removed = remove_documents(engine_, wanted, {});
  ASSERT_TRUE(removed.ok()) << removed.error().what;
  ASSERT_EQ(removed->size(), 2u);
  EXPECT_TRUE(removed->at(0).live);
  EXPECT_FALSE(removed->at(1).live);
  EXPECT_EQ(left(), (std::vector<std::string>{"a.txt", "c.txt"}));
}

TEST_F(RemoveTest, SeveralLeaveTogetherAndOneTwiceOnlyOnce) {
  const std::vector<std::string> wanted = {"/d/a.txt", "c.txt", "a.txt"};
  const auto removed = remove_documents(engine_, wanted, {});
  ASSERT_TRUE(removed.ok()) << removed.error().what;
  EXPECT_EQ(removed->size(), 2u);
  EXPECT_EQ(left(), (std::vector<std::string>{"b.txt", "b.txt"}));
}

TEST_F(RemoveTest, OneThatDoesNotExistLeavesAllWhereTheyAre) {
  const std::vector<std::string> wanted = {"a.txt", "nothing.txt"};
  const auto removed = remove_documents(engine_, wanted, {});
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().code, Code::NotFound);
  EXPECT_EQ(left().size(), 4u);
}

TEST_F(RemoveTest, AStopIsHonouredBeforeTheNextDocument) {
  std::stop_source stop;
  stop.request_stop();
  const std::vector<std::string> wanted = {"a.txt"};
  const auto removed = remove_documents(engine_, wanted, Job{stop.get_token(), {}});
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().code, Code::Cancelled);
  EXPECT_EQ(left().size(), 4u);
}

}  // namespace
}  // namespace oi
