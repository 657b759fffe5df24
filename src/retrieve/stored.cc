// All in one call. Only when that reports a removed chunk, one by one without it.
#include "retrieve/stored.h"

namespace oi {

Result<StoredById> stored_of(std::span<const Hit> hits, const Store& store) {
  std::vector<ChunkId> ids;
  ids.reserve(hits.size());
  for (const Hit& hit : hits)
    ids.push_back(hit.chunk);
  StoredById out;
  if (ids.empty()) return out;
  Result<std::vector<StoredChunk>> all = store.chunks(ids);
  if (all.ok()) {
    for (StoredChunk& each : *all)
      out.insert({each.chunk.id, std::move(each)});
    return out;
  }
  if (all.error().code != Code::NotFound) return std::move(all).error();
  for (const ChunkId& id : ids) {
    Result<std::vector<StoredChunk>> one = store.chunks({&id, 1});
    if (one.ok()) {
      out.insert({id, std::move(one->front())});
    } else if (one.error().code != Code::NotFound) {
      return std::move(one).error();
    }
  }
  return out;
}

}  // namespace oi
