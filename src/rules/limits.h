// All numbers of the specification that do not depend on the mode, each with its unit and source.
// "step n" is the step of the specification (docs/MODES.md prints these tables).
#pragma once

#include <cstdint>

namespace oi::limits {

// Reading (steps 1 and 2).
inline constexpr uint64_t kLargestFile = 500ull * 1000 * 1000;  // bytes; larger is refused unread
inline constexpr int kRecogniseDpi = 360;
inline constexpr int kSegmentSeconds = 600;       // of audio
inline constexpr uint32_t kDeepestMember = 4;     // a file in a file in a file in a file
inline constexpr int64_t kLeaseSeconds = 120;     // ruling 6
inline constexpr int64_t kHeartbeatSeconds = 15;  // ruling 6
inline constexpr uint32_t kAttempts = 3;          // ruling 6

// Chunks (step 3). kChunkTokens counts prefix and text together with the special tokens.
inline constexpr uint32_t kChunkWords = 310;
inline constexpr uint32_t kChunkTokens = 430;
inline constexpr uint32_t kPrefixTokens = 80;
inline constexpr uint32_t kOverlapWords = 50;
inline constexpr uint32_t kTinySectionWords = 100;  // a shorter section takes the next one in
inline constexpr uint32_t kChunkBytes = 8192;       // of text; bounds a word without an end

// Search (step 7, rulings 10 and 35).
inline constexpr double kRrfK = 60;
inline constexpr double kVectorWeight = 0.7;
inline constexpr double kLexicalWeight = 0.3;
// Fusion by score, in place of the value by rank (docs/MEASUREMENTS.md, "Retrieval": by rank the
// fused list fell below the keyword arm on two sets of five).
inline constexpr double kFusedCosine = 0.5;
inline constexpr double kFusedBm25 = 0.5;        // of bm25 divided by the best of the candidates
inline constexpr uint32_t kVectorOverfetch = 3;  // times the target
inline constexpr uint32_t kLexicalMost = 60;
inline constexpr uint32_t kGpuFromVectors = 1000;
// Keyword-only hits kept at the tail: max(4, target / 6).
inline constexpr uint32_t kSurvivorsLeast = 4;
inline constexpr uint32_t kSurvivorsShare = 6;
// The structure boost of specification questions (ruling 13), before the mode's factor; its most.
inline constexpr double kStructureBoostPoint = 0.04;
inline constexpr double kStructureBoostMost = 0.30;
// A comparison is between documents: the best passages of so many of them lead the list.
inline constexpr uint32_t kComparedDocuments = 3;

// How the stand-in for a cross-encoder weighs the words of a question; its other weights are fitted
// (rules/relevance_weights.h).
inline constexpr double kNameWeight = 1.5;  // of a name in the question, where a plain word has 1
inline constexpr double kCodeWeight = 2.0;  // of a number or a code

// Loops (the specification's table of modes).
inline constexpr uint32_t kChunksPerSession = 3;       // Maximum
inline constexpr uint32_t kVerificationLoopSteps = 8;  // the loop needs a tier with as many steps

// Packing (step 9), in tokens of the generator.
inline constexpr uint32_t kWindow = 4096;
inline constexpr uint32_t kBudget = 3200;
inline constexpr uint32_t kReserve = 256;
inline constexpr uint32_t kReferencesFollowed = 3;  // "see section 4.2", in all passages together
inline constexpr uint32_t kPassageOverhead = 32;  // label, document's name, heading path and layout

// Gates (the specification's last line on them; ruling 22).
struct GateBars {
  double tau;            // A: least relevance of the best passage
  double tau_sensitive;  // A: on medical, legal, financial and safety topics
  double margin;         // A
  double grounding;      // E
};
inline constexpr GateBars kDefaultBars = {0.40, 0.55, 0.03, 0.50};
inline constexpr GateBars kStrictBars = {0.65, 0.75, 0.10, 0.60};
inline constexpr GateBars kLiftCaps = {0.60, 0.75, 0.10, 0.60};  // lifts never go above these
inline constexpr double kGroundingAlwaysFails = 0.25;            // ruling 26

// The claim check (ruling 23): least share of a claim's content words in the sentences it cites.
inline constexpr double kClaimSupported = 0.90;
inline constexpr double kClaimPartial = 0.70;

// Quoting without a model: least share of the question's weight that a sentence must hold, and how
// near to the best one a further sentence must come.
inline constexpr double kLookupShare = 0.5;
inline constexpr double kLookupYesShare = 0.75;  // of a sentence that answers yes or no
inline constexpr double kLookupNear = 0.9;
inline constexpr uint32_t kLookupSentences = 3;

// Extractive questions (ruling 35).
inline constexpr double kExtractiveBarFactor = 0.5;
inline constexpr double kExtractiveAbstainDrop = 0.05;
inline constexpr double kLeastBar = 0.25;

}  // namespace oi::limits
