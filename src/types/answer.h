// From draft to answer: claims with citations, what the gates say of them, what survives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/document.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

// Stored bytes that a claim rests on. sha256(text) == version_digest and text[span] == quote,
// always (invariant 2).
struct Citation {
  std::string label;  // "S1"
  DocumentId document;
  std::string document_name;
  std::string version_digest;  // of the canonical text
  Span span;
  std::string quote;
  uint32_t page = 0;  // 0: no pages
  std::vector<Box> boxes;
  std::string heading;
  std::string cell = {};  // "Sheet1!C7", "Sheet1!A7:C7"; empty outside of tables
  std::optional<TimedText> time =
      {};  // when it is said, in a recording; its span is the citation's
  bool operator==(const Citation&) const = default;
};

enum class Support : uint8_t { Supported, Partial };
const char* name_of(Support support);

// A sentence of the answer, with the labels it names.
struct Claim {
  std::string text;                 // without label marks
  std::vector<std::string> labels;  // of passages
  std::vector<Span> cited;          // document spans, one per label that resolved, same order
  Support support = Support::Partial;
  double confidence = 0;
  bool operator==(const Claim&) const = default;
};

struct Draft {
  std::vector<Claim> claims;
  bool says_not_found = false;  // the generator itself said that the evidence does not answer
  bool cut_off = false;         // the generator reached its output limit
  bool operator==(const Draft&) const = default;
};

enum class Outcome : uint8_t { Pass, Fail, NotApplicable };
const char* name_of(Outcome outcome);

// Attach: the claim rests on the named passage instead of those it cited (ruling 23).
enum class Effect : uint8_t { RemoveClaim, MarkPartial, DropPassage, Unquote, Note, Attach };
const char* name_of(Effect effect);

// What a gate says of one claim, one passage, or the whole.
struct Finding {
  Effect effect = Effect::Note;
  std::optional<uint32_t> claim;  // index into Draft.claims
  std::string label;              // passage, where the finding is about one
  std::string reason;
  bool operator==(const Finding&) const = default;
};

struct Verdict {
  char gate = 'A';
  std::string name;
  Outcome outcome = Outcome::NotApplicable;
  double score = 0;
  double bar = 0;
  std::vector<Finding> findings;
  bool operator==(const Verdict&) const = default;
};

struct RemovedClaim {
  std::string text;
  char gate = 'B';
  std::string reason;
  bool operator==(const RemovedClaim&) const = default;
};

enum class AnswerOutcome : uint8_t { Answered, Abstained, Partial, Cancelled, Failed };
const char* name_of(AnswerOutcome outcome);

// A claim as shown: where it stands in the answer's text, and what it cites.
struct ShownClaim {
  std::string text;
  Span span;  // of Answer.text
  std::vector<std::string> labels;
  Support support = Support::Supported;
  double confidence = 0;
  bool operator==(const ShownClaim&) const = default;
};

struct Answer {
  AnswerOutcome outcome = AnswerOutcome::Abstained;
  AnswerKind kind = AnswerKind::Explain;
  std::string text;
  std::vector<ShownClaim> claims;
  std::vector<RemovedClaim> removed;
  std::vector<Citation> citations;  // of the claims; when abstained: the nearest passages
  std::vector<std::string> missing;
  double confidence = 0;
  bool calibrated = false;  // false until fitted on labelled outcomes (ruling 29)
  double fidelity = 0;      // share of the shown claims that are fully supported
  bool operator==(const Answer&) const = default;
};

}  // namespace oi
