// What every BERT network needs around it: a device, rows of tokens, and a run that can be stopped.
#pragma once

#include <openvino/runtime/core.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "runtimes/batches.h"
#include "runtimes/runtimes.h"

namespace oi {

struct Placed {
  ov::CompiledModel network;
  std::string device;  // "CPU", "GPU", "NPU"
};

// For one question at a time, on all cores when `threads` is 0.
ov::AnyMap cpu_settings(unsigned threads, ov::element::Type precision);

// The device wanted, when it is there and takes the network; else the processor, by `settings`. For
// an opener, which catches what the library throws.
Placed place(ov::Core& core, const std::shared_ptr<ov::Model>& network, Device wanted,
             const ov::AnyMap& settings);

using Ids = std::vector<int32_t>;

// The network's first two inputs (bert.h) for one batch.
struct TokenRows {
  ov::Tensor ids;      // int32, [texts, tokens]
  ov::Tensor padding;  // float, the same
};
TokenRows token_rows(const Batch& batch, const std::vector<Ids>& ids, int32_t padding);

// Runs the network on the inputs set. Cancelled soon after a stop; ModelFailed in the library's
// words.
Result<Done> run(ov::InferRequest& request, const Job& job);

}  // namespace oi
