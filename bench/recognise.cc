// The recogniser on pictures, for its figures in docs/MEASUREMENTS.md.
//
//   bench_recognise MODEL THREADS SECOND OUT FILE.pgm...
//       reads each grey picture (PGM, binary) and writes its words to OUT/NAME.tsv, one a line:
//       line, x0, y0, x1, y1, confidence, text. Prints for each the seconds taken, the quarter
//       turns, the lean and the words; at the end the memory used. SECOND is 1 with Tesseract, 0
//       without.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "runtimes/runtimes.h"

namespace {

using Clock = std::chrono::steady_clock;

// The pictures come from our own conversion, without comments in their heads.
oi::Bitmap read_pgm(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  int most = 0;
  oi::Bitmap bitmap;
  in >> magic >> bitmap.width >> bitmap.height >> most;
  in.get();
  bitmap.grey.resize(size_t{bitmap.width} * bitmap.height);
  in.read(reinterpret_cast<char*>(bitmap.grey.data()),
          static_cast<std::streamsize>(bitmap.grey.size()));
  return bitmap;
}

void print_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM") || line.starts_with("VmRSS")) std::cout << line << "\n";
  }
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> args(words + 1, words + count);
  if (args.size() < 5) {
    std::cerr << "usage: see the head of bench/recognise.cc\n";
    return 2;
  }
  oi::RecogniserOptions options;
  options.threads = static_cast<unsigned>(std::stoul(args[1]));
  options.second_opinion = args[2] == "1";
  const auto opened = oi::open_recogniser(args[0], options);
  if (!opened.ok()) {
    std::cerr << opened.error().what << "\n";
    return 1;
  }
  print_memory();
  for (size_t i = 4; i < args.size(); ++i) {
    const oi::Bitmap bitmap = read_pgm(args[i]);
    const auto start = Clock::now();
    const auto page = opened.value()->recognise(bitmap, {});
    const std::chrono::duration<double> taken = Clock::now() - start;
    const std::string name = std::filesystem::path(args[i]).stem().string();
    if (!page.ok()) {
      std::cout << name << ": " << page.error().what << "\n";
      continue;
    }
    std::ofstream out(args[3] + "/" + name + ".tsv");
    for (const oi::RecognisedWord& w : page.value().words) {
      out << w.line << '\t' << w.box.x0 << '\t' << w.box.y0 << '\t' << w.box.x1 << '\t' << w.box.y1
          << '\t' << w.confidence << '\t' << w.text << "\n";
    }
    std::cout << name << ": " << taken.count() << " s, " << int{page.value().quarter_turns}
              << " turns, " << page.value().skew_degrees << " degrees, "
              << page.value().words.size() << " words\n";
  }
  print_memory();
}
