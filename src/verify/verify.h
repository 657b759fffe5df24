// From a draft to what may be shown.
//
// 1. Every citation shown resolves to stored bytes (invariant 2).
// 2. Claims are only removed or marked, never written (invariant 9); the fixed sentence of an
//    abstention apart.
// 3. The same draft and evidence give the same answer (invariant 12): no clock, no chance, no
//    model.
#pragma once

#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "types/answer.h"
#include "verify/gate.h"

namespace oi {

struct Verified {
  Answer answer;
  std::vector<Verdict> verdicts;  // in the order the gates ran; claims by number, without copies
  bool operator==(const Verified&) const = default;
};

// Runs the gates in order and applies what they find. Abstains when the draft says "not found",
// when no claim is left, when a critical gate fails on what remains, when the mean of the
// applicable gates is under the verification bar, or when the confidence is under the abstention
// floor. An abstention says why and shows the nearest passages. Fails only with Cancelled.
//
// Confidence, uncalibrated: the mean of the best relevance and of the shown claims' own confidence,
// which is the share of a claim's words found in its source, and 0.6 of that when partial.
// Fidelity: the share of shown claims that are fully supported.
Result<Verified> verify(const Draft& draft, const GateInput& input, const Job& job);

// "The documents do not answer this.", in the language given (as in Profile), else in English.
std::string_view abstention_sentence(std::string_view language);

}  // namespace oi
