// The library database: where it is, its tables, and how an older one becomes a newer one.
#pragma once

#include <cstdint>
#include <filesystem>

#include "embedded/sqlite.h"
#include "types/document.h"

namespace oi {

inline constexpr int kSchemaVersion = 3;

// Opens the folder's library.db, making or migrating it first where that is needed. Busy when
// another process does so for long; Unsupported when a newer version of the program wrote it;
// Corrupt when the file is no library.
Result<Database> open_database(const std::filesystem::path& folder);

// Makes the tables of that version from an older one's or from none, in one transaction.
Result<Done> migrate(Database& database, int to);

// A document's key in the tables: its id with the top bit turned, so that SQL's signed order is the
// order of ids.
inline int64_t key_of(DocumentId id) {
  return static_cast<int64_t>(id.value ^ (1ull << 63));
}
inline DocumentId id_of(int64_t key) {
  return {static_cast<uint64_t>(key) ^ (1ull << 63)};
}

}  // namespace oi
