// The lists are those of the trace. Where an arm's list is to be longer than a question takes, the
// arm is asked once more: its beginning is the same.
#include "engine/eval_search.h"

#include <algorithm>

#include "retrieve/pack.h"
#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "retrieve/shortlist.h"
#include "rules/modes.h"

namespace oi {
namespace {

std::vector<Hit> list_of(const std::vector<TraceList>& stages, TraceStage wanted) {
  for (const TraceList& list : stages) {
    if (list.stage == wanted) return list.hits;
  }
  return {};
}

void append_rest(std::vector<Hit>& hits, const std::vector<Ranked>& ranked) {
  for (size_t i = hits.size(); i < ranked.size(); ++i) {
    Hit hit;
    hit.chunk = ranked[i].chunk;
    hits.push_back(std::move(hit));
  }
}

}  // namespace

Result<Retrieved> retrieve(Engine& engine, const Question& question, size_t depth, const Job& job) {
  Retrieved out;
  const ModeRules& mode = rules_for(question.mode);
  const Store& store = *engine.stores.store;
  Embedder& embedder = *engine.models.embedder;
  out.profile = profile_question(question);
  const Queries queries{
      .standalone = question.text, .expansions = {}, .hypothetical = {}, .generated = {}};
  const Candidates candidates =
      TRY(search({queries, question.filter, mode, store, embedder, *engine.pool}, job));
  out.vector = list_of(candidates.stages, TraceStage::Vector);
  out.lexical = list_of(candidates.stages, TraceStage::Lexical);
  out.fused = list_of(candidates.stages, TraceStage::Fusion);
  if (depth > out.vector.size()) {
    const Matrix query = TRY(embed_question(question.text, embedder, job));
    append_rest(out.vector, TRY(store.search_vectors(query, depth, question.filter, job)).ranked);
  }
  if (depth > out.lexical.size()) {
    append_rest(out.lexical, TRY(store.search_words(question.text, depth, question.filter, job)));
  }
  Reranker* reranker = TRY(reranker_of(engine));
  const Shortlist shortlist =
      TRY(shorten({candidates, question, out.profile, mode, store, reranker}, job));
  out.reranked = list_of(shortlist.stages, TraceStage::Rerank);
  out.shortlist = shortlist.hits;
  // As a question without a generator: nobody reads the evidence as a prompt, and the embedder's
  // tokens stand in.
  const PackInput room{.store = store, .count = [&embedder](std::string_view text) {
                         return embedder.count_tokens(text);
                       }};
  out.packed = TRY(pack(shortlist, mode, room, job));
  return out;
}

}  // namespace oi
