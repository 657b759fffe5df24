// How fast the embedded store commits, scans vectors and searches words. Rows, words and questions
// are drawn with a fixed seed; words by Zipf's law, so that some are in most passages and most in
// few.
#include <benchmark/benchmark.h>

#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "base/file.h"
#include "embedded/embedded.h"
#include "embedded/nearest.h"
#include "embedded/scan.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
constexpr uint32_t kDimension = 384;

std::vector<float> unit_rows(size_t rows, std::mt19937& random) {
  std::normal_distribution<float> normal;
  std::vector<float> values(rows * kDimension);
  for (float& value : values)
    value = normal(random);
  for (size_t at = 0; at < values.size(); at += kDimension) {
    const float length = length_of(std::span(values).subspan(at, kDimension));
    for (size_t i = 0; i < kDimension; ++i)
      values[at + i] /= length;
  }
  return values;
}

// Words "w0", "w1"... of which w<n> comes up about 1/n as often as w0.
std::string zipf_text(size_t words, std::mt19937& random) {
  std::uniform_real_distribution<double> even(0, std::log(50'000.0));
  std::string text;
  for (size_t i = 0; i < words; ++i) {
    text += "w" + std::to_string(static_cast<int>(std::exp(even(random)))) + " ";
  }
  return text;
}

Indexed document_of(int number, size_t chunks, std::mt19937& random) {
  Indexed indexed;
  Document& document = indexed.document;
  document.path = "/" + std::to_string(number);
  document.name = std::to_string(number);
  for (uint32_t i = 0; i < chunks; ++i) {
    const std::string text = zipf_text(250, random);
    Chunk chunk;
    chunk.span = {document.text.size(), document.text.size() + text.size()};
    document.text += text;
    indexed.chunks.push_back(chunk);
  }
  document.digest = sha256_hex(document.text);
  document.text_digest = document.digest;
  document.id = {std::stoull(document.digest.substr(0, 16), nullptr, 16)};
  for (uint32_t i = 0; i < chunks; ++i)
    indexed.chunks[i].id = {document.id, i};
  indexed.vectors = {static_cast<uint32_t>(chunks), kDimension, unit_rows(chunks, random), "model"};
  return indexed;
}

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "oi-bench-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void commit_one_document(benchmark::State& state) {
  const Folder folder;
  Stores stores = std::move(open_embedded(folder.path())).value();
  std::mt19937 random(1);
  int number = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Indexed one = document_of(number++, static_cast<size_t>(state.range(0)), random);
    state.ResumeTiming();
    if (!stores.store->commit({&one, 1}, {}).ok()) state.SkipWithError("commit failed");
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(commit_one_document)->Arg(1)->Arg(20)->Iterations(1000)->Unit(benchmark::kMillisecond);

void scan_100k_rows(benchmark::State& state) {
  std::mt19937 random(2);
  const std::vector<float> rows = unit_rows(100'000, random);
  const std::vector<float> lengths(100'000, 1.0f);
  const std::vector<float> query = unit_rows(1, random);
  std::vector<RowRange> ranges;  // documents of 20 chunks
  for (uint32_t first = 0; first < 100'000; first += 20) {
    ranges.push_back({&rows[size_t{first} * kDimension], &lengths[first], 20, {first}, 0});
  }
  for (auto _ : state) {
    const auto best = best_rows(query, ranges, 90, {}, {});
    if (!best.ok() || best->ranked.size() != 90) state.SkipWithError("scan failed");
  }
}
BENCHMARK(scan_100k_rows)->Unit(benchmark::kMillisecond);

void scan_path(benchmark::State& state) {
  const auto path = static_cast<ScanPath>(state.range(0));
  const std::vector<ScanPath> paths = scan_paths();
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
    state.SkipWithError("not on this processor");
    return;
  }
  std::mt19937 random(3);
  const std::vector<float> rows = unit_rows(100'000, random);
  const std::vector<float> query = unit_rows(1, random);
  std::vector<float> out(100'000);
  for (auto _ : state) {
    dot_rows(path, query, rows.data(), out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(scan_path)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

// A library of 20,000 passages, made once.
Store& large_library() {
  static const Folder folder;
  static const Stores stores = [] {
    Stores made = std::move(open_embedded(folder.path())).value();
    std::mt19937 random(4);
    for (int batch = 0; batch < 20; ++batch) {
      std::vector<Indexed> documents;
      for (int i = 0; i < 50; ++i)
        documents.push_back(document_of(batch * 50 + i, 20, random));
      if (!made.store->commit(documents, {}).ok()) std::abort();
    }
    return made;
  }();
  return *stores.store;
}

void search_words(benchmark::State& state) {
  Store& store = large_library();
  std::mt19937 random(5);
  for (auto _ : state) {
    state.PauseTiming();
    const std::string question = zipf_text(static_cast<size_t>(state.range(0)), random);
    state.ResumeTiming();
    if (!store.search_words(question, 60, {}, {}).ok()) state.SkipWithError("search failed");
  }
}
BENCHMARK(search_words)->Arg(4)->Arg(12)->Unit(benchmark::kMillisecond);

void search_vectors(benchmark::State& state) {
  Store& store = large_library();
  std::mt19937 random(6);
  const Matrix query{1, kDimension, unit_rows(1, random), "model"};
  for (auto _ : state) {
    if (!store.search_vectors(query, 90, {}, {}).ok()) state.SkipWithError("search failed");
  }
}
BENCHMARK(search_vectors)->Unit(benchmark::kMillisecond);

// What a question reads after its search: the passages of 60 hits.
void read_60_chunks(benchmark::State& state) {
  Store& store = large_library();
  const auto hits = store.search_words("w1 w2", 60, {}, {});
  std::vector<ChunkId> ids;
  for (const Ranked& hit : *hits)
    ids.push_back(hit.chunk);
  for (auto _ : state) {
    if (!store.chunks(ids).ok()) state.SkipWithError("read failed");
  }
}
BENCHMARK(read_60_chunks)->Unit(benchmark::kMillisecond);

void open_library(benchmark::State& state) {
  const Folder folder;
  {
    Stores made = std::move(open_embedded(folder.path())).value();
    std::mt19937 random(7);
    std::vector<Indexed> documents;
    for (int i = 0; i < 500; ++i)
      documents.push_back(document_of(i, 20, random));
    if (!made.store->commit(documents, {}).ok()) std::abort();
  }
  for (auto _ : state) {
    if (!open_embedded(folder.path()).ok()) state.SkipWithError("open failed");
  }
}
BENCHMARK(open_library)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace oi

BENCHMARK_MAIN();
