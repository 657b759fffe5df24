// What the program is told: places, models, machine. Each value comes from the first of: a
// command's --set key=value, the environment's OI_KEY, the settings file, the default; `oi doctor`
// prints which.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace oi {

struct Setting {
  std::string key;
  std::string value;
  std::string origin;  // "default", "OI_HOME", "command line", or the settings file
};

struct Settings {
  std::filesystem::path home;    // libraries, settings, models of the user
  std::filesystem::path models;  // an extra folder of models, searched first; may be empty
  std::filesystem::path reader;  // the reader program
  std::string library = "main";
  std::string embedder;            // a name of the catalogue, or a folder
  std::string reranker;            // a name of the catalogue, a folder, or "none"
  std::string generator;           // a name of the catalogue, a .gguf file, or "none"
  std::string recogniser;          // a name of the catalogue, a folder, or "none"
  std::string transcriber;         // the same
  std::string device = "auto";     // auto, cpu, gpu, npu
  std::string precision = "auto";  // auto, fp32, int8
  uint32_t threads = 0;            // 0: all cores
  uint32_t window = 4096;          // tokens
  uint64_t seed = 1;
  std::vector<Setting> origins;  // every key, in the order above
};

struct SettingSources {
  std::map<std::string, std::string> flags;
  // A variable of the environment; empty when it is not set.
  std::function<std::string(const std::string&)> environment;
  std::filesystem::path program;  // where this program lies; the reader is looked for beside it
};

// Invalid for an unknown key (named, with the known ones), a value that is not of its type, or a
// settings file that is not TOML (with its line).
Result<Settings> load_settings(const SettingSources& sources);

// The settings file as it is written for a new home: every key, commented.
std::string settings_file_text();

}  // namespace oi
