// A process that changes a library is killed at every step that it takes. Whatever it was doing,
// the library opens again, holds the state before or the state after - never anything between - and
// doing the work again completes it (invariants 4, 5 and 6).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <set>

#include "embedded/embedded.h"
#include "embedded/embedded_store.h"
#include "embedded/snapshot.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
using testing::indexed;
using testing::query_of;
using testing::TemporaryFolder;

// Names of live documents, as each of the three ways to them tells it. They must agree.
std::set<std::string> live_documents(const Store& store) {
  std::set<std::string> names;
  std::set<DocumentId> listed;
  size_t chunks = 0;
  const auto all = store.list();
  EXPECT_TRUE(all.ok());
  for (const Listed& one : *all) {
    EXPECT_TRUE(store.document(one.id).ok());  // also old versions: text, layout and digest agree
    if (!one.live) continue;
    names.insert(one.path + "=" + to_text(one.id));
    listed.insert(one.id);
    chunks += one.chunks;
  }
  std::set<DocumentId> by_words, by_vectors;
  const auto words = store.search_words("amber", 1000, {}, {});
  const auto rows = store.search_vectors(query_of({1, 0, 0, 0}), 1000, {}, {});
  EXPECT_TRUE(words.ok() && rows.ok());
  for (const Ranked& hit : *words)
    by_words.insert(hit.chunk.document);
  for (const Ranked& hit : rows->ranked) {
    by_vectors.insert(hit.chunk.document);
    EXPECT_TRUE(store.chunks(std::vector<ChunkId>{hit.chunk}).ok());
  }
  EXPECT_EQ(words->size(), chunks);
  EXPECT_EQ(rows->ranked.size(), chunks);
  EXPECT_EQ(by_words, listed);
  EXPECT_EQ(by_vectors, listed);
  return names;
}

std::set<std::string> reopened(const fs::path& folder) {
  Result<Stores> stores = open_embedded(folder);
  EXPECT_TRUE(stores.ok()) << stores.error().what;
  if (!stores.ok()) return {};
  size_t segments = 0;
  for (const auto& file : fs::directory_iterator(folder / "segments")) {
    EXPECT_EQ(file.path().filename().string().rfind("vectors.", 0), 0u) << file.path();
    ++segments;
  }
  EXPECT_LE(segments, 20u);  // nothing that no row names
  return live_documents(*stores->store);
}

using Work = std::function<Result<Done>(Store&)>;

// Does the work in a process of its own that kills itself at its n-th step. True when it came to
// the end before that.
bool survives(const fs::path& folder, const Work& work, int n) {
  const pid_t child = ::fork();
  if (child == 0) {
    int steps = 0;
    const auto at = [&](std::string_view) {
      if (++steps == n) ::kill(::getpid(), SIGKILL);
    };
    Result<Stores> stores = open_embedded_at(folder, at);
    ::_exit(stores.ok() && work(*stores->store).ok() ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status)) return false;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return true;
}

Result<Done> commit(Store& store, const std::vector<Indexed>& batch) {
  return store.commit(batch, {});
}

std::vector<Indexed> seed(int documents) {
  std::vector<Indexed> batch;
  for (int i = 0; i < documents; ++i) {
    const std::string n = std::to_string(i);
    batch.push_back(indexed("/" + n, {"amber " + n, "amber too " + n}));
  }
  return batch;
}

// Kills at step 1, 2, ... until the work survives, each time on a fresh library made by `before`.
void kill_at_every_step(const Work& before, const Work& work, size_t least_kills) {
  size_t kills = 0;
  for (int n = 1; n < 100; ++n) {
    const TemporaryFolder folder;
    std::set<std::string> old_state, new_state;
    {
      Result<Stores> stores = open_embedded(folder.path());
      ASSERT_TRUE(stores.ok() && before(*stores->store).ok());
      old_state = live_documents(*stores->store);
    }
    {
      const TemporaryFolder reference;
      Result<Stores> stores = open_embedded(reference.path());
      ASSERT_TRUE(before(*stores->store).ok() && work(*stores->store).ok());
      new_state = live_documents(*stores->store);
    }
    ASSERT_NE(old_state, new_state);
    const bool survived = survives(folder.path(), work, n);
    const std::set<std::string> state = reopened(folder.path());
    EXPECT_TRUE(state == old_state || state == new_state) << "killed at step " << n;
    EXPECT_TRUE(!survived || state == new_state);
    {
      Result<Stores> stores = open_embedded(folder.path());
      const Result<Done> again = work(*stores->store);
      EXPECT_TRUE(again.ok() || again.error().code == Code::NotFound) << again.error().what;
      EXPECT_EQ(live_documents(*stores->store), new_state);
    }
    if (survived) {
      EXPECT_GE(kills, least_kills);
      return;
    }
    ++kills;
  }
  ADD_FAILURE() << "the work never came to its end";
}

TEST(Crash, FirstCommitIsThereWhollyOrNotAtAll) {
  kill_at_every_step([](Store&) -> Result<Done> { return Done{}; },
                     [](Store& store) { return commit(store, seed(3)); }, 6);
}

TEST(Crash, ReplacingADocumentShowsTheOldOrTheNew) {
  kill_at_every_step(
      [](Store& store) { return commit(store, seed(3)); },
      [](Store& store) {
        return commit(store, {indexed("/1", {"amber replaced"}), indexed("/new", {"amber new"})});
      },
      6);
}

TEST(Crash, MergingSegmentsLosesNothing) {
  kill_at_every_step(
      [](Store& store) -> Result<Done> {
        for (const Indexed& one : seed(7))
          TRY(store.commit({&one, 1}, {}));
        return Done{};
      },
      [](Store& store) { return commit(store, {indexed("/one more", {"amber more"})}); }, 12);
}

TEST(Crash, RemovalIsThereWhollyOrNotAtAll) {
  kill_at_every_step([](Store& store) { return commit(store, seed(3)); },
                     [](Store& store) { return store.remove(seed(3)[1].document.id); }, 3);
}

// Not at a named step but at any moment, also inside SQLite and while files are written.
TEST(Crash, KilledAtAnyMomentTheLibraryHoldsWholeCommits) {
  const std::vector<Indexed> all = seed(40);
  for (int round = 0; round < 25; ++round) {
    const TemporaryFolder folder;
    ASSERT_TRUE(open_embedded(folder.path()).ok());
    const pid_t child = ::fork();
    if (child == 0) {
      Result<Stores> stores = open_embedded(folder.path());
      for (const Indexed& one : all) {
        if (!stores->store->commit({&one, 1}, {}).ok()) ::_exit(1);
      }
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(2000 + 7919 * round % 97 * 1000));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    const size_t committed = reopened(folder.path()).size();
    EXPECT_LE(committed, all.size());
    Result<Stores> stores = open_embedded(folder.path());
    ASSERT_TRUE(commit(*stores->store, all).ok());
    EXPECT_EQ(live_documents(*stores->store).size(), all.size());
  }
}

// Invariant 6.
TEST(Crash, TicketOfAKilledProcessIsLeasedAgainAfterItsTime) {
  const TemporaryFolder folder;
  {
    Result<Stores> stores = open_embedded(folder.path());
    ASSERT_TRUE(stores->queue->enqueue("/a", 1).ok());
  }
  const pid_t child = ::fork();
  if (child == 0) {
    Result<Stores> stores = open_embedded(folder.path());
    const auto ticket = stores->queue->lease(1, 120);
    if (ticket.ok() && ticket->has_value()) ::kill(::getpid(), SIGKILL);
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  Result<Stores> stores = open_embedded(folder.path());
  EXPECT_FALSE(stores->queue->lease(120, 120)->has_value());
  const auto ticket = stores->queue->lease(121, 120);
  ASSERT_TRUE(ticket->has_value());
  EXPECT_EQ((*ticket)->attempt, 2u);
  EXPECT_TRUE(stores->queue->finish(**ticket, Stage::Complete).ok());
}

}  // namespace
}  // namespace oi
