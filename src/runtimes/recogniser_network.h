// One network of the recogniser, run by OpenVINO: pictures in, numbers out.
#pragma once

#include <openvino/runtime/core.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "runtimes/runtimes.h"

namespace oi {

// A batch of pictures of one size: [count, 3, height, width], three equal channels for grey.
struct PictureBatch {
  size_t count = 0, height = 0, width = 0;
  std::vector<float> values;
  PictureBatch(size_t pictures, size_t rows, size_t columns)
      : count(pictures), height(rows), width(columns), values(pictures * 3 * rows * columns) {}
};

// The numbers of the call before the next one: they are overwritten then.
struct Outcome {
  std::span<const float> values;
  std::vector<size_t> shape;
};

class RecogniserNetwork {
 public:
  // ModelMissing when the file is absent, ModelFailed when the library refuses it.
  static Result<RecogniserNetwork> open(const std::filesystem::path& onnx,
                                        const RecogniserOptions& options);

  // Cancelled when a stop was asked before; a call that runs is run to its end.
  Result<Outcome> run(PictureBatch& batch, const Job& job);

  // Gives back the scratch memory of the calls so far; the next one takes its own again.
  void release();

  const std::string& device() const { return device_; }
  // What the file says about itself under this name; empty when it says nothing.
  const std::string& characters() const { return characters_; }

 private:
  RecogniserNetwork(ov::CompiledModel network, std::string device, std::string characters)
      : network_(std::move(network)),
        request_(network_.create_infer_request()),
        device_(std::move(device)),
        characters_(std::move(characters)) {}

  ov::CompiledModel network_;
  ov::InferRequest request_;
  std::string device_;
  std::string characters_;
};

}  // namespace oi
