// How texts of many lengths are put together, so that little work is spent on padding and the
// network sees few different shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oi {

struct Batch {
  std::vector<uint32_t> texts;  // indices into the lengths given
  size_t tokens = 0;            // of each row, padding included
};

// Every text is in one batch. `lengths` are in tokens and none is over `longest`. Equal lengths in
// any order give the same shapes; longest texts come first.
std::vector<Batch> make_batches(std::span<const size_t> lengths, size_t longest);

}  // namespace oi
