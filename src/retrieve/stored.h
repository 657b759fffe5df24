// Chunks by id, for stages that hold hits from an earlier moment.
#pragma once

#include <map>
#include <span>

#include "base/result.h"
#include "store/store.h"
#include "types/evidence.h"

namespace oi {

using StoredById = std::map<ChunkId, StoredChunk>;

// The chunks of the hits. One whose document was removed since the search is simply absent: what is
// not in the library is not found. Fails as the store does.
Result<StoredById> stored_of(std::span<const Hit> hits, const Store& store);

}  // namespace oi
