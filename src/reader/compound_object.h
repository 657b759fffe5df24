// An object that another program put into a document: what it holds goes out as a file inside.
#pragma once

#include <string>
#include <string_view>

#include "reader/compound.h"
#include "reader/readers.h"

namespace oi {

// The storage of one object. A file that was put in as it is goes out under its own name; an object
// that is a document of a known program as a compound file; `name` is for those without one.
Result<Done> send_object(const CompoundFile& file, uint32_t storage, const std::string& name,
                         Frames& out);
// The same of a file of a package: one that is no compound file goes out as it is.
Result<Done> send_object_file(std::string_view bytes, const std::string& name, Frames& out);

}  // namespace oi
