// What this machine offers: can the reader be locked up, what can the processor do, is there room?
#pragma once

#include <vector>

#include "engine/health.h"
#include "engine/settings.h"

namespace oi {

// Starts a reader, which locks itself down and is let go. Not good when a mandatory step fails.
HealthLine examine_reader(const Settings& settings);

// Processor, memory, disk. None of them is needed: they say how fast and for how long.
std::vector<HealthLine> examine_machine(const Settings& settings);

}  // namespace oi
