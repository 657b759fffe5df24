// Quality of the retrieval, measured on a folder of questions: each arm, the fusion and the rerank
// in one run, over a throw-away library made by the ordinary way of an ingest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"
#include "engine/settings.h"

namespace oi {

struct Evaluated {
  std::string set;
  uint64_t cases = 0;
  uint64_t documents = 0;
  uint64_t chunks = 0;
  std::vector<std::pair<std::string, std::string>> config;  // model digests, device, seed
  std::map<std::string, double> metrics;                    // "vector.ndcg@10"
  std::vector<std::string> per_case;                        // one JSON object a case
  double ingest_seconds = 0;
  double seconds = 0;
};

// Which of the cases are asked, by their order, counted from 0: to fit on one half and test on the
// other. The library is always the whole.
enum class Half : uint8_t { All, Even, Odd, First, Second };
Result<Half> parse_half(const std::string& name);  // "even", ...; empty: all. Invalid

struct EvaluationRequest {
  std::string set;                  // a name to report under
  std::filesystem::path data;       // the folder
  std::filesystem::path work;       // where the throw-away library is made
  std::filesystem::path keep = {};  // where embeddings are kept for the next time; empty: nowhere
  Half half = Half::All;
  uint32_t hits = 10;  // how many of the reranked candidates each case lists
  bool texts = false;  // and with their text
};

// Metrics (a stage is vector, lexical, fused, reranked or final, which is after floor and
// diversity; names without a stage are those of reranked):
//   documents with grades       STAGE.ndcg@10, STAGE.recall@10, STAGE.recall@100
//   spans of documents          STAGE.recall@5: the share of the gold bytes in the first 5 chunks;
//                               STAGE.span@10: has half of them in the first 10; iou: the three
//                               nearest sentences of the packed evidence against the gold;
//                               packed.recall
//   paragraphs                  STAGE.hit@1: the first chunk is of the right paragraph
//   passages in an order        packed.recall, and the same by fifths of the order
//   questions with an answer    answered, sentence_hit, f1, em: by quotation, without a model;
//                               citations and citations_exact: how many, and how many of them
//                               equal the stored bytes
// NotFound and Corrupt as read_eval_set() gives them; Busy when `work` already holds a library.
Result<Evaluated> evaluate(const Settings& settings, const EvaluationRequest& request,
                           const Job& job);

// The same with an engine that is open and whose library is empty.
Result<Evaluated> evaluate(Engine& engine, const EvaluationRequest& request, const Job& job);

}  // namespace oi
