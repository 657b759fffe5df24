// A set of questions with what is known of their answers, in whatever layout it came:
//   corpus.jsonl, queries.jsonl, qrels      BEIR: documents and their grades
//   *.xml with <docno> and <top>, *qrel*    TREC, as Cranfield is published
//   gold_bytes.jsonl, or questions.jsonl    questions with byte spans of files beside them
//   *.json with "data" and "paragraphs"     SQuAD: paragraphs and answers in them
//   *.jsonl or *.jsonl.gz with "ctxs"       passages in an order, one of them the gold one
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "types/document.h"

namespace oi {

struct EvalText {
  std::string id, title, text;
  std::filesystem::path file;  // read as `oi add` reads it; then `text` is empty
};

// A piece of a document that answers the question. Offsets are of the file's bytes; where a file
// is read to another text, the letters are counted and white space is not.
struct GoldPiece {
  std::string document;
  Span span;         // empty where only the text is given
  std::string text;  // empty where only the span is given
};

struct EvalCase {
  std::string id, question;
  std::string place;                  // "queries.jsonl:7", for messages
  std::map<std::string, int> grades;  // document, grade > 0
  std::vector<GoldPiece> gold;
  std::vector<std::string> answers;  // each of them right
  uint32_t position = 0;             // of the gold among the passages of its document, from 1
  uint32_t positions = 0;
};

// What is measured.
enum class Measured : uint8_t { Documents, Spans, Paragraphs, Positions };

struct EvalSet {
  Measured measured = Measured::Documents;
  std::vector<EvalText> documents;
  std::vector<EvalCase> cases;   // in the order of their file
  std::filesystem::path source;  // the file of the judgements
};

// NotFound for a folder in none of the layouts, or a missing file; Corrupt for a line that cannot
// be read. Both name the file, and the line where there is one.
Result<EvalSet> read_eval_set(const std::filesystem::path& folder);

}  // namespace oi
