// An embedder that keeps what it embedded in a file, so that a set is measured again in seconds.
// Only vectors are kept, by the digest of their text: chunks and indexes are made anew each time,
// so a change to them shows at once.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "models/models.h"

namespace oi {

// One file for each model, precision and device. A file whose vectors are not those that the model
// gives today is begun anew: three texts are compared each time. Io, NoSpace.
Result<std::unique_ptr<Embedder>> keep_embeddings(std::unique_ptr<Embedder> embedder,
                                                  const std::filesystem::path& folder,
                                                  const Job& job);

}  // namespace oi
