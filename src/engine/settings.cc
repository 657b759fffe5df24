// 1. One table has a row for each key: its default, what it is for, and how its value is read.
// 2. The home is found first, because the settings file lies in it.
// 3. For each key the first source that has it wins: command line, environment, file, default. The
//    value and where it came from are kept, so that `oi doctor` can print both.
#include "engine/settings.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>

#include "base/file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargestSettingsFile = 1 << 20;  // bytes
constexpr uint64_t kMostThreads = 1024;
constexpr uint64_t kLeastWindow = 512;
constexpr uint64_t kMostWindow = 1 << 20;
constexpr const char* kFromCommandLine = "command line";
constexpr const char* kFromDefault = "default";

enum class Form : uint8_t { Path, Text, Choice, Number };

struct KeyRow {
  const char* key;
  Form form;
  const char* standard;  // the default; empty where it depends on the machine
  const char* purpose;
  const char* choices = "";  // "a|b|c"
  uint64_t least = 0, most = 0;
};

constexpr std::array<KeyRow, 14> kKeys = {{
    {"home", Form::Path, "", "Where libraries and this file lie. Not read from this file."},
    {"models", Form::Path, "", "A folder of models that is searched before all others."},
    {"reader", Form::Path, "", "The program that opens documents, in a sandbox."},
    {"library", Form::Text, "main", "The library that commands use."},
    {"embedder", Form::Text, "all-MiniLM-L6-v2", "A model of the catalogue, or a folder."},
    {"reranker", Form::Text, "ms-marco-TinyBERT-L2-v2",
     "Judges passages by the question: a model of the catalogue, a folder, or \"none\"."},
    {"generator", Form::Text, "SmolLM2-135M-Instruct",
     "A model of the catalogue, a .gguf file, or \"none\" for answers by quotation only."},
    {"recogniser", Form::Text, "pp-ocrv6-small",
     "Reads text in pictures: a model of the catalogue, a folder, or \"none\"."},
    {"transcriber", Form::Text, "whisper-base",
     "Writes down what is said in recordings: a model of the catalogue, a folder, or \"none\"."},
    {"device", Form::Choice, "auto", "Where models run. A request: `oi doctor` says what is there.",
     "auto|cpu|gpu|npu"},
    {"precision", Form::Choice, "auto", "Arithmetic of the embedder in new libraries.",
     "auto|fp32|int8"},
    {"threads", Form::Number, "0", "Threads to use. 0: all cores.", "", 0, kMostThreads},
    {"window", Form::Number, "4096", "Tokens that the generator sees at once.", "", kLeastWindow,
     kMostWindow},
    {"seed", Form::Number, "1", "Of the sampler; the same seed gives the same answer.", "", 0,
     std::numeric_limits<int64_t>::max()},
}};

using Values = std::map<std::string, std::string>;

const KeyRow* find_key(const std::string& key) {
  const auto row =
      std::find_if(kKeys.begin(), kKeys.end(), [&](const KeyRow& one) { return key == one.key; });
  return row == kKeys.end() ? nullptr : &*row;
}

Error unknown_key(const std::string& key) {
  std::string known;
  for (const KeyRow& row : kKeys)
    known += (known.empty() ? "" : ", ") + std::string(row.key);
  return {Code::Invalid, "there is no setting '" + key + "'; there are " + known};
}

std::string variable_of(const std::string& key) {
  std::string name = "OI_";
  for (const char c : key)
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

std::string from_environment(const SettingSources& sources, const std::string& name) {
  return sources.environment ? sources.environment(name) : std::string();
}

bool has_choice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    const size_t bar = std::min(choices.find('|'), choices.size());
    if (choices.substr(0, bar) == value) return true;
    choices.remove_prefix(std::min(bar + 1, choices.size()));
  }
  return false;
}

Result<uint64_t> number_of(const KeyRow& row, const std::string& value) {
  uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [at, failed] = std::from_chars(value.data(), end, number);
  if (failed != std::errc() || at != end || number < row.least || number > row.most) {
    return Error{Code::Invalid, "setting '" + std::string(row.key) + "' is '" + value +
                                    "', not a whole number from " + std::to_string(row.least) +
                                    " to " + std::to_string(row.most)};
  }
  return number;
}

Result<Done> check_value(const KeyRow& row, const std::string& value) {
  if (row.form == Form::Number) TRY(number_of(row, value));
  if (row.form == Form::Choice && !has_choice(row.choices, value)) {
    return Error{Code::Invalid, "setting '" + std::string(row.key) + "' is '" + value +
                                    "', not one of " + row.choices};
  }
  if (row.form == Form::Text && value.empty()) {
    return Error{Code::Invalid, "setting '" + std::string(row.key) + "' is empty"};
  }
  return Done{};
}

// "~/" is the user's folder; a relative path begins at `base`.
std::string full_path(const SettingSources& sources, const std::string& value,
                      const fs::path& base) {
  if (value.empty()) return value;
  const std::string user = from_environment(sources, "HOME");
  if (value.starts_with("~/") && !user.empty()) return (fs::path(user) / value.substr(2)).string();
  return (base / value).lexically_normal().string();
}

fs::path working_folder() {
  std::error_code failed;
  const fs::path folder = fs::current_path(failed);
  return failed ? fs::path("/") : folder;
}

Result<Setting> find_home(const SettingSources& sources) {
  if (const auto flag = sources.flags.find("home"); flag != sources.flags.end()) {
    if (flag->second.empty()) return Error{Code::Invalid, "setting 'home' is empty"};
    return Setting{"home", full_path(sources, flag->second, working_folder()), kFromCommandLine};
  }
  if (const std::string own = from_environment(sources, "OI_HOME"); !own.empty()) {
    return Setting{"home", full_path(sources, own, working_folder()), "OI_HOME"};
  }
  // The XDG specification says that a relative path there is to be ignored.
  const std::string shared = from_environment(sources, "XDG_DATA_HOME");
  if (fs::path(shared).is_absolute()) {
    return Setting{"home", (fs::path(shared) / "openintelligence").string(), "XDG_DATA_HOME"};
  }
  const std::string user = from_environment(sources, "HOME");
  if (!fs::path(user).is_absolute()) {
    return Error{Code::Invalid, "no place for the library: set OI_HOME, or pass --home DIR"};
  }
  const fs::path folder = fs::path(user) / ".local/share/openintelligence";
  return Setting{"home", folder.string(), kFromDefault};
}

Result<std::string> value_of(const KeyRow& row, const toml::node& node) {
  const bool number = row.form == Form::Number;
  if (number && node.is_integer()) return std::to_string(node.as_integer()->get());
  if (!number && node.is_string()) return node.as_string()->get();
  return Error{Code::Invalid, "line " + std::to_string(node.source().begin.line) + ": '" +
                                  std::string(row.key) + "' is not " +
                                  (number ? "a whole number" : "text in quotes")};
}

Result<Values> parse_file(const std::string& text) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return Error{Code::Invalid, "line " + std::to_string(parsed.error().source().begin.line) +
                                    ": " + std::string(parsed.error().description())};
  }
  Values values;
  for (const auto& [name, node] : parsed.table()) {
    const std::string key(name.str());
    const KeyRow* row = find_key(key);
    const std::string line = "line " + std::to_string(node.source().begin.line);
    if (!row) return unknown_key(key).within(line);
    if (key == "home") return Error{Code::Invalid, line + ": 'home' cannot be set in this file"};
    values[key] = TRY(value_of(*row, node));
  }
  return values;
}

Result<Values> read_settings_file(const fs::path& file) {
  Result<std::string> text = read_file(file, kLargestSettingsFile);
  if (!text.ok() && text.error().code == Code::NotFound) return Values{};
  if (!text.ok()) return std::move(text).error();
  return parse_file(*text).within(file.string());
}

// The reader lies beside this program.
std::string default_of(const KeyRow& row, const SettingSources& sources) {
  if (std::string_view(row.key) == "reader" && !sources.program.empty()) {
    return (sources.program.parent_path() / "oi-reader").string();
  }
  return row.standard;
}

struct FileValues {
  fs::path path;
  Values values;
};

Setting choose(const KeyRow& row, const SettingSources& sources, const FileValues& file) {
  const bool path = row.form == Form::Path;
  if (const auto flag = sources.flags.find(row.key); flag != sources.flags.end()) {
    const std::string value =
        path ? full_path(sources, flag->second, working_folder()) : flag->second;
    return {row.key, value, kFromCommandLine};
  }
  const std::string variable = variable_of(row.key);
  if (const std::string value = from_environment(sources, variable); !value.empty()) {
    return {row.key, path ? full_path(sources, value, working_folder()) : value, variable};
  }
  if (const auto value = file.values.find(row.key); value != file.values.end()) {
    const std::string text =
        path ? full_path(sources, value->second, file.path.parent_path()) : value->second;
    return {row.key, text, file.path.string()};
  }
  return {row.key, default_of(row, sources), kFromDefault};
}

// Values have been checked, so that numbers parse.
uint64_t as_number(const std::string& value) {
  uint64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

Settings settings_from(std::vector<Setting> origins) {
  Values value;
  for (const Setting& one : origins)
    value[one.key] = one.value;
  Settings settings;
  settings.home = value["home"];
  settings.models = value["models"];
  settings.reader = value["reader"];
  settings.library = value["library"];
  settings.embedder = value["embedder"];
  settings.reranker = value["reranker"];
  settings.generator = value["generator"];
  settings.recogniser = value["recogniser"];
  settings.transcriber = value["transcriber"];
  settings.device = value["device"];
  settings.precision = value["precision"];
  settings.threads = static_cast<uint32_t>(as_number(value["threads"]));
  settings.window = static_cast<uint32_t>(as_number(value["window"]));
  settings.seed = as_number(value["seed"]);
  settings.origins = std::move(origins);
  return settings;
}

}  // namespace

Result<Settings> load_settings(const SettingSources& sources) {
  for (const auto& [key, value] : sources.flags) {
    if (!find_key(key)) return unknown_key(key);
  }
  std::vector<Setting> origins = {TRY(find_home(sources))};
  FileValues file{fs::path(origins.front().value) / "settings.toml", {}};
  file.values = TRY(read_settings_file(file.path));
  for (const KeyRow& row : kKeys) {
    if (std::string_view(row.key) == "home") continue;
    Setting chosen = choose(row, sources, file);
    TRY(check_value(row, chosen.value).within(chosen.origin));
    origins.push_back(std::move(chosen));
  }
  return settings_from(std::move(origins));
}

std::string settings_file_text() {
  std::string text =
      "# Settings of OpenIntelligence. Every key stands here with its default; take away the # to\n"
      "# change one. A command's --set key=value and the environment's OI_KEY come before this "
      "file.\n";
  for (const KeyRow& row : kKeys) {
    if (std::string_view(row.key) == "home") continue;
    text += "\n# " + std::string(row.purpose);
    if (*row.choices) text += " One of " + std::string(row.choices) + ".";
    const bool number = row.form == Form::Number;
    const std::string value = number ? row.standard : "\"" + std::string(row.standard) + "\"";
    text += "\n# " + std::string(row.key) + " = " + value + "\n";
  }
  return text;
}

}  // namespace oi
