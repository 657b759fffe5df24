#include "embedded/snapshot.h"

#include <gtest/gtest.h>

#include "embedded/embedded.h"
#include "embedded/schema.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::indexed;
using testing::TemporaryFolder;
using testing::vector_of;

class SnapshotOf : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<Stores> stores = open_embedded(folder_.path());
    ASSERT_TRUE(stores.ok());
    ASSERT_TRUE(stores->store->commit({&one_, 1}, {}).ok());
    ASSERT_TRUE(stores->store->commit({&two_, 1}, {}).ok());
    database_.emplace(std::move(open_database(folder_.path())).value());
  }
  Result<Snapshot> load() { return Snapshot::load(*database_, folder_.path(), nullptr); }

  TemporaryFolder folder_;
  const Indexed one_ = indexed("/a", {"a0", "a1"});
  const Indexed two_ = indexed("/b", {"b0"});
  std::optional<Database> database_;
};

TEST_F(SnapshotOf, VectorsOfLiveChunksAreThoseCommitted) {
  const Result<Snapshot> snapshot = load();
  ASSERT_TRUE(snapshot.ok()) << snapshot.error().what;
  EXPECT_EQ(snapshot->generation(), 2u);
  EXPECT_EQ(snapshot->dimension(), 4u);
  const auto vector = snapshot->vector({one_.document.id, 1});
  EXPECT_EQ(std::vector<float>(vector.begin(), vector.end()), vector_of("a1"));
  EXPECT_TRUE(snapshot->vector({one_.document.id, 2}).empty());
  EXPECT_TRUE(snapshot->vector({{1}, 0}).empty());
  EXPECT_TRUE(snapshot->vector({{~0ull}, 0}).empty());
}

TEST_F(SnapshotOf, FilterLetsOnlyItsDocumentsPass) {
  const Result<Snapshot> snapshot = load();
  EXPECT_EQ(snapshot->ranges({}).size(), 2u);
  const auto passed = snapshot->ranges({{two_.document.id, {1}}});
  ASSERT_EQ(passed.size(), 1u);
  EXPECT_EQ(passed[0].document, two_.document.id);
}

// Invariant 5.
TEST_F(SnapshotOf, RowsThatDoNotCorrespondAreCorruptAndNamed) {
  const auto corrupt = [&](const std::string& sql, const std::string& undo) {
    ASSERT_TRUE(database_->script(sql).ok()) << sql;
    const Result<Snapshot> snapshot = load();
    ASSERT_FALSE(snapshot.ok()) << sql;
    EXPECT_EQ(snapshot.error().code, Code::Corrupt);
    EXPECT_NE(snapshot.error().what.find("vectors."), std::string::npos) << snapshot.error().what;
    ASSERT_TRUE(database_->script(undo).ok());
    EXPECT_TRUE(load().ok()) << undo;
  };
  corrupt("UPDATE documents SET chunks = chunks + 1", "UPDATE documents SET chunks = chunks - 1");
  corrupt("UPDATE documents SET first_row = 1", "UPDATE documents SET first_row = 0");
  corrupt("UPDATE documents SET first_row = -1", "UPDATE documents SET first_row = 0");
  corrupt("UPDATE segments SET rows = rows + 1", "UPDATE segments SET rows = rows - 1");
  corrupt("UPDATE segments SET checksum = checksum + 1",
          "UPDATE segments SET checksum = checksum - 1");
  corrupt("UPDATE library SET dimension = 5", "UPDATE library SET dimension = 4");
  corrupt("UPDATE library SET model_digest = 'model-b'",
          "UPDATE library SET model_digest = 'model-a/fp32'");
  corrupt("PRAGMA foreign_keys = OFF; UPDATE documents SET segment = 9 WHERE segment = 2",
          "UPDATE documents SET segment = 2 WHERE segment = 9");
  corrupt("UPDATE documents SET segment = 1, first_row = 1 WHERE segment = 2",  // overlapping
          "UPDATE documents SET segment = 2, first_row = 0 WHERE chunks = 1");
}

TEST_F(SnapshotOf, KnownSegmentsAreMappedAgainAndNewOnesChecked) {
  const Result<Snapshot> before = load();
  const auto after = Snapshot::load(*database_, folder_.path(), &before.value());
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(after->ranges({}).size(), 2u);
}

}  // namespace
}  // namespace oi
