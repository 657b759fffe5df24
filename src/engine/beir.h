// Folders in the BEIR layout: corpus.jsonl, queries.jsonl, and judgements. These are the first that
// is there of qrels/test.tsv, qrels.tsv, qrels/dev.tsv, qrels/test.txt, qrels.txt, qrels.trec,
// qrels/test.jsonl, qrels.jsonl; a line is query, document, grade (between tabs or blanks), or
// query, 0, document, grade as TREC writes it, or an object with query-id, corpus-id and score.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"
#include "engine/eval_set.h"

namespace oi {

using Grades = std::map<std::string, std::map<std::string, int>>;  // query, document, grade > 0

// NotFound for a missing file, Corrupt for a line that cannot be read (file and line named), or
// where no query is judged. Only judged queries are asked.
Result<EvalSet> read_beir(const std::filesystem::path& folder);

// A file of judgements in any of these forms.
Result<Grades> read_judgements(const std::filesystem::path& file);

}  // namespace oi
