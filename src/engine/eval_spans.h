// Questions whose answers are byte spans of files beside them: gold_bytes.jsonl, or a user's own
// questions.jsonl. A line has "question" and "file", and as far as it is known:
//   "references", "evidence" or "spans"   [{"byte_start", "byte_end"} or {"text"} or both]
//   "answer" or "answers"                 what a right answer may say
//   "id" or "question_id"                 else the line's number, which also tells two alike apart
// A file is looked for in the folder itself and in corpora, papers, documents and files below it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/eval_set.h"

namespace oi {

// The file of questions of a folder; empty when it has none.
std::filesystem::path questions_of(const std::filesystem::path& folder);

// Lines without a span are left out, unless no line has one: then they are judged by their file
// and answers. NotFound for a file that is not there, Corrupt for a line that cannot be read.
Result<EvalSet> read_spans(const std::filesystem::path& folder);

// A text without white space, and where each byte of it stands.
struct Letters {
  std::string bytes;
  std::vector<uint32_t> at;
};

// A file's letters beside those of the canonical text that was read from it.
struct Aligned {
  Letters file, text;
  std::vector<uint32_t> in_text;  // by letter of the file, and one more: where it stands in `text`
};
Aligned align(std::string_view file, std::string_view text);

// Where a gold piece of a file lies in the canonical text. What the reader left out of it, such as
// marks of Markdown, is passed over as long as half of the piece is there. Corrupt when it is not.
Result<Span> place(const GoldPiece& piece, const Aligned& aligned);

// Sorted and joined.
std::vector<Span> joined(std::vector<Span> spans);

}  // namespace oi
