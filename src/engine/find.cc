// The same search as a question's, without what follows it; and the way back from a citation to the
// bytes it names, which are compared again each time they are shown.
#include "engine/find.h"

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "retrieve/search.h"
#include "retrieve/words_arm.h"
#include "rules/modes.h"
#include "types/json.h"

namespace oi {
namespace {

constexpr uint64_t kSurroundings = 300;  // bytes on each side of a citation

// One arm's list as hits, so that each arm and the fusion are shown alike.
std::vector<Hit> hits_of(std::span<const Ranked> list, Arm arm) {
  const std::span<const Ranked> none;
  std::vector<Hit> hits = arm == Arm::Vector ? fuse(list, none) : fuse(none, list);
  for (size_t i = 0; i < hits.size(); ++i) {
    (arm == Arm::Vector ? hits[i].cosine : hits[i].bm25) = list[i].score;
  }
  return hits;
}

Result<std::vector<Hit>> run_arm(Engine& engine, const Question& question, size_t k, Arm arm,
                                 const Job& job) {
  const Store& store = *engine.stores.store;
  if (arm == Arm::Lexical) {
    return hits_of(TRY(find_by_words(store, question.text, k, question.filter, job)).ranked, arm);
  }
  if (arm == Arm::Vector) {
    const Matrix query = TRY(embed_question(question.text, *engine.models.embedder, job));
    return hits_of(TRY(store.search_vectors(query, k, question.filter, job)).ranked, arm);
  }
  ModeRules mode = rules_for(question.mode);
  mode.results_wanted = std::max<uint32_t>(mode.results_wanted, static_cast<uint32_t>(k));
  const Queries queries{
      .standalone = question.text, .expansions = {}, .hypothetical = {}, .generated = {}};
  return TRY(search({queries, question.filter, mode, store, *engine.models.embedder, *engine.pool},
                    job))
      .hits;
}

Result<std::map<DocumentId, Listed>> live_documents(const Engine& engine) {
  std::map<DocumentId, Listed> live;
  for (Listed& listed : TRY(engine.stores.store->list())) {
    if (listed.live) live[listed.id] = std::move(listed);
  }
  return live;
}

bool is_called(const Listed& listed, const std::string& wanted) {
  return listed.name == wanted || to_text(listed.id) == wanted ||
         std::find(listed.paths.begin(), listed.paths.end(), wanted) != listed.paths.end();
}

// Finds the citation in the stored answer's JSON by its number (from 1) or its label.
Result<Citation> stored_citation(const Engine& engine, const std::string& id) {
  const size_t colon = id.rfind(':');
  if (colon == std::string::npos || colon + 1 == id.size()) {
    return Error{Code::Invalid, "a citation is written <answer id>:<number or label>, as " +
                                    std::string("`oi ask` prints it; not '") + id + "'"};
  }
  const std::string stored = TRY(engine.stores.journal->answered(id.substr(0, colon)));
  const std::vector<Citation> citations = TRY(citations_from_json(stored));
  const std::string wanted = id.substr(colon + 1);
  for (size_t i = 0; i < citations.size(); ++i) {
    if (std::to_string(i + 1) == wanted || citations[i].label == wanted) return citations[i];
  }
  return Error{Code::NotFound, "answer " + id.substr(0, colon) + " has no citation " + wanted};
}

}  // namespace

Result<std::vector<Found>> find(Engine& engine, const Question& question, size_t k, Arm arm,
                                const Job& job) {
  if (trim(question.text).empty()) return Error{Code::Invalid, "the query is empty"};
  std::vector<Hit> hits = TRY(run_arm(engine, question, k, arm, job));
  if (hits.size() > k) hits.resize(k);
  std::vector<ChunkId> ids;
  for (const Hit& hit : hits)
    ids.push_back(hit.chunk);
  std::vector<StoredChunk> chunks = TRY(engine.stores.store->chunks(ids));
  const std::map<DocumentId, Listed> documents = TRY(live_documents(engine));
  std::vector<Found> found;
  for (size_t i = 0; i < hits.size(); ++i) {
    Chunk& chunk = chunks[i].chunk;
    hits[i].span = chunk.span;
    found.push_back({std::move(hits[i]), documents.at(chunk.id.document).name, chunk.heading_path,
                     std::move(chunks[i].text), chunk.page_first, chunk.page_last});
  }
  return found;
}

Result<Listed> find_document(const Engine& engine, const std::string& wanted) {
  std::vector<Listed> matches;
  std::error_code failure;
  const std::string absolute = std::filesystem::absolute(wanted, failure).lexically_normal();
  for (Listed& listed : TRY(engine.stores.store->list())) {
    if (is_called(listed, wanted) || is_called(listed, absolute)) {
      matches.push_back(std::move(listed));
    }
  }
  // An old version is found by its id only, unless nothing else is left of the name.
  const bool some_live =
      std::any_of(matches.begin(), matches.end(), [](const Listed& listed) { return listed.live; });
  std::erase_if(matches, [&](const Listed& listed) {
    return some_live && !listed.live && to_text(listed.id) != wanted;
  });
  if (matches.empty()) return Error{Code::NotFound, "no document is called '" + wanted + "'"};
  if (matches.size() == 1) return std::move(matches.front());
  std::string ids;
  for (const Listed& listed : matches)
    ids += " " + to_text(listed.id);
  return Error{Code::Invalid, "'" + wanted + "' names several documents; say which id:" + ids};
}

Result<ShownCitation> find_citation(const Engine& engine, const std::string& id) {
  ShownCitation shown;
  shown.citation = TRY(stored_citation(engine, id));
  const Citation& citation = shown.citation;
  const Document document =
      TRY(engine.stores.store->document(citation.document).within("citation " + id));
  const std::string_view text = document.text;
  const Span span = citation.span;
  if (sha256_hex(text) != citation.version_digest || span.begin > span.end ||
      span.end > text.size() || text.substr(span.begin, span.size()) != citation.quote) {
    return Error{Code::Corrupt, "citation " + id +
                                    ": the stored text does not hold the cited "
                                    "bytes"};
  }
  const size_t from = span.begin > kSurroundings ? span.begin - kSurroundings : 0;
  const size_t begin = floor_code_point(text, from);
  const size_t end = floor_code_point(text, std::min(text.size(), span.end + kSurroundings));
  shown.before = text.substr(begin, span.begin - begin);
  shown.after = text.substr(span.end, end - span.end);
  shown.path = document.path;
  const std::map<DocumentId, Listed> live = TRY(live_documents(engine));
  shown.source_changed = !live.contains(citation.document);
  return shown;
}

}  // namespace oi
