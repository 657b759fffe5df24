// The embedded store's opener: one folder a library, SQLite as the manifest, mapped vector
// segments.
#pragma once

#include <filesystem>

#include "base/pool.h"
#include "store/store.h"

namespace oi {

// Makes the folder when it is not there. Busy when another process is making or migrating it;
// Corrupt when the database or a live segment is damaged (named); Unsupported when a newer version
// of the program wrote it. Files that no row names are deleted. Searches of vectors share the pool,
// which must outlive the last of them; null: each runs in its caller's thread.
Result<Stores> open_embedded(const std::filesystem::path& folder, Pool* pool = nullptr);

}  // namespace oi
