#include "runtimes/ggml_shared.h"

#include <dlfcn.h>
#include <ggml-backend.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "base/file.h"
#include "base/text.h"

namespace oi {
namespace {

// The libraries have one log for the process; a call that may fail listens on its own thread.
thread_local std::string* heard = nullptr;

std::string load_backend() {
  ggml_log_set(hear, nullptr);
  const auto cpu = [] { return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU); };
  if (!cpu()) ggml_backend_load_all_from_path(OI_GGML_BACKENDS);
  if (!cpu()) return {};
  // The variant is named only by its file: .../libggml-cpu-zen4.so
  void* symbol = ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(cpu()),
                                                   "ggml_backend_set_n_threads");
  Dl_info place = {};
  if (!symbol || dladdr(symbol, &place) == 0) return "unknown";
  const std::string stem = std::filesystem::path(place.dli_fname).stem().string();
  return stem.substr(stem.rfind('-') + 1);
}

}  // namespace

// The library keeps one table of backends for the process, so this happens once.
const std::string& ggml_variant() {
  static const std::string variant = load_backend();
  return variant;
}

void hear(ggml_log_level level, const char* text, void*) {
  if (!heard || level != GGML_LOG_LEVEL_ERROR) return;
  if (!heard->empty()) *heard += "; ";
  *heard += trim(text);
}

Listening::Listening() {
  heard = &words_;
}

Listening::~Listening() {
  heard = nullptr;
}

Error Listening::failed(std::string what) const {
  return Error{Code::ModelFailed, words_.empty() ? what : what + ": " + words_};
}

unsigned idle_cores(unsigned most) {
  if (most == 0) most = std::max(1u, std::thread::hardware_concurrency());
  const Result<std::string> load = read_file("/proc/loadavg", 256);
  if (!load) return most;
  // "0.20 0.18 0.12 3/411 11206": three threads can run now, and this one is among them.
  const size_t slash = load->find('/');
  const size_t space = load->rfind(' ', slash);
  unsigned running = 0;
  if (slash == std::string::npos || space == std::string::npos) return most;
  std::from_chars(load->data() + space + 1, load->data() + slash, running);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  const long idle = online - static_cast<long>(running) + 1;
  return static_cast<unsigned>(std::clamp(idle, 1L, static_cast<long>(most)));
}

bool stop_asked(void* stop) {
  return static_cast<const std::stop_token*>(stop)->stop_requested();
}

}  // namespace oi
