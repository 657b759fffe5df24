// A view: begin a read transaction, read the generation, take the kept snapshot if it has that one,
// else load it within the transaction. A writer may merge segments and delete the old files between
// the two; then the generation has moved on, and the view is opened anew.
#include "embedded/readers.h"

#include "embedded/rows.h"
#include "embedded/schema.h"

namespace oi {
namespace {

constexpr size_t kIdleKept = 4;
constexpr int kTries = 20;

}  // namespace

Readers::Lease::~Lease() {
  if (home_ != nullptr) home_->give_back(std::move(database_));
}

Result<Readers::Lease> Readers::take() {
  {
    Lock lock(mutex_);
    if (!idle_.empty()) {
      Database database = std::move(idle_.back());
      idle_.pop_back();
      return Lease(*this, std::move(database));
    }
  }
  Database database = TRY(open_database(folder_));
  return Lease(*this, std::move(database));
}

void Readers::give_back(Database database) {
  Lock lock(mutex_);
  if (idle_.size() < kIdleKept) idle_.push_back(std::move(database));
}

Result<View> Views::open() {
  for (int tries = 0; tries < kTries; ++tries) {
    Readers::Lease lease = TRY(readers_.take());
    Transaction transaction = TRY(Transaction::read(lease.database()));
    const LibraryRow library = TRY(read_library(lease.database()));
    std::shared_ptr<const Snapshot> snapshot;
    {
      Lock lock(mutex_);
      snapshot = newest_;
    }
    if (snapshot != nullptr && snapshot->generation() == library.generation) {
      return View{std::move(lease), std::move(transaction), std::move(snapshot)};
    }
    Result<Snapshot> loaded = Snapshot::load(lease.database(), folder_, snapshot.get());
    if (loaded) {
      snapshot = std::make_shared<const Snapshot>(std::move(loaded).value());
      Lock lock(mutex_);
      if (newest_ == nullptr || newest_->generation() < snapshot->generation()) newest_ = snapshot;
      return View{std::move(lease), std::move(transaction), std::move(snapshot)};
    }
    Readers::Lease second = TRY(readers_.take());
    const LibraryRow now = TRY(read_library(second.database()));
    if (now.generation == library.generation) return std::move(loaded).error();
  }
  return Error{Code::Busy, "the library changes faster than it can be read"};
}

}  // namespace oi
