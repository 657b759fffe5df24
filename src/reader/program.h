// What differs between the reader's programs, which share main.cc: `oi-reader` reads documents,
// `oi-reader-media` recordings. Each defines these beside its table of parsers (parsers.cc,
// parsers_media.cc); the linker chooses.
#pragma once

#include "reader/lockdown.h"

namespace oi {

// Before lock_down: all that this program's parsers would open from disk later.
void load_parsers();

// How much this program may use.
MemoryLimits memory_of_parsers();

}  // namespace oi
