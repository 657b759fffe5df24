// The gates: each answers one question about a draft, in a fixed order.
//
// A gate reads, judges and returns findings; it never edits. verify.cc applies the findings and
// hands the reduced draft to the next gate, so each gate is a function of its input (invariant 12).
// Those that exist: A, B, C and F.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/job.h"
#include "base/result.h"
#include "rules/modes.h"
#include "types/answer.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct GateInput {
  const Evidence& evidence;
  const Profile& profile;
  const Bars& bars;  // already lifted for mode and topic
  std::string_view question;
  std::span<const Document> sources;  // of the passages, as stored (load_sources)
};

// Fails only with Cancelled.
using GateFn = Result<Verdict> (*)(const Draft&, const GateInput&, const Job&);

Result<Verdict> gate_retrieval(const Draft& draft, const GateInput& input, const Job& job);
Result<Verdict> gate_coverage(const Draft& draft, const GateInput& input, const Job& job);
Result<Verdict> gate_numbers(const Draft& draft, const GateInput& input, const Job& job);
Result<Verdict> gate_quotes(const Draft& draft, const GateInput& input, const Job& job);

// A critical gate that fails after removal abstains, whatever the mean (ruling 21).
enum class Weight : uint8_t { Critical, Advisory };

struct Gate {
  char letter;
  const char* name;
  const char* asks;
  Weight weight;
  GateFn run;
};
inline constexpr std::array<Gate, 4> kGates = {{
    {'A', "retrieval confidence", "Did the search find enough, by a margin?", Weight::Critical,
     gate_retrieval},
    {'B', "evidence coverage", "Is every claim backed by what it cites?", Weight::Advisory,
     gate_coverage},
    {'C', "numeric sanity", "Do the numbers and units stand in the cited evidence?",
     Weight::Critical, gate_numbers},
    {'F', "quote faithfulness", "Do quoted spans exist, character for character?", Weight::Advisory,
     gate_quotes},
}};

// A verdict that names its gate, with nothing judged yet.
Verdict make_verdict(char letter);

}  // namespace oi
