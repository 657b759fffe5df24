#include "engine/ingest.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <map>
#include <thread>

#include "tests/engine/small_engine.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// The administrator reads files whatever their mode says; while one of these lives, this thread
// keeps to the mode. Who is no administrator does so anyway.
class WithoutPrivilege {
 public:
  WithoutPrivilege() {
    if (syscall(SYS_capget, &head_, before_) != 0) return;
    __user_cap_data_struct now[2] = {before_[0], before_[1]};
    now[0].effective &= ~((1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH));
    dropped_ = syscall(SYS_capset, &head_, now) == 0;
  }
  ~WithoutPrivilege() {
    if (dropped_) syscall(SYS_capset, &head_, before_);
  }
  WithoutPrivilege(const WithoutPrivilege&) = delete;
  WithoutPrivilege& operator=(const WithoutPrivilege&) = delete;

 private:
  __user_cap_header_struct head_ = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct before_[2] = {};
  bool dropped_ = false;
};

class Ingest : public ::testing::Test {
 protected:
  // Adds the folder of files and works the queue; gives the outcomes by file name.
  std::map<std::string, Ingested> add_all(const Job& job = {}) {
    std::map<std::string, Ingested> ended;
    const fs::path paths[] = {small_.folder / "files"};
    const Result<Enqueued> added = enqueue(small_.engine, paths, job);
    EXPECT_TRUE(added.ok());
    worked_ = work_queue(small_.engine, added->tickets, {}, job, [&](const Ingested& one) {
      ended[fs::path(one.ticket.path).filename()] = one;
    });
    return ended;
  }
  Store& store() { return *small_.engine.stores.store; }
  SmallEngine small_;
  Result<Done> worked_ = Done{};
};

TEST_F(Ingest, AFileBecomesADocumentThatIsFound) {
  small_.write("pump.md", "# Pumps\n\nThe impeller is made of bronze.\n");
  const auto ended = add_all();
  ASSERT_TRUE(worked_.ok()) << worked_.error().what;
  ASSERT_EQ(ended.at("pump.md").ticket.stage, Stage::Complete);
  EXPECT_FALSE(ended.at("pump.md").already_known);
  const Listed& listed = ended.at("pump.md").document;
  EXPECT_EQ(listed.name, "pump.md");
  EXPECT_EQ(listed.counts.characters_indexed, listed.counts.characters_kept);
  EXPECT_EQ(store().search_words("impeller bronze", 5, {}, {})->size(), 1u);
}

TEST_F(Ingest, AFileThatFailsIsNamedAndTheOthersGoOn) {
  small_.write("a-empty.txt", "");
  small_.write("b-broken.pdf", "%PDF-1.7\nnothing of a PDF follows");
  small_.write("c-good.txt", "Valves are checked on Mondays.");
  const auto ended = add_all();
  ASSERT_TRUE(worked_.ok());
  EXPECT_EQ(ended.at("a-empty.txt").ticket.reason, "empty");
  EXPECT_EQ(ended.at("b-broken.pdf").ticket.stage, Stage::Failed);
  EXPECT_EQ(ended.at("b-broken.pdf").ticket.reason, "corrupt");
  EXPECT_EQ(ended.at("c-good.txt").ticket.stage, Stage::Complete);
  EXPECT_EQ(*unread_files(small_.engine), 2u);
}

// C062: a file that may not be read is no silence: it is named with its path and the system's
// reason, it counts as unread, and the others go on.
TEST_F(Ingest, AFileThatMayNotBeReadIsNamedWithItsReason) {
  const fs::path secret = small_.write("a-secret.txt", "Nobody may see this.");
  small_.write("b-good.txt", "Valves are checked on Mondays.");
  fs::permissions(secret, fs::perms::none);
  const WithoutPrivilege dropped;
  if (open_for_reading(secret).ok()) GTEST_SKIP() << "this system lets any file be read";
  const auto ended = add_all();
  ASSERT_TRUE(worked_.ok()) << worked_.error().what;
  const Ticket& ticket = ended.at("a-secret.txt").ticket;
  EXPECT_EQ(ticket.stage, Stage::Failed);
  EXPECT_EQ(ticket.reason, code_row(open_for_reading(secret).error().code).name);
  EXPECT_NE(ticket.what.find("ermission"), std::string::npos) << ticket.what;
  EXPECT_NE(ticket.path.find("a-secret.txt"), std::string::npos);
  EXPECT_EQ(ended.at("b-good.txt").ticket.stage, Stage::Complete);
  EXPECT_EQ(*unread_files(small_.engine), 1u);
}

TEST_F(Ingest, TheSameBytesAgainAreNotReadAgain) {
  small_.write("one.txt", "The same bytes.");
  add_all();
  const size_t calls = static_cast<FakeEmbedder&>(*small_.engine.models.embedder).calls();
  small_.write("two.txt", "The same bytes.");
  const auto ended = add_all();
  ASSERT_TRUE(worked_.ok()) << worked_.error().what;
  EXPECT_TRUE(ended.at("one.txt").already_known);
  EXPECT_TRUE(ended.at("two.txt").already_known);
  EXPECT_EQ(ended.at("two.txt").document.paths.size(), 2u);
  EXPECT_EQ(static_cast<FakeEmbedder&>(*small_.engine.models.embedder).calls(), calls);
  EXPECT_EQ(store().card()->documents, 1u);
}

TEST_F(Ingest, OtherBytesAtAPathReplaceTheDocumentInSearch) {
  small_.write("rule.txt", "The limit is forty.");
  add_all();
  small_.write("rule.txt", "The limit is fifty.");
  add_all();
  ASSERT_TRUE(worked_.ok());
  EXPECT_TRUE(store().search_words("forty", 5, {}, {})->empty());
  EXPECT_EQ(store().search_words("fifty", 5, {}, {})->size(), 1u);
}

// Invariant 6: what a dead process held is free at once, and given up after three tries.
TEST_F(Ingest, ATicketOfADeadProcessIsTakenUpWithoutWaiting) {
  small_.write("a.txt", "Alpha.");
  const fs::path paths[] = {small_.folder / "files"};
  ASSERT_TRUE(enqueue(small_.engine, paths, {}).ok());
  ASSERT_TRUE(small_.engine.stores.queue->lease(1000, 120)->has_value());
  const auto ended = add_all();
  ASSERT_TRUE(worked_.ok());
  EXPECT_EQ(ended.at("a.txt").ticket.stage, Stage::Complete);
}

TEST_F(Ingest, AFileThatEndsTheProgramThreeTimesIsGivenUp) {
  small_.write("a.txt", "Alpha.");
  const fs::path paths[] = {small_.folder / "files"};
  ASSERT_TRUE(enqueue(small_.engine, paths, {}).ok());
  for (int attempt = 0; attempt < 3; ++attempt) {
    // The lease ran out while its holder was dead.
    const int64_t now = 1000 + attempt * 1000;
    ASSERT_TRUE(small_.engine.stores.queue->lease(now, 120)->has_value()) << attempt;
  }
  const Result<Done> worked = work_queue(small_.engine, {}, {}, {}, [](const Ingested&) {});
  ASSERT_TRUE(worked.ok());
  const std::vector<Ticket> tickets = *small_.engine.stores.queue->list();
  ASSERT_EQ(tickets.size(), 1u);
  EXPECT_EQ(tickets[0].stage, Stage::Failed);
  EXPECT_EQ(tickets[0].reason, "lease_lost");
}

// Invariant 13: a stop leaves the file in the queue and the store as it was.
TEST_F(Ingest, AStopPutsTheTicketBack) {
  small_.write("a.txt", "Alpha.");
  std::stop_source source;
  Job job{source.get_token(), [&](const Event& event) {
            if (std::holds_alternative<Progress>(event)) source.request_stop();
          }};
  const auto ended = add_all(job);
  ASSERT_FALSE(worked_.ok());
  EXPECT_EQ(worked_.error().code, Code::Cancelled);
  EXPECT_TRUE(ended.empty());
  EXPECT_EQ(store().card()->documents, 0u);
  EXPECT_EQ(small_.engine.stores.queue->list()->at(0).stage, Stage::Queued);
  EXPECT_EQ(add_all().at("a.txt").ticket.stage, Stage::Complete);
}

TEST_F(Ingest, ASecondWorkerWaitsAndFindsItsTicketsDone) {
  small_.write("a.txt", "Alpha.");
  const fs::path lock_path = *library_folder(small_.engine.settings) / "worker.lock";
  std::map<std::string, Ingested> ended;
  std::thread second;
  {
    const Result<FileLock> other = FileLock::take(lock_path);
    ASSERT_TRUE(other.ok());
    const fs::path paths[] = {small_.folder / "files"};
    const Result<Enqueued> added = enqueue(small_.engine, paths, {});
    ASSERT_TRUE(added.ok());
    std::atomic<bool> waits = false;
    Job job{{}, [&](const Event& event) {
              if (std::holds_alternative<Notice>(event)) waits = true;
            }};
    second = std::thread([&, tickets = added->tickets, job] {
      const Result<Done> worked = work_queue(
          small_.engine, tickets, {}, job,
          [&](const Ingested& one) { ended[fs::path(one.ticket.path).filename()] = one; });
      EXPECT_TRUE(worked.ok());
    });
    while (!waits)
      std::this_thread::yield();
    EXPECT_TRUE(ended.empty());
  }
  second.join();
  EXPECT_EQ(ended.at("a.txt").ticket.stage, Stage::Complete);
}

TEST_F(Ingest, TextsWithoutAFileAreCommittedTogether) {
  const Document documents[] = {make_document("a", "Alpha is first."),
                                make_document("b", "Beta is second.")};
  ASSERT_TRUE(ingest_texts(small_.engine, documents, {}).ok());
  const LibraryCard card = *store().card();
  EXPECT_EQ(card.documents, 2u);
  EXPECT_EQ(card.generation, 1u);
}

}  // namespace
}  // namespace oi
