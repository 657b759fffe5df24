#include "extract/spool.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace oi {

Result<Descriptor> open_spool(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  Descriptor unnamed(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (unnamed.valid()) return unnamed;
  Descriptor memory(::memfd_create("spool", MFD_CLOEXEC));
  if (!memory.valid()) return system_error(errno, "cannot make a temporary file", folder);
  return memory;
}

}  // namespace oi
