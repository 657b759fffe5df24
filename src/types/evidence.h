// What the search found, how each score came about, and what is put before the generator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/document.h"

namespace oi {

// One search arm's result: a chunk and that arm's own score. Only ranks are compared across arms.
struct Ranked {
  ChunkId chunk;
  double score = 0;
  bool operator==(const Ranked&) const = default;
};

// What a rule adds to the fused score, and which rule.
struct Boost {
  std::string name;  // "structure", "specification"
  double value = 0;
  bool operator==(const Boost&) const = default;
};

// A candidate with every score in its own field; none is ever overwritten (ruling 10).
struct Hit {
  ChunkId chunk;
  Span span;
  std::optional<double> cosine;          // true cosine, also of keyword-only hits
  std::optional<double> bm25;            // as the lexical engine gives it, larger is better
  std::optional<uint32_t> rank_vector;   // from 1
  std::optional<uint32_t> rank_lexical;  // from 1
  double fused = 0;                      // divided by its maximum: in [0,1]
  double boost = 0;                      // sum of the boosts
  std::vector<Boost> boosts;             // each by its name
  std::optional<double> logit;           // of a cross-encoder
  std::optional<double> relevance;       // absolute, in [0,1] (ruling 11)
  double final_score = 0;                // what the list is ordered by
  bool kept = true;
  std::string why;  // why it was dropped, or kept against its rank
  bool operator==(const Hit&) const = default;
};

enum class TraceStage : uint8_t { Vector, Lexical, Fusion, Boosted, Candidates, Rerank, Final };
inline constexpr int kTraceStages = 7;
const char* name_of(TraceStage stage);

struct TraceList {
  TraceStage stage = TraceStage::Vector;
  std::string skipped;  // why the stage did not run; empty when it did
  double ms = 0;
  std::vector<Hit> hits;
  std::string path = {};  // where or by what it ran: "CPU", "GPU (name)", "stand-in", "cached"
  std::string note = {};  // what it did otherwise than asked: a word that it respelled
  bool operator==(const TraceList&) const = default;
};

// The seven stages always, in order.
struct Trace {
  std::vector<TraceList> stages;
  bool operator==(const Trace&) const = default;
};

// All that both arms found, fused, best first; and one list per stage that ran here.
struct Candidates {
  std::vector<Hit> hits;
  std::vector<TraceList> stages;
  bool operator==(const Candidates&) const = default;
};

// What survives rerank, floor and diversity, best first.
struct Shortlist {
  std::vector<Hit> hits;
  std::vector<TraceList> stages;
  bool operator==(const Shortlist&) const = default;
};

// A chunk with its neighbours, as shown to the generator under one label. The text is exactly
// document text[span]; heading path and columns stand above it and are not part of it.
struct Passage {
  std::string label;  // "S1": the same in prompt, answer and screen (ruling 19)
  ChunkId chunk;      // the chunk that was found
  Span span;
  std::string document_name;
  std::string heading_path;
  std::string columns;   // of the table that the passage begins inside of: the cells that name its
                         // columns, which lie above the passage, with tabs between
  std::string followed;  // the reference by which it came in ("section 4.2"); empty: it was found
  std::string text;
  uint32_t page_first = 0, page_last = 0;
  uint32_t tokens = 0;  // by the generator's tokenizer
  double cosine = 0;
  double relevance = 0;
  bool operator==(const Passage&) const = default;
};

struct LeftOut {
  ChunkId chunk;
  std::string reason;  // "over the token budget", "inside S1"
  bool operator==(const LeftOut&) const = default;
};

struct Evidence {
  std::vector<Passage> passages;  // in prompt order: best first and last
  std::vector<LeftOut> left_out;
  uint32_t tokens = 0;  // of all passages
  double best_relevance = 0;
  double second_relevance = 0;
  bool operator==(const Evidence&) const = default;
};

}  // namespace oi
