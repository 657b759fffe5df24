// The small generator that set-up fetches, for tests that need a real one.
#pragma once

#include <filesystem>

namespace oi {

inline const std::filesystem::path kGeneratorFile =
    OI_SETUP_MODELS "/SmolLM2-135M-Instruct/SmolLM2-135M-Instruct.Q4_1.gguf";

// Ends the test without a verdict where set-up has not fetched the model.
#define SKIP_WITHOUT_GENERATOR() \
  if (!std::filesystem::exists(kGeneratorFile)) GTEST_SKIP() << "no " << kGeneratorFile

}  // namespace oi
