// The lexical arm over the full-text table. Callers hold the transaction.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embedded/sqlite.h"
#include "embedded/stems.h"
#include "store/store.h"

namespace oi {

// Of bm25, one a column of the full-text table, in their order: section title 10, section path 5,
// content 1. A weight too few would shift every later one.
inline constexpr std::array<int, 9> kWordWeights = {0, 0, 0, 0, 0, 10, 5, 0, 1};

// As Store::search_words.
Result<std::vector<Ranked>> find_words(Database& database, std::string_view question, size_t k,
                                       const Filter& filter);
// As Store::score_words.
Result<std::vector<double>> score_chunks(Database& database, std::string_view question,
                                         std::span<const ChunkId> ids);
// How many chunks hold all terms of the question: counted up to a few thousand, then reckoned from
// how far down the library those go.
Result<uint64_t> count_matches(Database& database, std::string_view question);

// Every set of stems that a passage of the library was indexed by.
Result<std::vector<Stems>> stems_in_use(Database& database);

}  // namespace oi
