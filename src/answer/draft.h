// The second of the two places where a model may invent: the evidence and the question go in,
// claims with labels come out. What it writes is a draft until verify() has judged it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/job.h"
#include "base/result.h"
#include "models/models.h"
#include "types/answer.h"
#include "types/evidence.h"
#include "types/receipt.h"

namespace oi {

// How a generator answers. Written: in its own sentences, each with its label. Copied: it chooses
// among the sentences nearest to the question and cannot write a word of its own: for generators
// too small to be trusted with more.
enum class DraftForm : uint8_t { Written, Copied };

struct DraftInput {
  const Plan& plan;
  const Evidence& evidence;
  const Profile& profile;
  std::string_view question;
  double temperature = 0;
  uint64_t seed = 0;
  DraftForm form = DraftForm::Written;
  Generator* generator = nullptr;  // called only when the plan's target is OnDevice
};

struct Drafted {
  Draft draft;
  Generated generated;  // what the generator gave, with its counts; empty when it was not called
  bool called = false;
};

// An empty draft when the plan does not ask for the generator, or there is none. Otherwise the
// generator's errors: TooLarge, ModelFailed, Cancelled.
Result<Drafted> make_draft(const DraftInput& input, const Job& job);

// The prompt. Written: instructions, the evidence under its labels, the question, and a grammar
// that allows only claims with these labels, or NOT FOUND. Copied: the nearest sentences, the
// question before and behind them, and a grammar that allows only these sentences.
Prompt make_prompt(const DraftInput& input);

// Reads claims out of what a model wrote; strict about labels, lenient about everything else. Label
// marks leave the claim's text, labels that are not in the evidence are dropped, and so are
// questions, headings and repeated instructions. Every other sentence is a claim. Any bytes will
// do.
Draft parse_draft(std::string_view text, const Evidence& evidence);

}  // namespace oi
