// The library keeps scratch memory for the largest picture so far and what it prepared for the
// shapes it saw. The detector's is large, so it is given back when it is done; the allocator is
// asked to hand it on to the system, which it otherwise would not for long.
//
// A call is never broken off in the middle: a network of free shapes that was cancelled gives wrong
// shapes ever after, also through a new request. Pictures are small instead.
#include "runtimes/recogniser_network.h"

#include <malloc.h>
#include <openvino/runtime/exception.hpp>

#include <algorithm>
#include <thread>

#include "runtimes/cpu.h"

namespace oi {
namespace {

constexpr size_t kMostStreams = 8;  // each has scratch memory of its own

std::string device_for(Device wanted, const ov::Core& core) {
  const std::string name = wanted == Device::Gpu ? "GPU" : wanted == Device::Npu ? "NPU" : "CPU";
  for (const std::string& there : core.get_available_devices()) {
    if (there == name || there.starts_with(name + ".")) return name;
  }
  return "CPU";
}

// The file's own list of characters, one a line, as the library hands on what it does not know.
std::string characters_of(const ov::Model& network) {
  const ov::AnyMap& all = network.get_rt_info();
  const auto found = all.find("framework");
  if (found == all.end() || !found->second.is<ov::AnyMap>()) return {};
  const auto& framework = found->second.as<ov::AnyMap>();
  const auto list = framework.find("character");
  return list == framework.end() ? std::string{} : list->second.as<std::string>();
}

size_t threads_of(const RecogniserOptions& options) {
  return options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
}

// Short floats halve the work where the processor multiplies them natively; elsewhere they would
// be widened first and gain nothing.
ov::element::Type precision_of(const RecogniserOptions& options) {
  return !options.exact && this_cpu().products_bf16 ? ov::element::bf16 : ov::element::f32;
}

ov::AnyMap settings_for(const RecogniserOptions& options, size_t streams) {
  ov::AnyMap settings{ov::hint::performance_mode(ov::hint::PerformanceMode::LATENCY),
                      ov::num_streams(static_cast<int32_t>(streams)),
                      ov::inference_num_threads(static_cast<int32_t>(threads_of(options))),
                      ov::hint::inference_precision(precision_of(options))};
  // What is prepared for a shape, of each layer: the default is 5000; at 64 a line's width would be
  // prepared for anew nearly every time, at a tenth of all work.
  settings.emplace("CPU_RUNTIME_CACHE_CAPACITY", "1000");
  return settings;
}

// A device that cannot take the network gives way to the processor.
std::pair<ov::CompiledModel, std::string> place(ov::Core& core, const auto& network,
                                                const RecogniserOptions& options, size_t streams) {
  const std::string wanted = device_for(options.device, core);
  if (wanted != "CPU") {
    try {
      return {core.compile_model(network, wanted, ov::hint::inference_precision(ov::element::f32)),
              wanted + " (fp32)"};
    } catch (const ov::Exception&) {
    }
  }
  const char* short_floats = precision_of(options) == ov::element::bf16 ? "bf16" : "fp32";
  return {core.compile_model(network, "CPU", settings_for(options, streams)),
          std::string("CPU (") + short_floats + ")"};
}

}  // namespace

RecogniserNetwork::RecogniserNetwork(ov::CompiledModel network, std::string device,
                                     std::string characters, size_t lanes)
    : network_(std::move(network)),
      lanes_(lanes),
      device_(std::move(device)),
      characters_(std::move(characters)) {
  for (Lane& lane : lanes_)
    lane.request = network_.create_infer_request();
}

Result<RecogniserNetwork> RecogniserNetwork::open(const std::filesystem::path& onnx,
                                                  const RecogniserOptions& options,
                                                  Sharing sharing) try {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(onnx, failed)) {
    return Error{Code::ModelMissing, onnx.string() + " is not there"};
  }
  ov::Core core;
  const auto network = core.read_model(onnx.string());
  std::string characters = characters_of(*network);
  const size_t streams =
      sharing == Sharing::AllToOne ? 1 : std::min(threads_of(options), kMostStreams);
  auto [compiled, device] = place(core, network, options, streams);
  // One more than streams, so that none waits for the caller.
  const size_t lanes = sharing == Sharing::AllToOne ? 1 : streams + 1;
  return RecogniserNetwork(std::move(compiled), std::move(device), std::move(characters), lanes);
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, onnx.string() + ": " + failure.what()};
}

Result<Done> RecogniserNetwork::start(NetworkPicture&& picture, const Job& job) try {
  TRY(check(job));
  if (full()) return Error{Code::ModelFailed, "recogniser: no lane is free"};
  Lane& lane = lanes_[(first_ + busy_) % lanes_.size()];
  lane.picture = std::move(picture);
  lane.request.set_input_tensor(ov::Tensor(ov::element::f32,
                                           {1, 3, lane.picture.height, lane.picture.width},
                                           lane.picture.values.data()));
  lane.request.start_async();
  ++busy_;
  return Done{};
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, std::string("recogniser: ") + failure.what()};
}

Result<NetworkOutput> RecogniserNetwork::next() try {
  if (idle()) return Error{Code::ModelFailed, "recogniser: nothing was started"};
  Lane& lane = lanes_[first_];
  first_ = (first_ + 1) % lanes_.size();
  --busy_;
  lane.request.wait();
  const ov::Tensor made = lane.request.get_output_tensor();
  return NetworkOutput{{made.data<const float>(), made.get_size()}, made.get_shape()};
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, std::string("recogniser: ") + failure.what()};
}

void RecogniserNetwork::settle() {
  while (!idle())
    (void)next();
}

void RecogniserNetwork::release() {
  settle();
  for (Lane& lane : lanes_)
    lane = {};
  network_.release_memory();
  for (Lane& lane : lanes_)
    lane.request = network_.create_infer_request();
  malloc_trim(0);
}

}  // namespace oi
