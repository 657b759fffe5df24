// Who did what to whom: the same words in each other's place are another claim.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verify/wording.h"

namespace oi {

// Where a window has a word of the claim.
struct Match {
  size_t sentence = 0;
  size_t token = 0;
  bool operator==(const Match&) const = default;
};
using Matches = std::vector<std::optional<Match>>;  // one per token of the claim

// One line on the first pair that changed places; empty when none did. Looks at names, at words for
// opposite parties ("tenant", "landlord") and at numbers beside what they belong to. Cannot see a
// swap that also rebuilds the sentence.
std::string find_swap(const Wording& claim, const std::vector<const Wording*>& window,
                      const Matches& matches);

}  // namespace oi
