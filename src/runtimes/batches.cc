// Longest first. A batch is opened by the longest text left, at its length rounded up to a step;
// texts join while they are not much shorter and the whole stays under a bound of tokens. The bound
// keeps one batch short enough to stop within, and small enough to stay in the processor's caches:
// beyond it the time per token no longer falls.
#include "runtimes/batches.h"

#include <algorithm>
#include <numeric>

namespace oi {
namespace {

constexpr size_t kStep = 16;            // tokens
constexpr size_t kTokensAtOnce = 1024;  // of a batch, padding included
constexpr size_t kSlack = 8;            // a text may be shorter by one part in so many

size_t rounded(size_t length, size_t longest) {
  return std::min((length + kStep - 1) / kStep * kStep, longest);
}

}  // namespace

std::vector<Batch> make_batches(std::span<const size_t> lengths, size_t longest) {
  std::vector<uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return lengths[a] > lengths[b]; });
  std::vector<Batch> batches;
  for (const uint32_t text : order) {
    const size_t tokens = rounded(lengths[text], longest);
    if (!batches.empty()) {
      Batch& open = batches.back();
      const bool alike = tokens + open.tokens / kSlack >= open.tokens;
      if (alike && (open.texts.size() + 1) * open.tokens <= kTokensAtOnce) {
        open.texts.push_back(text);
        continue;
      }
    }
    batches.push_back({.texts = {text}, .tokens = tokens});
  }
  return batches;
}

}  // namespace oi
