// Invariant 6: a ticket is never held past its lease.
//
// A holder is known by the attempt that its lease was given: whoever comes with an older attempt
// has lost the ticket. Leases that ran out are taken back whenever somebody asks for a ticket; the
// third time the ticket fails. Every change is one write transaction, so two processes cannot hold
// one ticket.
#include "embedded/embedded_queue.h"

#include "base/thread_safety.h"
#include "embedded/schema.h"
#include "embedded/sqlite.h"

namespace oi {
namespace {

constexpr int kMostLost = 3;

bool ended(Stage stage) {
  return stage == Stage::Complete || stage == Stage::Cancelled || stage == Stage::Failed;
}

bool working(Stage stage) {
  return stage >= Stage::Loading && stage <= Stage::Storing;
}

int64_t number_of(Stage stage) {
  return static_cast<int64_t>(stage);
}

constexpr const char* kSelect =
    "SELECT id, path, stage, lease_until, attempt, reason, what FROM tickets ";

Result<Ticket> ticket_of(const Statement& row) {
  Ticket ticket;
  ticket.id = row.integer(0);
  ticket.path = row.text(1);
  const int64_t stage = row.integer(2);
  if (stage < 0 || stage >= kStages) {
    return Error{Code::Corrupt, "ticket " + std::to_string(ticket.id) + ": unknown stage"};
  }
  ticket.stage = static_cast<Stage>(stage);
  ticket.lease_until = row.integer(3);
  ticket.attempt = static_cast<uint32_t>(row.integer(4));
  ticket.reason = row.text(5);
  ticket.what = row.text(6);
  return ticket;
}

Result<Done> read_tags(Database& database, Ticket& ticket) {
  Statement select =
      TRY(database.prepare("SELECT tag FROM ticket_tags WHERE ticket = ? ORDER BY tag"));
  select.bind(ticket.id);
  while (TRY(select.step()))
    ticket.tags.emplace_back(select.text(0));
  return Done{};
}

Result<Ticket> find_ticket(Database& database, int64_t id) {
  Statement select = TRY(database.prepare(std::string(kSelect) + "WHERE id = ?"));
  const bool found = TRY(select.bind(id).step());
  if (!found) return Error{Code::NotFound, "ticket " + std::to_string(id) + ": not in the queue"};
  return ticket_of(select);
}

Error lost(const Ticket& ticket) {
  return {Code::Busy, "ticket " + std::to_string(ticket.id) + ": its lease was lost"};
}

class EmbeddedQueue final : public Queue {
 public:
  explicit EmbeddedQueue(Database database) : database_(std::move(database)) {}
  Result<int64_t> enqueue(std::string_view path, int64_t now,
                          const std::vector<std::string>& tags) override OI_EXCLUDES(mutex_);
  Result<std::optional<Ticket>> lease(int64_t now, int64_t seconds) override OI_EXCLUDES(mutex_);
  Result<Done> beat(const Ticket& ticket, Stage stage, int64_t now, int64_t seconds) override
      OI_EXCLUDES(mutex_);
  Result<Done> finish(const Ticket& ticket, Stage stage) override OI_EXCLUDES(mutex_);
  Result<std::vector<Ticket>> list() const override OI_EXCLUDES(mutex_);

 private:
  Result<Done> take_back(int64_t now) OI_REQUIRES(mutex_);

  mutable Mutex mutex_;
  mutable Database database_ OI_GUARDED_BY(mutex_);
};

Result<int64_t> EmbeddedQueue::enqueue(std::string_view path, int64_t now,
                                       const std::vector<std::string>& tags) {
  Lock lock(mutex_);
  Transaction transaction = TRY(Transaction::write(database_));
  Statement select = TRY(database_.prepare(
      "SELECT id FROM tickets WHERE path = ? AND stage < ? AND lease_until <= ? ORDER BY id"));
  const bool waits = TRY(select.bind(path, number_of(Stage::Complete), now).step());
  if (waits && tags.empty()) return select.integer(0);
  int64_t id = 0;
  if (waits) {
    id = select.integer(0);
  } else {
    TRY(database_.run("INSERT INTO tickets(path, stage, enqueued) VALUES(?, ?, ?)", path,
                      number_of(Stage::Queued), now));
    id = database_.last_row();
  }
  for (const std::string& tag : tags) {
    TRY(database_.run("INSERT OR IGNORE INTO ticket_tags(ticket, tag) VALUES(?, ?)", id,
                      std::string_view(tag)));
  }
  TRY(transaction.commit());
  return id;
}

Result<Done> EmbeddedQueue::take_back(int64_t now) {
  TRY(
      database_.run("UPDATE tickets SET stage = ?, lease_until = 0, lost = lost + 1 "
                    "WHERE lease_until > 0 AND lease_until <= ? AND stage < ?",
                    number_of(Stage::Queued), now, number_of(Stage::Complete)));
  return database_.run(
      "UPDATE tickets SET stage = ?, reason = 'lease_lost', "
      "what = 'Reading it ended without a word three times, so it is not tried again.' "
      "WHERE stage = ? AND lost >= ?",
      number_of(Stage::Failed), number_of(Stage::Queued), kMostLost);
}

Result<std::optional<Ticket>> EmbeddedQueue::lease(int64_t now, int64_t seconds) {
  Lock lock(mutex_);
  Transaction transaction = TRY(Transaction::write(database_));
  TRY(take_back(now));
  std::optional<Ticket> ticket;
  {
    Statement select =
        TRY(database_.prepare(std::string(kSelect) + "WHERE stage = ? ORDER BY id LIMIT 1"));
    if (TRY(select.bind(number_of(Stage::Queued)).step())) ticket = TRY(ticket_of(select));
  }
  if (ticket) {
    TRY(read_tags(database_, *ticket));
    ticket->stage = Stage::Loading;
    ticket->lease_until = now + seconds;
    ticket->attempt += 1;
    TRY(database_.run("UPDATE tickets SET stage = ?, lease_until = ?, attempt = ? WHERE id = ?",
                      number_of(ticket->stage), ticket->lease_until, ticket->attempt, ticket->id));
  }
  TRY(transaction.commit());
  return ticket;
}

Result<Done> EmbeddedQueue::beat(const Ticket& ticket, Stage stage, int64_t now, int64_t seconds) {
  if (!working(stage)) return Error{Code::Invalid, "a beat names a stage of work"};
  Lock lock(mutex_);
  Transaction transaction = TRY(Transaction::write(database_));
  const Ticket stored = TRY(find_ticket(database_, ticket.id));
  if (stored.attempt != ticket.attempt || stored.lease_until <= now) return lost(ticket);
  const Stage furthest = std::max(stored.stage, stage);
  TRY(database_.run("UPDATE tickets SET stage = ?, lease_until = ? WHERE id = ?",
                    number_of(furthest), now + seconds, ticket.id));
  return transaction.commit();
}

Result<Done> EmbeddedQueue::finish(const Ticket& ticket, Stage stage) {
  if (working(stage)) return Error{Code::Invalid, "a ticket does not end in a stage of work"};
  Lock lock(mutex_);
  Transaction transaction = TRY(Transaction::write(database_));
  const Ticket stored = TRY(find_ticket(database_, ticket.id));
  if (stored.attempt != ticket.attempt) return lost(ticket);
  // What has ended only begins anew, and only for one who knows that it had ended.
  const bool again = stage == Stage::Queued && ticket.stage == stored.stage;
  if (ended(stored.stage) && !again) return lost(ticket);
  const bool failed = stage == Stage::Failed;
  TRY(database_.run(
      "UPDATE tickets SET stage = ?, lease_until = 0, reason = ?, what = ?, "
      "lost = CASE WHEN ? THEN 0 ELSE lost END WHERE id = ?",
      number_of(stage), failed ? std::string_view(ticket.reason) : "",
      failed ? std::string_view(ticket.what) : "", ended(stored.stage) ? 1 : 0, ticket.id));
  return transaction.commit();
}

Result<std::vector<Ticket>> EmbeddedQueue::list() const {
  Lock lock(mutex_);
  Statement select = TRY(database_.prepare(std::string(kSelect) + "ORDER BY id"));
  std::vector<Ticket> tickets;
  while (TRY(select.step()))
    tickets.push_back(TRY(ticket_of(select)));
  for (Ticket& ticket : tickets)
    TRY(read_tags(database_, ticket));
  return tickets;
}

class EmbeddedJournal final : public Journal {
 public:
  explicit EmbeddedJournal(Database database) : database_(std::move(database)) {}
  Result<Done> save(std::string_view id, std::string_view answered_json, int64_t now) override
      OI_EXCLUDES(mutex_);
  Result<std::string> answered(std::string_view id) const override OI_EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  mutable Database database_ OI_GUARDED_BY(mutex_);
};

Result<Done> EmbeddedJournal::save(std::string_view id, std::string_view answered_json,
                                   int64_t now) {
  Lock lock(mutex_);
  return database_.run("INSERT OR REPLACE INTO answers(id, json, saved) VALUES(?, ?, ?)", id,
                       answered_json, now);
}

Result<std::string> EmbeddedJournal::answered(std::string_view id) const {
  Lock lock(mutex_);
  Statement select = TRY(database_.prepare("SELECT json FROM answers WHERE id = ?"));
  const bool found = TRY(select.bind(id).step());
  if (!found) return Error{Code::NotFound, "answer " + std::string(id) + ": not kept"};
  return std::string(select.text(0));
}

}  // namespace

Result<std::unique_ptr<Queue>> open_embedded_queue(const std::filesystem::path& folder) {
  Database database = TRY(open_database(folder));
  return std::unique_ptr<Queue>(std::make_unique<EmbeddedQueue>(std::move(database)));
}

Result<std::unique_ptr<Journal>> open_embedded_journal(const std::filesystem::path& folder) {
  Database database = TRY(open_database(folder));
  return std::unique_ptr<Journal>(std::make_unique<EmbeddedJournal>(std::move(database)));
}

}  // namespace oi
