// Quality, measured on folders in the BEIR layout (corpus.jsonl, queries.jsonl, qrels/*.tsv or
// qrels.tsv): nDCG and recall of documents, each arm and the fusion in one run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
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

struct EvaluationRequest {
  std::string set;             // a name to report under
  std::filesystem::path data;  // the folder
  std::filesystem::path work;  // where the throw-away library is made
};

// Corrupt for a folder that is not in the layout (file and line named).
Result<Evaluated> evaluate(const Settings& settings, const EvaluationRequest& request,
                           const Job& job);

// Normalised discounted cumulative gain of the first k: gain = grade, discount = log2(rank + 1),
// as trec_eval and BEIR report it (Jarvelin and Kekalainen 2002). `gains` maps a document to its
// grade.
double ndcg_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
               size_t k);
double recall_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
                 size_t k);

}  // namespace oi
