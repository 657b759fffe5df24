// One network of the recogniser, run by OpenVINO: pictures in, numbers out. Several pictures are
// worked on at once; what comes out is in the order of what went in, whatever the number.
#pragma once

#include <openvino/runtime/core.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "runtimes/runtimes.h"

namespace oi {

// A picture as a network takes it: [1, 3, height, width], three equal channels for grey.
struct NetworkPicture {
  size_t height = 0, width = 0;
  std::vector<float> values;
  NetworkPicture() = default;
  NetworkPicture(size_t rows, size_t columns)
      : height(rows), width(columns), values(3 * rows * columns) {}
};

// The numbers of one picture. They stay until as many others were started as the network has room
// for.
struct NetworkOutput {
  std::span<const float> values;
  std::vector<size_t> shape;
};

class RecogniserNetwork {
 public:
  // How the processor's threads are shared out: all to one picture, or each to its own.
  enum class Sharing : uint8_t { AllToOne, EachItsOwn };

  // ModelMissing when the file is absent, ModelFailed when the library refuses it.
  static Result<RecogniserNetwork> open(const std::filesystem::path& onnx,
                                        const RecogniserOptions& options, Sharing sharing);

  // Whether next() must come before start().
  bool full() const { return busy_ == lanes_.size(); }
  bool idle() const { return busy_ == 0; }
  // Begins with a picture. Cancelled when a stop was asked before.
  Result<Done> start(NetworkPicture&& picture, const Job& job);
  // Waits for the picture that was started first of those under way.
  Result<NetworkOutput> next();
  // Waits for all that is under way and forgets it.
  void settle();

  // Gives back the scratch memory of the calls so far; the next one takes its own again.
  void release();

  const std::string& device() const { return device_; }
  // What the file says about itself under this name; empty when it says nothing.
  const std::string& characters() const { return characters_; }

 private:
  struct Lane {
    NetworkPicture picture;  // must live as long as the request reads it
    ov::InferRequest request;
  };
  RecogniserNetwork(ov::CompiledModel network, std::string device, std::string characters,
                    size_t lanes);

  ov::CompiledModel network_;
  std::vector<Lane> lanes_;  // a ring
  size_t first_ = 0, busy_ = 0;
  std::string device_;
  std::string characters_;
};

}  // namespace oi
