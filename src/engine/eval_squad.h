// SQuAD's layout (XQuAD has it too): a .json of "data", "paragraphs", "qas". Each paragraph is a
// document by itself, without a title, as the figures that others publish take them.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "engine/eval_set.h"

namespace oi {

// The file of a folder in this layout; empty when it has none.
std::filesystem::path squad_of(const std::filesystem::path& folder);

// Questions without an answer are left out. Corrupt names the paragraph.
Result<EvalSet> read_squad(const std::filesystem::path& file);

}  // namespace oi
