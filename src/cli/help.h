// Help, printed from the table of commands.
#pragma once

#include <string>

#include "cli/command.h"

namespace oi {

// `oi --help`
std::string help_page(const Look& look);
// `oi COMMAND --help`
std::string help_page(const Command& command, const Look& look);

}  // namespace oi
