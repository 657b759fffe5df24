// The store is opened first, because it says with which model and precision its vectors were made;
// the encoder is then opened to fit. A library without vectors takes what the settings ask for.
#include "engine/open.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/file.h"
#include "embedded/embedded.h"
#include "engine/catalogue.h"
#include "runtimes/runtimes.h"

namespace oi {
namespace {

Result<Device> parse_device(const std::string& name) {
  if (name == "auto") return Device::Auto;
  if (name == "cpu") return Device::Cpu;
  if (name == "gpu") return Device::Gpu;
  if (name == "npu") return Device::Npu;
  return Error{Code::Invalid, "device is '" + name + "'; it can be auto, cpu, gpu or npu"};
}

Result<Precision> parse_precision(const std::string& name) {
  if (name == "auto" || name.empty()) return Precision::Auto;
  if (name == "fp32") return Precision::Fp32;
  if (name == "int8") return Precision::Int8;
  return Error{Code::Invalid, "precision is '" + name + "'; it can be auto, fp32 or int8"};
}

// The precision a library's vectors were made with: what follows the colon of its model digest.
Result<Precision> wanted_precision(const Settings& settings, const LibraryCard& library) {
  if (library.model_digest.empty()) return parse_precision(settings.precision);
  const size_t colon = library.model_digest.find(':');
  if (colon == std::string::npos) return Precision::Auto;
  return parse_precision(library.model_digest.substr(colon + 1));
}

Result<std::unique_ptr<Embedder>> open_embedder(const Settings& settings,
                                                const LibraryCard& library) {
  const InstalledModel model = TRY(find_model(settings, "embedder"));
  EncoderOptions options;
  options.device = TRY(parse_device(settings.device));
  options.precision = TRY(wanted_precision(settings, library));
  options.threads = settings.threads;
  std::unique_ptr<Embedder> embedder = TRY(open_encoder(model.folder, options));
  if (!library.model_digest.empty() && library.model_digest != embedder->card().digest) {
    return Error{Code::ModelFailed, "the library's vectors were made by model " +
                                        library.model_digest + ", but the embedder here is " +
                                        embedder->card().digest};
  }
  return embedder;
}

Result<Done> open_models(Engine& engine, const Needs& needs) {
  if (needs.embedder) {
    const LibraryCard library = TRY(engine.stores.store->card());
    engine.models.embedder = TRY(open_embedder(engine.settings, library));
  }
  if (needs.generator && engine.settings.generator != "none") {
    const InstalledModel model = TRY(find_model(engine.settings, "generator"));
    GeneratorOptions options;
    options.threads = engine.settings.threads;
    options.window = engine.settings.window;
    engine.models.generator = TRY(open_generator(model.file, options));
    engine.passages_most = model.model.passages;
    engine.evidence_tokens = model.model.evidence_tokens;
  }
  return Done{};
}

bool is_absent(const Error& error) {
  return error.code == Code::ModelMissing;
}

// A new home is its owner's alone and begins with a settings file that names every key.
Result<Done> prepare_home(const std::filesystem::path& home) {
  namespace fs = std::filesystem;
  std::error_code failure;
  if (fs::exists(home, failure)) return Done{};
  fs::create_directories(home, failure);
  if (failure) return Error{Code::Io, home.string() + ": " + failure.message()};
  fs::permissions(home, fs::perms::owner_all, failure);
  return write_file_atomically(home / "settings.toml", settings_file_text());
}

int64_t seconds_since_1970() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Result<std::filesystem::path> library_folder(const Settings& settings) {
  const std::string& name = settings.library;
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (name.empty() || name.size() > 64 || name.front() == '.' ||
      !std::all_of(name.begin(), name.end(), allowed)) {
    return Error{Code::Invalid, "library '" + name +
                                    "': a name is up to 64 letters, digits, '-', '_' or '.', and "
                                    "does not begin with '.'"};
  }
  return settings.home / "libraries" / name;
}

Result<Recogniser*> recogniser_of(Engine& engine) {
  std::unique_ptr<Recogniser>& recogniser = engine.models.recogniser;
  const Settings& settings = engine.settings;
  if (recogniser != nullptr || settings.recogniser == "none") return recogniser.get();
  const Result<InstalledModel> model = find_model(settings, "recogniser");
  if (!model.ok() && is_absent(model.error())) return nullptr;
  if (!model.ok()) return model.error();
  RecogniserOptions options;
  options.device = TRY(parse_device(settings.device));
  options.threads = settings.threads;
  options.exact = TRY(parse_precision(settings.precision)) == Precision::Fp32;
  recogniser = TRY(open_recogniser(model.value().folder, options));
  return recogniser.get();
}

Result<Transcriber*> transcriber_of(Engine& engine) {
  std::unique_ptr<Transcriber>& transcriber = engine.models.transcriber;
  const Settings& settings = engine.settings;
  if (transcriber != nullptr || settings.transcriber == "none") return transcriber.get();
  const Result<InstalledModel> model = find_model(settings, "transcriber");
  if (!model.ok() && is_absent(model.error())) return nullptr;
  if (!model.ok()) return model.error();
  transcriber = TRY(open_transcriber(model.value().folder, {.threads = settings.threads}));
  return transcriber.get();
}

Result<Reranker*> reranker_of(Engine& engine) {
  std::unique_ptr<Reranker>& reranker = engine.models.reranker;
  const Settings& settings = engine.settings;
  const bool unwanted = settings.reranker == "none" || settings.reranker.empty();
  if (reranker != nullptr || unwanted) return reranker.get();
  const Result<InstalledModel> model = find_model(settings, "reranker");
  if (!model.ok() && is_absent(model.error())) return nullptr;
  if (!model.ok()) return model.error();
  CrossEncoderOptions options;
  options.device = TRY(parse_device(settings.device));
  options.threads = settings.threads;
  reranker = TRY(open_cross_encoder(model.value().folder, options));
  return reranker.get();
}

Result<Engine> open_engine(const Settings& settings, const Needs& needs) {
  Engine engine;
  engine.settings = settings;
  engine.now = seconds_since_1970;
  const std::filesystem::path folder = TRY(library_folder(settings));
  std::error_code failure;
  const bool named = settings.library != Settings{}.library;
  if (named && !needs.new_library && !std::filesystem::exists(folder, failure)) {
    return Error{Code::NotFound, "there is no library '" + settings.library + "'"};
  }
  TRY(prepare_home(settings.home));
  const unsigned cores =
      settings.threads != 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
  // The caller of parallel_for works too, so one worker less fills the machine.
  engine.pool = std::make_unique<Pool>(cores - 1);
  engine.stores =
      TRY(open_embedded(folder, engine.pool.get()).within("library '" + settings.library + "'"));
  TRY(open_models(engine, needs));
  return engine;
}

}  // namespace oi
