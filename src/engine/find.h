// Search without an answer, and what is stored behind a citation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"
#include "types/evidence.h"
#include "types/receipt.h"

namespace oi {

enum class Arm : uint8_t { Fused, Vector, Lexical };

struct Found {
  Hit hit;
  std::string document_name;
  std::string heading;
  std::string text;  // the chunk's bytes
  uint32_t page_first = 0, page_last = 0;
};

// The best k chunks. The lexical arm needs no embedder.
Result<std::vector<Found>> find(Engine& engine, const Question& question, size_t k, Arm arm,
                                const Job& job);

// A document by its id, its name or its path. NotFound; Invalid when a name means several (listed).
Result<Listed> find_document(const Engine& engine, const std::string& wanted);

// A citation by "<answer id>:<number or label>", checked again: its document is loaded and the
// bytes compared (invariant 2). Corrupt when they do not agree.
struct ShownCitation {
  Citation citation;
  std::string before;  // up to 300 bytes of the document on each side
  std::string after;
  std::string path;
  bool source_changed = false;  // a newer version of the path is live
};
Result<ShownCitation> find_citation(const Engine& engine, const std::string& id);

}  // namespace oi
