// How the files of one `oi add` ended, counted, and as a table by kind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/screen.h"
#include "engine/ingest.h"

namespace oi {

struct Tally {
  std::vector<Ingested> ended;
  size_t complete = 0, with_problems = 0, failed = 0, members = 0;

  void add(const Ingested& ingested);
};

// A line a kind: files, how they ended, pages, characters, seconds. A file that failed stands under
// its name's extension: nobody knows what else it is. Empty for fewer than two files.
std::string tally_table(const Tally& tally, const Look& look);

}  // namespace oi
