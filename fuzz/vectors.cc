// A segment file from outside: whatever its bytes, it is refused or every row of it can be read.
// The bytes are tried as they are and with a right checksum, which the fuzzer would not guess.
#include <cstring>
#include <vector>

#include "embedded/nearest.h"
#include "embedded/vectors.h"

namespace {

void read_all(std::span<const std::byte> bytes) {
  const auto view = oi::read_segment(bytes, "vectors.1", oi::SegmentCheck::Bytes);
  if (!view.ok()) return;
  const std::vector<float> query(view->dimension, 0.5f);
  const oi::RowRange range{view->rows, view->lengths, static_cast<uint32_t>(view->count), {1},
                           0,          view->int8};
  (void)oi::best_rows(query, {&range, 1}, 3, {.int8_least = 0}, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  std::vector<float> aligned(size / sizeof(float) + 1);
  std::memcpy(aligned.data(), bytes, size);
  const auto copy = std::as_writable_bytes(std::span(aligned)).first(size);
  read_all(copy);
  if (size < sizeof(oi::SegmentHeader) || size % sizeof(float) != 0) return 0;
  const uint64_t checksum = oi::segment_checksum(copy);
  std::memcpy(copy.data() + offsetof(oi::SegmentHeader, checksum), &checksum, sizeof checksum);
  read_all(copy);
  return 0;
}
