// An engine on a temporary folder: the embedded store, the real reader, stand-ins for the models.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/file.h"
#include "embedded/embedded.h"
#include "engine/open.h"
#include "tests/fakes.h"

namespace oi {

struct SmallEngine {
  std::filesystem::path folder;  // files for the tests go to folder/files
  Engine engine;

  SmallEngine() {
    std::string name = (std::filesystem::temp_directory_path() / "oi-engine-XXXXXX").string();
    folder = mkdtemp(name.data());
    std::filesystem::create_directories(folder / "files");
    engine.settings.home = folder / "home";
    engine.settings.reader = OI_BUILD "/oi-reader";
    Result<std::filesystem::path> library = library_folder(engine.settings);
    engine.stores = open_embedded(*library).value();
    engine.models.embedder = std::make_unique<FakeEmbedder>();
    engine.now = [] { return int64_t{1000}; };
    engine.pool = std::make_unique<Pool>(1);
  }
  ~SmallEngine() {
    engine.stores = {};
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder / "files" / name;
    std::filesystem::create_directories(path.parent_path());
    const Result<Done> written = write_file_atomically(path, text);
    return written.ok() ? path : std::filesystem::path();
  }
};

enum class Writer { Generator, Nobody };
inline Question asks(std::string text, Writer writer = Writer::Generator) {
  Question question;
  question.text = std::move(text);
  question.policy.use_generator = writer == Writer::Generator;
  return question;
}

}  // namespace oi
