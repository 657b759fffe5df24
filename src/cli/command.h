// What a command is: a row of the table that help, arguments and tests read.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "cli/screen.h"
#include "engine/settings.h"

namespace oi {

struct OptionRow {
  const char* name;        // "--mode", "-k"
  const char* value = "";  // what to write for its value; empty: it takes none
  const char* what = "";
};

enum class Format : uint8_t { Text, Json, Events };

struct Arguments {
  std::vector<std::string> operands;
  std::map<std::string, std::vector<std::string>> options;  // by name, in the order given
  Format format = Format::Text;
  bool quiet = false;
  bool help = false;

  bool has(const std::string& name) const { return options.contains(name); }
  // The last value given for the option, or `otherwise`.
  std::string value(const std::string& name, const std::string& otherwise = "") const;
  std::vector<std::string> values(const std::string& name) const;
};

// One run of one command.
struct Call {
  const Arguments& arguments;
  const Settings& settings;
  Screen& screen;
  std::stop_token stop;
};

struct Command {
  const char* name;
  const char* operands;  // as the usage line shows them
  size_t least = 0;      // operands
  size_t most = 0;
  const char* what;  // one line
  const char* more;  // a paragraph for its help
  std::vector<OptionRow> options;
  std::vector<const char*> examples;
  bool needs_home = true;  // false: it runs also where no settings can be read
  // Gives the exit code. An error is shown by the caller, which also finds its exit code.
  Result<int> (*run)(Call& call) = nullptr;
};

inline constexpr size_t kAnyNumber = 1000000;

// Every command of this version, in the order of help.
const std::vector<Command>& commands();
const Command* find_command(const std::string& name);
// Options that every command takes.
const std::vector<OptionRow>& common_options();
// True for commands that later versions have.
bool is_later_command(const std::string& name);

// --- The commands, one file a group.
Result<int> run_add(Call& call);
Result<int> run_ask(Call& call);
Result<int> run_search(Call& call);
Result<int> run_show(Call& call);
Result<int> run_list(Call& call);
Result<int> run_info(Call& call);
Result<int> run_remove(Call& call);
Result<int> run_queue(Call& call);
Result<int> run_rules(Call& call);
Result<int> run_doctor(Call& call);
Result<int> run_eval(Call& call);
Result<int> run_version(Call& call);

// --- What they share.

// Exit codes that are no error's (INTERFACES).
inline constexpr int kExitDone = 0;
inline constexpr int kExitError = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitAbstained = 3;
inline constexpr int kExitProblems = 4;
inline constexpr int kExitRemoteRefused = 5;
inline constexpr int kExitCancelled = 130;

// Writes the command's value: one JSON line, or with --json=events the last event by that name.
void put_value(Call& call, const char* event, const std::string& json);
// Writes one event, with --json=events only.
void put_event(Call& call, const char* event, const std::string& json);
// One line on standard error, and the error as JSON where that is asked for.
void put_error(Screen& screen, Format format, const Error& error);
// A line for people on standard error, unless --quiet or JSON is asked for.
void put_note(Call& call, const std::string& line);
// The event as JSON: {"stage","done","total"}, {"text"}.
std::string to_json(const Progress& progress);
// A listener that shows stages on `status` and writes events.
std::function<void(const Event&)> stage_listener(Call& call, StatusLine& status);

}  // namespace oi
