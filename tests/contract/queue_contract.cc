// The queue's and the journal's part of the suite.
#include "tests/contract/store_contract.h"

namespace oi::testing {

TEST_P(StoreContract, TicketsAreLeasedOldestFirstAndOnceEach) {
  const auto a = queue().enqueue("/a", 100);
  const auto b = queue().enqueue("/b", 101);
  ASSERT_TRUE(done(a));
  ASSERT_LT(*a, *b);
  EXPECT_EQ(*queue().enqueue("/a", 102), *a);  // still waiting
  const auto first = queue().lease(110, 120);
  ASSERT_TRUE(done(first));
  ASSERT_TRUE(first->has_value());
  EXPECT_EQ((*first)->id, *a);
  EXPECT_EQ((*first)->path, "/a");
  EXPECT_EQ((*first)->attempt, 1u);
  EXPECT_EQ((*first)->lease_until, 230);
  EXPECT_EQ((*queue().lease(110, 120))->id, *b);
  EXPECT_FALSE(queue().lease(110, 120)->has_value());
  EXPECT_NE(*queue().enqueue("/a", 111), *a);  // held: the file may have changed since
}

TEST_P(StoreContract, StageNeverMovesBackwardsWithinAnAttempt) {
  ASSERT_TRUE(done(queue().enqueue("/a", 1)));
  const Ticket ticket = **queue().lease(1, 10);
  ASSERT_TRUE(done(queue().beat(ticket, Stage::Embedding, 5, 10)));
  ASSERT_TRUE(done(queue().beat(ticket, Stage::Extracting, 6, 10)));
  EXPECT_EQ(queue().list()->front().stage, Stage::Embedding);
  EXPECT_EQ(queue().list()->front().lease_until, 16);
  expect_code(queue().beat(ticket, Stage::Complete, 6, 10), Code::Invalid);
  expect_code(queue().finish(ticket, Stage::Embedding), Code::Invalid);
}

// Invariant 6.
TEST_P(StoreContract, TicketIsNeverHeldPastItsLease) {
  const int64_t id = *queue().enqueue("/a", 1);
  const Ticket first = **queue().lease(1, 10);
  ASSERT_TRUE(done(queue().beat(first, Stage::Chunking, 10, 10)));
  EXPECT_FALSE(queue().lease(19, 10)->has_value());
  expect_code(queue().beat(first, Stage::Chunking, 20, 10), Code::Busy);
  const auto second = queue().lease(20, 10);
  ASSERT_TRUE(second->has_value());
  EXPECT_EQ((*second)->id, id);
  EXPECT_EQ((*second)->attempt, 2u);
  EXPECT_EQ((*second)->stage, Stage::Loading);
  // The first holder comes back: it may not touch the ticket any more.
  expect_code(queue().beat(first, Stage::Storing, 21, 10), Code::Busy);
  expect_code(queue().finish(first, Stage::Complete), Code::Busy);
  ASSERT_TRUE(done(queue().beat(**second, Stage::Storing, 21, 10)));
  ASSERT_TRUE(done(queue().finish(**second, Stage::Complete)));
  EXPECT_EQ(queue().list()->front().stage, Stage::Complete);
  EXPECT_EQ(queue().list()->front().lease_until, 0);
}

TEST_P(StoreContract, ThirdLostLeaseFailsTheTicket) {
  ASSERT_TRUE(done(queue().enqueue("/a", 1)));
  for (int64_t attempt = 1; attempt <= 3; ++attempt) {
    const auto ticket = queue().lease(100 * attempt, 10);
    ASSERT_TRUE(ticket->has_value());
    EXPECT_EQ((*ticket)->attempt, attempt);
  }
  EXPECT_FALSE(queue().lease(1000, 10)->has_value());
  const Ticket failed = queue().list()->front();
  EXPECT_EQ(failed.stage, Stage::Failed);
  EXPECT_EQ(failed.reason, "lease_lost");
  EXPECT_FALSE(failed.what.empty());
  // A person asks for it again: it starts with a clean slate.
  ASSERT_TRUE(done(queue().finish(failed, Stage::Queued)));
  EXPECT_EQ(queue().list()->front().reason, "");
  EXPECT_TRUE(queue().lease(2000, 10)->has_value());
  EXPECT_TRUE(queue().lease(3000, 10)->has_value());
}

TEST_P(StoreContract, FailedTicketKeepsItsReason) {
  ASSERT_TRUE(done(queue().enqueue("/a", 1)));
  Ticket ticket = **queue().lease(1, 10);
  ticket.reason = "corrupt";
  ticket.what = "page 3: bad object";
  ASSERT_TRUE(done(queue().finish(ticket, Stage::Failed)));
  reopen();
  EXPECT_EQ(queue().list()->front().reason, "corrupt");
  EXPECT_EQ(queue().list()->front().what, "page 3: bad object");
  EXPECT_NE(*queue().enqueue("/a", 9), ticket.id);
}

TEST_P(StoreContract, PausedTicketWaitsUntilItIsQueuedAgain) {
  ASSERT_TRUE(done(queue().enqueue("/a", 1)));
  ASSERT_TRUE(done(queue().finish(queue().list()->front(), Stage::Paused)));
  EXPECT_FALSE(queue().lease(5, 10)->has_value());
  EXPECT_EQ(queue().list()->front().stage, Stage::Paused);
  ASSERT_TRUE(done(queue().finish(queue().list()->front(), Stage::Queued)));
  EXPECT_TRUE(queue().lease(6, 10)->has_value());
}

TEST_P(StoreContract, CancelledWhileHeldIsNotUndoneByItsHolder) {
  ASSERT_TRUE(done(queue().enqueue("/a", 1)));
  const Ticket held = **queue().lease(1, 10);
  ASSERT_TRUE(done(queue().finish(queue().list()->front(), Stage::Cancelled)));
  expect_code(queue().beat(held, Stage::Storing, 2, 10), Code::Busy);
  expect_code(queue().finish(held, Stage::Complete), Code::Busy);
  expect_code(queue().finish(held, Stage::Queued), Code::Busy);
  EXPECT_EQ(queue().list()->front().stage, Stage::Cancelled);
  Ticket unknown;
  unknown.id = 99;
  expect_code(queue().finish(unknown, Stage::Cancelled), Code::NotFound);
  expect_code(queue().beat(unknown, Stage::Storing, 1, 1), Code::NotFound);
}

TEST_P(StoreContract, PathsOfTicketsMayHoldAnyBytes) {
  const std::string odd = "/a\xff '\"; DROP TABLE tickets; --\n";
  ASSERT_TRUE(done(queue().enqueue(odd, 1)));
  EXPECT_EQ((*queue().lease(1, 10))->path, odd);
}

// --- Journal

TEST_P(StoreContract, AnswersAreKeptByteForByte) {
  expect_code(journal().answered("q1"), Code::NotFound);
  ASSERT_TRUE(done(journal().save("q1", "{\"a\":\"\xc3\xa9\"}", 5)));
  ASSERT_TRUE(done(journal().save("q2", "{}", 6)));
  ASSERT_TRUE(done(journal().save("q2", "{\"second\":1}", 7)));
  reopen();
  EXPECT_EQ(*journal().answered("q1"), "{\"a\":\"\xc3\xa9\"}");
  EXPECT_EQ(*journal().answered("q2"), "{\"second\":1}");
}

}  // namespace oi::testing
