#include "rules/modes.h"

#include <gtest/gtest.h>

#include "rules/limits.h"

namespace oi {
namespace {

const ModeRules& standard() {
  return rules_for(Mode::Standard);
}
const ModeRules& deep() {
  return rules_for(Mode::DeepThink);
}
const ModeRules& maximum() {
  return rules_for(Mode::Maximum);
}

TEST(Modes, EveryModeHasItsOwnRow) {
  for (const Mode mode : {Mode::Standard, Mode::DeepThink, Mode::Maximum}) {
    EXPECT_EQ(rules_for(mode).mode, mode);
    EXPECT_EQ(find_mode(rules_for(mode).key), &rules_for(mode));
  }
  EXPECT_STREQ(standard().name, "Standard");
  EXPECT_STREQ(deep().name, "Deep Think");
  EXPECT_STREQ(maximum().name, "Maximum");
  EXPECT_EQ(find_mode("fast"), nullptr);
  EXPECT_EQ(find_mode(""), nullptr);
}

// The specification's table of modes, its twenty rows in order.
TEST(Modes, Row01Shape) {
  EXPECT_EQ(standard().shape, Shape::OnePass);
  EXPECT_EQ(standard().sessions_most, 0u);
  EXPECT_EQ(deep().shape, Shape::ReasoningSteps);
  EXPECT_EQ(deep().sessions_most, 8u);
  EXPECT_EQ(deep().sessions_least, 4u);
  EXPECT_EQ(maximum().shape, Shape::Sessions);
  EXPECT_EQ(maximum().sessions_most, 50u);
  EXPECT_EQ(maximum().sessions_least, 8u);
  EXPECT_EQ(limits::kChunksPerSession, 3u);
}
TEST(Modes, Row02ReasoningSteps) {
  EXPECT_EQ(standard().reasoning_steps, 0u);
  EXPECT_FALSE(standard().steps_by_tier);
  EXPECT_TRUE(deep().steps_by_tier);
  EXPECT_FALSE(maximum().steps_by_tier);
  EXPECT_EQ(maximum().reasoning_steps, 50u);
}
TEST(Modes, Row03StopsAtConfidence) {
  EXPECT_EQ(standard().stop_at_confidence, 0);
  EXPECT_EQ(maximum().stop_at_confidence, 0.98);
}
TEST(Modes, Row04ResultsTargeted) {
  EXPECT_EQ(standard().results_wanted, 30u);
  EXPECT_EQ(deep().results_wanted, 35u);
  EXPECT_EQ(maximum().results_wanted, 50u);
}
TEST(Modes, Row05SimilarityFloor) {
  EXPECT_EQ(standard().similarity_floor, 0.28);
  EXPECT_EQ(deep().similarity_floor, 0.25);
  EXPECT_EQ(maximum().similarity_floor, 0.20);
}
TEST(Modes, Row06Diversity) {
  EXPECT_EQ(standard().diversity, 0.60);
  EXPECT_EQ(deep().diversity, 0.55);
  EXPECT_EQ(maximum().diversity, 0.50);
}
TEST(Modes, Row07Temperature) {
  EXPECT_EQ(standard().temperature, 0.4);
  EXPECT_EQ(deep().temperature, 0.4);
  EXPECT_EQ(maximum().temperature, 0.3);
}
TEST(Modes, Row08VerificationBar) {
  EXPECT_EQ(standard().verification_bar, 0.50);
  EXPECT_EQ(deep().verification_bar, 0.60);
  EXPECT_EQ(maximum().verification_bar, 0.80);
}
TEST(Modes, Row09GateLift) {
  EXPECT_EQ(standard().gate_lift, 0);
  EXPECT_EQ(deep().gate_lift, 0.05);
  EXPECT_EQ(maximum().gate_lift, 0.10);
}
TEST(Modes, Row10AbstainsBelow) {
  EXPECT_EQ(standard().abstain_below, 0.35);
  EXPECT_EQ(deep().abstain_below, 0.45);
  EXPECT_EQ(maximum().abstain_below, 0.55);
}
TEST(Modes, Row11Calibration) {
  EXPECT_EQ(standard().calibration, Calibration::Default);
  EXPECT_EQ(deep().calibration, Calibration::Conservative);
  EXPECT_EQ(maximum().calibration, Calibration::Conservative);
}
TEST(Modes, Row12QuestionRewrite) {
  EXPECT_FALSE(standard().rewrites_question);  // invariant 8
  EXPECT_TRUE(deep().rewrites_question);
  EXPECT_TRUE(maximum().rewrites_question);
}
TEST(Modes, Row13QueryExpansions) {
  EXPECT_EQ(standard().expansions, 0u);
  EXPECT_EQ(deep().expansions, 8u);
  EXPECT_EQ(maximum().expansions, 12u);
}
TEST(Modes, Row14Neighbours) {
  EXPECT_EQ(standard().neighbours, 2u);
  EXPECT_EQ(deep().neighbours, 3u);
  EXPECT_EQ(maximum().neighbours, 5u);
}
TEST(Modes, Row15Compression) {
  EXPECT_FALSE(standard().compresses);
  EXPECT_TRUE(deep().compresses);
  EXPECT_FALSE(maximum().compresses);
}
TEST(Modes, Row16TurnsRemembered) {
  EXPECT_EQ(standard().turns_kept, 5u);
  EXPECT_EQ(deep().turns_kept, 10u);
  EXPECT_EQ(maximum().turns_kept, 20u);
}
TEST(Modes, Row17SpecificationBoost) {
  EXPECT_EQ(standard().specification_boost, 1.2);
  EXPECT_EQ(deep().specification_boost, 1.3);
  EXPECT_EQ(maximum().specification_boost, 1.5);
}
TEST(Modes, Row18VerificationLoop) {
  EXPECT_EQ(standard().verification_loop, VerificationLoop::None);
  EXPECT_EQ(deep().verification_loop, VerificationLoop::WhereTierGrantsIt);
  EXPECT_EQ(maximum().verification_loop, VerificationLoop::Never);
  EXPECT_EQ(limits::kVerificationLoopSteps, 8u);
}
TEST(Modes, Row19Tools) {
  EXPECT_EQ(standard().tools, Tools::None);
  EXPECT_EQ(deep().tools, Tools::Allowed);
  EXPECT_EQ(maximum().tools, Tools::Off);
}
TEST(Modes, Row20ResearchPasses) {
  EXPECT_EQ(standard().research_passes, 0u);
  for (const ModeRules* mode : {&deep(), &maximum()}) {
    EXPECT_EQ(mode->research_passes, 5u);
    EXPECT_EQ(mode->research_passes_in_verification, 3u);
    EXPECT_EQ(mode->research_pass_seconds, 180u);
  }
}

TEST(Limits, AreTheSpecifications) {
  EXPECT_EQ(limits::kLargestFile, 500'000'000u);
  EXPECT_EQ(limits::kRecogniseDpi, 360);
  EXPECT_EQ(limits::kSegmentSeconds, 600);
  EXPECT_EQ(limits::kChunkWords, 310u);
  EXPECT_EQ(limits::kChunkTokens, 430u);
  EXPECT_EQ(limits::kPrefixTokens, 80u);
  EXPECT_EQ(limits::kOverlapWords, 50u);
  EXPECT_EQ(limits::kRrfK, 60);
  EXPECT_EQ(limits::kVectorWeight, 0.7);
  EXPECT_EQ(limits::kLexicalWeight, 0.3);
  EXPECT_EQ(limits::kVectorOverfetch, 3u);
  EXPECT_EQ(limits::kLexicalMost, 60u);
  EXPECT_EQ(limits::kGpuFromVectors, 1000u);
  EXPECT_EQ(limits::kWindow, 4096u);
  EXPECT_EQ(limits::kBudget, 3200u);
  EXPECT_EQ(limits::kReserve, 256u);
}

TEST(Tiers, FollowCoresAndMemory) {
  struct Case {
    uint32_t cores, gib, steps;
    double target;
    uint32_t cooldown;
  };
  const Case cases[] = {
      {1, 64, 5, 0.85, 100}, {2, 64, 5, 0.85, 100}, {16, 8, 5, 0.85, 100}, {3, 9, 8, 0.90, 50},
      {4, 512, 8, 0.90, 50}, {5, 9, 10, 0.92, 25},  {8, 64, 10, 0.92, 25}, {9, 16, 12, 0.95, 0},
      {9, 17, 16, 0.95, 0},  {64, 32, 16, 0.95, 0}, {64, 64, 24, 0.95, 0}, {64, 65, 32, 0.95, 0},
  };
  for (const Case& each : cases) {
    const Tier& tier = tier_for(each.cores, each.gib);
    EXPECT_EQ(tier.steps, each.steps) << each.cores << " cores, " << each.gib << " GiB";
    EXPECT_EQ(tier.confidence_target, each.target);
    EXPECT_EQ(tier.cooldown_ms, each.cooldown);
  }
  EXPECT_EQ(kTiers.front().embedding_batch, 8u);
  EXPECT_EQ(kTiers.back().embedding_batch, 512u);
  EXPECT_EQ(kTiers.front().pages_at_once, 1u);
  EXPECT_EQ(kTiers.back().pages_at_once, 64u);
}

TEST(Bars, AreTheProfilesRowLiftedAndRelieved) {
  struct Case {
    Mode mode;
    GateProfile gates;
    bool sensitive, extractive;
    double tau, margin, grounding, verification, abstain;
  };
  const auto D = GateProfile::Default, S = GateProfile::Strict;
  const Case cases[] = {
      {Mode::Standard, D, false, false, 0.40, 0.030, 0.500, 0.50, 0.35},
      {Mode::Standard, D, true, false, 0.55, 0.030, 0.500, 0.50, 0.35},
      {Mode::Standard, D, false, true, 0.40, 0.030, 0.500, 0.25, 0.30},
      {Mode::DeepThink, D, false, false, 0.45, 0.055, 0.525, 0.60, 0.45},
      {Mode::DeepThink, D, true, false, 0.60, 0.055, 0.525, 0.60, 0.45},
      {Mode::DeepThink, D, false, true, 0.45, 0.055, 0.525, 0.30, 0.40},
      {Mode::Maximum, D, false, false, 0.50, 0.080, 0.550, 0.80, 0.55},
      {Mode::Maximum, D, true, true, 0.65, 0.080, 0.550, 0.40, 0.50},
      {Mode::Standard, S, false, false, 0.65, 0.100, 0.600, 0.50, 0.35},
      {Mode::Standard, S, true, false, 0.75, 0.100, 0.600, 0.50, 0.35},
      {Mode::Maximum, S, false, false, 0.65, 0.100, 0.600, 0.80, 0.55},
      {Mode::Maximum, S, true, false, 0.75, 0.100, 0.600, 0.80, 0.55},
  };
  for (const Case& each : cases) {
    Profile profile;
    profile.sensitive = each.sensitive;
    profile.extractive = each.extractive;
    const Bars bars = bars_for(rules_for(each.mode), profile, each.gates);
    EXPECT_NEAR(bars.tau, each.tau, 1e-12);
    EXPECT_NEAR(bars.margin, each.margin, 1e-12);
    EXPECT_NEAR(bars.grounding, each.grounding, 1e-12);
    EXPECT_NEAR(bars.verification, each.verification, 1e-12);
    EXPECT_NEAR(bars.abstain_below, each.abstain, 1e-12);
  }
}

}  // namespace
}  // namespace oi
