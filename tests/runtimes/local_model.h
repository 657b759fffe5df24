// The small generator that set-up fetches, for tests that need a real one.
#pragma once

#include <filesystem>

namespace oi {

inline const std::filesystem::path kGeneratorFile =
    OI_SETUP_MODELS "/SmolLM2-135M-Instruct/SmolLM2-135M-Instruct.Q4_1.gguf";

// False where set-up has not fetched it; tests then skip.
inline bool has_generator() {
  return std::filesystem::exists(kGeneratorFile);
}

}  // namespace oi
