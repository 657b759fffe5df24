// A question, what was found out about it before any search, and the texts that are searched for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/document.h"

namespace oi {

enum class Mode : uint8_t { Standard, DeepThink, Maximum };
const char* name_of(Mode mode);  // "standard", "deep", "maximum"

// May the question be put to a remote target at all? Consent is asked per request beside this.
enum class RemotePolicy : uint8_t { Deny, Allow, Require };

// What the search may see: what every field lets pass. An empty field does not restrict. Applied
// before top-k in both arms.
struct Filter {
  std::vector<DocumentId> documents;
  std::vector<std::string> folders = {};  // absolute; anything below one of them
  std::vector<std::string> tags = {};     // documents with at least one of them
  std::vector<Kind> kinds = {};
  std::vector<std::string> languages = {};  // ISO 639-1, of the passage
  std::optional<int64_t> after = {};        // dated then or later; seconds since 1970
  std::optional<int64_t> before = {};       // dated earlier. One without a date passes neither
  uint32_t page_first = 0, page_last = 0;   // passages on these pages; 0: open on that side
  bool has_pages() const { return page_first > 0 || page_last > 0; }
  bool operator==(const Filter&) const = default;
};

struct Policy {
  bool use_generator = true;  // false: quotes only
  RemotePolicy remote = RemotePolicy::Deny;
  uint64_t seed = 1;  // of the sampler; recorded on the receipt
  bool operator==(const Policy&) const = default;
};

struct Question {
  std::string id;  // names the answer and its receipt
  std::string text;
  Mode mode = Mode::Standard;
  std::string library = "main";
  Filter filter;
  Policy policy;
  bool operator==(const Question&) const = default;
};

// What kind of answer is asked for. The names are INTERFACES' answer types.
enum class AnswerKind : uint8_t {
  Lookup,
  Table,
  List,
  Count,
  Compute,
  Procedure,
  Compare,
  Summary,
  Explain,
  Quote
};
const char* name_of(AnswerKind kind);

// Which road the run takes (ruling 32), chosen before the search.
enum class ExecutionPath : uint8_t { Standard, Agentic, ForcedAgentic, PlannerEscalated };
const char* name_of(ExecutionPath path);

struct Profile {
  AnswerKind kind = AnswerKind::Explain;
  ExecutionPath path = ExecutionPath::Standard;
  std::string language = "en";       // ISO 639-1; "und" when unknown
  std::vector<std::string> terms;    // content words, folded, in order, without repeats
  std::vector<std::string> phrases;  // quoted by the asker, as written
  std::vector<std::string> numbers;  // digits of the question, as written
  bool extractive = false;           // the answer is a span to quote, not a synthesis
  bool sensitive = false;            // medical, legal, financial or safety: stricter bars
  bool operator==(const Profile&) const = default;
};

// The texts to search for. Standard never generates any (invariant 8).
struct Queries {
  std::string standalone;               // the question, able to stand alone
  std::vector<std::string> expansions;  // further wordings for the lexical arm
  std::string hypothetical;             // a passage as it might stand in a document
  std::vector<std::string> generated;   // which of the above a model wrote
  bool operator==(const Queries&) const = default;
};

}  // namespace oi
