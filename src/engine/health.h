// `oi doctor`: is everything there, and what runs where? Every line is looked at, not remembered.
#pragma once

#include <string>
#include <vector>

#include "base/job.h"
#include "engine/settings.h"

namespace oi {

struct HealthLine {
  std::string about;  // "embedder", "reader", "library"
  bool good = true;
  bool needed = true;  // false: good to have
  std::string found;   // what is there
  std::string advice;  // what to do, when not good
};

std::vector<HealthLine> examine(const Settings& settings, const Job& job);

}  // namespace oi
