// Field by field, in the order in which people look for them. What is not known is null.
#include "cli/values.h"

#include <optional>

namespace oi {
namespace {

std::string counts_json(const Counts& counts) {
  std::vector<std::string> dropped;
  for (const Dropped& one : counts.dropped) {
    dropped.push_back(JsonObject{}
                          .text("reason", one.reason)
                          .integer("characters", static_cast<int64_t>(one.characters))
                          .str());
  }
  return JsonObject{}
      .integer("characters_seen", static_cast<int64_t>(counts.characters_seen))
      .integer("characters_kept", static_cast<int64_t>(counts.characters_kept))
      .integer("characters_indexed", static_cast<int64_t>(counts.characters_indexed))
      .integer("pages", counts.pages)
      .integer("pages_without_text", counts.pages_without_text)
      .integer("pages_recognised", counts.pages_recognised)
      .json("dropped", json_array(dropped))
      .str();
}

std::string span_json(Span span) {
  return "[" + std::to_string(span.begin) + "," + std::to_string(span.end) + "]";
}

std::string strings_json(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts)
    parts.push_back(json_string(text));
  return json_array(parts);
}

std::string page_json(uint32_t page) {
  return page == 0 ? "null" : std::to_string(page);
}

template <typename T>
void add_number(JsonObject& json, const char* name, const std::optional<T>& value) {
  if (value) {
    json.number(name, static_cast<double>(*value));
  } else {
    json.json(name, "null");
  }
}

// The page on which the span begins; 0 where there are no pages.
uint32_t page_at(const Document& document, uint64_t at) {
  for (const Page& page : document.pages) {
    if (page.span.begin <= at && at < page.span.end) return page.number;
  }
  return 0;
}

}  // namespace

std::string to_json(const Listed& listed) {
  return JsonObject{}
      .text("id", to_text(listed.id))
      .text("name", listed.name)
      .text("title", listed.title)
      .text("path", listed.path)
      .json("paths", strings_json(listed.paths))
      .text("kind", name_of(listed.kind))
      .text("sha256", listed.digest)
      .text("version_sha256", listed.text_digest)
      .integer("text_bytes", static_cast<int64_t>(listed.text_bytes))
      .integer("chunks", listed.chunks)
      .integer("pages", listed.counts.pages)
      .json("parent", listed.parent.value == 0 ? "null" : json_string(to_text(listed.parent)))
      .json("problems", list_to_json(listed.problems))
      .json("counts", counts_json(listed.counts))
      .integer("added", listed.added)
      .text("language", listed.language)
      .integer("dated", listed.dated)
      .json("tags", strings_json(listed.tags))
      .boolean("live", listed.live)
      .str();
}

std::string outcome_of(const Ingested& ingested) {
  if (ingested.ticket.stage != Stage::Complete) return "failed";
  return ingested.document.problems.empty() ? "complete" : "complete_with_problems";
}

std::string to_json(const Ingested& ingested) {
  const bool complete = ingested.ticket.stage == Stage::Complete;
  const Listed& document = ingested.document;
  JsonObject json;
  json.text("path", ingested.ticket.path).text("outcome", outcome_of(ingested));
  json.json("id", complete ? json_string(to_text(document.id)) : "null");
  json.json("name", complete ? json_string(document.name) : "null");
  json.json("reason", complete ? "null" : json_string(ingested.ticket.reason));
  json.json("what", complete ? "null" : json_string(ingested.ticket.what));
  json.json("problems", list_to_json(document.problems));
  json.json("counts", complete ? counts_json(document.counts) : "null");
  json.integer("chunks", document.chunks);
  json.boolean("already_known", ingested.already_known);
  json.integer("members", ingested.members).number("seconds", ingested.seconds);
  return json.str();
}

std::string to_json(const Found& found) {
  const Hit& hit = found.hit;
  JsonObject json;
  json.text("chunk", to_text(hit.chunk)).text("document", to_text(hit.chunk.document));
  json.text("document_name", found.document_name).json("span", span_json(hit.span));
  json.text("text", found.text).json("page", page_json(found.page_first));
  json.text("heading", found.heading);
  add_number(json, "cosine", hit.cosine);
  add_number(json, "bm25", hit.bm25);
  add_number(json, "rank_vector", hit.rank_vector);
  add_number(json, "rank_lexical", hit.rank_lexical);
  json.number("fused", hit.fused);
  add_number(json, "relevance", hit.relevance);
  json.number("final", hit.final_score);
  return json.str();
}

std::string to_json(const ShownCitation& shown) {
  return JsonObject{}
      .json("citation", to_json(shown.citation))
      .text("before", shown.before)
      .text("after", shown.after)
      .text("path", shown.path)
      .boolean("verified", true)
      .boolean("source_changed", shown.source_changed)
      .str();
}

std::string to_json(const Problem& problem) {
  return JsonObject{}
      .text("reason", problem.reason)
      .text("where", problem.where)
      .text("what", problem.what)
      .str();
}

std::string to_json(const HealthLine& line) {
  return JsonObject{}
      .text("about", line.about)
      .boolean("good", line.good)
      .boolean("needed", line.needed)
      .text("found", line.found)
      .text("advice", line.advice)
      .str();
}

std::string to_json(const Setting& setting) {
  return JsonObject{}
      .text("key", setting.key)
      .text("value", setting.value)
      .text("origin", setting.origin)
      .str();
}

std::string to_json(const Evaluated& evaluated, const std::string& per_case) {
  JsonObject config, metrics;
  for (const auto& [name, value] : evaluated.config)
    config.text(name, value);
  for (const auto& [name, value] : evaluated.metrics)
    metrics.number(name, value);
  return JsonObject{}
      .text("set", evaluated.set)
      .integer("cases", static_cast<int64_t>(evaluated.cases))
      .integer("documents", static_cast<int64_t>(evaluated.documents))
      .integer("chunks", static_cast<int64_t>(evaluated.chunks))
      .json("config", config.str())
      .json("metrics", metrics.str())
      .text("per_case", per_case)
      .number("ingest_seconds", evaluated.ingest_seconds)
      .number("seconds", evaluated.seconds)
      .str();
}

std::string to_json(const Compared& compared) {
  JsonObject metrics;
  for (const ComparedMetric& one : compared.metrics) {
    metrics.json(one.name, JsonObject{}
                               .integer("cases", static_cast<int64_t>(one.cases))
                               .number("mean_a", one.mean_a)
                               .number("mean_b", one.mean_b)
                               .integer("better", static_cast<int64_t>(one.better))
                               .integer("worse", static_cast<int64_t>(one.worse))
                               .integer("equal", static_cast<int64_t>(one.equal))
                               .number("p", one.p)
                               .str());
  }
  return JsonObject{}
      .integer("cases", static_cast<int64_t>(compared.cases))
      .integer("only_a", static_cast<int64_t>(compared.only_a))
      .integer("only_b", static_cast<int64_t>(compared.only_b))
      .json("metrics", metrics.str())
      .str();
}

std::string text_to_json(const Document& document, Span span) {
  return JsonObject{}
      .text("document", to_text(document.id))
      .text("document_name", document.name)
      .text("version_sha256", document.text_digest)
      .json("span", span_json(span))
      .json("page", page_json(page_at(document, span.begin)))
      .text("text", document.text.substr(span.begin, span.size()))
      .str();
}

}  // namespace oi
