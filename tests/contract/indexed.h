// Small documents with chunks and vectors, for tests of a store.
#pragma once

#include <unistd.h>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "store/store.h"

namespace oi::testing {

inline constexpr const char* kModel = "model-a/fp32";

// A folder of its own that goes with the value.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "oi-store-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The id that a file with these bytes has.
inline DocumentId id_of_bytes(const std::string& bytes) {
  return {std::stoull(sha256_hex(bytes).substr(0, 16), nullptr, 16)};
}

// A unit vector of four numbers that depends on the text only.
inline std::vector<float> vector_of(const std::string& text) {
  const std::string digest = sha256_hex(text);
  std::vector<float> vector(4);
  double sum = 0;
  for (size_t i = 0; i < 4; ++i) {
    vector[i] = static_cast<float>(std::stoul(digest.substr(4 * i, 4), nullptr, 16)) - 32768.0f;
    sum += double{vector[i]} * vector[i];
  }
  for (float& value : vector)
    value = static_cast<float>(value / std::sqrt(sum));
  return vector;
}

inline Matrix query_of(std::vector<float> vector) {
  return {1, static_cast<uint32_t>(vector.size()), std::move(vector), kModel};
}

// A document of one chunk per text; its file's bytes are the texts, a line each.
inline Indexed indexed(const std::string& path, const std::vector<std::string>& texts) {
  Indexed made;
  Document& document = made.document;
  for (const std::string& text : texts) {
    Chunk chunk;
    chunk.span = {document.text.size(), document.text.size() + text.size()};
    chunk.words = 1;
    chunk.tokens = 2;
    chunk.prefix = "p";
    made.chunks.push_back(chunk);
    document.text += text + "\n";
    const std::vector<float> vector = vector_of(text);
    made.vectors.values.insert(made.vectors.values.end(), vector.begin(), vector.end());
  }
  document.path = path;
  document.name = std::filesystem::path(path).filename().string();
  document.digest = sha256_hex(document.text);
  document.text_digest = document.digest;
  document.id = id_of_bytes(document.text);
  document.blocks = {{BlockKind::Paragraph, 0, {0, document.text.size()}}};
  document.counts.characters_seen = document.text.size();
  for (uint32_t i = 0; i < made.chunks.size(); ++i)
    made.chunks[i].id = {document.id, i};
  made.vectors.rows = static_cast<uint32_t>(texts.size());
  made.vectors.dimension = 4;
  made.vectors.model_digest = kModel;
  return made;
}

}  // namespace oi::testing
