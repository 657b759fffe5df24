// 1. Each value becomes an ordered tree, fields in the order of INTERFACES, so that equal values
// give
//    equal bytes.
// 2. The tree is printed. Bytes that are not UTF-8 come out as U+FFFD and a number that is not
// finite
//    as null: printing cannot fail.
#include "types/json.h"

#include <nlohmann/json.hpp>

namespace oi {
namespace {

using Json = nlohmann::ordered_json;

std::string print(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// A list of what `one` makes of each value.
template <typename T, typename One>
Json list_of(const std::vector<T>& values, One one) {
  Json list = Json::array();
  for (const T& value : values)
    list.push_back(one(value));
  return list;
}

Json span_json(const Span& span) {
  return Json::array({span.begin, span.end});
}

Json box_json(const Box& box) {
  return Json::array({box.x0, box.y0, box.x1, box.y1});
}

Json citation_json(const Citation& citation) {
  Json json;
  json["label"] = citation.label;
  json["document"] = to_text(citation.document);
  json["document_name"] = citation.document_name;
  json["version_sha256"] = citation.version_digest;
  json["span"] = span_json(citation.span);
  json["quote"] = citation.quote;
  json["page"] = citation.page == 0 ? Json() : Json(citation.page);
  json["boxes"] = list_of(citation.boxes, box_json);
  json["heading"] = citation.heading;
  if (!citation.cell.empty()) json["cell"] = citation.cell;
  if (citation.time) json["time"] = Json::array({citation.time->from, citation.time->to});
  return json;
}

Json claim_json(const ShownClaim& claim) {
  Json json;
  json["text"] = claim.text;
  json["span"] = span_json(claim.span);
  json["labels"] = claim.labels;
  json["verdict"] = name_of(claim.support);
  json["confidence"] = claim.confidence;
  return json;
}

Json removed_json(const RemovedClaim& claim) {
  Json json;
  json["text"] = claim.text;
  json["gate"] = std::string(1, claim.gate);
  json["reason"] = claim.reason;
  return json;
}

Json answer_json(const Answer& answer) {
  Json json;
  json["text"] = answer.text;
  json["type"] = name_of(answer.kind);
  json["claims"] = list_of(answer.claims, claim_json);
  json["removed"] = list_of(answer.removed, removed_json);
  json["citations"] = list_of(answer.citations, citation_json);
  json["missing"] = answer.missing;
  // Conflicts and workings are what this answer shows of them: none.
  json["conflicts"] = Json::array();
  json["working"] = Json::array();
  return json;
}

Json finding_json(const Finding& finding) {
  Json json;
  json["effect"] = name_of(finding.effect);
  json["claim"] = or_null(finding.claim);
  json["label"] = finding.label;
  json["reason"] = finding.reason;
  return json;
}

Json verdict_json(const Verdict& verdict) {
  Json json;
  json["letter"] = std::string(1, verdict.gate);
  json["name"] = verdict.name;
  json["outcome"] = name_of(verdict.outcome);
  json["score"] = verdict.score;
  json["bar"] = verdict.bar;
  json["findings"] = list_of(verdict.findings, finding_json);
  return json;
}

Json route_json(const Receipt& receipt) {
  Json json;
  json["path"] = name_of(receipt.path);
  json["target"] = name_of(receipt.completed);
  json["reason"] = name_of(receipt.reason);
  json["planned"] = name_of(receipt.planned.target);
  json["fallback"] = name_of(receipt.planned.fallback);
  json["attempts"] = Json::array({name_of(receipt.planned.target)});
  if (receipt.completed != receipt.planned.target) {
    json["attempts"].push_back(name_of(receipt.completed));
  }
  return json;
}

Json hit_json(const Hit& hit) {
  Json json;
  json["chunk"] = to_text(hit.chunk);
  json["document"] = to_text(hit.chunk.document);
  json["span"] = span_json(hit.span);
  json["cosine"] = or_null(hit.cosine);
  json["bm25"] = or_null(hit.bm25);
  json["rank_vector"] = or_null(hit.rank_vector);
  json["rank_lexical"] = or_null(hit.rank_lexical);
  json["fused"] = hit.fused;
  json["boosts"] = Json::object();
  for (const Boost& boost : hit.boosts)
    json["boosts"][boost.name] = boost.value;
  json["logit"] = or_null(hit.logit);
  json["relevance"] = or_null(hit.relevance);
  json["final"] = hit.final_score;
  json["kept"] = hit.kept;
  json["why"] = hit.why;
  return json;
}

// Only the fields that restrict.
Json filter_json(const Filter& filter) {
  Json json = Json::object();
  if (!filter.documents.empty())
    json["documents"] = list_of(filter.documents, [](DocumentId id) { return to_text(id); });
  if (!filter.folders.empty()) json["folders"] = filter.folders;
  if (!filter.tags.empty()) json["tags"] = filter.tags;
  if (!filter.kinds.empty())
    json["kinds"] = list_of(filter.kinds, [](Kind kind) { return name_of(kind); });
  if (!filter.languages.empty()) json["languages"] = filter.languages;
  if (filter.after) json["after"] = *filter.after;
  if (filter.before) json["before"] = *filter.before;
  if (filter.page_first > 0) json["page_first"] = filter.page_first;
  if (filter.page_last > 0) json["page_last"] = filter.page_last;
  return json;
}

Json trace_list_json(const TraceList& list) {
  Json json;
  json["name"] = name_of(list.stage);
  if (!list.skipped.empty()) json["skipped"] = list.skipped;
  if (!list.path.empty()) json["path"] = list.path;
  if (!list.note.empty()) json["note"] = list.note;
  json["ms"] = list.ms;
  json["count"] = list.hits.size();
  json["hits"] = list_of(list.hits, hit_json);
  return json;
}

Json left_out_json(const LeftOut& left_out) {
  Json json;
  json["chunk"] = to_text(left_out.chunk);
  json["reason"] = left_out.reason;
  return json;
}

Json model_json(const UsedModel& model) {
  Json json;
  json["role"] = model.role;
  json["name"] = model.name;
  json["sha256"] = model.digest;
  json["device"] = model.device;
  return json;
}

Json stage_json(const StageTime& stage) {
  Json json;
  json["name"] = stage.name;
  json["ms"] = stage.ms;
  return json;
}

Json receipt_json(const Receipt& receipt) {
  Json json;
  json["id"] = receipt.id;
  json["models"] = list_of(receipt.models, model_json);
  json["stages"] = list_of(receipt.stages, stage_json);
  json["tokens"]["prompt"] = receipt.prompt_tokens;
  json["tokens"]["generated"] = receipt.generated_tokens;
  json["generative_calls"] = receipt.generative_calls;
  json["network"] = Json::array();  // no call in the program leaves the machine (invariant 7)
  json["unread_files"] = receipt.unread_files;
  json["seed"] = receipt.seed;
  json["library_version"] = receipt.library_version;
  json["signature"] = nullptr;  // receipts are not signed
  return json;
}

Json dropped_json(const Dropped& dropped) {
  Json json;
  json["reason"] = dropped.reason;
  json["characters"] = dropped.characters;
  return json;
}

Json counts_json(const Counts& counts) {
  Json json;
  json["characters_seen"] = counts.characters_seen;
  json["characters_kept"] = counts.characters_kept;
  json["characters_indexed"] = counts.characters_indexed;
  json["pages"] = counts.pages;
  json["pages_without_text"] = counts.pages_without_text;
  json["pages_recognised"] = counts.pages_recognised;
  json["dropped"] = list_of(counts.dropped, dropped_json);
  return json;
}

Json problem_json(const Problem& problem) {
  Json json;
  json["reason"] = problem.reason;
  json["where"] = problem.where;
  json["what"] = problem.what;
  return json;
}

Json page_json(const Page& page) {
  Json json;
  json["number"] = page.number;
  json["span"] = span_json(page.span);
  json["width"] = page.width;
  json["height"] = page.height;
  json["source"] = name_of(page.source);
  json["confidence"] = page.confidence;
  return json;
}

Json block_json(const Block& block) {
  Json json;
  json["kind"] = name_of(block.kind);
  json["level"] = block.level;
  json["span"] = span_json(block.span);
  return json;
}

Json cell_json(const Table& table, const Cell& cell) {
  Json json;
  json["cell"] = cell_name(table, cell);
  json["row"] = cell.row;
  json["column"] = cell.column;
  json["rows"] = cell.rows;
  json["columns"] = cell.columns;
  json["header"] = cell.header;
  json["span"] = span_json(cell.span());
  return json;
}

Json table_json(const Table& table) {
  Json json;
  json["name"] = table.name;
  json["rows"] = table.rows;
  json["columns"] = table.columns;
  json["span"] = span_json(table.span);
  json["cells"] = list_of(table.cells, [&](const Cell& cell) { return cell_json(table, cell); });
  return json;
}

Json timed_json(const TimedText& timed) {
  Json json;
  json["span"] = span_json(timed.span);
  json["time"] = {timed.from, timed.to};
  return json;
}

std::string joined(const std::string& fields, char open, char close) {
  return open + fields + close;
}

}  // namespace

std::string to_json(const Answered& answered, bool with_trace) {
  const Answer& answer = answered.answer;
  Json json;
  json["id"] = answered.question.id;
  json["question"] = answered.question.text;
  json["standalone_question"] = answered.queries.standalone;
  json["mode"] = name_of(answered.question.mode);
  json["language"] = answered.profile.language;
  json["filter"] = filter_json(answered.question.filter);
  json["outcome"] = name_of(answer.outcome);
  json["answer"] = answer_json(answer);
  json["confidence"]["value"] = answer.confidence;
  json["confidence"]["calibrated"] = answer.calibrated;
  json["fidelity"] = answer.fidelity;
  json["gates"] = list_of(answered.receipt.verdicts, verdict_json);
  json["route"] = route_json(answered.receipt);
  if (with_trace) {
    json["trace"]["stages"] = list_of(answered.trace.stages, trace_list_json);
    json["trace"]["left_out"] = list_of(answered.left_out, left_out_json);
  }
  json["receipt"] = receipt_json(answered.receipt);
  return print(json);
}

std::string to_json(const Receipt& receipt) {
  Json json = receipt_json(receipt);
  json["mode"] = name_of(receipt.mode);
  json["route"] = route_json(receipt);
  json["gates"] = list_of(receipt.verdicts, verdict_json);
  return print(json);
}

std::string to_json(const Document& document, bool with_text) {
  Json json;
  json["id"] = to_text(document.id);
  json["path"] = document.path;
  json["name"] = document.name;
  json["title"] = document.title;
  json["kind"] = name_of(document.kind);
  json["parent"] = document.parent.value == 0 ? Json(nullptr) : Json(to_text(document.parent));
  json["sha256"] = document.digest;
  json["version_sha256"] = document.text_digest;
  json["language"] = document.language;
  json["dated"] = document.dated;
  json["tags"] = document.tags;
  json["counts"] = counts_json(document.counts);
  json["problems"] = list_of(document.problems, problem_json);
  json["pages"] = list_of(document.pages, page_json);
  json["blocks"] = list_of(document.blocks, block_json);
  json["tables"] = list_of(document.tables, table_json);
  json["timed"] = list_of(document.timed, timed_json);
  if (with_text) json["text"] = document.text;
  return print(json);
}

std::string to_json(const Citation& citation) {
  return print(citation_json(citation));
}

std::string to_json(const Ticket& ticket) {
  Json json;
  json["id"] = ticket.id;
  json["path"] = ticket.path;
  json["stage"] = name_of(ticket.stage);
  json["lease_until"] = ticket.lease_until;
  json["attempt"] = ticket.attempt;
  json["reason"] = ticket.reason;
  json["what"] = ticket.what;
  json["tags"] = ticket.tags;
  return print(json);
}

std::string to_json(const Filter& filter) {
  return print(filter_json(filter));
}

std::string to_json(const std::vector<Hit>& hits) {
  return print(list_of(hits, hit_json));
}

std::string to_json(const Error& error) {
  Json json;
  json["code"] = code_row(error.code).name;
  json["what"] = error.what;
  json["retry"] = code_row(error.code).retry;
  return print(json);
}

JsonObject& JsonObject::json(std::string_view name, std::string_view value) {
  if (!fields_.empty()) fields_ += ',';
  fields_ += json_string(name);
  fields_ += ':';
  fields_ += value;
  return *this;
}

JsonObject& JsonObject::text(std::string_view name, std::string_view value) {
  return json(name, json_string(value));
}

JsonObject& JsonObject::number(std::string_view name, double value) {
  return json(name, print(Json(value)));
}

JsonObject& JsonObject::integer(std::string_view name, int64_t value) {
  return json(name, std::to_string(value));
}

JsonObject& JsonObject::boolean(std::string_view name, bool value) {
  return json(name, value ? "true" : "false");
}

std::string JsonObject::str() const {
  return joined(fields_, '{', '}');
}

std::string json_array(const std::vector<std::string>& values) {
  std::string fields;
  for (const std::string& value : values) {
    if (!fields.empty()) fields += ',';
    fields += value;
  }
  return joined(fields, '[', ']');
}

std::string json_string(std::string_view text) {
  return print(Json(std::string(text)));
}

}  // namespace oi
