// Documents leave the library, with their earlier versions (ruling 37).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"

namespace oi {

// Each wanted by its id, name or path. All are looked for before any is removed: NotFound or
// Invalid leaves the library as it was. Gives what was removed, earlier versions included. The
// files that the documents were read from are not touched.
Result<std::vector<Listed>> remove_documents(Engine& engine, std::span<const std::string> wanted,
                                             const Job& job);

}  // namespace oi
