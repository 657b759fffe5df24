// The network runs beside the calling thread, which looks for a stop meanwhile.
#include "runtimes/network.h"

#include <openvino/runtime/exception.hpp>

#include <algorithm>
#include <chrono>

#include "runtimes/bert.h"

namespace oi {
namespace {

constexpr std::chrono::milliseconds kLookEvery{10};  // for a stop, while the network runs

// The device to try first: what was asked for when it is there, else the processor.
std::string device_for(Device wanted, const ov::Core& core) {
  const std::string name = wanted == Device::Gpu ? "GPU" : wanted == Device::Npu ? "NPU" : "CPU";
  for (const std::string& there : core.get_available_devices()) {
    if (there == name || there.starts_with(name + ".")) return name;
  }
  return "CPU";
}

}  // namespace

ov::AnyMap cpu_settings(unsigned threads, ov::element::Type precision) {
  ov::AnyMap settings{ov::hint::performance_mode(ov::hint::PerformanceMode::LATENCY),
                      ov::num_streams(1), ov::hint::inference_precision(precision)};
  if (threads != 0) settings.insert(ov::inference_num_threads(static_cast<int32_t>(threads)));
  return settings;
}

Placed place(ov::Core& core, const std::shared_ptr<ov::Model>& network, Device wanted,
             const ov::AnyMap& settings) {
  const std::string device = device_for(wanted, core);
  if (device != "CPU") {
    try {
      return {core.compile_model(network, device, ov::hint::inference_precision(ov::element::f32)),
              device};
    } catch (const ov::Exception&) {
    }
  }
  return {core.compile_model(network, "CPU", settings), "CPU"};
}

TokenRows token_rows(const Batch& batch, const std::vector<Ids>& ids, int32_t padding) {
  const ov::Shape shape{batch.texts.size(), batch.tokens};
  TokenRows rows{ov::Tensor(ov::element::i32, shape), ov::Tensor(ov::element::f32, shape)};
  std::fill_n(rows.ids.data<int32_t>(), rows.ids.get_size(), padding);
  std::fill_n(rows.padding.data<float>(), rows.padding.get_size(), kPadding);
  for (size_t row = 0; row < batch.texts.size(); ++row) {
    const Ids& text = ids[batch.texts[row]];
    std::ranges::copy(text, rows.ids.data<int32_t>() + row * batch.tokens);
    std::fill_n(rows.padding.data<float>() + row * batch.tokens, text.size(), 0.0f);
  }
  return rows;
}

Result<Done> run(ov::InferRequest& request, const Job& job) try {
  request.start_async();
  while (!request.wait_for(kLookEvery)) {
    if (job.stop.stop_requested()) request.cancel();
  }
  return Done{};
} catch (const ov::Cancelled&) {
  return Error{Code::Cancelled, "stopped as asked"};
} catch (const ov::Exception& failure) {
  return Error{Code::ModelFailed, failure.what()};
}

}  // namespace oi
