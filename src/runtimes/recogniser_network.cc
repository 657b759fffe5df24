// The library keeps scratch memory for the largest batch so far and what it prepared for the shapes
// it saw. Detector and reader of lines take turns, so each gives its memory back when it is done;
// the allocator is asked to hand it on to the system, which it otherwise would not for long.
//
// A call is never broken off in the middle: a network of free shapes that was cancelled gives wrong
// shapes ever after, also through a new request. Batches are small instead.
#include "runtimes/recogniser_network.h"

#include <malloc.h>
#include <openvino/runtime/exception.hpp>

namespace oi {
namespace {

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

ov::AnyMap settings_for(const RecogniserOptions& options) {
  ov::AnyMap settings{ov::hint::performance_mode(ov::hint::PerformanceMode::LATENCY),
                      ov::num_streams(1), ov::hint::inference_precision(ov::element::f32)};
  settings.emplace("CPU_RUNTIME_CACHE_CAPACITY", "64");  // shapes; the default is 5000
  if (options.threads != 0) {
    settings.insert(ov::inference_num_threads(static_cast<int32_t>(options.threads)));
  }
  return settings;
}

// A device that cannot take the network gives way to the processor.
std::pair<ov::CompiledModel, std::string> place(ov::Core& core, const auto& network,
                                                const RecogniserOptions& options) {
  const std::string wanted = device_for(options.device, core);
  if (wanted != "CPU") {
    try {
      return {core.compile_model(network, wanted, ov::hint::inference_precision(ov::element::f32)),
              wanted};
    } catch (const ov::Exception&) {
    }
  }
  return {core.compile_model(network, "CPU", settings_for(options)), "CPU"};
}

}  // namespace

Result<RecogniserNetwork> RecogniserNetwork::open(const std::filesystem::path& onnx,
                                                  const RecogniserOptions& options) try {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(onnx, failed)) {
    return Error{Code::ModelMissing, onnx.string() + " is not there"};
  }
  ov::Core core;
  const auto network = core.read_model(onnx.string());
  std::string characters = characters_of(*network);
  auto [compiled, device] = place(core, network, options);
  return RecogniserNetwork(std::move(compiled), std::move(device), std::move(characters));
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, onnx.string() + ": " + failure.what()};
}

Result<Outcome> RecogniserNetwork::run(PictureBatch& batch, const Job& job) try {
  TRY(check(job));
  request_.set_input_tensor(ov::Tensor(
      ov::element::f32, {batch.count, 3, batch.height, batch.width}, batch.values.data()));
  request_.infer();
  const ov::Tensor made = request_.get_output_tensor();
  return Outcome{{made.data<const float>(), made.get_size()}, made.get_shape()};
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, std::string("recogniser: ") + failure.what()};
}

void RecogniserNetwork::release() {
  request_ = {};
  network_.release_memory();
  request_ = network_.create_infer_request();
  malloc_trim(0);
}

}  // namespace oi
