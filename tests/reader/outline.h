// Whole structures at a glance: "heading1:Text" for each run, "0,1:Cell" for a cell.
#pragma once

#include <array>

#include "collected.h"

namespace oi::test {

inline std::vector<std::string> outline(const Collected& all) {
  static constexpr std::array<const char*, kBlockKinds> kNames = {
      "text",     "heading",   "list",    "code", "quote",   "table", "caption", "formula",
      "footnote", "furniture", "comment", "note", "deleted", "form",  "picture"};
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs) {
    const std::string place = std::to_string(run.row) + "," + std::to_string(run.column);
    const std::string level = run.level > 0 ? std::to_string(run.level) : "";
    const std::string name = kNames[static_cast<size_t>(run.block)] + level;
    lines.push_back((run.block == BlockKind::Table ? place : name) + ":" + run.text);
  }
  return lines;
}

}  // namespace oi::test
