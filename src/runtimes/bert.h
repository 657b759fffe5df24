// A model folder to a network that can be compiled: the BERT encoder, the mean over its tokens and
// the scaling to length 1 are all inside the graph.
#pragma once

#include <memory>

#include "base/result.h"
#include "runtimes/model_folder.h"
#include "runtimes/ranges.h"

namespace ov {
class Model;
}

namespace oi {

// The network's inputs, in this order: the token ids (int32, [texts, tokens]), and what is added to
// the attention scores of each token as a key (float, [texts, tokens]): 0 for a token of the text,
// kPadding for padding, which then weighs nothing anywhere. Output: [texts, width], rows of length
// 1.
inline constexpr float kPadding = -10000.0f;

// A product that has a range is made of bytes: weights rounded for each output channel, inputs
// within the range. All else (attention, norms, GELU, mean) keeps the wider type.
//
// Corrupt, naming the tensor, when the weights or the ranges contradict config.json; Unsupported
// for an ONNX network with other inputs and outputs than an encoder's, or with ranges; ModelFailed
// in the library's words.
Result<std::shared_ptr<ov::Model>> build_bert(const ModelFolder& folder, const Ranges& ranges);

}  // namespace oi
