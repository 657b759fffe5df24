// 1. The catalogue is compiled in as TOML text and parsed when asked for.
// 2. A name of the catalogue is looked for in three places, in order: the folder that the settings
//    name, the one in the user's home, the one that set-up filled. The first place that has all
//    files counts.
// 3. Each file's size, then its SHA-256, is compared with the catalogue's before anything uses it;
//    a file that the catalogue does not pin is used unchecked, and the model is said to be so.
// 4. What is not a name of the catalogue is a path of the user's own choice: used unchecked, and
//    said to be so.
#include "engine/catalogue.h"

#include <toml++/toml.h>

#include <algorithm>
#include <map>

#include "base/file.h"

namespace oi {

extern const char* const kCatalogueText;  // models/catalogue.toml, by the build

namespace {

namespace fs = std::filesystem;

constexpr size_t kDigestDigits = 64;
constexpr const char* kUnpinned = "unpinned";

Error wrong(const std::string& what) {
  return {Code::Corrupt, "model catalogue: " + what};
}

// --- Parsing

Result<std::string> text_field(const toml::table& table, const char* name) {
  const auto value = table[name].value<std::string>();
  if (!value || value->empty()) return wrong("field " + std::string(name) + " is missing");
  return *value;
}

Result<uint64_t> number_field(const toml::table& table, const char* name) {
  const auto value = table[name].value<int64_t>();
  if (!value || *value <= 0) return wrong("field " + std::string(name) + " is no positive number");
  return static_cast<uint64_t>(*value);
}

Result<uint32_t> optional_number(const toml::table& table, const char* name) {
  if (!table.contains(name)) return 0u;
  const uint64_t number = TRY(number_field(table, name));
  if (number > UINT32_MAX) return wrong("field " + std::string(name) + " is too large");
  return static_cast<uint32_t>(number);
}

// A catalogue never reaches outside a model's folder.
Result<std::string> inner_path(const toml::table& table, const char* name) {
  const std::string text = TRY(text_field(table, name));
  const fs::path path(text);
  const bool climbs = std::find(path.begin(), path.end(), "..") != path.end();
  if (path.is_absolute() || climbs || text.find('\0') != std::string::npos) {
    return wrong("'" + text + "' leads out of the model's folder");
  }
  return text;
}

Result<ModelFile> parse_model_file(const toml::table& table) {
  ModelFile file;
  file.path = TRY(inner_path(table, "path"));
  file.sha256 = TRY(text_field(table, "sha256"));
  if (file.sha256 == kUnpinned) {
    file.sha256.clear();
    return file;
  }
  const bool hex = file.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (file.sha256.size() != kDigestDigits || !hex) return wrong("sha256 of " + file.path);
  file.bytes = TRY(number_field(table, "bytes"));
  return file;
}

Result<CatalogueModel> parse_model(const toml::table& table) {
  CatalogueModel model;
  model.name = TRY(text_field(table, "name"));
  model.role = TRY(text_field(table, "role"));
  model.folder = TRY(inner_path(table, "folder"));
  model.licence = TRY(text_field(table, "licence"));
  model.source = TRY(text_field(table, "source"));
  model.memory_mib = TRY(optional_number(table, "memory_mib"));
  model.passages = TRY(optional_number(table, "passages"));
  model.evidence_tokens = TRY(optional_number(table, "evidence_tokens"));
  const toml::array* files = table["files"].as_array();
  if (!files || files->empty()) return wrong(model.name + " has no files");
  for (const toml::node& node : *files) {
    if (!node.is_table()) return wrong(model.name + ": a file is not a table");
    model.files.push_back(TRY(parse_model_file(*node.as_table())));
  }
  return model;
}

// --- Finding

std::vector<fs::path> places(const Settings& settings) {
  std::vector<fs::path> all;
  if (!settings.models.empty()) all.push_back(settings.models);
  all.push_back(settings.home / "models");
  all.emplace_back(OI_SETUP_MODELS);
  return all;
}

bool is_file(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

bool is_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

bool has_all(const fs::path& folder, const CatalogueModel& model) {
  return std::all_of(model.files.begin(), model.files.end(),
                     [&](const ModelFile& file) { return is_file(folder / file.path); });
}

bool is_pinned(const ModelFile& file) {
  return !file.sha256.empty();
}

// Set-up fetches what the catalogue pins; the rest comes by hand.
std::string how_to_get(const Settings& settings, const CatalogueModel& model) {
  if (std::all_of(model.files.begin(), model.files.end(), is_pinned)) {
    return "`make run` or tools/setup fetches it";
  }
  std::string files;
  for (const ModelFile& file : model.files)
    files += (files.empty() ? "" : ", ") + file.path;
  return "set-up does not fetch it: put " + files + " into " +
         (settings.home / "models" / model.folder).string();
}

Result<Done> check_file(const fs::path& folder, const ModelFile& file) {
  if (!is_pinned(file)) return Done{};
  const fs::path path = folder / file.path;
  std::error_code failed;
  const uint64_t bytes = fs::file_size(path, failed);
  if (failed) return system_error(failed.value(), "cannot read", path);
  const auto differs = [&](const std::string& expected, const std::string& found) {
    return Error{Code::ModelFailed, path.string() + " is not the file of the catalogue: expected " +
                                        expected + ", found " + found};
  };
  if (bytes != file.bytes) {
    return differs(std::to_string(file.bytes) + " bytes", std::to_string(bytes) + " bytes");
  }
  const std::string digest = TRY(sha256_of_file(path));
  if (digest != file.sha256) return differs("SHA-256 " + file.sha256, digest);
  return Done{};
}

fs::path weights_of(const fs::path& folder, const CatalogueModel& model) {
  for (const ModelFile& file : model.files) {
    if (fs::path(file.path).extension() == ".gguf") return folder / file.path;
  }
  return {};
}

Result<InstalledModel> find_pinned(const Settings& settings, const CatalogueModel& model) {
  std::string looked;
  for (const fs::path& place : places(settings)) {
    const fs::path folder = place / model.folder;
    looked += (looked.empty() ? "" : ", ") + folder.string();
    if (!has_all(folder, model)) continue;
    for (const ModelFile& file : model.files)
      TRY(check_file(folder, file));
    const bool pinned = std::all_of(model.files.begin(), model.files.end(), is_pinned);
    return InstalledModel{model, folder, weights_of(folder, model), pinned};
  }
  return Error{Code::ModelMissing, "the " + model.role + " " + model.name +
                                       " is not installed; looked in " + looked + "; " +
                                       how_to_get(settings, model)};
}

// The only .gguf file of a folder.
Result<fs::path> weights_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (at->path().extension() == ".gguf") found.push_back(at->path());
  }
  if (failed) return system_error(failed.value(), "cannot list", folder);
  if (found.size() == 1) return found.front();
  return Error{Code::ModelMissing, folder.string() + " holds " + std::to_string(found.size()) +
                                       " .gguf files, not one; name the file"};
}

Result<InstalledModel> find_own(const std::string& wanted, const std::string& role) {
  std::error_code failed;
  const fs::path path = fs::absolute(wanted, failed);
  InstalledModel found{{}, path, {}, false};
  found.model.name = wanted;
  found.model.role = role;
  if (role != "generator") {
    if (is_folder(path)) return found;
    return Error{Code::ModelMissing, "the " + role + " is set to " + wanted +
                                         ", which is no folder and no name of the catalogue"};
  }
  found.file = path;
  if (is_folder(path)) found.file = TRY(weights_in(path));
  found.folder = found.file.parent_path();
  if (is_file(found.file)) return found;
  return Error{Code::ModelMissing, "the generator is set to " + wanted +
                                       ", which is no .gguf file and no name of the catalogue"};
}

}  // namespace

Result<std::vector<CatalogueModel>> parse_catalogue(std::string_view text) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) return wrong(std::string(parsed.error().description()));
  const toml::array* list = parsed.table()["model"].as_array();
  if (!list) return wrong("it has no model");
  std::vector<CatalogueModel> models;
  for (const toml::node& node : *list) {
    if (!node.is_table()) return wrong("a model is not a table");
    models.push_back(TRY(parse_model(*node.as_table())));
  }
  return models;
}

Result<std::vector<CatalogueModel>> catalogue() {
  return parse_catalogue(kCatalogueText);
}

Result<InstalledModel> find_model(const Settings& settings, const std::string& role) {
  const std::map<std::string, std::string> wanted_for = {{"embedder", settings.embedder},
                                                         {"reranker", settings.reranker},
                                                         {"generator", settings.generator},
                                                         {"recogniser", settings.recogniser},
                                                         {"transcriber", settings.transcriber}};
  if (wanted_for.count(role) == 0)
    return Error{Code::Invalid, "no setting names a model for the role '" + role + "'"};
  const std::string& wanted = wanted_for.at(role);
  for (const CatalogueModel& model : TRY(catalogue())) {
    if (model.role == role && model.name == wanted) return find_pinned(settings, model);
  }
  return find_own(wanted, role);
}

}  // namespace oi
