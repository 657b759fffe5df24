// An Embedder over one compiled network. embed() counts all texts first, so that an over-long one
// fails before any work is done; then it runs batch after batch of like lengths and puts each row
// at its text's place. The network runs beside this thread, which watches for a stop meanwhile.
#include <openvino/runtime/core.hpp>
#include <openvino/runtime/exception.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/thread_safety.h"
#include "runtimes/batches.h"
#include "runtimes/bert.h"
#include "runtimes/cpu.h"
#include "runtimes/model_folder.h"
#include "runtimes/network.h"
#include "runtimes/ranges.h"
#include "runtimes/runtimes.h"
#include "runtimes/wordpiece.h"

namespace oi {
namespace {

class BertEmbedder final : public Embedder {
 public:
  BertEmbedder(ModelCard card, WordPiece words, ov::InferRequest request)
      : card_(std::move(card)), words_(std::move(words)), request_(std::move(request)) {}

  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view text) const override { return words_.count(text); }

  Result<Matrix> embed(std::span<const std::string_view> texts, const Job& job) override {
    std::vector<Ids> ids;
    std::vector<size_t> lengths;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (i % 64 == 0) TRY(check(job));
      ids.push_back(words_.encode(texts[i]));
      lengths.push_back(ids.back().size());
      if (lengths.back() > card_.longest) {
        return Error{Code::TooLarge,
                     "text " + std::to_string(i) + " has " + std::to_string(lengths.back()) +
                         " tokens, the model takes " + std::to_string(card_.longest)};
      }
    }
    Matrix matrix{.rows = static_cast<uint32_t>(texts.size()),
                  .dimension = card_.dimension,
                  .values = std::vector<float>(texts.size() * card_.dimension),
                  .model_digest = card_.digest};
    const Lock lock(mutex_);
    size_t done = 0;
    for (const Batch& batch : make_batches(lengths, card_.longest)) {
      TRY(check(job));
      TRY(run_batch(batch, ids, job, matrix));
      done += batch.texts.size();
      tell(job, Progress{"embedding", done, texts.size()});
    }
    return matrix;
  }

 private:
  Result<Done> run_batch(const Batch& batch, const std::vector<Ids>& ids, const Job& job,
                         Matrix& matrix) OI_REQUIRES(mutex_) try {
    const TokenRows rows = token_rows(batch, ids, words_.padding());
    request_.set_input_tensor(0, rows.ids);
    request_.set_input_tensor(1, rows.padding);
    TRY(run(request_, job));
    const float* vectors = request_.get_output_tensor(0).data<float>();
    for (size_t row = 0; row < batch.texts.size(); ++row) {
      std::copy_n(vectors + row * matrix.dimension, matrix.dimension,
                  matrix.values.data() + size_t{batch.texts[row]} * matrix.dimension);
    }
    return Done{};
  } catch (const ov::Exception& failure) {
    return Error{Code::ModelFailed, card_.name + ": " + failure.what()};
  }

  ModelCard card_;
  WordPiece words_;
  Mutex mutex_;
  ov::InferRequest request_ OI_GUARDED_BY(mutex_);
};

// How the network computes. Bytes serve where the processor adds their products natively and their
// ranges were measured for these weights; its short floats then serve for the rest. Bytes asked for
// on another processor are rounded alike but multiplied as floats: without the native instruction
// the library's sums of bytes saturate, and vectors would differ more between machines.
struct Arithmetic {
  Precision precision = Precision::Fp32;
  bool native = true;
  bool bf16 = false;
  std::string name() const { return std::string(name_of(precision)) + (bf16 ? ", bf16" : ""); }
};

Result<Arithmetic> choose(const EncoderOptions& options, bool measured) {
  const Cpu cpu = this_cpu();
  const bool on_cpu = options.device == Device::Auto || options.device == Device::Cpu;
  const bool pays = cpu.products_int8 && measured && on_cpu;
  if (options.precision == Precision::Fp32) return Arithmetic{};
  if (options.precision == Precision::Auto && !pays) return Arithmetic{};
  if (!measured) return Error{Code::Unsupported, "no int8 ranges were measured for these weights"};
  return Arithmetic{
      .precision = Precision::Int8, .native = cpu.products_int8, .bf16 = cpu.products_bf16};
}

ov::AnyMap settings_for(const EncoderOptions& options, const Arithmetic& arithmetic) {
  ov::AnyMap settings =
      cpu_settings(options.threads, arithmetic.bf16 ? ov::element::bf16 : ov::element::f32);
  if (!arithmetic.native) settings.emplace("LP_TRANSFORMS_MODE", "NO");
  return settings;
}

}  // namespace

const char* name_of(Precision precision) {
  switch (precision) {
    case Precision::Auto:
      return "";
    case Precision::Fp32:
      return "fp32";
    case Precision::Int8:
      return "int8";
  }
  return "";
}

Result<std::unique_ptr<Embedder>> open_encoder(const std::filesystem::path& folder,
                                               const EncoderOptions& options) try {
  const ModelFolder found = TRY(read_model_folder(folder));
  WordPiece words = TRY(load_words(found));
  const std::string digest = TRY(sha256_of_file(found.weights));
  const Ranges ranges = TRY(known_ranges());
  ov::Core core;
  const Arithmetic arithmetic = TRY(choose(options, ranges.weights == digest));
  const std::shared_ptr<ov::Model> network =
      TRY(build_bert(found, arithmetic.precision == Precision::Int8 ? ranges : Ranges{}));
  Placed placed = place(core, network, options.device, settings_for(options, arithmetic));
  ModelCard card{.role = "embedder",
                 .name = found.vocabulary.parent_path().filename().string(),
                 .digest = digest + ":" + name_of(arithmetic.precision),
                 .device = placed.device + " (" + arithmetic.name() + ")",
                 .dimension = found.shape.width,
                 .longest = found.shape.positions};
  return std::unique_ptr<Embedder>(std::make_unique<BertEmbedder>(
      std::move(card), std::move(words), placed.network.create_infer_request()));
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, folder.string() + ": " + failure.what()};
}

}  // namespace oi
