#include "embedded/readers.h"

#include <gtest/gtest.h>

#include "embedded/embedded.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::indexed;
using testing::TemporaryFolder;

TEST(Readers, ConnectionsGoBackAndAreTakenAgain) {
  const TemporaryFolder folder;
  Readers readers(folder.path());
  {
    const auto one = readers.take();
    const auto two = readers.take();
    ASSERT_TRUE(one.ok() && two.ok());
  }
  std::filesystem::rename(folder.path() / "library.db", folder.path() / "away.db");
  auto again = readers.take();  // an idle one: nothing is opened
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->database().integer("SELECT 1").value(), 1);
}

TEST(Readers, ViewKeepsItsGenerationAndTheNextSeesTheNewOne) {
  const TemporaryFolder folder;
  Result<Stores> stores = open_embedded(folder.path());
  const Indexed one = indexed("/a", {"a0"});
  const Indexed two = indexed("/b", {"b0"});
  ASSERT_TRUE(stores->store->commit({&one, 1}, {}).ok());
  Views views(folder.path());
  Result<View> before = views.open();
  ASSERT_TRUE(before.ok());
  ASSERT_TRUE(stores->store->commit({&two, 1}, {}).ok());
  EXPECT_EQ(before->snapshot->ranges({}).size(), 1u);
  EXPECT_EQ(before->database().integer("SELECT count(*) FROM chunks").value(), 1);
  Result<View> after = views.open();
  EXPECT_EQ(after->snapshot->ranges({}).size(), 2u);
  EXPECT_EQ(after->database().integer("SELECT count(*) FROM chunks").value(), 2);
  Result<View> again = views.open();
  EXPECT_EQ(again->snapshot, after->snapshot);  // not loaded twice
}

// A search that began before a merge reads on from files that are deleted meanwhile.
TEST(Readers, ViewOutlivesTheFilesItMapped) {
  const TemporaryFolder folder;
  Result<Stores> stores = open_embedded(folder.path());
  const Indexed one = indexed("/a", {"a0"});
  ASSERT_TRUE(stores->store->commit({&one, 1}, {}).ok());
  Views views(folder.path());
  const Result<View> before = views.open();
  ASSERT_TRUE(stores->store->remove(one.document.id).ok());
  EXPECT_FALSE(std::filesystem::exists(segment_path(folder.path(), 1)));
  const auto vector = before->snapshot->vector({one.document.id, 0});
  EXPECT_EQ(std::vector<float>(vector.begin(), vector.end()), testing::vector_of("a0"));
}

TEST(Readers, MissingSegmentIsCorruptWhenNothingChangedMeanwhile) {
  const TemporaryFolder folder;
  Result<Stores> stores = open_embedded(folder.path());
  const Indexed one = indexed("/a", {"a0"});
  ASSERT_TRUE(stores->store->commit({&one, 1}, {}).ok());
  std::filesystem::remove(segment_path(folder.path(), 1));
  Views views(folder.path());
  const Result<View> view = views.open();
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().code, Code::Corrupt);
}

}  // namespace
}  // namespace oi
