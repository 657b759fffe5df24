// Feeds any bytes to the reader of a model's text, and checks what it promises of claims.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "answer/draft.h"
#include "base/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  oi::Evidence evidence;
  for (const char* label : {"S1", "S2", "S3"}) {
    evidence.passages.emplace_back();
    evidence.passages.back().label = label;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const oi::Draft draft = oi::parse_draft(text, evidence);
  for (const oi::Claim& claim : draft.claims) {
    if (claim.text.empty() || !oi::valid_utf8(claim.text) || draft.says_not_found) std::abort();
    for (const std::string& label : claim.labels) {
      if (label != "S1" && label != "S2" && label != "S3") std::abort();
    }
  }
  return 0;
}
