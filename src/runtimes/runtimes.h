// The openers of every model runtime: one door per model library.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/models.h"

namespace oi {

// A request, not a promise: the card says where the work really runs (ruling 1).
enum class Device : uint8_t { Auto, Cpu, Gpu, Npu };

// The arithmetic of the network. It belongs to the digest of the vectors (ruling 36): a library
// made with one precision is searched with the same one. Auto takes the fastest that this processor
// runs natively and whose quality is measured to stand.
enum class Precision : uint8_t { Auto, Fp32, Int8 };
// "fp32", "int8"; empty for Auto.
const char* name_of(Precision precision);

struct EncoderOptions {
  Device device = Device::Auto;
  Precision precision = Precision::Auto;
  unsigned threads = 0;  // 0: all cores
};

// A folder in the Hugging Face layout: config.json, vocab.txt and model.safetensors (or
// model.onnx). ModelMissing when a file is absent (named), Corrupt when one contradicts another or
// breaks its format, Unsupported for an architecture that is not BERT.
Result<std::unique_ptr<Embedder>> open_encoder(const std::filesystem::path& folder,
                                               const EncoderOptions& options);

struct CrossEncoderOptions {
  Device device = Device::Auto;
  unsigned threads = 0;  // 0: all cores
};

// A folder as an encoder's, with model.safetensors of a BERT that classifies pairs by one logit
// (BertForSequenceClassification), in fp32. Fails as open_encoder does; Corrupt also when pooler or
// classifier are absent or of another shape.
Result<std::unique_ptr<Reranker>> open_cross_encoder(const std::filesystem::path& folder,
                                                     const CrossEncoderOptions& options);

struct RecogniserOptions {
  Device device = Device::Auto;
  unsigned threads = 0;  // 0: all cores
  // Lines of low confidence are read again by Tesseract, where its data is installed.
  bool second_opinion = true;
  // Whole floats also where the processor multiplies short ones natively, at half the speed.
  bool exact = false;
};

// A folder with detector.onnx and recogniser.onnx. ModelMissing when one is absent (named), Corrupt
// when it names no characters, ModelFailed when the library refuses one.
Result<std::unique_ptr<Recogniser>> open_recogniser(const std::filesystem::path& folder,
                                                    const RecogniserOptions& options);

struct GeneratorOptions {
  unsigned threads = 0;    // 0: all cores
  uint32_t window = 4096;  // tokens asked for; the model's own limit caps it
};

// A GGUF file run in this process by llama.cpp. ModelMissing, Corrupt or ModelFailed.
Result<std::unique_ptr<Generator>> open_generator(const std::filesystem::path& file,
                                                  const GeneratorOptions& options);

struct TranscriberOptions {
  unsigned threads = 0;  // 0: as many as there are idle cores
};

// A folder with ggml-model.bin, run in this process by whisper.cpp. ModelMissing, Corrupt or
// ModelFailed.
Result<std::unique_ptr<Transcriber>> open_transcriber(const std::filesystem::path& folder,
                                                      const TranscriberOptions& options);

}  // namespace oi
