// Connections for readers, and the view that one read needs: a connection inside a read
// transaction, with the snapshot of exactly that generation.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/thread_safety.h"
#include "embedded/snapshot.h"
#include "embedded/sqlite.h"

namespace oi {

// Hands out connections; any thread may ask. A few idle ones are kept.
class Readers {
 public:
  explicit Readers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // A connection that goes back when the value ends.
  class Lease {
   public:
    Lease(Readers& home, Database database) : home_(&home), database_(std::move(database)) {}
    Lease(Lease&& other) noexcept
        : home_(std::exchange(other.home_, nullptr)), database_(std::move(other.database_)) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    Database& database() { return database_; }

   private:
    Readers* home_;
    Database database_;
  };
  Result<Lease> take() OI_EXCLUDES(mutex_);

 private:
  void give_back(Database database) OI_EXCLUDES(mutex_);

  std::filesystem::path folder_;
  Mutex mutex_;
  std::vector<Database> idle_ OI_GUARDED_BY(mutex_);
};

// Everything read through one view is of one generation.
struct View {
  Readers::Lease lease;
  Transaction transaction;
  std::shared_ptr<const Snapshot> snapshot;
  Database& database() { return lease.database(); }
};

// Makes views, and keeps the newest snapshot so that a view costs one look at the generation.
class Views {
 public:
  explicit Views(std::filesystem::path folder) : folder_(folder), readers_(std::move(folder)) {}
  // Corrupt as Snapshot::load; Busy when the library changes faster than it can be read.
  Result<View> open() OI_EXCLUDES(mutex_);
  // A connection alone, for reads that need no vectors.
  Result<Readers::Lease> connection() { return readers_.take(); }

 private:
  std::filesystem::path folder_;
  Readers readers_;
  Mutex mutex_;
  std::shared_ptr<const Snapshot> newest_ OI_GUARDED_BY(mutex_);
};

}  // namespace oi
