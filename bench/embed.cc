// The encoder alone, for bench/embed.py, which sets it beside its peer and judges its vectors.
//
//   bench_embed MODEL PRECISION THREADS time FILE...
//       loads texts, one a line, from each FILE; then for each line "N" on standard input embeds
//       the texts of file N and prints the seconds taken
//   bench_embed MODEL PRECISION THREADS vectors FILE OUT
//       cuts each text to what fits, embeds it, and writes the rows as floats
//   bench_embed peak THREADS
//       GFLOP/s of fused multiply-adds alone, with AVX2 and with AVX-512
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "runtimes/runtimes.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

int fail(const oi::Error& error) {
  std::cerr << error.what << "\n";
  return 1;
}

int time_texts(oi::Embedder& embedder, const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> sets;
  for (const std::string& file : files)
    sets.push_back(read_lines(file));
  std::cout << embedder.card().device << std::endl;
  for (size_t set = 0; std::cin >> set && set < sets.size();) {
    const std::vector<std::string_view> texts(sets[set].begin(), sets[set].end());
    const auto start = Clock::now();
    const auto made = embedder.embed(texts, {});
    if (!made.ok()) return fail(made.error());
    std::cout << seconds_since(start) << std::endl;
  }
  return 0;
}

// The longest beginning that the model takes, cut at a blank.
std::string fitting(const oi::Embedder& embedder, std::string text) {
  while (embedder.count_tokens(text) > embedder.card().longest) {
    const size_t keep = text.size() * embedder.card().longest / embedder.count_tokens(text);
    text.resize(std::min(text.rfind(' '), std::max(keep, size_t{1})));
  }
  return text;
}

int write_vectors(oi::Embedder& embedder, const std::string& in, const std::string& out) {
  std::vector<std::string> texts = read_lines(in);
  for (std::string& text : texts)
    text = fitting(embedder, std::move(text));
  const std::vector<std::string_view> seen(texts.begin(), texts.end());
  const auto made = embedder.embed(seen, {});
  if (!made.ok()) return fail(made.error());
  const auto& values = made.value().values;
  std::ofstream file(out, std::ios::binary);
  file.write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(float)));
  return file.good() ? 0 : 1;
}

constexpr size_t kSums = 8;  // independent: two units of four steps each
constexpr size_t kRounds = 30'000'000;

__attribute__((target("avx2,fma"))) float multiply_add_256() {
  const __m256 by = _mm256_set1_ps(0.5f);
  __m256 a = by, b = by, c = by, d = by, e = by, f = by, g = by, h = by;
  for (size_t i = 0; i < kRounds; ++i) {
    a = _mm256_fmadd_ps(a, by, by);
    b = _mm256_fmadd_ps(b, by, by);
    c = _mm256_fmadd_ps(c, by, by);
    d = _mm256_fmadd_ps(d, by, by);
    e = _mm256_fmadd_ps(e, by, by);
    f = _mm256_fmadd_ps(f, by, by);
    g = _mm256_fmadd_ps(g, by, by);
    h = _mm256_fmadd_ps(h, by, by);
  }
  const __m256 sum = _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d)),
                                   _mm256_add_ps(_mm256_add_ps(e, f), _mm256_add_ps(g, h)));
  return _mm256_cvtss_f32(sum);
}

__attribute__((target("avx512f"))) float multiply_add_512() {
  const __m512 by = _mm512_set1_ps(0.5f);
  __m512 a = by, b = by, c = by, d = by, e = by, f = by, g = by, h = by;
  for (size_t i = 0; i < kRounds; ++i) {
    a = _mm512_fmadd_ps(a, by, by);
    b = _mm512_fmadd_ps(b, by, by);
    c = _mm512_fmadd_ps(c, by, by);
    d = _mm512_fmadd_ps(d, by, by);
    e = _mm512_fmadd_ps(e, by, by);
    f = _mm512_fmadd_ps(f, by, by);
    g = _mm512_fmadd_ps(g, by, by);
    h = _mm512_fmadd_ps(h, by, by);
  }
  const __m512 sum = _mm512_add_ps(_mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)),
                                   _mm512_add_ps(_mm512_add_ps(e, f), _mm512_add_ps(g, h)));
  return _mm512_cvtss_f32(sum);
}

double gflops(float (*loop)(), size_t lanes, size_t threads) {
  const auto start = Clock::now();
  {
    std::vector<std::jthread> pool;
    for (size_t t = 0; t < threads; ++t) {
      pool.emplace_back([loop] {
        volatile float kept = loop();
        (void)kept;
      });
    }
  }
  return 2e-9 * static_cast<double>(lanes * kSums * kRounds * threads) / seconds_since(start);
}

int print_peak(size_t threads) {
  if (__builtin_cpu_supports("fma")) std::cout << gflops(multiply_add_256, 8, threads) << "\n";
  if (__builtin_cpu_supports("avx512f")) std::cout << gflops(multiply_add_512, 16, threads) << "\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> args(words + 1, words + count);
  if (args.size() == 2 && args[0] == "peak") return print_peak(std::stoul(args[1]));
  if (args.size() < 5) {
    std::cerr << "usage: see the head of bench/embed.cc\n";
    return 2;
  }
  oi::EncoderOptions options;
  options.precision = args[1] == "int8" ? oi::Precision::Int8 : oi::Precision::Fp32;
  options.threads = static_cast<unsigned>(std::stoul(args[2]));
  auto opened = oi::open_encoder(args[0], options);
  if (!opened.ok()) return fail(opened.error());
  if (args[3] == "vectors" && args.size() == 6) {
    return write_vectors(*opened.value(), args[4], args[5]);
  }
  return time_texts(*opened.value(), {args.begin() + 4, args.end()});
}
