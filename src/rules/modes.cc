// The values of the specification, read by everything else. bars_for() applies, in this order: the
// profile's row (default or strict; stricter where the topic is sensitive), the mode's lift (half
// of it for margin and grounding) up to the caps, then the relief for extractive questions.
#include "rules/modes.h"

#include <algorithm>
#include <cstdio>

#include "rules/limits.h"

namespace oi {

const std::array<ModeRules, kModeCount> kModes = {{
    {.mode = Mode::Standard,
     .name = "Standard",
     .key = "standard",
     .shape = Shape::OnePass,
     .sessions_most = 0,
     .sessions_least = 0,
     .steps_by_tier = false,
     .reasoning_steps = 0,
     .stop_at_confidence = 0,
     .results_wanted = 30,
     .similarity_floor = 0.28,
     .diversity = 0.60,
     .temperature = 0.4,
     .verification_bar = 0.50,
     .gate_lift = 0,
     .abstain_below = 0.35,
     .calibration = Calibration::Default,
     .rewrites_question = false,
     .expansions = 0,
     .neighbours = 2,
     .compresses = false,
     .turns_kept = 5,
     .specification_boost = 1.2,
     .verification_loop = VerificationLoop::None,
     .tools = Tools::None,
     .research_passes = 0,
     .research_passes_in_verification = 0,
     .research_pass_seconds = 0},
    {.mode = Mode::DeepThink,
     .name = "Deep Think",
     .key = "deep",
     .shape = Shape::ReasoningSteps,
     .sessions_most = 8,
     .sessions_least = 4,
     .steps_by_tier = true,
     .reasoning_steps = 0,
     .stop_at_confidence = 0,
     .results_wanted = 35,
     .similarity_floor = 0.25,
     .diversity = 0.55,
     .temperature = 0.4,
     .verification_bar = 0.60,
     .gate_lift = 0.05,
     .abstain_below = 0.45,
     .calibration = Calibration::Conservative,
     .rewrites_question = true,
     .expansions = 8,
     .neighbours = 3,
     .compresses = true,
     .turns_kept = 10,
     .specification_boost = 1.3,
     .verification_loop = VerificationLoop::WhereTierGrantsIt,
     .tools = Tools::Allowed,
     .research_passes = 5,
     .research_passes_in_verification = 3,
     .research_pass_seconds = 180},
    {.mode = Mode::Maximum,
     .name = "Maximum",
     .key = "maximum",
     .shape = Shape::Sessions,
     .sessions_most = 50,
     .sessions_least = 8,
     .steps_by_tier = false,
     .reasoning_steps = 50,
     .stop_at_confidence = 0.98,
     .results_wanted = 50,
     .similarity_floor = 0.20,
     .diversity = 0.50,
     .temperature = 0.3,
     .verification_bar = 0.80,
     .gate_lift = 0.10,
     .abstain_below = 0.55,
     .calibration = Calibration::Conservative,
     .rewrites_question = true,
     .expansions = 12,
     .neighbours = 5,
     .compresses = false,
     .turns_kept = 20,
     .specification_boost = 1.5,
     .verification_loop = VerificationLoop::Never,
     .tools = Tools::Off,
     .research_passes = 5,
     .research_passes_in_verification = 3,
     .research_pass_seconds = 180},
}};

// Ruling 2. Past 8 cores the steps grow with memory, from 12 to 32.
const std::array<Tier, kTierCount> kTiers = {{
    {"small", 2, 8, 5, 0.85, 100, 8, 1},
    {"modest", 4, 0, 8, 0.90, 50, 32, 4},
    {"middle", 8, 0, 10, 0.92, 25, 64, 8},
    {"large, up to 16 GiB", 0, 16, 12, 0.95, 0, 128, 16},
    {"large, up to 32 GiB", 0, 32, 16, 0.95, 0, 256, 32},
    {"large, up to 64 GiB", 0, 64, 24, 0.95, 0, 512, 64},
    {"large, over 64 GiB", 0, 0, 32, 0.95, 0, 512, 64},
}};

const ModeRules& rules_for(Mode mode) {
  return kModes[static_cast<size_t>(mode)];
}

const ModeRules* find_mode(const std::string& key) {
  for (const ModeRules& row : kModes) {
    if (key == row.key) return &row;
  }
  return nullptr;
}

const Tier& tier_for(uint32_t cores, uint32_t gib) {
  if (cores <= kTiers[0].cores_most || gib <= kTiers[0].gib_most) return kTiers[0];
  for (size_t i = 1; i < kTierCount; ++i) {
    const Tier& tier = kTiers[i];
    if (tier.cores_most != 0 && cores > tier.cores_most) continue;
    if (tier.cores_most == 0 && tier.gib_most != 0 && gib > tier.gib_most) continue;
    return tier;
  }
  return kTiers.back();
}

Bars bars_for(const ModeRules& mode, const Profile& profile, GateProfile gates) {
  const limits::GateBars& row =
      gates == GateProfile::Strict ? limits::kStrictBars : limits::kDefaultBars;
  // A lift stops at its cap, but a row that already stands above the cap is not lowered to it.
  const auto lifted = [](double value, double lift, double cap) {
    return std::max(value, std::min(value + lift, cap));
  };
  const limits::GateBars& caps = limits::kLiftCaps;
  Bars bars;
  bars.tau = profile.sensitive ? lifted(row.tau_sensitive, mode.gate_lift, caps.tau_sensitive)
                               : lifted(row.tau, mode.gate_lift, caps.tau);
  bars.margin = lifted(row.margin, mode.gate_lift / 2, caps.margin);
  bars.grounding = lifted(row.grounding, mode.gate_lift / 2, caps.grounding);
  bars.verification = mode.verification_bar;
  bars.abstain_below = mode.abstain_below;
  if (profile.extractive) {
    bars.verification =
        std::max(limits::kLeastBar, bars.verification * limits::kExtractiveBarFactor);
    bars.abstain_below =
        std::max(limits::kLeastBar, bars.abstain_below - limits::kExtractiveAbstainDrop);
  }
  return bars;
}

}  // namespace oi
