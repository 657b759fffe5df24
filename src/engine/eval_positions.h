// Questions whose gold passage has a place in an order, as "Lost in the Middle" (Liu et al. 2023)
// gives them: a .jsonl, packed or not, of "question", "answers" and "ctxs" ({"title", "text",
// "isgold"}).
#pragma once

#include <filesystem>

#include "base/result.h"
#include "engine/eval_set.h"

namespace oi {

// The file of a folder in this layout; empty when it has none.
std::filesystem::path positions_of(const std::filesystem::path& folder);

// The passages of a line, in their order, are one document. Where lines have one passage each,
// twenty lines make a document, so that every place of twenty has as many questions. Corrupt names
// the line.
Result<EvalSet> read_positions(const std::filesystem::path& file);

}  // namespace oi
