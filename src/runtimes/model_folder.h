// A model folder in the Hugging Face layout: what its small files say about the network.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"
#include "runtimes/wordpiece.h"

namespace oi {

// The sizes of a BERT encoder, from config.json.
struct BertShape {
  uint32_t vocabulary = 0;
  uint32_t width = 0;  // hidden_size
  uint32_t layers = 0;
  uint32_t heads = 0;
  uint32_t inner = 0;      // intermediate_size
  uint32_t positions = 0;  // max_position_embeddings
  uint32_t types = 0;      // type_vocab_size
  float epsilon = 1e-12f;  // layer_norm_eps
  bool operator==(const BertShape&) const = default;
};

enum class WeightsKind : uint8_t { Safetensors, Onnx };

struct ModelFolder {
  BertShape shape;
  Folding folding;  // tokenizer_config.json; uncased BERT's where the file is absent
  std::filesystem::path vocabulary;
  std::filesystem::path weights;
  WeightsKind kind = WeightsKind::Safetensors;
};

// Reads the JSON files and finds the others; opens no weights. ModelMissing when config.json,
// vocab.txt or the weights are absent, Unsupported when the network is not a plain BERT with erf
// GELU and a mean over its tokens, Corrupt when a size is absent or absurd.
Result<ModelFolder> read_model_folder(const std::filesystem::path& folder);

// Its tokenizer. Corrupt when the vocabulary is not as long as config.json says, or WordPiece::load
// says so.
Result<WordPiece> load_words(const ModelFolder& folder);

}  // namespace oi
