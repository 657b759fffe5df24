// Prints the tables of this folder as Markdown: the mode table row by row in the specification's
// order, the machine tiers, then every other number. docs/MODES.md is this text (invariant 14).
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "rules/limits.h"
#include "rules/modes.h"

namespace oi {
namespace {

constexpr const char* kNone = "—";

// 0.4, 0.28, 310: as short as the value allows.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}
// 0.50, 1.2
std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string shape(const ModeRules& mode) {
  switch (mode.shape) {
    case Shape::OnePass:
      return "One pass";
    case Shape::ReasoningSteps:
      return "Serial reasoning steps, then up to " + number(mode.sessions_most) +
             " reasoning sessions; may stop after " + number(mode.sessions_least) +
             " once the target is reached";
    case Shape::Sessions:
      return "Up to " + number(mode.sessions_most) + " sessions, scaled to the evidence at " +
             number(limits::kChunksPerSession) + " chunks a session, never fewer than " +
             number(mode.sessions_least) + "; no early stop before " + number(mode.sessions_least);
  }
  return kNone;
}

std::string reasoning_steps(const ModeRules& mode) {
  if (mode.steps_by_tier) return "by machine tier";
  return mode.reasoning_steps == 0 ? kNone : number(mode.reasoning_steps);
}

std::string stop_at_confidence(const ModeRules& mode) {
  if (mode.steps_by_tier) return "by machine tier";
  if (mode.stop_at_confidence == 0) return kNone;
  return two_digits(mode.stop_at_confidence) +
         ", or when new sessions add nothing, or the machine is too hot";
}

std::string verification_loop(const ModeRules& mode) {
  switch (mode.verification_loop) {
    case VerificationLoop::None:
      return kNone;
    case VerificationLoop::WhereTierGrantsIt:
      return "Only where the tier grants " + number(limits::kVerificationLoopSteps) +
             " or more steps";
    case VerificationLoop::Never:
      return "Never; the loop is the verification";
  }
  return kNone;
}

std::string tools(const ModeRules& mode) {
  switch (mode.tools) {
    case Tools::None:
      return kNone;
    case Tools::Allowed:
      return "Allowed, six local tools";
    case Tools::Off:
      return "Off, so that the window cannot overflow";
  }
  return kNone;
}

std::string research_passes(const ModeRules& mode) {
  if (mode.research_passes == 0) return kNone;
  return "Up to " + number(mode.research_passes) + ", " +
         number(mode.research_passes_in_verification) + " inside the verification loop, " +
         number(mode.research_pass_seconds) + " seconds each; cooldown by machine tier";
}

std::string gate_lift(const ModeRules& mode) {
  return mode.gate_lift == 0 ? "0" : "+" + two_digits(mode.gate_lift);
}

struct ModeRow {
  const char* title;
  std::function<std::string(const ModeRules&)> value;
};

// The specification's twenty rows.
std::vector<ModeRow> mode_rows() {
  using M = const ModeRules&;
  return {
      {"Shape", shape},
      {"Reasoning steps", reasoning_steps},
      {"Stops when confidence reaches", stop_at_confidence},
      {"Results targeted", [](M m) { return number(m.results_wanted); }},
      {"Similarity floor", [](M m) { return two_digits(m.similarity_floor); }},
      {"Diversity (λ)", [](M m) { return two_digits(m.diversity); }},
      {"Temperature", [](M m) { return number(m.temperature); }},
      {"Verification bar", [](M m) { return two_digits(m.verification_bar); }},
      {"Gate thresholds lifted by", gate_lift},
      {"Abstains below", [](M m) { return two_digits(m.abstain_below); }},
      {"Confidence calibration",
       [](M m) -> std::string {
         return m.calibration == Calibration::Default ? "Default" : "Conservative";
       }},
      {"Question rewrite and hypothetical passage",
       [](M m) -> std::string { return m.rewrites_question ? "On" : "Off"; }},
      {"Query expansions",
       [](M m) { return m.expansions == 0 ? "Off" : "Up to " + number(m.expansions); }},
      {"Neighbouring chunks pulled in, each side", [](M m) { return number(m.neighbours); }},
      {"Contextual compression", [](M m) -> std::string { return m.compresses ? "On" : "Off"; }},
      {"Conversation turns remembered", [](M m) { return number(m.turns_kept); }},
      {"Specification boost", [](M m) { return number(m.specification_boost) + "×"; }},
      {"Verification loop after the chain", verification_loop},
      {"Tools inside sessions", tools},
      {"Research passes", research_passes},
  };
}

std::string mode_table() {
  std::string out = "|  |";
  for (const ModeRules& mode : kModes)
    out += std::string(" ") + mode.name + " |";
  out += "\n|---|---|---|---|\n";
  for (const ModeRow& row : mode_rows()) {
    out += std::string("| ") + row.title + " |";
    for (const ModeRules& mode : kModes)
      out += " " + row.value(mode) + " |";
    out += "\n";
  }
  return out;
}

std::string tier_table() {
  std::string out =
      "| Tier | Cores, at most | Memory, at most | Steps | Confidence target | Cooldown | "
      "Texts embedded at once | Pages rendered at once |\n|---|---|---|---|---|---|---|---|\n";
  for (const Tier& tier : kTiers) {
    out += std::string("| ") + tier.name + " | " +
           (tier.cores_most == 0 ? kNone : number(tier.cores_most)) + " | " +
           (tier.gib_most == 0 ? kNone : number(tier.gib_most) + " GiB") + " | " +
           number(tier.steps) + " | " + two_digits(tier.confidence_target) + " | " +
           number(tier.cooldown_ms) + " ms | " + number(tier.embedding_batch) + " | " +
           number(tier.pages_at_once) + " |\n";
  }
  return out;
}

std::string gate_table() {
  std::string out =
      "| Profile | τ | τ on medical, legal, financial and safety topics | Margin | Grounding |\n"
      "|---|---|---|---|---|\n";
  const auto row = [&out](const char* name, const limits::GateBars& bars) {
    out += std::string("| ") + name + " | " + two_digits(bars.tau) + " | " +
           two_digits(bars.tau_sensitive) + " | " + two_digits(bars.margin) + " | " +
           two_digits(bars.grounding) + " |\n";
  };
  row("Default", limits::kDefaultBars);
  row("Strict", limits::kStrictBars);
  row("A lift ends at", limits::kLiftCaps);
  return out;
}

struct LimitRow {
  const char* title;
  double value;
  const char* unit;
};

constexpr LimitRow kLimits[] = {
    {"Largest file", static_cast<double>(limits::kLargestFile), "bytes"},
    {"Scans are rendered at", limits::kRecogniseDpi, "dpi"},
    {"Audio is transcribed in pieces of", limits::kSegmentSeconds, "s"},
    {"Files inside of files are read to a depth of", limits::kDeepestMember, ""},
    {"Lease of a ticket", limits::kLeaseSeconds, "s"},
    {"Heartbeat of a lease", limits::kHeartbeatSeconds, "s"},
    {"Attempts at a file", limits::kAttempts, ""},
    {"Longest chunk", limits::kChunkWords, "words"},
    {"Longest chunk with its prefix", limits::kChunkTokens, "tokens"},
    {"Of these for the prefix", limits::kPrefixTokens, "tokens"},
    {"Overlap of neighbouring chunks", limits::kOverlapWords, "words"},
    {"A section takes the next one in when shorter than", limits::kTinySectionWords, "words"},
    {"Longest chunk in bytes", limits::kChunkBytes, "bytes"},
    {"Rank fusion k", limits::kRrfK, ""},
    {"Weight of the vector arm", limits::kVectorWeight, ""},
    {"Weight of the keyword arm", limits::kLexicalWeight, ""},
    {"Fusion by score, in place of rank: share of the cosine", limits::kFusedCosine, ""},
    {"Fusion by score: share of bm25, by the best of the candidates", limits::kFusedBm25, ""},
    {"Vector arm asks for", limits::kVectorOverfetch, "× results targeted"},
    {"Keyword arm asks for at most", limits::kLexicalMost, "hits"},
    {"GPU is used from", limits::kGpuFromVectors, "vectors"},
    {"Keyword-only hits kept at the tail, at least", limits::kSurvivorsLeast, "hits"},
    {"or this part of the results targeted: one in", limits::kSurvivorsShare, ""},
    {"Structure boost of specification questions", limits::kStructureBoostPoint,
     "a point, times the mode's specification boost"},
    {"Structure boost, at most", limits::kStructureBoostMost, ""},
    {"Documents whose best passages lead a comparison", limits::kComparedDocuments, ""},
    {"Weight of a name among the question's words", limits::kNameWeight, ""},
    {"Weight of a number or a code among them", limits::kCodeWeight, ""},
    {"Evidence of one session in Maximum", limits::kChunksPerSession, "chunks"},
    {"Verification loop from", limits::kVerificationLoopSteps, "steps"},
    {"Window", limits::kWindow, "tokens"},
    {"Evidence budget", limits::kBudget, "tokens"},
    {"Reserve", limits::kReserve, "tokens"},
    {"References of passages that are followed, at most", limits::kReferencesFollowed, ""},
    {"Label, name and layout of a passage, at most", limits::kPassageOverhead, "tokens"},
    {"Grounding always fails below", limits::kGroundingAlwaysFails, ""},
    {"A claim is supported from a share of its words of", limits::kClaimSupported, ""},
    {"A claim is partly supported from", limits::kClaimPartial, ""},
    {"A sentence is quoted from a share of the question's weight of", limits::kLookupShare, ""},
    {"One that answers yes or no holds of it at least", limits::kLookupYesShare, ""},
    {"Sentences within this share of the best are quoted too", limits::kLookupNear, ""},
    {"Sentences quoted without a model, at most", limits::kLookupSentences, ""},
    {"Extractive questions: factor on the verification bar", limits::kExtractiveBarFactor, ""},
    {"Extractive questions: abstention floor lowered by", limits::kExtractiveAbstainDrop, ""},
    {"No bar is lowered below", limits::kLeastBar, ""},
};

std::string limit_table() {
  std::string out = "| What | Value |\n|---|---|\n";
  for (const LimitRow& row : kLimits) {
    out += std::string("| ") + row.title + " | " + number(row.value);
    if (*row.unit != '\0') out += std::string(" ") + row.unit;
    out += " |\n";
  }
  return out;
}

}  // namespace

std::string rules_markdown() {
  return "# Modes and limits\n\n"
         "This file is printed by `oi rules --markdown` from the tables in `src/rules/`; a test\n"
         "compares them. To change a number, change it there.\n\n"
         "## The three quality modes\n\n" +
         mode_table() +
         "\nExtractive questions, where the answer is a span to quote, take the verification bar\n"
         "times " +
         number(limits::kExtractiveBarFactor) + " and lower the abstention floor by " +
         two_digits(limits::kExtractiveAbstainDrop) +
         ". Deep Think reads the tier of the\nmachine, Maximum the last one.\n\n"
         "## Machine tiers\n\nThe first row that the machine does not pass is its tier; the first"
         " row is for\nmachines within either of its two bounds.\n\n" +
         tier_table() +
         "\n## Gate thresholds\n\nA mode's lift raises τ by itself and the margin and grounding by"
         " its half.\n\n" +
         gate_table() + "\n## All other limits\n\n" + limit_table();
}

}  // namespace oi
