// From labels to spans of stored bytes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "store/store.h"
#include "types/answer.h"
#include "verify/gate.h"

namespace oi {

// The documents of the passages, each once, by id. One that is gone, or whose text does not have
// the digest it was stored with, is left out: what cites it then counts as uncited (invariant 2).
// Other failures are the store's.
Result<std::vector<Document>> load_sources(const Evidence& evidence, const Store& store,
                                           const Job& job);

// The draft with the labels that resolve to stored bytes, and for each the document span it stands
// for: the sentences that support the claim, or the whole passage where none do. Of several labels,
// those that say nothing of the claim are dropped where another supports it.
Draft resolve_citations(const Draft& draft, const GateInput& input);

// The span of the passage's sentences that support the claim best; the whole passage where none do.
// Nothing when the label does not resolve.
std::optional<Span> resolve_label(std::string_view claim, std::string_view label,
                                  const GateInput& input);

// Quote, page and boxes of a span of the label's passage. Nothing when the label, the document or
// the span does not resolve.
std::optional<Citation> make_citation(std::string_view label, Span span, const GateInput& input);

}  // namespace oi
