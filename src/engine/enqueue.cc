// Paths become tickets. A folder is walked in the order of names, so the same tree always gives the
// same queue. Hidden names, links and whatever a .oiignore names are passed over and counted.
#include <fnmatch.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "engine/ingest.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLongestIgnoreFile = 1 << 20;

// The patterns of one .oiignore: one a line, '#' begins a comment, a trailing '/' means folders
// only. A pattern with a '/' inside is matched against the path below the folder that holds the
// file, any other against the name.
struct IgnoreRules {
  fs::path folder;
  std::vector<std::string> patterns;
};

Result<IgnoreRules> read_ignore_rules(const fs::path& folder) {
  IgnoreRules rules{folder, {}};
  std::error_code none;
  if (!fs::is_regular_file(folder / ".oiignore", none)) return rules;
  const std::string text = TRY(read_file(folder / ".oiignore", kLongestIgnoreFile));
  size_t at = 0;
  while (at < text.size()) {
    size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = trim(std::string_view(text).substr(at, end - at));
    if (!line.empty() && line.front() != '#') rules.patterns.emplace_back(line);
    at = end + 1;
  }
  return rules;
}

bool names(const IgnoreRules& rules, const fs::path& path, bool is_folder) {
  const std::string name = path.filename().string();
  const std::string below = path.lexically_relative(rules.folder).string();
  return std::any_of(rules.patterns.begin(), rules.patterns.end(), [&](std::string pattern) {
    if (pattern.back() == '/') {
      if (!is_folder) return false;
      pattern.pop_back();
    }
    if (!pattern.empty() && pattern.front() == '/') pattern.erase(0, 1);
    const bool anchored = pattern.find('/') != std::string::npos;
    return fnmatch(pattern.c_str(), anchored ? below.c_str() : name.c_str(), FNM_PATHNAME) == 0;
  });
}

struct Walk {
  std::vector<fs::path> files;
  std::vector<Problem> refused;
  uint64_t skipped = 0;
  std::vector<IgnoreRules> rules;  // of the folders above, outermost first
};

Result<Done> walk_folder(const fs::path& folder, Walk& walk, const Job& job) {
  TRY(check(job));
  std::error_code failure;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    entries.push_back(*at);
  }
  if (failure) {
    walk.refused.push_back({"cannot_read_folder", folder.string(), failure.message()});
    return Done{};
  }
  std::sort(entries.begin(), entries.end());
  Result<IgnoreRules> own = read_ignore_rules(folder);
  if (!own.ok()) {
    // What it would leave out is not known, so nothing below is taken.
    walk.refused.push_back({"cannot_read_oiignore", folder.string(), own.error().what});
    return Done{};
  }
  walk.rules.push_back(std::move(*own));
  for (const fs::directory_entry& entry : entries) {
    const fs::path& path = entry.path();
    const bool is_folder = entry.is_directory(failure) && !entry.is_symlink(failure);
    const bool is_file = entry.is_regular_file(failure) && !entry.is_symlink(failure);
    const bool hidden = path.filename().string().front() == '.';
    const bool ignored =
        std::any_of(walk.rules.begin(), walk.rules.end(),
                    [&](const IgnoreRules& rules) { return names(rules, path, is_folder); });
    if (hidden || ignored || (!is_folder && !is_file)) {
      if (path.filename() != ".oiignore") ++walk.skipped;
    } else if (is_folder) {
      TRY(walk_folder(path, walk, job));
    } else {
      walk.files.push_back(path);
    }
  }
  walk.rules.pop_back();
  return Done{};
}

}  // namespace

Result<Enqueued> enqueue(Engine& engine, std::span<const fs::path> paths, const Job& job,
                         const std::vector<std::string>& tags) {
  Walk walk;
  for (const fs::path& given : paths) {
    std::error_code failure;
    fs::path path = fs::absolute(given, failure).lexically_normal();
    if (path.filename().empty()) path = path.parent_path();  // "folder/" is "folder"
    const fs::file_status status = fs::status(path, failure);
    if (fs::is_directory(status)) {
      TRY(walk_folder(path, walk, job));
    } else if (fs::is_regular_file(status)) {
      walk.files.push_back(path);
    } else {
      const bool there = fs::exists(status);
      walk.refused.push_back(
          {there ? "not_a_file" : "not_found", given.string(),
           there ? "it is neither a file nor a folder" : "there is no such file or folder"});
    }
  }
  Enqueued enqueued{{}, std::move(walk.refused), walk.skipped};
  for (const fs::path& file : walk.files) {
    TRY(check(job));
    enqueued.tickets.push_back(
        TRY(engine.stores.queue->enqueue(file.string(), engine.now(), tags)));
  }
  return enqueued;
}

}  // namespace oi
