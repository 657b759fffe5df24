// Chunks by id, for stages that hold hits from an earlier moment.
#pragma once

#include <map>
#include <optional>
#include <span>

#include "base/result.h"
#include "store/store.h"
#include "types/evidence.h"

namespace oi {

using StoredById = std::map<ChunkId, StoredChunk>;

// The chunks of the hits. One whose document was removed since the search is simply absent: what is
// not in the library is not found. Fails as the store does.
Result<StoredById> stored_of(std::span<const Hit> hits, const Store& store);

// The chunk of the document that holds the byte `at` (the earlier one where two share it), or the
// next one where none does. Looked for from `known`, a chunk that is there, in about 2 log2 of the
// distance steps. Nothing behind the last one. Fails as the store does.
Result<std::optional<StoredChunk>> chunk_at(const Store& store, ChunkId known, uint64_t at);

}  // namespace oi
