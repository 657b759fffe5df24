// The Generator in this process, by llama.cpp.
//
// The prompt is decoded in batches of kBatch tokens, and only whole batches are kept for the next
// call. So a prompt is always computed in the same shapes, whether its beginning was kept or not,
// and a result never depends on the call before.
//
// The number of threads is that of the idle cores, looked at before each batch and token. Flash
// attention is off because its sums depend on the number of threads, and results must not.
//
// A stop is seen between tokens and batches, and inside a batch by the library's abort callback.
#include <llama.h>

#include <algorithm>
#include <exception>

#include "base/file.h"
#include "base/text.h"
#include "base/thread_safety.h"
#include "runtimes/ggml_shared.h"
#include "runtimes/gguf.h"
#include "runtimes/local_picker.h"
#include "runtimes/local_prompt.h"
#include "runtimes/runtimes.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBatch = 32;

struct Free {
  void operator()(llama_model* model) const { llama_model_free(model); }
  void operator()(llama_context* state) const { llama_free(state); }
};
using ModelHandle = std::unique_ptr<llama_model, Free>;
using StateHandle = std::unique_ptr<llama_context, Free>;

// ---- The generator ------------------------------------------------------------------------------

class LocalGenerator final : public Generator {
 public:
  LocalGenerator(ModelCard card, unsigned threads, ModelHandle model, StateHandle state)
      : card_(std::move(card)),
        threads_(threads),
        model_(std::move(model)),
        vocab_(llama_model_get_vocab(model_.get())),
        state_(std::move(state)) {}

  const ModelCard& card() const override { return card_; }

  size_t count_tokens(std::string_view text) const override {
    Tokens tokens;
    // A token has at least one byte, so this never says too little.
    return tokenize(vocab_, text, Special::AsText, tokens).ok() ? tokens.size() : text.size();
  }

  Result<size_t> count_prompt(const Prompt& prompt) const override {
    return TRY(lay_out(model_.get(), prompt.messages)).size();
  }

  Result<Generated> generate(const Prompt& prompt, const Job& job) override {
    const Lock lock(mutex_);
    try {
      return run(prompt, job);
    } catch (const std::exception& failure) {
      kept_.clear();
      return Error{Code::ModelFailed, failure.what()};
    }
  }

 private:
  Result<Generated> run(const Prompt& prompt, const Job& job) OI_REQUIRES(mutex_);
  Result<size_t> read_prompt(Tokens& tokens, const Job& job) OI_REQUIRES(mutex_);
  size_t keep_common(const Tokens& tokens) OI_REQUIRES(mutex_);
  Result<Done> decode(std::span<llama_token> batch, const Job& job) OI_REQUIRES(mutex_);
  Result<Done> write(Picker& picker, uint32_t longest, Generated& out, const Job& job)
      OI_REQUIRES(mutex_);

  ModelCard card_;
  unsigned threads_;  // 0: as many as there are idle cores
  ModelHandle model_;
  const llama_vocab* vocab_;
  Mutex mutex_;
  StateHandle state_ OI_GUARDED_BY(mutex_);
  Tokens kept_ OI_GUARDED_BY(mutex_);  // whole batches of the last prompt that the state holds
};

Result<Generated> LocalGenerator::run(const Prompt& prompt, const Job& job) {
  if (prompt.messages.empty()) return Error{Code::Invalid, "a prompt without messages"};
  Tokens tokens = TRY(lay_out(model_.get(), prompt.messages));
  if (tokens.size() + prompt.longest_output > card_.window) {
    return Error{Code::TooLarge, "a prompt of " + std::to_string(tokens.size()) + " tokens and " +
                                     std::to_string(prompt.longest_output) +
                                     " to write are over the window of " +
                                     std::to_string(card_.window)};
  }
  Picker picker = TRY(Picker::make(vocab_, prompt));
  llama_set_abort_callback(state_.get(), stop_asked, const_cast<std::stop_token*>(&job.stop));
  Generated out;
  out.prompt_tokens = static_cast<uint32_t>(tokens.size());
  out.cached_tokens = static_cast<uint32_t>(TRY(read_prompt(tokens, job)));
  TRY(write(picker, prompt.longest_output, out, job));
  return out;
}

// Leaves in the state only the whole batches that this prompt shares with the last one. At least
// one token is left to read, for its prediction.
size_t LocalGenerator::keep_common(const Tokens& tokens) {
  const size_t most = std::min(kept_.size(), tokens.size() - 1);
  const auto differ =
      std::mismatch(kept_.begin(), kept_.begin() + static_cast<long>(most), tokens.begin());
  const auto same = static_cast<size_t>(differ.first - kept_.begin());
  kept_.resize(same / kBatch * kBatch);
  llama_memory_t memory = llama_get_memory(state_.get());
  // Some kinds of model cannot forget a part.
  if (!llama_memory_seq_rm(memory, 0, static_cast<llama_pos>(kept_.size()), -1) ||
      llama_memory_seq_pos_min(memory, 0) > 0) {
    kept_.clear();
  }
  if (kept_.empty()) llama_memory_clear(memory, false);
  return kept_.size();
}

// Gives how many tokens were taken from the call before.
Result<size_t> LocalGenerator::read_prompt(Tokens& tokens, const Job& job) {
  const size_t cached = keep_common(tokens);
  for (size_t at = cached; at < tokens.size(); at += kBatch) {
    const auto batch = std::span(tokens).subspan(at, std::min(kBatch, tokens.size() - at));
    TRY(decode(batch, job));
    if (batch.size() == kBatch) kept_.insert(kept_.end(), batch.begin(), batch.end());
  }
  return cached;
}

Result<Done> LocalGenerator::decode(std::span<llama_token> batch, const Job& job) {
  TRY(check(job));
  const auto threads = static_cast<int32_t>(threads_ == 0 ? idle_cores(0) : threads_);
  llama_set_n_threads(state_.get(), threads, threads);
  const Listening listening;
  const int32_t outcome = llama_decode(
      state_.get(), llama_batch_get_one(batch.data(), static_cast<int32_t>(batch.size())));
  TRY(check(job));  // a stop inside the batch is a stop, whatever the library calls it
  if (outcome != 0) return listening.failed("llama.cpp cannot decode");
  return Done{};
}

Result<Done> LocalGenerator::write(Picker& picker, uint32_t longest, Generated& out,
                                   const Job& job) {
  std::string waiting;  // bytes of a code point that is not whole yet
  out.stop = StopReason::LongestOutput;
  while (out.output_tokens < longest) {
    llama_token token = TRY(picker.pick(state_.get()));
    if (llama_vocab_is_eog(vocab_, token)) {
      out.stop = StopReason::EndOfText;
      break;
    }
    ++out.output_tokens;
    waiting += piece_of(vocab_, token);
    const std::string whole = repair_utf8(waiting.substr(0, whole_code_points(waiting))).text;
    waiting.erase(0, whole_code_points(waiting));
    out.text += whole;
    if (!whole.empty()) tell(job, DraftText{whole});
    if (out.output_tokens < longest) TRY(decode(std::span(&token, 1), job));
  }
  return check(job);
}

// ---- Opening ------------------------------------------------------------------------------------

// The backend's variant; empty when there is none.
const std::string& prepared() {
  static const std::string& variant = [&]() -> const std::string& {
    llama_log_set(hear, nullptr);
    llama_backend_init();
    return ggml_variant();
  }();
  return variant;
}

Result<ModelHandle> load(const fs::path& file) {
  llama_model_params params = llama_model_default_params();
  params.n_gpu_layers = 0;
  const Listening listening;
  ModelHandle model(llama_model_load_from_file(file.c_str(), params));
  if (!model) return listening.failed(file.string());
  if (!llama_model_has_decoder(model.get()) || llama_model_has_encoder(model.get()) ||
      llama_vocab_type(llama_model_get_vocab(model.get())) == LLAMA_VOCAB_TYPE_NONE) {
    return Error{Code::Unsupported, file.string() + ": not a model that continues text"};
  }
  return model;
}

uint32_t window_of(const llama_model* model, const GeneratorOptions& options) {
  const auto longest = static_cast<uint32_t>(std::max(1, llama_model_n_ctx_train(model)));
  return std::clamp(options.window, 1u, longest);
}

Result<StateHandle> make_state(llama_model* model, const GeneratorOptions& options) {
  llama_context_params params = llama_context_default_params();
  params.n_ctx = window_of(model, options);
  params.n_batch = kBatch;
  params.n_ubatch = kBatch;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  const Listening listening;
  StateHandle state(llama_init_from_model(model, params));
  if (!state) return listening.failed("no memory for a window of " + std::to_string(params.n_ctx));
  return state;
}

// The folder's name when the file is named after it, as in the catalogue; else the file's own.
std::string name_of_model(const fs::path& file) {
  const std::string folder = file.parent_path().filename().string();
  const std::string stem = file.stem().string();
  return !folder.empty() && stem.starts_with(folder) ? folder : stem;
}

}  // namespace

Result<std::unique_ptr<Generator>> open_generator(const fs::path& file,
                                                  const GeneratorOptions& options) {
  std::error_code unseen;
  if (!fs::exists(file, unseen)) return Error{Code::ModelMissing, file.string()};
  const MappedFile mapped = TRY(MappedFile::open(file));
  TRY(check_gguf(mapped.bytes()).within(file.string()));
  if (prepared().empty()) {
    return Error{Code::ModelFailed,
                 "llama.cpp has no backend for this processor in " OI_GGML_BACKENDS};
  }
  try {
    ModelHandle model = TRY(load(file));
    StateHandle state = TRY(make_state(model.get(), options));
    ModelCard card;
    card.role = "generator";
    card.name = name_of_model(file);
    card.digest = sha256_hex(mapped.text());
    card.device = "CPU (llama.cpp, " + prepared() + ")";
    card.window = window_of(model.get(), options);
    card.longest = card.window;
    return std::unique_ptr<Generator>(std::make_unique<LocalGenerator>(
        std::move(card), options.threads, std::move(model), std::move(state)));
  } catch (const std::exception& failure) {
    return Error{Code::ModelFailed, file.string() + ": " + failure.what()};
  }
}

}  // namespace oi
