// Where a file inside of a file waits to be read: on disk, without a name, so that nothing of it is
// left when the program ends, however it ends.
#pragma once

#include <filesystem>

#include "base/file.h"

namespace oi {

// A file for writing and reading in the folder, which is made when absent; in memory where the file
// system knows no files without a name. Io, NoSpace.
Result<Descriptor> open_spool(const std::filesystem::path& folder);

}  // namespace oi
