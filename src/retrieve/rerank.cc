// A cross-encoder reads question and passage together and gives the relevance, which then is the
// order too. Without one the stand-in measures how the question's words lie in each passage; how
// rare each word is in the library is asked of the store once.
#include "retrieve/rerank.h"

#include <algorithm>
#include <string>

#include "retrieve/features.h"
#include "retrieve/match.h"
#include "retrieve/relevance.h"

namespace oi {
namespace {

const std::string& above(const StoredChunk& chunk) {
  return chunk.chunk.prefix.empty() ? chunk.chunk.heading_path : chunk.chunk.prefix;
}

Result<std::vector<double>> by_network(std::vector<Hit>& hits, const RerankInput& input,
                                       const Job& job) {
  std::vector<std::string> texts;
  for (const Hit& hit : hits) {
    const StoredChunk& chunk = input.stored.at(hit.chunk);
    texts.push_back(above(chunk).empty() ? chunk.text : above(chunk) + "\n" + chunk.text);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::vector<float> scores = TRY(input.reranker->score(input.question.text, views, job));
  if (scores.size() != hits.size()) {
    return Error{Code::Bug, "the reranker scored " + std::to_string(scores.size()) + " of " +
                                std::to_string(hits.size()) + " passages"};
  }
  for (size_t i = 0; i < hits.size(); ++i)
    hits[i].relevance = double{scores[i]};
  return std::vector<double>(scores.begin(), scores.end());
}

Result<std::vector<double>> by_stand_in(std::vector<Hit>& hits, const RerankInput& input,
                                        const Job& job) {
  Asked asked = ask_by(input.question.text, input.profile);
  std::vector<std::string> words;
  for (const AskedTerm& term : asked.terms)
    words.push_back(term.word);
  const LibraryCard library = TRY(input.store.card());
  const std::vector<uint64_t> holding = TRY(input.store.chunks_with(words, job));
  weigh_by_rarity(asked, library.chunks, holding);
  std::vector<Candidate> pool;
  for (const Hit& hit : hits) {
    TRY(check(job));
    const StoredChunk& chunk = input.stored.at(hit.chunk);
    pool.push_back({&hit, &chunk, match(asked, above(chunk), chunk.text)});
  }
  std::vector<double> order;
  const std::vector<Features> rows = measure(asked, pool);
  for (size_t i = 0; i < hits.size(); ++i) {
    hits[i].relevance = relevance_of(rows[i]);
    order.push_back(order_of(rows[i]));
  }
  return order;
}

}  // namespace

Result<Done> rerank(std::vector<Hit>& hits, const RerankInput& input, const Job& job) {
  if (hits.empty()) return Done{};
  const std::vector<double> order = input.reranker != nullptr ? TRY(by_network(hits, input, job))
                                                              : TRY(by_stand_in(hits, input, job));
  const auto [low, high] = std::minmax_element(order.begin(), order.end());
  const double least = *low, spread = *high - *low;
  for (size_t i = 0; i < hits.size(); ++i)
    hits[i].final_score = spread > 0 ? (order[i] - least) / spread : 1;
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    if (a.final_score != b.final_score) return a.final_score > b.final_score;
    return a.fused != b.fused ? a.fused > b.fused : a.chunk < b.chunk;
  });
  return Done{};
}

}  // namespace oi
