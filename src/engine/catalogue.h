// The models this program knows (models/catalogue.toml), and where their files lie on this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/settings.h"

namespace oi {

struct ModelFile {
  std::string path;    // inside the model's folder
  std::string sha256;  // 64 hex digits; empty: unpinned, because nobody here could compute it
  uint64_t bytes = 0;  // 0 when unpinned
};

struct CatalogueModel {
  std::string name, role, folder, licence, source;
  std::vector<ModelFile> files;
  uint32_t memory_mib = 0;
  uint32_t passages = 0;         // generators: how many passages it uses well; 0: no bound
  uint32_t evidence_tokens = 0;  // generators: how much evidence it uses well; 0: the whole budget
};

// Corrupt, naming the field, for text that is no catalogue or whose paths lead out of their folder.
Result<std::vector<CatalogueModel>> parse_catalogue(std::string_view text);
// The catalogue this program was built with.
Result<std::vector<CatalogueModel>> catalogue();

// A model as found on the machine.
struct InstalledModel {
  CatalogueModel model;  // name and role only, when it is not in the catalogue
  std::filesystem::path folder;
  std::filesystem::path file;  // generators: the weights
  bool pinned = true;          // its digest is in the catalogue
};

// Finds the model that the settings name for the role and checks every file against the catalogue,
// but those that it does not pin.
// ModelMissing says where was looked and what to do; ModelFailed names a file with a wrong digest.
Result<InstalledModel> find_model(const Settings& settings, const std::string& role);

}  // namespace oi
