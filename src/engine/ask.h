// The question pass list: from a question to an answer whose every claim cites stored bytes, or to
// an abstention; with a receipt in every case.
#pragma once

#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"
#include "types/receipt.h"

namespace oi {

// Always gives an Answered, also when abstained, cancelled or failed (ruling 20); an Error only
// when no receipt could be made (the library cannot be read). The receipt is saved in the journal.
// Invalid for an empty question or one that is not UTF-8; Unsupported for a mode this version
// cannot run.
Result<Answered> ask(Engine& engine, const Question& question, const Job& job);

// The question's name: the same library state, question, settings and models give the same one.
// `models` is anything that names them.
std::string question_id(const Question& question, uint64_t library_generation,
                        std::string_view models);

}  // namespace oi
