// From safetensors the graph is made of the library's operators: embeddings of word, place and type;
// then per layer one product for query, key and value together, scaled attention under the padding,
// and two products with an exact GELU between, each half closed by a sum and a layer norm. From ONNX
// the library reads the graph and only our inputs are put before it. Behind either come the mean
// over the text's own tokens and the scaling to length 1.
#include "runtimes/bert.h"

#include <openvino/core/model.hpp>
#include <openvino/opsets/opset13.hpp>
#include <openvino/runtime/core.hpp>

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
    return file_.floats(before_ + name, shape);
  }
  Result<Node> constant(const std::string& name, std::vector<size_t> shape) const {
    const std::vector<float> values = TRY(floats(name, shape));
    return make<op::Constant>(ov::element::f32, ov::Shape(shape), values.data());
  }

 private:
  Safetensors file_;
  std::string before_;
};

// Builds the layers one after another; every step names the tensors it takes.
class Encoder {
 public:
  Encoder(Weights weights, const BertShape& shape) : weights_(std::move(weights)), shape_(shape) {}

  Result<Node> build(const Inputs& inputs) const {
    Node x = TRY(embed(inputs.ids));
    const Node scores = make<op::Unsqueeze>(inputs.padding, numbers({1, 2}));
    for (uint32_t i = 0; i < shape_.layers; ++i) {
      const std::string layer = "encoder.layer." + std::to_string(i);
      x = TRY(attend(x, scores, layer + ".attention"));
      x = TRY(feed(x, layer));
    }
    return x;
  }

 private:
  Result<Node> embed(const Node& ids) const {
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
    const Node type = make<op::Gather>(types, number(0), number(0));
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

  // x times the named matrices, one above the other, each [out, in], plus their biases.
  Result<Node> product(const Node& x, const std::vector<std::string>& names, size_t out,
                       size_t in) const {
    std::vector<float> matrix, bias;
    for (const std::string& name : names) {
      const auto rows = TRY(weights_.floats(name + ".weight", {out, in}));
      const auto more = TRY(weights_.floats(name + ".bias", {out}));
      matrix.insert(matrix.end(), rows.begin(), rows.end());
      bias.insert(bias.end(), more.begin(), more.end());
    }
    const size_t rows = bias.size();
    const Node by = make<op::Constant>(ov::element::f32, ov::Shape{rows, in}, matrix.data());
    const Node plus = make<op::Constant>(ov::element::f32, ov::Shape{rows}, bias.data());
    return make<op::Add>(make<op::MatMul>(x, by, false, true), plus);
  }

  Result<Node> attend(const Node& x, const Node& scores, const std::string& name) const {
    const size_t width = shape_.width;
    const auto heads = static_cast<int64_t>(shape_.heads);
    const auto each = static_cast<int64_t>(width) / heads;
    const std::string self = name + ".self.";
    const Node all = TRY(product(x, {self + "query", self + "key", self + "value"}, width, width));
    const Node split = make<op::Reshape>(all, numbers({0, 0, 3 * heads, each}), true);
    const auto parts = std::make_shared<op::Split>(
        make<op::Transpose>(split, numbers({0, 2, 1, 3})), number(1), 3);
    const Node scale = make<op::Constant>(ov::element::f32, ov::Shape{},
                                          1.0f / std::sqrt(static_cast<float>(each)));
    const Node mixed = make<op::ScaledDotProductAttention>(parts->output(0), parts->output(1),
                                                           parts->output(2), scores, scale, false);
    const Node joined = make<op::Reshape>(make<op::Transpose>(mixed, numbers({0, 2, 1, 3})),
                                          numbers({0, 0, static_cast<int64_t>(width)}), true);
    const Node out = TRY(product(joined, {name + ".output.dense"}, width, width));
    return norm(make<op::Add>(out, x), name + ".output.LayerNorm");
  }

  Result<Node> feed(const Node& x, const std::string& name) const {
    const size_t width = shape_.width;
    const size_t inner = shape_.inner;
    const Node wide = TRY(product(x, {name + ".intermediate.dense"}, inner, width));
    const Node bent = make<op::Gelu>(wide, ov::op::GeluApproximationMode::ERF);
    const Node out = TRY(product(bent, {name + ".output.dense"}, width, inner));
    return norm(make<op::Add>(out, x), name + ".output.LayerNorm");
  }

  Weights weights_;
  BertShape shape_;
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

Result<Node> read_tokens(const ModelFolder& folder, const Inputs& inputs) {
  if (folder.kind == WeightsKind::Onnx) return read_onnx(folder.weights, inputs);
  Safetensors file = TRY(Safetensors::open(folder.weights));
  return Encoder(Weights(std::move(file)), folder.shape).build(inputs);
}

}  // namespace

Result<std::shared_ptr<ov::Model>> build_bert(const ModelFolder& folder) try {
  const Inputs inputs = make_inputs();
  const Node tokens = TRY(read_tokens(folder, inputs));
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

}  // namespace oi
