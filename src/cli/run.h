// A whole run of `oi`, from its words to its exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "cli/screen.h"

namespace oi {

struct Surroundings {
  std::function<std::string(const std::string&)> environment;
  std::filesystem::path program;  // where this program lies
};

// Never fails in another way than by its exit code: every error is shown here, and only here.
int run(std::span<const std::string> words, const Surroundings& surroundings, Screen& screen,
        std::stop_token stop);

}  // namespace oi
