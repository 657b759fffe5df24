// Store over SQLite and mapped vectors. The class itself is in the .cc.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "base/pool.h"
#include "store/store.h"

namespace oi {

// Called with the name of a step that a commit, a removal or an opening is about to take. Crash
// tests end the process in it; empty otherwise.
using AtStep = std::function<void(std::string_view step)>;

// Opens the library in the folder, which must exist with its subfolder "segments". Failures as
// open_embedded.
Result<std::unique_ptr<Store>> open_embedded_store(const std::filesystem::path& folder, AtStep at,
                                                   Pool* pool);

// open_embedded with a step function.
Result<Stores> open_embedded_at(const std::filesystem::path& folder, const AtStep& at,
                                Pool* pool = nullptr);

}  // namespace oi
