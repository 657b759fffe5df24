// The file is a row of records of one size: the SHA-256 of the text (64 hex digits), the vector,
// and the first 16 hex digits of the SHA-256 of both. A record that does not agree with its digest,
// as a process leaves it that ended while it wrote, is passed over, and its text embedded again.
#include "engine/eval_embeddings.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kKey = 64, kSeal = 16;
constexpr double kSameVector = 0.9999;  // cosine; int8 rounds a little by its neighbours in a batch

constexpr std::array<std::string_view, 3> kProbes = {
    "water", "The pump lifts forty litres of water in a minute.",
    "Before the cover is opened, the mains switch has to be turned off and secured against being "
    "turned on again; after that wait five minutes until the capacitors have lost their charge, "
    "and measure that no voltage is left between the terminals."};

using Kept = std::unordered_map<std::string, std::vector<float>>;

std::string record_of(const std::string& key, const float* row, uint32_t dimension) {
  std::string record = key;
  record.append(reinterpret_cast<const char*>(row), dimension * sizeof(float));
  return record + sha256_hex(record).substr(0, kSeal);
}

Kept read_records(std::string_view bytes, uint32_t dimension) {
  Kept kept;
  const size_t body = kKey + dimension * sizeof(float);
  for (; bytes.size() >= body + kSeal; bytes.remove_prefix(body + kSeal)) {
    if (sha256_hex(bytes.substr(0, body)).substr(0, kSeal) != bytes.substr(body, kSeal)) continue;
    std::vector<float> row(dimension);
    std::memcpy(row.data(), bytes.data() + kKey, dimension * sizeof(float));
    kept[std::string(bytes.substr(0, kKey))] = std::move(row);
  }
  return kept;
}

bool alike(const std::vector<float>& a, const float* b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += double{a[i]} * double{b[i]};
  return sum >= kSameVector;
}

class KeptEmbedder final : public Embedder {
 public:
  KeptEmbedder(std::unique_ptr<Embedder> embedder, fs::path file)
      : embedder_(std::move(embedder)), file_(std::move(file)) {}

  // Takes the file's vectors, if they are those of this model.
  Result<Done> load(const Job& job) {
    std::error_code failure;
    if (!fs::exists(file_, failure)) return Done{};
    const size_t record = kKey + card().dimension * sizeof(float) + kSeal;
    const auto whole = fs::file_size(file_, failure) / record * record;
    fs::resize_file(file_, whole, failure);
    if (whole > 0) {
      const MappedFile mapped = TRY(MappedFile::open(file_));
      kept_ = read_records(mapped.text(), card().dimension);
    }
    const Matrix today = TRY(embedder_->embed(kProbes, job));
    for (size_t i = 0; i < kProbes.size(); ++i) {
      const auto then = kept_.find(sha256_hex(kProbes[i]));
      if (then != kept_.end() && alike(then->second, today.row(i))) continue;
      kept_.clear();
      fs::remove(file_, failure);
      break;
    }
    return Done{};
  }

  const ModelCard& card() const override { return embedder_->card(); }
  size_t count_tokens(std::string_view text) const override {
    return embedder_->count_tokens(text);
  }

  Result<Matrix> embed(std::span<const std::string_view> texts, const Job& job) override {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> keys;
    std::map<std::string, std::string_view> missing;
    for (const std::string_view text : texts) {
      keys.push_back(sha256_hex(text));
      if (!kept_.contains(keys.back())) missing[keys.back()] = text;
    }
    Matrix all{.rows = static_cast<uint32_t>(texts.size()),
               .dimension = card().dimension,
               .values = {},
               .model_digest = card().digest};
    TRY(embed_missing(missing, job));
    for (const std::string& key : keys) {
      const std::vector<float>& row = kept_.at(key);
      all.values.insert(all.values.end(), row.begin(), row.end());
    }
    return all;
  }

 private:
  Result<Done> embed_missing(const std::map<std::string, std::string_view>& missing,
                             const Job& job) {
    if (missing.empty()) return Done{};
    std::vector<std::string_view> texts;
    for (const auto& [key, text] : missing)
      texts.push_back(text);
    const Matrix rows = TRY(embedder_->embed(texts, job));
    std::string records;
    size_t at = 0;
    for (const auto& [key, text] : missing) {
      const float* row = rows.row(at++);
      records += record_of(key, row, rows.dimension);
      kept_[key].assign(row, row + rows.dimension);
    }
    const Descriptor out(open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (!out.valid()) return system_error(errno, "cannot write", file_);
    return write_all(out, records, file_);
  }

  std::unique_ptr<Embedder> embedder_;
  fs::path file_;
  std::mutex mutex_;
  Kept kept_;
};

}  // namespace

Result<std::unique_ptr<Embedder>> keep_embeddings(std::unique_ptr<Embedder> embedder,
                                                  const fs::path& folder, const Job& job) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  const ModelCard& card = embedder->card();
  const std::string name = "vectors-" + sha256_hex(card.digest + '\n' + card.device).substr(0, 16);
  auto kept = std::make_unique<KeptEmbedder>(std::move(embedder), folder / name);
  TRY(kept->load(job));
  TRY(kept->embed(kProbes, job));
  return std::unique_ptr<Embedder>(std::move(kept));
}

}  // namespace oi
