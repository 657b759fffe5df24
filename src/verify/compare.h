// One claim against one window of sentences.
#pragma once

#include <vector>

#include "verify/claim_check.h"

namespace oi {

// Consecutive sentences of one passage.
using Window = std::vector<const Wording*>;

// How much of the claim the window holds: content words and quantities, each as one; the words of
// the question a little on top, to tell equal windows apart. For ranking only.
double amount_held(const Wording& claim, const Window& window, const ReadEvidence& evidence);

struct Comparison {
  Standing standing = Standing::Unsupported;
  Fault fault = Fault::None;
  double coverage = 0;
  std::string reason;
};
Comparison compare(const Wording& claim, const Window& window, const ReadPassage& passage,
                   const ReadEvidence& evidence);

}  // namespace oi
