// Usage first, then the options in two columns, and at least one example that can be copied.
#include "cli/help.h"

#include <algorithm>

#include "cli/visible.h"

namespace oi {
namespace {

constexpr size_t kWidest = 96;
constexpr size_t kNameWide = 10;
constexpr size_t kOptionWide = 22;

size_t room(const Look& look) {
  return std::min(look.width, kWidest);
}

std::string option_rows(const std::vector<OptionRow>& rows, const Look& look) {
  std::string out;
  for (const OptionRow& row : rows) {
    const std::string name =
        std::string(row.name) + (*row.value ? " " + std::string(row.value) : "");
    const std::string what = indented(row.what, kOptionWide + 2, room(look));
    out += "  " + paint(look, Ink::Link, padded(name, kOptionWide)) +
           what.substr(std::min(what.size(), kOptionWide + 2));
  }
  return out;
}

std::string section(const Look& look, const std::string& words) {
  return "\n" + paint(look, Ink::Bold, words) + "\n";
}

}  // namespace

std::string help_page(const Look& look) {
  std::string out = indented(
      "OpenIntelligence answers questions from your own documents. Everything runs on this "
      "machine, every sentence is cited, and it says so when the documents do not answer.",
      0, room(look));
  out += section(look, "Usage") + "  oi COMMAND [OPTIONS]\n" + section(look, "Commands");
  for (const Command& command : commands()) {
    out += "  " + paint(look, Ink::Link, padded(command.name, kNameWide)) + command.what + "\n";
  }
  out += section(look, "Options of every command") + option_rows(common_options(), look);
  out += section(look, "Start with");
  out += "  oi add ~/Documents/manuals\n  oi ask \"Which torque do the casing bolts need?\"\n";
  return out + "\n`oi COMMAND --help` says more.\n";
}

std::string help_page(const Command& command, const Look& look) {
  const std::string operands = *command.operands ? " " + std::string(command.operands) : "";
  std::string out = paint(look, Ink::Bold, "oi " + std::string(command.name)) + ": " +
                    command.what + "\n" + section(look, "Usage") + "  oi " + command.name +
                    operands + " [OPTIONS]\n";
  if (*command.more) out += "\n" + indented(command.more, 0, room(look));
  if (!command.options.empty())
    out += section(look, "Options") + option_rows(command.options, look);
  out += section(look, "Options of every command") + option_rows(common_options(), look);
  out += section(look, command.examples.size() == 1 ? "Example" : "Examples");
  for (const char* example : command.examples)
    out += "  " + std::string(example) + "\n";
  return out;
}

}  // namespace oi
