// A Reranker over one compiled network: question and passage go in as one text of two types, one
// logit comes out. The question's tokens are made once. A pair over the model's length loses the
// end of its passage, never its question or its last [SEP]. Batches are of like lengths; each logit
// is put at its passage's place.
#include <openvino/runtime/core.hpp>
#include <openvino/runtime/exception.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/thread_safety.h"
#include "runtimes/batches.h"
#include "runtimes/bert.h"
#include "runtimes/model_folder.h"
#include "runtimes/network.h"
#include "runtimes/runtimes.h"
#include "runtimes/wordpiece.h"

namespace oi {
namespace {

struct Pair {
  Ids ids;
  uint32_t left_out = 0;
};

// [CLS] question [SEP] passage [SEP]; `asked` is [CLS] question [SEP], `passage` [CLS] passage
// [SEP].
Pair make_pair_of(const Ids& asked, const Ids& passage, size_t longest) {
  const size_t wanted = asked.size() + passage.size() - 1;
  const size_t over = wanted > longest ? wanted - longest : 0;
  Pair pair{asked, static_cast<uint32_t>(over)};
  const auto end = passage.end() - 1 - static_cast<std::ptrdiff_t>(over);
  pair.ids.insert(pair.ids.end(), passage.begin() + 1, end);
  pair.ids.push_back(passage.back());
  return pair;
}

// 0 as far as the question goes, padding too; 1 for the passage.
ov::Tensor type_rows(const Batch& batch, const std::vector<Ids>& pairs, size_t asked) {
  ov::Tensor types(ov::element::i32, ov::Shape{batch.texts.size(), batch.tokens});
  std::fill_n(types.data<int32_t>(), types.get_size(), 0);
  for (size_t row = 0; row < batch.texts.size(); ++row) {
    std::fill_n(types.data<int32_t>() + row * batch.tokens + asked,
                pairs[batch.texts[row]].size() - asked, 1);
  }
  return types;
}

class BertReranker final : public Reranker {
 public:
  BertReranker(ModelCard card, WordPiece words, ov::InferRequest request)
      : card_(std::move(card)), words_(std::move(words)), request_(std::move(request)) {}

  const ModelCard& card() const override { return card_; }

  Result<std::vector<PassageScore>> score(std::string_view question,
                                          std::span<const std::string_view> passages,
                                          const Job& job) override {
    const Ids asked = words_.encode(question);
    if (asked.size() + 2 > card_.longest) {  // one token of the passage and its [SEP]
      return Error{Code::TooLarge, "the question has " + std::to_string(asked.size()) +
                                       " tokens, the model takes " + std::to_string(card_.longest) +
                                       " together with a passage"};
    }
    std::vector<PassageScore> scores(passages.size());
    std::vector<Ids> pairs;
    std::vector<size_t> lengths;
    for (size_t i = 0; i < passages.size(); ++i) {
      if (i % 64 == 0) TRY(check(job));
      Pair pair = make_pair_of(asked, words_.encode(passages[i]), card_.longest);
      scores[i].left_out = pair.left_out;
      lengths.push_back(pair.ids.size());
      pairs.push_back(std::move(pair.ids));
    }
    const Lock lock(mutex_);
    for (const Batch& batch : make_batches(lengths, card_.longest)) {
      TRY(check(job));
      const std::vector<double> logits = TRY(run_batch(batch, pairs, asked.size(), job));
      for (size_t row = 0; row < batch.texts.size(); ++row) {
        PassageScore& one = scores[batch.texts[row]];
        one.logit = logits[row];
        one.relevance = 1 / (1 + std::exp(-logits[row]));
      }
    }
    return scores;
  }

 private:
  Result<std::vector<double>> run_batch(const Batch& batch, const std::vector<Ids>& pairs,
                                        size_t asked, const Job& job) OI_REQUIRES(mutex_) try {
    const TokenRows rows = token_rows(batch, pairs, words_.padding());
    request_.set_input_tensor(0, rows.ids);
    request_.set_input_tensor(1, rows.padding);
    request_.set_input_tensor(2, type_rows(batch, pairs, asked));
    TRY(run(request_, job));
    const float* values = request_.get_output_tensor(0).data<float>();
    std::vector<double> logits(values, values + batch.texts.size());
    if (!std::all_of(logits.begin(), logits.end(), [](double x) { return std::isfinite(x); })) {
      return Error{Code::ModelFailed, card_.name + ": a logit is no finite number"};
    }
    return logits;
  } catch (const ov::Exception& failure) {
    return Error{Code::ModelFailed, card_.name + ": " + failure.what()};
  }

  ModelCard card_;
  WordPiece words_;
  Mutex mutex_;
  ov::InferRequest request_ OI_GUARDED_BY(mutex_);
};

}  // namespace

Result<std::unique_ptr<Reranker>> open_cross_encoder(const std::filesystem::path& folder,
                                                     const CrossEncoderOptions& options) try {
  const ModelFolder found = TRY(read_model_folder(folder));
  WordPiece words = TRY(load_words(found));
  const std::shared_ptr<ov::Model> network = TRY(build_cross_encoder(found));
  const std::string digest = TRY(sha256_of_file(found.weights));
  ov::Core core;
  Placed placed =
      place(core, network, options.device, cpu_settings(options.threads, ov::element::f32));
  ModelCard card{.role = "reranker",
                 .name = found.vocabulary.parent_path().filename().string(),
                 .digest = digest,
                 .device = placed.device + " (fp32)",
                 .longest = found.shape.positions};
  return std::unique_ptr<Reranker>(std::make_unique<BertReranker>(
      std::move(card), std::move(words), placed.network.create_infer_request()));
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, folder.string() + ": " + failure.what()};
}

}  // namespace oi
