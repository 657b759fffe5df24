// What the program says of itself: its version, and its tables of numbers.
#pragma once

#include <string>

namespace oi {

// "0.1.0"
std::string program_version();

// The tables of modes, tiers and limits, as Markdown: docs/MODES.md.
std::string rules_page();

}  // namespace oi
