// The layout is told by the files that are there, never by the set's name.
#include "engine/eval_set.h"

#include "engine/beir.h"
#include "engine/eval_positions.h"
#include "engine/eval_spans.h"
#include "engine/eval_squad.h"
#include "engine/eval_trec.h"

namespace oi {

Result<EvalSet> read_eval_set(const std::filesystem::path& folder) {
  std::error_code failure;
  if (!std::filesystem::is_directory(folder, failure)) {
    return Error{Code::NotFound, folder.string() + " is no folder"};
  }
  if (std::filesystem::exists(folder / "corpus.jsonl", failure)) return read_beir(folder);
  if (!questions_of(folder).empty()) return read_spans(folder);
  if (is_trec(folder)) return read_trec(folder);
  if (const auto file = squad_of(folder); !file.empty()) return read_squad(file);
  if (const auto file = positions_of(folder); !file.empty()) return read_positions(file);
  return Error{Code::NotFound,
               folder.string() +
                   " holds no set that is known: no corpus.jsonl with queries.jsonl "
                   "and qrels, no questions.jsonl, no TREC or SQuAD files"};
}

}  // namespace oi
