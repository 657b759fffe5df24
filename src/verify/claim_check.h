// Does a passage say what a claim says? Decided by words, numbers and negations; no model judges.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/evidence.h"
#include "verify/wording.h"

namespace oi {

// Evidence cut into sentences, once for all claims.
struct ReadPassage {
  std::string label;
  Span span;
  std::vector<Wording> sentences;
  std::set<std::string> stems;  // of the passage, its heading and its document's name
  Quantities quantities;        // of the passage
  Quantities above;             // of its heading and its document's name
};
struct ReadEvidence {
  std::vector<ReadPassage> passages;
  std::set<std::string> question;  // stems of the question
  Quantities question_quantities;
  Capitals capitals = Capitals::MarkNames;
};
// `language` as in Profile.
ReadEvidence read_evidence(const Evidence& evidence, std::string_view question,
                           std::string_view language);
// nullptr when no passage has the label.
const ReadPassage* find_passage(const ReadEvidence& evidence, std::string_view label);

// What is wrong with a claim; the first that applies. Number comes last: a claim with that fault
// has no other.
enum class Fault : uint8_t {
  None,
  Empty,      // says nothing that could be checked
  Words,      // too few of its words are there
  Name,       // a name that is not there
  Negation,   // one says it, the other denies it
  Opposite,   // one says "increase", the other "decrease"
  Order,      // the same names or numbers in each other's place
  Condition,  // leaves out an exception or a hedge, or adds a "must" or "all"
  Number      // a number, unit, date or code that is not there
};

enum class Standing : uint8_t { Unsupported, Partial, Supported };

struct ClaimCheck {
  Standing standing = Standing::Unsupported;
  Fault fault = Fault::Empty;
  double coverage = 0;  // share of the claim's content words found
  std::string reason;   // one line; empty when supported
  std::string label;    // the passage that supports best
  Span span;            // its supporting sentences, in the document
};

// The claim against each passage's sentences: the best one, with a neighbour where that adds
// something. The words of the question count as little as any other: what the passage does not say
// is not there because the asker said it. Cost: passages times sentences; no failure.
ClaimCheck check_claim(std::string_view claim, std::span<const ReadPassage* const> passages,
                       const ReadEvidence& evidence);

// The claim against its passages taken together, the best window of each: for a claim that says
// what one passage and another passage say. The label is that of the window that holds most.
ClaimCheck check_together(std::string_view claim, std::span<const ReadPassage* const> passages,
                          const ReadEvidence& evidence);

}  // namespace oi
