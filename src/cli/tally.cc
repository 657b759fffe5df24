#include "cli/tally.h"

#include <array>
#include <filesystem>
#include <map>

#include "base/text.h"
#include "cli/visible.h"

namespace oi {
namespace {

struct Sums {
  uint64_t files = 0, complete = 0, with_problems = 0, failed = 0, pages = 0, characters = 0;
  double seconds = 0;

  void add(const Ingested& one) {
    ++files;
    seconds += one.seconds;
    pages += one.document.counts.pages;
    characters += one.document.counts.characters_kept;
    const bool read = one.ticket.stage == Stage::Complete;
    failed += read ? 0 : 1;
    complete += read && one.document.problems.empty() ? 1 : 0;
    with_problems += read && !one.document.problems.empty() ? 1 : 0;
  }
};

std::string kind_of(const Ingested& one) {
  if (one.ticket.stage == Stage::Complete) return name_of(one.document.kind);
  const std::string extension =
      std::filesystem::path(one.ticket.path).extension().string().substr(0, 12);
  return extension.empty() ? "(no kind)" : "*" + visible(fold(extension));
}

constexpr size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

Row row_of(const std::string& kind, const Sums& sums) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f", sums.seconds);
  const auto shown = [](uint64_t count) {
    return count == 0 ? std::string("-") : std::to_string(count);
  };
  return {kind,
          std::to_string(sums.files),
          shown(sums.complete),
          shown(sums.with_problems),
          shown(sums.failed),
          shown(sums.pages),
          shown(sums.characters),
          seconds};
}

}  // namespace

void Tally::add(const Ingested& ingested) {
  ended.push_back(ingested);
  members += ingested.members;
  if (ingested.ticket.stage != Stage::Complete) {
    ++failed;
  } else if (ingested.document.problems.empty()) {
    ++complete;
  } else {
    ++with_problems;
  }
}

std::string tally_table(const Tally& tally, const Look& look) {
  if (tally.ended.size() < 2) return {};
  std::map<std::string, Sums> kinds;
  Sums all;
  for (const Ingested& one : tally.ended) {
    kinds[kind_of(one)].add(one);
    all.add(one);
  }
  std::vector<Row> rows = {
      {"kind", "files", "complete", "problems", "failed", "pages", "characters", "seconds"}};
  for (const auto& [kind, sums] : kinds)
    rows.push_back(row_of(kind, sums));
  if (kinds.size() > 1) rows.push_back(row_of("all", all));

  std::array<size_t, kColumns> widths{};
  for (const Row& row : rows)
    for (size_t i = 0; i < kColumns; ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string table;
  for (size_t at = 0; at < rows.size(); ++at) {
    std::string line;
    for (size_t i = 0; i < kColumns; ++i) {
      const std::string space(widths[i] - rows[at][i].size(), ' ');
      line += i == 0 ? rows[at][i] + space : "  " + space + rows[at][i];
    }
    table += (at == 0 ? paint(look, Ink::Dim, line) : line) + "\n";
  }
  return table;
}

}  // namespace oi
