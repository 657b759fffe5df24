#include "embedded/embedded_queue.h"

#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>

#include "embedded/schema.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::TemporaryFolder;

// Invariant 6. Most of the queue's behaviour is in tests/contract.
TEST(EmbeddedQueue, TwoQueuesOverOneLibraryNeverHoldOneTicketTwice) {
  const TemporaryFolder folder;
  {
    auto queue = std::move(open_embedded_queue(folder.path())).value();
    for (int i = 0; i < 40; ++i)
      ASSERT_TRUE(queue->enqueue("/" + std::to_string(i), 1).ok());
  }
  std::mutex mutex;
  std::multiset<int64_t> held;
  const auto work = [&] {
    auto queue = std::move(open_embedded_queue(folder.path())).value();
    for (;;) {
      const auto ticket = queue->lease(5, 100);
      ASSERT_TRUE(ticket.ok()) << ticket.error().what;
      if (!ticket->has_value()) return;
      const std::lock_guard lock(mutex);
      held.insert((*ticket)->id);
    }
  };
  {
    std::jthread first(work);
    std::jthread second(work);
  }
  EXPECT_EQ(held.size(), 40u);
  EXPECT_EQ(std::set<int64_t>(held.begin(), held.end()).size(), 40u);
}

TEST(EmbeddedQueue, UnknownStageInTheTableIsCorrupt) {
  const TemporaryFolder folder;
  auto queue = std::move(open_embedded_queue(folder.path())).value();
  ASSERT_TRUE(queue->enqueue("/a", 1).ok());
  Database database = std::move(open_database(folder.path())).value();
  ASSERT_TRUE(database.script("UPDATE tickets SET stage = 99").ok());
  EXPECT_EQ(queue->list().error().code, Code::Corrupt);
}

TEST(EmbeddedQueue, JournalIsSharedByAllOpeningsOfALibrary) {
  const TemporaryFolder folder;
  auto first = std::move(open_embedded_journal(folder.path())).value();
  auto second = std::move(open_embedded_journal(folder.path())).value();
  ASSERT_TRUE(first->save("q", "{}", 1).ok());
  EXPECT_EQ(*second->answered("q"), "{}");
}

}  // namespace
}  // namespace oi
