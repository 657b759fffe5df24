// Engine: everything a question or an ingest needs, opened. open.cc is alone in naming the
// implementations behind the seams.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/pool.h"
#include "base/result.h"
#include "engine/settings.h"
#include "models/models.h"
#include "store/store.h"

namespace oi {

struct Engine {
  Settings settings;
  Stores stores;
  Models models;                 // those that were asked for
  uint32_t passages_most = 0;    // what the generator uses well; 0: no bound
  uint32_t evidence_tokens = 0;  // 0: the whole budget
  std::function<int64_t()> now;  // seconds since 1970
  std::unique_ptr<Pool> pool;    // last: its threads end before what they use
};

struct Needs {
  bool new_library = false;  // may be made; a library that is named and not there is else NotFound
  bool embedder = false;
  bool generator = false;  // an absent generator is then an error, unless the settings say "none"
};

// Opens the library of the settings and the models asked for. The encoder gets the precision that
// the library was made with. ModelMissing, ModelFailed, Corrupt, Busy, Io.
Result<Engine> open_engine(const Settings& settings, const Needs& needs);

// Reads text in pictures, writes down what is said, or judges passages: opened when first asked
// for, then kept. Null when the settings say "none" or the model is not installed: whoever asks
// tells what it could not do. ModelFailed, Corrupt. By one thread at a time, until it is open.
Result<Recogniser*> recogniser_of(Engine& engine);
Result<Transcriber*> transcriber_of(Engine& engine);
Result<Reranker*> reranker_of(Engine& engine);

// The folder of a library. Invalid for a name that is not letters, digits, '-', '_' or '.'.
Result<std::filesystem::path> library_folder(const Settings& settings);

}  // namespace oi
