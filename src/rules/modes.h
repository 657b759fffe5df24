// The one table of modes: the specification's twenty rows, one struct, three rows of values. Stages
// read fields of ModeRules and never the mode itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "types/question.h"

namespace oi {

enum class Shape : uint8_t { OnePass, ReasoningSteps, Sessions };
enum class Calibration : uint8_t { Default, Conservative };
// A research pass that the machine's tier may refuse.
enum class VerificationLoop : uint8_t { None, WhereTierGrantsIt, Never };
enum class Tools : uint8_t { None, Allowed, Off };

struct ModeRules {
  Mode mode;
  const char* name;  // as shown
  const char* key;   // as written on the command line
  Shape shape;
  uint32_t sessions_most;     // 0: one pass
  uint32_t sessions_least;    // no early stop before this many
  bool steps_by_tier;         // reasoning steps and confidence target come from the machine's tier
  uint32_t reasoning_steps;   // where they do not
  double stop_at_confidence;  // where the tier does not say; 0: no loop
  uint32_t results_wanted;
  double similarity_floor;
  double diversity;  // lambda of maximal marginal relevance
  double temperature;
  double verification_bar;
  double gate_lift;
  double abstain_below;
  Calibration calibration;
  bool rewrites_question;  // rewrite and hypothetical passage
  uint32_t expansions;
  uint32_t neighbours;  // chunks on each side
  bool compresses;      // contextual compression
  uint32_t turns_kept;
  double specification_boost;
  VerificationLoop verification_loop;
  Tools tools;
  uint32_t research_passes;
  uint32_t research_passes_in_verification;
  uint32_t research_pass_seconds;
};

inline constexpr size_t kModeCount = 3;
extern const std::array<ModeRules, kModeCount> kModes;
const ModeRules& rules_for(Mode mode);
// Finds a mode by its key ("standard", "deep", "maximum"); nullptr when there is none.
const ModeRules* find_mode(const std::string& key);

// What a machine of some size can bear (ruling 2). Deep Think reads the detected row, Maximum the
// last one.
struct Tier {
  const char* name;
  uint32_t cores_most;  // 0: no bound
  uint32_t gib_most;
  uint32_t steps;
  double confidence_target;
  uint32_t cooldown_ms;
  uint32_t embedding_batch;
  uint32_t pages_at_once;
};
inline constexpr size_t kTierCount = 7;
extern const std::array<Tier, kTierCount> kTiers;
const Tier& tier_for(uint32_t cores, uint32_t gib);

// The gate bars of one question: the profile's row, lifted by the mode, halved where the question
// is extractive. All adjustments are here and in no gate.
struct Bars {
  double tau = 0;
  double margin = 0;
  double grounding = 0;
  double verification = 0;
  double abstain_below = 0;
};
enum class GateProfile : uint8_t { Default, Strict };
Bars bars_for(const ModeRules& mode, const Profile& profile, GateProfile gates);

// docs/MODES.md.
std::string rules_markdown();

}  // namespace oi
