// Makes the folders (a new library is for its owner's eyes only), then opens the three parts over
// the one database file. The store comes first: it makes or migrates the tables and checks the
// segments.
#include "embedded/embedded.h"

#include "base/file.h"
#include "embedded/embedded_queue.h"
#include "embedded/embedded_store.h"

namespace oi {

Result<Stores> open_embedded_at(const std::filesystem::path& folder, const AtStep& at, Pool* pool) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const bool fresh = fs::create_directories(folder, failed);
  if (fresh) fs::permissions(folder, fs::perms::owner_all, failed);
  if (!failed) fs::create_directories(folder / "segments", failed);
  if (failed) return system_error(failed.value(), "cannot make", folder / "segments");
  Stores stores;
  stores.store = TRY(open_embedded_store(folder, at, pool));
  stores.queue = TRY(open_embedded_queue(folder));
  stores.journal = TRY(open_embedded_journal(folder));
  return stores;
}

Result<Stores> open_embedded(const std::filesystem::path& folder, Pool* pool) {
  return open_embedded_at(folder, {}, pool);
}

}  // namespace oi
