// Everything is asked of the system anew: the reader is started once, and the rest is read from
// /proc and from the file system.
#include "engine/machine.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "base/file.h"
#include "engine/catalogue.h"
#include "extract/child.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kDiskWanted = 1024 * kMiB;  // below this a larger folder will not fit
constexpr uint64_t kLargestSystemFile = 16 * kMiB;

std::string mib(uint64_t bytes) {
  return std::to_string(bytes / kMiB) + " MiB";
}

// What follows `name` and its colon on its first line in one of the system's files.
std::string system_value(const fs::path& file, const std::string& name) {
  const Result<std::string> text = read_file(file, kLargestSystemFile);
  if (!text.ok()) return "";
  const size_t at = text->starts_with(name) ? 0 : text->find("\n" + name);
  if (at == std::string::npos) return "";
  const size_t colon = text->find(':', at);
  const size_t end = text->find('\n', at + 1);
  if (colon == std::string::npos || colon > end) return "";
  return text->substr(colon + 1, end - colon - 1);
}

HealthLine processor_line() {
  constexpr std::array<std::pair<const char*, const char*>, 6> kFeatures = {{
      {"avx2", "AVX2"},
      {"avx512f", "AVX-512"},
      {"avx512_vnni", "AVX-512 VNNI"},
      {"avx_vnni", "AVX VNNI"},
      {"amx_int8", "AMX int8"},
      {"amx_bf16", "AMX bf16"},
  }};
  const std::string flags = system_value("/proc/cpuinfo", "flags") + " ";
  std::string found = std::to_string(std::max(1u, std::thread::hardware_concurrency())) + " cores";
  for (const auto& [flag, name] : kFeatures) {
    if (flags.find(" " + std::string(flag) + " ") != std::string::npos) {
      found += ", " + std::string(name);
    }
  }
  const bool fast = flags.find(" avx2 ") != std::string::npos;
  return {"processor", fast, false, found,
          fast ? "" : "Without AVX2 models run several times slower."};
}

HealthLine memory_line(const Settings& settings) {
  uint64_t wanted = 0;
  if (const Result<std::vector<CatalogueModel>> models = catalogue(); models.ok()) {
    for (const CatalogueModel& model : *models) {
      const bool used = model.name == settings.embedder || model.name == settings.generator;
      wanted += used ? model.memory_mib : 0;
    }
  }
  const std::string text = system_value("/proc/meminfo", "MemAvailable");
  const uint64_t free = std::strtoull(text.c_str(), nullptr, 10) / 1024;  // it is told in KiB
  if (free == 0) return {"memory", true, false, "this system does not tell", ""};
  return {
      "memory", free >= wanted, false,
      std::to_string(free) + " MiB free; the models use about " + std::to_string(wanted) + " MiB",
      free >= wanted ? "" : "Close other programs, or choose a smaller model."};
}

HealthLine disk_line(const Settings& settings) {
  fs::path place = settings.home;
  std::error_code failed;
  while (!place.empty() && !fs::exists(place, failed) && place != place.parent_path()) {
    place = place.parent_path();
  }
  const fs::space_info space = fs::space(place, failed);
  if (failed) return {"disk", false, true, place.string() + ": " + failed.message(), ""};
  const bool enough = space.available >= kDiskWanted;
  return {"disk", enough, false, mib(space.available) + " free at " + place.string(),
          enough ? "" : "Free some space before adding more documents."};
}

}  // namespace

HealthLine examine_reader(const Settings& settings) {
  const Result<Isolation> isolation = probe_isolation(settings.reader);
  if (!isolation.ok()) {
    return {"reader", false, true, isolation.error().what,
            "No document can be read until the reader can be locked up."};
  }
  std::string holds, lacks;
  for (int i = 0; i < kIsolationSteps; ++i) {
    const auto step = static_cast<IsolationStep>(i);
    std::string& list = isolation->holds(step) ? holds : lacks;
    list += (list.empty() ? "" : ", ") + std::string(name_of(step));
  }
  const std::string where = settings.reader.string() + ", locked up by " + holds;
  if (lacks.empty()) return {"reader", true, true, where, ""};
  return {"reader", false, false, where + "; this kernel lacks " + lacks,
          "Reading is still closed off; a newer kernel adds a second wall."};
}

std::vector<HealthLine> examine_machine(const Settings& settings) {
  return {processor_line(), memory_line(settings), disk_line(settings)};
}

}  // namespace oi
