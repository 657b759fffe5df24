// A question as data: what the library holds, what is asked, what the model writes, what must come
// out. The form of an .ask file:
//
//   # Lines before the first section say why the case is there.
//   == document NAME
//   its text, to the next line that begins with "== "
//   == question
//   the question
//   == policy
//   no-model | remote: deny|allow|require
//   == model
//   what the generator writes; [@some words] stands for the label of the passage with those words
//   == expect
//   outcome: answered|abstained|partial|failed
//   target: abstain|deterministic|on_device
//   reason: one of the thirteen
//   claim: a sentence shown, in order
//   partial: a sentence shown and marked partial, in order with the claims
//   cites: NAME: the quoted bytes, in order
//   removed: GATE: a sentence removed, in order
//   gates: a letter for each gate with its outcome: A+ passed, B- failed, C. not applicable
//   missing: words that must stand in one of the lines on what is missing
//   never: words that must stand nowhere in the answer
//   kind: the kind of answer
//   calls: how often the generator was called
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "types/question.h"

namespace oi {

struct Expectation {
  std::string key;
  std::string value;
};

struct AskFile {
  std::vector<std::pair<std::string, std::string>> documents;  // name, text
  std::string question;
  Policy policy;
  bool has_model = false;
  std::string model;
  std::vector<Expectation> expected;
};

// Invalid for anything that is not of the form above, with its line.
Result<AskFile> read_ask_file(const std::filesystem::path& path);

}  // namespace oi
