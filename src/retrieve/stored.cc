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

// Chunks lie in order and overlap a little, so both of their ends grow with the ordinal: the first
// whose end is behind `at` is the one.
Result<std::optional<StoredChunk>> chunk_at(const Store& store, ChunkId known, uint64_t at) {
  // The chunk, or nothing behind the last one.
  const auto chunk_of = [&](uint32_t ordinal) -> Result<std::optional<StoredChunk>> {
    Result<std::vector<StoredChunk>> one = store.around({known.document, ordinal}, 0);
    if (one.ok()) return std::optional<StoredChunk>(std::move(one->front()));
    if (one.error().code != Code::NotFound) return std::move(one).error();
    return std::optional<StoredChunk>();
  };
  const auto reaches = [&](uint32_t ordinal) -> Result<bool> {
    const std::optional<StoredChunk> chunk = TRY(chunk_of(ordinal));
    return !chunk || chunk->chunk.span.end > at;
  };
  uint32_t low = 0, high = known.ordinal;  // the first that reaches is in [low, high]
  uint32_t step = 1;
  const bool known_reaches = TRY(reaches(known.ordinal));
  for (bool found = known_reaches; !found; step *= 2) {
    low = high + 1;
    high = high > UINT32_MAX - step ? UINT32_MAX : high + step;
    found = TRY(reaches(high));
  }
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const bool here = TRY(reaches(middle));
    if (here) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return chunk_of(low);
}

}  // namespace oi
