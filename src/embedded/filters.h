// A filter as SQL, and as rows of vectors: the same passages in both arms, before any is ranked.
#pragma once

#include <string>
#include <vector>

#include "embedded/snapshot.h"
#include "embedded/sqlite.h"
#include "types/question.h"

namespace oi {

struct FilterSql {
  std::string where;   // " AND ..." over the table `chunks`; empty: everything passes
  std::string values;  // a JSON object: the value of parameter ?3
};
FilterSql sql_of(const Filter& filter);

// The snapshot's rows that pass. The database is of the snapshot's generation.
Result<std::vector<RowRange>> rows_passing(Database& database, const Snapshot& snapshot,
                                           const Filter& filter);

}  // namespace oi
