#include "embedded/embedded_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>

#include "embedded/compact.h"
#include "embedded/schema.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::indexed;
using testing::query_of;
using testing::TemporaryFolder;

// Most of the store's behaviour is in tests/contract.

size_t files_in(const std::filesystem::path& folder) {
  size_t files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder))
    ++files;
  return files;
}

TEST(EmbeddedStore, ManySmallCommitsLeaveFewSegmentFiles) {
  const TemporaryFolder folder;
  Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
  for (int i = 0; i < 80; ++i) {
    const Indexed one = indexed("/" + std::to_string(i), {"text " + std::to_string(i)});
    ASSERT_TRUE(stores.store->commit({&one, 1}, {}).ok());
    EXPECT_LE(files_in(folder.path() / "segments"), 3 * kFan);
  }
  const auto hits = stores.store->search_vectors(query_of({1, 0, 0, 0}), 100, {}, {});
  EXPECT_EQ(hits->ranked.size(), 80u);
}

TEST(EmbeddedStore, FailedCommitLeavesNoFile) {
  const TemporaryFolder folder;
  Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
  const Indexed one = indexed("/a", {"a0"});
  ASSERT_TRUE(stores.store->commit({&one, 1}, {}).ok());
  Database database = std::move(open_database(folder.path())).value();
  ASSERT_TRUE(database
                  .script("CREATE TRIGGER no BEFORE UPDATE ON library BEGIN "
                          "SELECT raise(ABORT, 'no'); END")
                  .ok());
  const Indexed two = indexed("/b", {"b0"});
  EXPECT_FALSE(stores.store->commit({&two, 1}, {}).ok());
  EXPECT_EQ(files_in(folder.path() / "segments"), 1u);
  ASSERT_TRUE(database.script("DROP TRIGGER no").ok());
  EXPECT_TRUE(stores.store->commit({&two, 1}, {}).ok());
  EXPECT_EQ(files_in(folder.path() / "segments"), 2u);
}

// Invariant 13: a stop at any step gives the store before it, or the store after it.
TEST(EmbeddedStore, StopAtAnyStepOfACommitLeavesTheStoreBeforeOrAfter) {
  size_t cancelled = 0;
  for (int last = 1; last < 20; ++last) {
    const TemporaryFolder folder;
    std::stop_source source;
    std::atomic<int> steps = 0;
    Stores stores = std::move(open_embedded_at(folder.path(), [&](std::string_view) {
                      if (++steps == last) source.request_stop();
                    })).value();
    const std::vector<Indexed> batch = {indexed("/a", {"amber one"}), indexed("/b", {"amber two"})};
    const auto committed = stores.store->commit(batch, {source.get_token(), {}});
    const size_t seen = committed.ok() ? 2 : 0;
    if (!committed.ok()) {
      EXPECT_EQ(committed.error().code, Code::Cancelled) << committed.error().what;
      ++cancelled;
    }
    EXPECT_EQ(stores.store->search_words("amber", 9, {}, {})->size(), seen);
    EXPECT_EQ(stores.store->search_vectors(query_of({1, 0, 0, 0}), 9, {}, {})->ranked.size(), seen);
    EXPECT_EQ(files_in(folder.path() / "segments"), seen / 2);
    EXPECT_TRUE(stores.store->commit(batch, {}).ok());
    if (committed.ok() && steps < last) break;
  }
  EXPECT_GE(cancelled, 3u);
}

// Invariant 13: within 200 ms of the stop, and nothing of the batch is there.
void expect_stopped_soon(const std::vector<Indexed>& batch) {
  const TemporaryFolder folder;
  Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
  std::stop_source source;
  std::chrono::steady_clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  const auto committed = stores.store->commit(batch, {source.get_token(), {}});
  const auto ended = std::chrono::steady_clock::now();
  stopper.join();
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().code, Code::Cancelled);
  EXPECT_LT(ended - asked, std::chrono::milliseconds(200));
  EXPECT_EQ(stores.store->card()->documents, 0u);
}

std::string words_text(int first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "word" + std::to_string((first + i) * 7919) + " ";
  return text;
}

TEST(EmbeddedStore, StopEndsACommitOfManyDocumentsSoon) {
  std::vector<Indexed> batch;
  for (int i = 0; i < 2000; ++i) {
    batch.push_back(indexed("/" + std::to_string(i), {words_text(i, 3000)}));
  }
  expect_stopped_soon(batch);
}

TEST(EmbeddedStore, StopEndsACommitOfOneLongDocumentSoon) {
  std::vector<std::string> texts;
  for (int i = 0; i < 30'000; ++i)
    texts.push_back(words_text(i, 200));
  expect_stopped_soon({indexed("/long", texts)});
}

// Invariants 4 and 5, for readers beside a writer. Run under TSan as well.
TEST(EmbeddedStore, SearchesBesideCommitsSeeWholeDocumentsOnly) {
  const TemporaryFolder folder;
  Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
  std::atomic<bool> done = false;
  std::atomic<size_t> looks = 0;
  const auto look = [&] {
    while (!done) {
      const auto words = stores.store->search_words("amber", 1000, {}, {});
      const auto rows = stores.store->search_vectors(query_of({1, 0, 0, 0}), 1000, {}, {});
      ASSERT_TRUE(words.ok()) << words.error().what;
      ASSERT_TRUE(rows.ok()) << rows.error().what;
      EXPECT_EQ(words->size() % 3, 0u);
      EXPECT_EQ(rows->ranked.size() % 3, 0u);
      if (!words->empty()) {
        const auto around = stores.store->around(words->front().chunk, 2);
        EXPECT_TRUE(around.ok() || around.error().code == Code::NotFound);
      }
      ++looks;
    }
  };
  std::jthread first(look);
  std::jthread second(look);
  for (int i = 0; i < 60 || looks < 20; ++i) {
    const std::string n = std::to_string(i);
    const Indexed one =
        indexed("/" + std::to_string(i % 40), {"amber " + n, "amber b" + n, "amber c" + n});
    ASSERT_TRUE(stores.store->commit({&one, 1}, {}).ok());
    if (i % 5 == 4) {
      ASSERT_TRUE(stores.store->remove(one.document.id).ok());
    }
  }
  done = true;
}

TEST(EmbeddedStore, TwoProcessesWorthOfWritersDoNotLoseACommit) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name) {
    Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
    for (int i = 0; i < 25; ++i) {
      const Indexed one = indexed("/" + name + std::to_string(i), {name + std::to_string(i)});
      const auto committed = stores.store->commit({&one, 1}, {});
      ASSERT_TRUE(committed.ok()) << committed.error().what;
    }
  };
  {
    std::jthread first(write, "a");
    std::jthread second(write, "b");
  }
  Stores stores = std::move(open_embedded_at(folder.path(), {})).value();
  EXPECT_EQ(stores.store->card()->documents, 50u);
  EXPECT_EQ(stores.store->search_vectors(query_of({1, 0, 0, 0}), 100, {}, {})->ranked.size(), 50u);
}

// Both make the folder, the tables and the write-ahead log, or find them made.
TEST(EmbeddedStore, TwoThatOpenANewLibraryAtOnceBothGetIt) {
  for (int round = 0; round < 60; ++round) {
    const TemporaryFolder folder;
    std::barrier start(2);
    const auto open = [&] {
      start.arrive_and_wait();
      const Result<Stores> stores = open_embedded_at(folder.path() / "new" / "library", {});
      EXPECT_TRUE(stores.ok()) << stores.error().what;
    };
    std::jthread first(open);
    std::jthread second(open);
  }
}

}  // namespace
}  // namespace oi
