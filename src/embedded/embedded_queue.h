// Queue and Journal over the library's database, each with a connection of its own. The classes are
// in the .cc.
#pragma once

#include <filesystem>
#include <memory>

#include "store/store.h"

namespace oi {

// Failures as open_embedded.
Result<std::unique_ptr<Queue>> open_embedded_queue(const std::filesystem::path& folder);
Result<std::unique_ptr<Journal>> open_embedded_journal(const std::filesystem::path& folder);

}  // namespace oi
