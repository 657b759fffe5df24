// Words to a command, settings to a Call, the outcome to an exit code. The table of codes decides
// which exit code an error has.
#include "cli/run.h"

#include <exception>

#include "cli/arguments.h"
#include "cli/help.h"

namespace oi {
namespace {

Result<Settings> settings_for(const Parsed& parsed, const Surroundings& surroundings) {
  Result<Settings> settings =
      load_settings({parsed.settings, surroundings.environment, surroundings.program});
  if (!settings.ok() && !parsed.command->needs_home) return Settings{};
  return settings;
}

Result<int> run_parsed(const Parsed& parsed, const Surroundings& surroundings, Screen& screen,
                       std::stop_token stop) {
  const Settings settings = TRY(settings_for(parsed, surroundings));
  Call call{parsed.arguments, settings, screen, std::move(stop)};
  return parsed.command->run(call);
}

int show_help(const Parsed& parsed, Screen& screen) {
  const bool asked = parsed.arguments.help;
  std::ostream& out = asked ? screen.out : screen.err;
  const Look& look = asked ? screen.out_look : screen.err_look;
  out << (parsed.command ? help_page(*parsed.command, look) : help_page(look)) << std::flush;
  return asked ? kExitDone : kExitUsage;
}

Result<int> run_words(std::span<const std::string> words, Parsed& parsed,
                      const Surroundings& surroundings, Screen& screen, std::stop_token stop) {
  TRY(parse_arguments(words, parsed));
  if (parsed.version && !parsed.command) parsed.command = find_command("version");
  if (parsed.arguments.help || !parsed.command) return show_help(parsed, screen);
  return run_parsed(parsed, surroundings, screen, std::move(stop));
}

}  // namespace

int run(std::span<const std::string> words, const Surroundings& surroundings, Screen& screen,
        std::stop_token stop) {
  Parsed parsed;
  const Result<int> outcome = [&]() -> Result<int> {
    // Nothing of ours throws; what the standard library throws ends here with a sentence.
    try {
      return run_words(words, parsed, surroundings, screen, std::move(stop));
    } catch (const std::exception& failure) {
      return Error{Code::Bug, std::string("unexpected: ") + failure.what()};
    }
  }();
  screen.out << std::flush;
  if (outcome.ok()) return *outcome;
  put_error(screen, parsed.arguments.format, outcome.error());
  return code_row(outcome.error().code).exit_code;
}

}  // namespace oi
