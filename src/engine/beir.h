// Folders in the BEIR layout: corpus.jsonl, queries.jsonl, and qrels/test.tsv or qrels.tsv.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace oi {

struct BeirText {
  std::string id, title, text;
};

struct BeirSet {
  std::vector<BeirText> corpus;
  std::vector<BeirText> queries;  // judged ones only, in the file's order
  std::map<std::string, std::map<std::string, int>> grades;  // query id, corpus id, grade > 0
  std::filesystem::path judgements;                          // the file they came from
};

// NotFound for a missing file, Corrupt for a line that cannot be read (file and line named).
Result<BeirSet> read_beir(const std::filesystem::path& folder);

}  // namespace oi
