// A folder of a set's files, made by the test and gone with it.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "base/file.h"

namespace oi {

struct SetFolder {
  std::filesystem::path path;

  SetFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "oi-set-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~SetFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  SetFolder(const SetFolder&) = delete;
  SetFolder& operator=(const SetFolder&) = delete;

  // False when it could not be written.
  bool write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path / name).parent_path());
    return write_file_atomically(path / name, text).ok();
  }
};

}  // namespace oi
