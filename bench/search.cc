// How fast a library is searched: the vector arm beside the speed of memory and, by
// bench/search.py, beside other programs; and a whole question from its vector to packed evidence.
//
//   bench_search rows FILE COUNT     writes so many random rows of length 1, as plain floats
//   bench_search serve FILE K        answers "WAY NUMBER": a search for question NUMBER by WAY
//                                    (sum, exact, int8; sum1, exact1, int8_1: by one thread), with
//                                    its seconds, its processor seconds, the best row and the sum
//                                    of the K scores
//   bench_search questions FOLDER CHUNKS COUNT     asks the library there, made if there is none
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include <stdlib.h>
#include <time.h>

#include "base/file.h"
#include "base/pool.h"
#include "embedded/embedded.h"
#include "embedded/nearest.h"
#include "embedded/scan.h"
#include "retrieve/pack.h"
#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "retrieve/shortlist.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
constexpr uint32_t kDimension = 384;
constexpr uint32_t kChunksOfDocument = 20;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "bench_search: %s\n", what.c_str());
  std::exit(1);
}

template <typename T>
T must(Result<T> result) {
  if (!result.ok()) fail(result.error().what);
  return std::move(result).value();
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

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

// A vector of length 1 whose cosine with the given one is about 0.6.
std::vector<float> near(std::span<const float> vector, std::mt19937& random) {
  std::vector<float> noisy = unit_rows(1, random);
  for (size_t i = 0; i < noisy.size(); ++i)
    noisy[i] = 0.8f * noisy[i] + 0.6f * vector[i];
  const float length = length_of(noisy);
  for (float& value : noisy)
    value /= length;
  return noisy;
}

// Of all threads: what a busy machine leaves comparable.
double processor_seconds() {
  timespec now;
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

size_t cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

// ---- The vector arm ----------------------------------------------------------------------------

int write_rows(const fs::path& path, size_t count) {
  std::mt19937 random(1);
  std::ofstream out(path, std::ios::binary);
  for (size_t done = 0; done < count; done += 1000) {
    const std::vector<float> rows = unit_rows(std::min<size_t>(1000, count - done), random);
    out.write(reinterpret_cast<const char*>(rows.data()),
              static_cast<std::streamsize>(rows.size() * sizeof(float)));
  }
  return out.flush() ? 0 : 1;
}

// The rows of a file as a store would have them: documents of twenty chunks.
class Rows {
 public:
  explicit Rows(const fs::path& path) : file_(must(MappedFile::open(path))) {
    const auto* rows = reinterpret_cast<const float*>(file_.bytes().data());
    count_ = file_.size() / sizeof(float) / kDimension;
    const size_t stride = int8_stride(kDimension);
    bytes_.resize(count_ * stride + 64);
    uint8_t* line = bytes_.data() + 64 - reinterpret_cast<uintptr_t>(bytes_.data()) % 64;
    for (size_t i = 0; i < count_; ++i) {
      const std::span<const float> row(rows + i * kDimension, kDimension);
      lengths_.push_back(length_of(row));
      const Int8Row made = to_int8(row, lengths_[i], {line + i * stride, stride});
      scales_.push_back(made.scale);
      errors_.push_back(made.error);
    }
    const Int8Rows all{line, scales_.data(), errors_.data()};
    for (size_t first = 0; first < count_; first += kChunksOfDocument) {
      const auto chunks =
          static_cast<uint32_t>(std::min<size_t>(kChunksOfDocument, count_ - first));
      ranges_.push_back({rows + first * kDimension,
                         &lengths_[first],
                         chunks,
                         {first / kChunksOfDocument},
                         0,
                         all.from(first, kDimension)});
    }
  }
  std::span<const float> row(size_t i) const {
    return {ranges_[0].rows + i * kDimension, kDimension};
  }
  std::span<const RowRange> ranges() const { return ranges_; }
  size_t count() const { return count_; }

 private:
  MappedFile file_;
  size_t count_ = 0;
  std::vector<uint8_t> bytes_;
  std::vector<float> lengths_, scales_, errors_;
  std::vector<RowRange> ranges_;
};

// Reads the floats and does as little with them as one can.
float sum_of(std::span<const float> values) {
  typedef float Lanes __attribute__((vector_size(16)));
  std::array<Lanes, 8> sums = {};
  size_t i = 0;
  for (; i + 32 <= values.size(); i += 32) {
    for (size_t part = 0; part < sums.size(); ++part) {
      Lanes lanes;
      std::memcpy(&lanes, &values[i + 4 * part], sizeof lanes);
      sums[part] += lanes;
    }
  }
  Lanes sum = {};
  for (const Lanes& part : sums)
    sum += part;
  return sum[0] + sum[1] + sum[2] + sum[3];
}

float sum_all(const Rows& rows, Pool& pool) {
  constexpr size_t kPart = 8192;
  const size_t parts = (rows.count() + kPart - 1) / kPart;
  std::vector<float> sums(parts);
  must(parallel_for(pool, parts, {}, [&](size_t i) -> Result<Done> {
    const size_t count = std::min(kPart, rows.count() - i * kPart);
    sums[i] = sum_of({rows.row(i * kPart).data(), count * kDimension});
    return Done{};
  }));
  return std::accumulate(sums.begin(), sums.end(), 0.0f);
}

int serve(const fs::path& path, size_t k) {
  const Rows rows(path);
  Pool all(cores() - 1), one(0);
  std::printf("%zu rows\n", rows.count());
  std::fflush(stdout);
  std::string way;
  size_t number = 0;
  volatile float kept = 0;
  while (std::cin >> way >> number) {
    Pool& pool = way.ends_with('1') ? one : all;
    Nearest nearest;
    std::mt19937 random(static_cast<unsigned>(number) + 2);  // 1 drew the rows
    const std::vector<float> query = near(rows.row(number % rows.count()), random);
    const double before = processor_seconds();
    const double taken = seconds_of([&] {
      if (way.starts_with("sum")) {
        kept = sum_all(rows, pool);
        return;
      }
      const uint64_t least = way.starts_with("int8") ? 0 : UINT64_MAX;
      nearest = must(best_rows(query, rows.ranges(), k, {.pool = &pool, .int8_least = least}, {}));
    });
    ChunkId best;
    if (!nearest.ranked.empty()) best = nearest.ranked[0].chunk;
    const double worked = processor_seconds() - before;
    double sum = 0;
    for (const Ranked& row : nearest.ranked)
      sum += row.score;
    const uint64_t row = best.document.value * kChunksOfDocument + best.ordinal;
    std::printf("%.9f %.9f %llu %.17g\n", taken, worked, static_cast<unsigned long long>(row), sum);
    std::fflush(stdout);
  }
  return 0;
}

// ---- Whole questions ---------------------------------------------------------------------------

constexpr size_t kVocabulary = 100'000;
constexpr size_t kStopWords = 100;  // the commonest words, which questions leave out
constexpr size_t kWordsOfChunk = 250;
constexpr size_t kWordsOfQuestion = 8;

// A made-up word of syllables: no two numbers give the same.
std::string word_of(size_t number) {
  std::string word;
  for (size_t rest = number + 100; rest > 0; rest /= 100) {
    word += "bcdfghjklmnprstvwxyz"[rest % 100 / 5];
    word += "aeiou"[rest % 5];
  }
  return word;
}

// Word n comes up in proportion to 1 / (n + 2.7), as in texts.
class Zipf {
 public:
  Zipf() {
    double sum = 0;
    for (size_t n = 0; n < kVocabulary; ++n)
      sums_.push_back(sum += 1 / (static_cast<double>(n) + 2.7));
  }
  size_t draw(std::mt19937& random) const {
    std::uniform_real_distribution<double> even(0, sums_.back());
    return static_cast<size_t>(std::lower_bound(sums_.begin(), sums_.end(), even(random)) -
                               sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

Indexed document_of(size_t number, const Zipf& zipf, std::mt19937& random) {
  Indexed indexed;
  Document& document = indexed.document;
  document.path = "/" + std::to_string(number) + ".txt";
  document.name = std::to_string(number) + ".txt";
  for (uint32_t i = 0; i < kChunksOfDocument; ++i) {
    Chunk chunk;
    chunk.span.begin = document.text.size();
    for (size_t w = 0; w < kWordsOfChunk; ++w)
      document.text += word_of(zipf.draw(random)) + (w % 15 == 14 ? ". " : " ");
    chunk.span.end = document.text.size() - 1;
    document.text.back() = '\n';
    chunk.words = chunk.tokens = kWordsOfChunk;
    indexed.chunks.push_back(chunk);
  }
  document.digest = sha256_hex(document.text);
  document.text_digest = document.digest;
  document.id = {std::stoull(document.digest.substr(0, 16), nullptr, 16)};
  for (uint32_t i = 0; i < kChunksOfDocument; ++i)
    indexed.chunks[i].id = {document.id, i};
  indexed.vectors = {kChunksOfDocument, kDimension, unit_rows(kChunksOfDocument, random), "model"};
  return indexed;
}

void fill(Store& store, size_t chunks) {
  const Zipf zipf;
  std::mt19937 random(2);
  const size_t documents = chunks / kChunksOfDocument;
  std::vector<Indexed> batch;
  for (size_t i = 0; i < documents; ++i) {
    batch.push_back(document_of(i, zipf, random));
    if (batch.size() == 100 || i + 1 == documents) {
      must(store.commit(batch, {}));
      batch.clear();
    }
  }
}

// Gives the vectors that it was given: a question is timed without a network.
class GivenVectors final : public Embedder {
 public:
  GivenVectors() {
    card_.digest = "model";
    card_.dimension = kDimension;
    card_.longest = 512;
  }
  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view text) const override { return text.size() / 4; }
  Result<Matrix> embed(std::span<const std::string_view> texts, const Job&) override {
    if (texts.size() != 1) return Error{Code::Bug, "one question at a time"};
    return Matrix{1, kDimension, given, "model"};
  }
  std::vector<float> given;

 private:
  ModelCard card_;
};

size_t count_words(std::string_view text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

using Times = std::map<std::string, std::vector<double>>;  // milliseconds of each step

void ask(const Store& store, const std::string& text, GivenVectors& embedder, Pool& pool,
         Times& times) {
  Question question;
  question.text = text;
  const ModeRules& mode = rules_for(question.mode);
  Candidates candidates;
  Shortlist shortlist;
  Evidence evidence;
  const Queries queries{.standalone = text, .expansions = {}, .hypothetical = {}, .generated = {}};
  const auto step = [&](const char* name, const std::function<void()>& work) {
    const double before = processor_seconds();
    const double taken = seconds_of(work);
    const double worked = processor_seconds() - before;
    times[name].push_back(taken * 1000);
    times[std::string(name) + ", processor"].push_back(worked * 1000);
  };
  step("whole", [&] {
    step("search", [&] {
      candidates = must(search({queries, question.filter, mode, store, embedder, pool}, {}));
    });
    step("shorten", [&] {
      const Profile profile = profile_question(question);
      shortlist = must(shorten({candidates, question, profile, mode, store}, {}));
    });
    step("pack", [&] {
      const PackInput input{.store = store, .count = count_words};
      evidence = must(pack(shortlist, mode, input, {}));
    });
  });
  times["passages"].push_back(static_cast<double>(evidence.passages.size()));
  for (const TraceList& stage : candidates.stages) {
    if (stage.stage == TraceStage::Vector) times["vector arm"].push_back(stage.ms);
    if (stage.stage == TraceStage::Lexical) times["lexical arm"].push_back(stage.ms);
  }
}

// Words of the passage, as a question about it would have.
std::string question_about(const std::string& passage, std::mt19937& random) {
  std::set<std::string> common;
  for (size_t n = 0; n < kStopWords; ++n)
    common.insert(word_of(n));
  std::vector<std::string> words;
  std::istringstream in(passage);
  for (std::string word; in >> word;) {
    if (word.back() == '.') word.pop_back();
    if (common.insert(word).second) words.push_back(word);
  }
  std::shuffle(words.begin(), words.end(), random);
  std::string question;
  for (size_t i = 0; i < std::min(kWordsOfQuestion, words.size()); ++i)
    question += (i > 0 ? " " : "") + words[i];
  return question;
}

int questions(const fs::path& folder, size_t chunks, size_t count) {
  Pool pool(cores() - 1);
  const Stores stores = must(open_embedded(folder, &pool));
  if (must(stores.store->card()).chunks == 0) {
    const double taken = seconds_of([&] { fill(*stores.store, chunks); });
    std::printf("made in %.0f s\n", taken);
  }
  const LibraryCard card = must(stores.store->card());
  const std::vector<Listed> documents = must(stores.store->list());
  std::mt19937 random(3);
  GivenVectors embedder;
  Times times;
  for (size_t i = 0; i < count + 5; ++i) {
    const ChunkId about = {documents[random() % documents.size()].id,
                           static_cast<uint32_t>(random() % kChunksOfDocument)};
    const StoredChunk chunk = std::move(must(stores.store->chunks({&about, 1})).front());
    const std::string text = question_about(chunk.text, random);
    embedder.given = near(chunk.vector, random);
    Times one;
    ask(*stores.store, text, embedder, pool, one);
    if (i < 5) continue;  // warm
    for (const auto& [step, taken] : one)
      times[step].push_back(taken[0]);
  }
  std::printf("%llu chunks, %zu questions of %zu words; milliseconds p50, p99, most\n",
              static_cast<unsigned long long>(card.chunks), count, kWordsOfQuestion);
  for (auto& [step, taken] : times) {
    std::sort(taken.begin(), taken.end());
    std::printf("%-20s %8.2f %8.2f %8.2f\n", step.c_str(), taken[taken.size() / 2],
                taken[std::min(taken.size() - 1, taken.size() * 99 / 100)], taken.back());
  }
  return 0;
}

}  // namespace
}  // namespace oi

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](size_t at) { return std::stoull(words[at]); };
  if (words.size() == 3 && words[0] == "rows") return oi::write_rows(words[1], number(2));
  if (words.size() == 3 && words[0] == "serve") return oi::serve(words[1], number(2));
  if (words.size() == 4 && words[0] == "questions")
    return oi::questions(words[1], number(2), number(3));
  std::fprintf(stderr, "see the head of bench/search.cc\n");
  return 2;
}
