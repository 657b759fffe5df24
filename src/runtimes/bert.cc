// From safetensors the graph is made of the library's operators: embeddings of word, place and
// type; then per layer one product for query, key and value together, attention under the padding,
// and two products with an exact GELU between, each half closed by a sum and a layer norm. From
// ONNX the library reads the graph and only our inputs are put before it. Behind either come, in an
// encoder, the mean over the text's own tokens and the scaling to length 1; behind a classifier's
// layers the first token's vector goes through a pooler and one more product to the logit.
#include "runtimes/bert.h"

#include <openvino/core/model.hpp>
#include <openvino/opsets/opset13.hpp>
#include <openvino/runtime/core.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "runtimes/safetensors.h"

namespace oi {
namespace {

namespace op = ov::opset13;
using Node = ov::Output<ov::Node>;

template <typename Op, typename... Arguments>
Node make(Arguments&&... arguments) {
  return std::make_shared<Op>(std::forward<Arguments>(arguments)...)->output(0);
}

Node numbers(std::vector<int64_t> values) {
  return make<op::Constant>(ov::element::i64, ov::Shape{values.size()}, values);
}
Node number(int64_t value) {
  return make<op::Constant>(ov::element::i64, ov::Shape{}, value);
}

struct Inputs {
  std::shared_ptr<op::Parameter> ids;
  std::shared_ptr<op::Parameter> padding;
  std::shared_ptr<op::Parameter> types = {};  // null: every token is of type 0
};

Inputs make_inputs() {
  const auto any = ov::PartialShape{-1, -1};
  Inputs inputs{std::make_shared<op::Parameter>(ov::element::i32, any),
                std::make_shared<op::Parameter>(ov::element::f32, any)};
  inputs.ids->set_friendly_name("ids");
  inputs.padding->set_friendly_name("padding");
  return inputs;
}

// The weights under the names of one checkpoint; classifiers put "bert." in front.
class Weights {
 public:
  explicit Weights(Safetensors file)
      : file_(std::move(file)),
        before_(file_.has("bert.embeddings.word_embeddings.weight") ? "bert." : "") {}

  Result<std::vector<float>> floats(const std::string& name, std::vector<size_t> shape) const {
    const bool of_bert = !name.starts_with("classifier.");
    return file_.floats(of_bert ? before_ + name : name, shape);
  }
  Result<Node> constant(const std::string& name, std::vector<size_t> shape) const {
    const std::vector<float> values = TRY(floats(name, shape));
    return make<op::Constant>(ov::element::f32, ov::Shape(shape), values.data());
  }

 private:
  Safetensors file_;
  std::string before_;
};

// A matrix of [rows, columns] and what is added to each row's sum.
struct Linear {
  size_t columns = 0;
  std::vector<float> weights = {};
  std::vector<float> biases = {};
  size_t rows() const { return biases.size(); }
  Node matrix() const {
    return make<op::Constant>(ov::element::f32, ov::Shape{rows(), columns}, weights.data());
  }
  Node bias() const {
    return make<op::Constant>(ov::element::f32, ov::Shape{rows()}, biases.data());
  }
};

// The library's sign for rounding: it replaces a product of two so marked inputs by one of bytes.
Node rounded(const Node& x, const Node& low, const Node& high, size_t levels) {
  return make<op::FakeQuantize>(x, low, high, low, high, levels);
}

// Each row symmetrically, by its largest weight.
Node rounded_weights(const Linear& linear) {
  std::vector<float> high;
  for (size_t row = 0; row < linear.rows(); ++row) {
    const float* values = linear.weights.data() + row * linear.columns;
    float most = 1e-12f;
    for (size_t i = 0; i < linear.columns; ++i)
      most = std::max(most, std::abs(values[i]));
    high.push_back(most);
  }
  std::vector<float> low;
  for (const float most : high)
    low.push_back(-most);
  const ov::Shape shape{high.size(), 1};
  return rounded(linear.matrix(), make<op::Constant>(ov::element::f32, shape, low.data()),
                 make<op::Constant>(ov::element::f32, shape, high.data()), 255);
}

// x times the matrix in bytes. Damped channels are divided in x and multiplied in the matrix.
Result<Node> product_of_bytes(const Node& x, Linear linear, const Range& range) {
  std::vector<float> factors(linear.columns, 1.0f);
  for (const auto& [channel, by] : range.damped) {
    if (channel >= linear.columns) return Error{Code::Corrupt, "int8 ranges: no such channel"};
    factors[channel] = 1.0f / by;
    for (size_t row = 0; row < linear.rows(); ++row) {
      linear.weights[row * linear.columns + channel] *= by;
    }
  }
  const Node by = make<op::Constant>(ov::element::f32, ov::Shape{factors.size()}, factors.data());
  const Node damped = range.damped.empty() ? x : make<op::Multiply>(x, by);
  const ov::Shape one{1, 1, 1};
  const Node in = rounded(damped, make<op::Constant>(ov::element::f32, one, range.low),
                          make<op::Constant>(ov::element::f32, one, range.high), 256);
  return make<op::MatMul>(in, rounded_weights(linear), false, true);
}

// Builds the layers one after another; every step names the tensors it takes.
class Encoder {
 public:
  Encoder(Weights weights, const BertShape& shape, const Ranges& ranges)
      : weights_(std::move(weights)), shape_(shape), ranges_(&ranges) {}

  Result<Node> build(const Inputs& inputs) const {
    Node x = TRY(embed(inputs));
    const Node scores = make<op::Unsqueeze>(inputs.padding, numbers({1, 2}));
    for (uint32_t i = 0; i < shape_.layers; ++i) {
      const std::string layer = "encoder.layer." + std::to_string(i);
      x = TRY(attend(x, scores, layer + ".attention"));
      x = TRY(feed(x, layer));
    }
    return x;
  }

  // From the tokens' vectors to [texts, 1].
  Result<Node> classify(const Node& tokens) const {
    const size_t width = shape_.width;
    const Node first = make<op::Gather>(tokens, number(0), number(1));
    const Node pooled = make<op::Tanh>(TRY(product(first, "pooler.dense", width, width)));
    return product(pooled, "classifier", 1, width);
  }

 private:
  Result<Node> embed(const Inputs& inputs) const {
    const Node ids = inputs.ids;
    const size_t width = shape_.width;
    const std::string from = "embeddings.";
    const Node words =
        TRY(weights_.constant(from + "word_embeddings.weight", {shape_.vocabulary, width}));
    const Node places =
        TRY(weights_.constant(from + "position_embeddings.weight", {shape_.positions, width}));
    const Node types =
        TRY(weights_.constant(from + "token_type_embeddings.weight", {shape_.types, width}));
    const Node tokens = make<op::Slice>(make<op::ShapeOf>(ids), numbers({1}), numbers({2}),
                                        numbers({1}), numbers({0}));
    const Node place = make<op::Slice>(places, numbers({0}), tokens, numbers({1}), numbers({0}));
    const Node type =
        make<op::Gather>(types, inputs.types ? Node(inputs.types) : number(0), number(0));
    const Node word = make<op::Gather>(words, ids, number(0));
    return norm(make<op::Add>(word, make<op::Add>(place, type)), from + "LayerNorm");
  }

  Result<Node> norm(const Node& x, const std::string& name) const {
    const Node weight = TRY(weights_.constant(name + ".weight", {shape_.width}));
    const Node bias = TRY(weights_.constant(name + ".bias", {shape_.width}));
    const Node centred =
        make<op::MVN>(x, numbers({-1}), true, shape_.epsilon, ov::op::MVNEpsMode::INSIDE_SQRT);
    return make<op::Add>(make<op::Multiply>(centred, weight), bias);
  }

  // The named matrices, each [out, in], one above the other.
  Result<Linear> load(const std::vector<std::string>& names, size_t out, size_t in) const {
    Linear linear{.columns = in};
    for (const std::string& name : names) {
      const auto rows = TRY(weights_.floats(name + ".weight", {out, in}));
      const auto more = TRY(weights_.floats(name + ".bias", {out}));
      linear.weights.insert(linear.weights.end(), rows.begin(), rows.end());
      linear.biases.insert(linear.biases.end(), more.begin(), more.end());
    }
    return linear;
  }

  // Of bytes where the product was measured, else of floats.
  Result<Node> product(const Node& x, Linear linear, const std::string& name) const {
    const Node bias = linear.bias();
    const auto found = ranges_->of.find(name);
    if (found == ranges_->of.end()) {
      return make<op::Add>(make<op::MatMul>(x, linear.matrix(), false, true), bias);
    }
    const Node sums = TRY(product_of_bytes(x, std::move(linear), found->second).within(name));
    return make<op::Add>(sums, bias);
  }
  Result<Node> product(const Node& x, const std::string& name, size_t out, size_t in) const {
    Linear linear = TRY(load({name}, out, in));
    return product(x, std::move(linear), name);
  }

  // Query, key and value are one product. The scale of the scores is put into the query's rows,
  // where it costs nothing.
  Result<Node> query_key_value(const Node& x, const std::string& name) const {
    const size_t width = shape_.width;
    Linear linear = TRY(load({name + ".query", name + ".key", name + ".value"}, width, width));
    const float scale = 1.0f / std::sqrt(static_cast<float>(width / shape_.heads));
    for (size_t i = 0; i < width * width; ++i)
      linear.weights[i] *= scale;
    for (size_t i = 0; i < width; ++i)
      linear.biases[i] *= scale;
    return product(x, std::move(linear), name);
  }

  Result<Node> attend(const Node& x, const Node& scores, const std::string& name) const {
    const size_t width = shape_.width;
    const auto heads = static_cast<int64_t>(shape_.heads);
    const auto each = static_cast<int64_t>(width) / heads;
    const Node all = TRY(query_key_value(x, name + ".self"));
    const Node split = make<op::Reshape>(all, numbers({0, 0, 3 * heads, each}), true);
    const auto parts = std::make_shared<op::Split>(
        make<op::Transpose>(split, numbers({0, 2, 1, 3})), number(1), 3);
    const Node unscaled = make<op::Constant>(ov::element::f32, ov::Shape{}, 1.0f);
    const Node mixed = make<op::ScaledDotProductAttention>(
        parts->output(0), parts->output(1), parts->output(2), scores, unscaled, false);
    const Node joined = make<op::Reshape>(make<op::Transpose>(mixed, numbers({0, 2, 1, 3})),
                                          numbers({0, 0, static_cast<int64_t>(width)}), true);
    const Node out = TRY(product(joined, name + ".output.dense", width, width));
    return norm(make<op::Add>(out, x), name + ".output.LayerNorm");
  }

  Result<Node> feed(const Node& x, const std::string& name) const {
    const size_t width = shape_.width;
    const size_t inner = shape_.inner;
    const Node wide = TRY(product(x, name + ".intermediate.dense", inner, width));
    const Node bent = make<op::Gelu>(wide, ov::op::GeluApproximationMode::ERF);
    const Node out = TRY(product(bent, name + ".output.dense", width, inner));
    return norm(make<op::Add>(out, x), name + ".output.LayerNorm");
  }

  Weights weights_;
  BertShape shape_;
  const Ranges* ranges_;
};

// 1 for each token of the text, 0 for padding.
Node kept(const Inputs& inputs) {
  const Node zero = make<op::Constant>(ov::element::f32, ov::Shape{}, 0.0f);
  return make<op::Convert>(make<op::Equal>(inputs.padding, zero), ov::element::f32);
}

// The mean over the text's own tokens points where their sum points; only the direction is kept.
Node mean_of_unit_length(const Node& tokens, const Node& keep) {
  const Node weighed = make<op::Multiply>(tokens, make<op::Unsqueeze>(keep, numbers({2})));
  const Node sum = make<op::ReduceSum>(weighed, numbers({1}), false);
  return make<op::NormalizeL2>(sum, numbers({1}), 1e-24f, ov::op::EpsMode::ADD);
}

// The ONNX graph with our inputs in front of its own; gives its token vectors.
Result<Node> read_onnx(const std::filesystem::path& path, const Inputs& inputs) {
  const auto read = ov::Core().read_model(path.string());
  const Node ids = make<op::Convert>(inputs.ids, ov::element::i64);
  for (const auto& parameter : read->get_parameters()) {
    const std::string name = parameter->get_friendly_name();
    Node ours = ids;
    if (name == "attention_mask") {
      ours = make<op::Convert>(kept(inputs), ov::element::i64);
    } else if (name == "token_type_ids") {
      ours = make<op::Subtract>(ids, ids);
    } else if (name != "input_ids") {
      return Error{Code::Unsupported, "model.onnx: unknown input " + name};
    }
    if (parameter->get_element_type() != ov::element::i64) {
      ours = make<op::Convert>(ours, parameter->get_element_type());
    }
    parameter->output(0).replace(ours);
  }
  for (const auto& result : read->get_results()) {
    if (result->get_output_partial_shape(0).rank() == 3) return result->input_value(0);
  }
  return Error{Code::Unsupported, "model.onnx: no output of one vector per token"};
}

Result<Node> read_tokens(const ModelFolder& folder, const Inputs& inputs, const Ranges& ranges) {
  if (folder.kind == WeightsKind::Onnx) {
    if (!ranges.of.empty()) return Error{Code::Unsupported, "int8 from model.onnx"};
    return read_onnx(folder.weights, inputs);
  }
  Safetensors file = TRY(Safetensors::open(folder.weights));
  return Encoder(Weights(std::move(file)), folder.shape, ranges).build(inputs);
}

}  // namespace

Result<std::shared_ptr<ov::Model>> build_bert(const ModelFolder& folder, const Ranges& ranges) try {
  const Inputs inputs = make_inputs();
  const Node tokens = TRY(read_tokens(folder, inputs, ranges));
  const ov::Dimension width = tokens.get_partial_shape()[2];
  if (width != ov::Dimension(folder.shape.width)) {
    return Error{Code::Corrupt, folder.weights.filename().string() + ": its vectors have length " +
                                    width.to_string() + ", config.json says " +
                                    std::to_string(folder.shape.width)};
  }
  const Node row = mean_of_unit_length(tokens, kept(inputs));
  return std::make_shared<ov::Model>(ov::OutputVector{row},
                                     ov::ParameterVector{inputs.ids, inputs.padding}, "bert");
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, folder.weights.string() + ": " + failure.what()};
}

Result<std::shared_ptr<ov::Model>> build_cross_encoder(const ModelFolder& folder) try {
  if (folder.kind == WeightsKind::Onnx) {
    return Error{Code::Unsupported, "a cross-encoder from model.onnx; model.safetensors is needed"};
  }
  if (folder.shape.types < 2) {
    return Error{Code::Unsupported,
                 "config.json: type_vocab_size is 1, so a question cannot be "
                 "told from its passage"};
  }
  Inputs inputs = make_inputs();
  inputs.types = std::make_shared<op::Parameter>(ov::element::i32, ov::PartialShape{-1, -1});
  inputs.types->set_friendly_name("types");
  Safetensors file = TRY(Safetensors::open(folder.weights));
  const Ranges none;
  const Encoder encoder(Weights(std::move(file)), folder.shape, none);
  const Node tokens = TRY(encoder.build(inputs));
  const Node logits = TRY(encoder.classify(tokens));
  return std::make_shared<ov::Model>(ov::OutputVector{logits},
                                     ov::ParameterVector{inputs.ids, inputs.padding, inputs.types},
                                     "cross_encoder");
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, folder.weights.string() + ": " + failure.what()};
}

}  // namespace oi
