// The words of a command line as a command and its arguments.
#pragma once

#include <map>
#include <span>
#include <string>

#include "cli/command.h"

namespace oi {

struct Parsed {
  const Command* command = nullptr;  // null: none was named
  Arguments arguments;
  std::map<std::string, std::string> settings;  // of --home, --library and --set
  bool version = false;                         // --version
};

// Options may stand anywhere, as "--name value" or "--name=value"; after "--" everything is an
// operand, and "-" always is. The format asked for is in `parsed` also when the rest is wrong, so
// that the error can be told in it. Invalid for an unknown command or option (with the nearest
// one), a value that is missing or not wanted, and too few or too many operands.
Result<Done> parse_arguments(std::span<const std::string> words, Parsed& parsed);

// The name among `names` that needs the fewest changes, when it needs at most two.
std::string nearest(const std::string& name, std::span<const std::string> names);

}  // namespace oi
