// Picks the next token from what a llama.cpp state predicts.
#pragma once

#include <llama.h>

#include <memory>
#include <vector>

#include "base/result.h"
#include "models/models.h"

namespace oi {

struct FreeSampler {
  void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
};
using SamplerHandle = std::unique_ptr<llama_sampler, FreeSampler>;

// One output's worth of choices: greedy at temperature 0, else drawn with the prompt's seed, so the
// same predictions and prompt give the same tokens.
class Picker {
 public:
  // Invalid for a grammar that does not parse. (The library also writes the reason to the standard
  // error stream; it offers no way to stop that.)
  static Result<Picker> make(const llama_vocab* vocab, const Prompt& prompt);

  // The next token after all that the state has read. ModelFailed when there is none.
  Result<llama_token> pick(llama_context* state);

 private:
  Picker(SamplerHandle chain, SamplerHandle grammar, int32_t size)
      : chain_(std::move(chain)),
        grammar_(std::move(grammar)),
        candidates_(static_cast<size_t>(size)) {}
  llama_token choose(const float* logits, llama_sampler* grammar);
  bool allowed(llama_token token);

  SamplerHandle chain_;
  SamplerHandle grammar_;  // none: free text
  std::vector<llama_token_data> candidates_;
};

}  // namespace oi
