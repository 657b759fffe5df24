// One pass over the words. The first operand is the command; options before it can only be those
// that every command takes. Written by hand, because parsers at hand change words: "[draft]" loses
// its brackets, and a question's word that is a command's name becomes a command.
#include "cli/arguments.h"

#include <algorithm>
#include <numeric>

namespace oi {
namespace {

Error usage(const std::string& what, const Command* command) {
  const std::string help = command ? "oi " + std::string(command->name) + " --help" : "oi --help";
  return {Code::Invalid, what + " (see `" + help + "`)"};
}

const OptionRow* find_option(const std::string& name, const Command* command) {
  const auto in = [&](const std::vector<OptionRow>& rows) -> const OptionRow* {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const OptionRow& one) { return name == one.name; });
    return row == rows.end() ? nullptr : &*row;
  };
  const OptionRow* common = in(common_options());
  return common || !command ? common : in(command->options);
}

Error unknown_option(const std::string& name, const Command* command) {
  std::vector<std::string> names;
  for (const OptionRow& row : common_options())
    names.emplace_back(row.name);
  if (command) {
    for (const OptionRow& row : command->options)
      names.emplace_back(row.name);
  }
  const std::string near = nearest(name, names);
  const std::string hint = near.empty() ? "" : "; did you mean " + near + "?";
  const std::string where = command ? "`oi " + std::string(command->name) + "`" : "`oi`";
  return usage(where + " has no option " + name + hint, command);
}

Error unknown_command(const std::string& name) {
  if (is_later_command(name)) return {Code::Invalid, "`oi " + name + "` is not in this version"};
  std::vector<std::string> names;
  for (const Command& command : commands())
    names.emplace_back(command.name);
  const std::string near = nearest(name, names);
  const std::string hint = near.empty() ? "" : "; did you mean `oi " + near + "`?";
  return usage("there is no command '" + name + "'" + hint, nullptr);
}

const char* short_form(const std::string& name) {
  if (name == "-h") return "--help";
  if (name == "-q") return "--quiet";
  return nullptr;
}

class Words {
 public:
  Words(std::span<const std::string> words, Parsed& parsed) : words_(words), parsed_(parsed) {}

  Result<Done> parse() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      const bool option = !only_operands_ && word.size() > 1 && word.front() == '-';
      if (option && word == "--") {
        only_operands_ = true;
      } else if (option) {
        TRY(take_option(word));
      } else {
        TRY(take_operand(word));
      }
    }
    return check_operands();
  }

 private:
  Result<Done> take_operand(const std::string& word) {
    if (parsed_.command || help_of_) {
      if (!help_of_) parsed_.arguments.operands.push_back(word);
      if (help_of_ && !parsed_.command) return name_command(word);
      return Done{};
    }
    if (word == "help") {
      help_of_ = true;
      parsed_.arguments.help = true;
      return Done{};
    }
    return name_command(word);
  }

  Result<Done> name_command(const std::string& word) {
    parsed_.command = find_command(word);
    if (!parsed_.command) return unknown_command(word);
    return Done{};
  }

  Result<Done> take_option(const std::string& word) {
    const size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    std::string name = word.substr(0, equals);
    if (const char* longer = short_form(name)) name = longer;
    const OptionRow* row = find_option(name, parsed_.command);
    if (!row) return unknown_option(name, parsed_.command);
    if (name == "--json")
      return take_format(equals == std::string::npos ? "" : word.substr(equals + 1));
    if (*row->value == '\0') {
      if (equals != std::string::npos) return usage(name + " takes no value", parsed_.command);
      return set_flag(name);
    }
    if (equals != std::string::npos) return set_value(name, word.substr(equals + 1));
    if (at_ == words_.size()) {
      return usage(name + " needs a value: " + name + " " + row->value, parsed_.command);
    }
    return set_value(name, words_[at_++]);
  }

  Result<Done> take_format(const std::string& value) {
    if (!value.empty() && value != "events") {
      return usage("--json can be --json or --json=events, not --json=" + value, parsed_.command);
    }
    parsed_.arguments.format = value.empty() ? Format::Json : Format::Events;
    return Done{};
  }

  Result<Done> set_flag(const std::string& name) {
    if (name == "--quiet") parsed_.arguments.quiet = true;
    if (name == "--help") parsed_.arguments.help = true;
    if (name == "--version") parsed_.version = true;
    parsed_.arguments.options[name];
    return Done{};
  }

  Result<Done> set_value(const std::string& name, const std::string& value) {
    if (name == "--home" || name == "--library") parsed_.settings[name.substr(2)] = value;
    if (name == "--set") {
      const size_t equals = value.find('=');
      if (equals == std::string::npos || equals == 0) {
        return usage("--set is written --set key=value, not '" + value + "'", parsed_.command);
      }
      parsed_.settings[value.substr(0, equals)] = value.substr(equals + 1);
    }
    parsed_.arguments.options[name].push_back(value);
    return Done{};
  }

  Result<Done> check_operands() {
    const Command* command = parsed_.command;
    if (!command || parsed_.arguments.help) return Done{};
    const size_t count = parsed_.arguments.operands.size();
    const std::string name = "`oi " + std::string(command->name) + "`";
    if (count < command->least) {
      return usage(name + " needs " + command->operands, command);
    }
    if (count > command->most) {
      const std::string& extra = parsed_.arguments.operands[command->most];
      return usage(name + " does not know what to do with '" + extra + "'", command);
    }
    return Done{};
  }

  std::span<const std::string> words_;
  Parsed& parsed_;
  size_t at_ = 0;
  bool only_operands_ = false;
  bool help_of_ = false;  // `oi help COMMAND`
};

// Levenshtein's distance, row by row.
size_t changes(const std::string& from, const std::string& to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t change = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[to.size()];
}

}  // namespace

Result<Done> parse_arguments(std::span<const std::string> words, Parsed& parsed) {
  // An error before --json is reached is told as JSON too.
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--json") parsed.arguments.format = Format::Json;
    if (word == "--json=events") parsed.arguments.format = Format::Events;
  }
  return Words(words, parsed).parse();
}

std::string nearest(const std::string& name, std::span<const std::string> names) {
  constexpr size_t kMostChanges = 2;
  std::string best;
  size_t fewest = kMostChanges + 1;
  for (const std::string& one : names) {
    const size_t needed = changes(name, one);
    if (needed < fewest && needed < one.size()) {
      fewest = needed;
      best = one;
    }
  }
  return best;
}

std::string Arguments::value(const std::string& name, const std::string& otherwise) const {
  const auto at = options.find(name);
  return at == options.end() || at->second.empty() ? otherwise : at->second.back();
}

std::vector<std::string> Arguments::values(const std::string& name) const {
  const auto at = options.find(name);
  return at == options.end() ? std::vector<std::string>{} : at->second;
}

}  // namespace oi
