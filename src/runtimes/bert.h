// A model folder to a network that can be compiled: for an encoder the mean over its tokens and the
// scaling to length 1 are inside the graph, for a cross-encoder its pooler and classifier.
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

// A classifier of one logit over pairs. A third input after those two: each token's type (int32,
// [pairs, tokens]), 0 for the question and 1 for the passage. Output: [pairs, 1]. Corrupt, naming
// the tensor, also when the folder has no pooler or classifier, or one of more labels than one;
// Unsupported for ONNX and for a network that knows one type only.
Result<std::shared_ptr<ov::Model>> build_cross_encoder(const ModelFolder& folder);

}  // namespace oi
