// Folders in TREC's layout, as Cranfield is published: documents in one XML file (<doc> with
// <docno>, <title>, <text>), questions in another (<top> with <num>, <title>), and a file with
// "qrel" in its name.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "engine/eval_set.h"

namespace oi {

// Judged numbers are those of <num>; where one of them is no <num>, all are the place of a question
// in its file, from 1, as in Cranfield. NotFound, Corrupt.
Result<EvalSet> read_trec(const std::filesystem::path& folder);

// Is there an XML file of <doc>s, or a file of judgements beside one?
bool is_trec(const std::filesystem::path& folder);

}  // namespace oi
