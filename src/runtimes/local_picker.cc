// The next token from the model's predictions: grammar, temperature, seed.
//
// A token is first picked without the grammar, and picked again among what the grammar allows only
// when it was refused. That is nearly always enough, and asking the grammar about the whole
// vocabulary costs more than the prediction itself.
#include "runtimes/local_picker.h"

#include <algorithm>
#include <cmath>

namespace oi {
namespace {

// Tokens less likely than this share of the likeliest are never drawn: at these sizes of model the
// tail is noise.
constexpr float kLeastShare = 0.05f;

// The library takes this one seed to mean "any seed".
uint32_t fixed_seed(uint64_t seed) {
  const auto folded = static_cast<uint32_t>(seed ^ (seed >> 32));
  return folded == LLAMA_DEFAULT_SEED ? 0 : folded;
}

SamplerHandle make_chain(const Prompt& prompt) {
  SamplerHandle chain(llama_sampler_chain_init(llama_sampler_chain_default_params()));
  if (prompt.temperature <= 0) {
    llama_sampler_chain_add(chain.get(), llama_sampler_init_greedy());
    return chain;
  }
  llama_sampler_chain_add(chain.get(), llama_sampler_init_min_p(kLeastShare, 1));
  llama_sampler_chain_add(chain.get(), llama_sampler_init_temp(prompt.temperature));
  llama_sampler_chain_add(chain.get(), llama_sampler_init_dist(fixed_seed(prompt.seed)));
  return chain;
}

}  // namespace

Result<Picker> Picker::make(const llama_vocab* vocab, const Prompt& prompt) {
  SamplerHandle grammar;
  if (!prompt.grammar.empty()) {
    grammar.reset(llama_sampler_init_grammar(vocab, prompt.grammar.c_str(), "root"));
    if (!grammar) return Error{Code::Invalid, "the grammar does not parse"};
  }
  return Picker(make_chain(prompt), std::move(grammar), llama_vocab_n_tokens(vocab));
}

Result<llama_token> Picker::pick(llama_context* state) {
  const float* logits = llama_get_logits_ith(state, -1);
  if (!logits) return Error{Code::ModelFailed, "the model gave no prediction"};
  llama_token token = choose(logits, nullptr);
  if (grammar_ && token >= 0 && !allowed(token)) token = choose(logits, grammar_.get());
  if (token < 0) return Error{Code::ModelFailed, "no token can follow"};
  if (grammar_) llama_sampler_accept(grammar_.get(), token);
  llama_sampler_accept(chain_.get(), token);
  return token;
}

// A negative token when all are ruled out: the library would end the process over that.
llama_token Picker::choose(const float* logits, llama_sampler* grammar) {
  for (size_t i = 0; i < candidates_.size(); ++i) {
    candidates_[i] = {static_cast<llama_token>(i), logits[i], 0.0f};
  }
  llama_token_data_array all{candidates_.data(), candidates_.size(), -1, false};
  if (grammar) llama_sampler_apply(grammar, &all);
  const auto possible = [](const llama_token_data& one) { return std::isfinite(one.logit); };
  if (std::none_of(all.data, all.data + all.size, possible)) return LLAMA_TOKEN_NULL;
  llama_sampler_apply(chain_.get(), &all);
  return all.selected < 0 ? LLAMA_TOKEN_NULL : all.data[all.selected].id;
}

bool Picker::allowed(llama_token token) {
  llama_token_data one{token, 1.0f, 0.0f};
  llama_token_data_array only{&one, 1, -1, false};
  llama_sampler_apply(grammar_.get(), &only);
  return std::isfinite(one.logit);
}

}  // namespace oi
