// The commands' own small JSON values, under the names of INTERFACES.
#pragma once

#include <string>
#include <vector>

#include "engine/eval_compare.h"
#include "engine/evaluate.h"
#include "engine/find.h"
#include "engine/health.h"
#include "engine/ingest.h"
#include "types/json.h"

namespace oi {

// One document of the library: `oi list`, `oi info`.
std::string to_json(const Listed& listed);
// How one file ended: `oi add`.
std::string to_json(const Ingested& ingested);
// One passage: `oi search`.
std::string to_json(const Found& found);
// A citation with its surroundings: `oi show --citation`.
std::string to_json(const ShownCitation& shown);
std::string to_json(const Problem& problem);
std::string to_json(const HealthLine& line);
std::string to_json(const Setting& setting);
std::string to_json(const Evaluated& evaluated, const std::string& per_case);
std::string to_json(const Compared& compared);
// A piece of a document's text: `oi show`.
std::string text_to_json(const Document& document, Span span);

template <typename T>
std::string list_to_json(const std::vector<T>& values) {
  std::vector<std::string> parts;
  for (const T& value : values)
    parts.push_back(to_json(value));
  return json_array(parts);
}

// "complete", "complete_with_problems", "failed"
std::string outcome_of(const Ingested& ingested);

}  // namespace oi
