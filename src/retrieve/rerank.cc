// A cross-encoder reads question and passage together and gives the relevance, which then is the
// order too. Without one the stand-in measures how the question's words lie in each passage; how
// rare each word is in the library is asked of the store once.
#include "retrieve/rerank.h"

#include <algorithm>
#include <string>
#include <utility>

#include "retrieve/features.h"
#include "retrieve/match.h"
#include "retrieve/relevance.h"

namespace oi {
namespace {

const std::string& above(const StoredChunk& chunk) {
  return chunk.chunk.prefix.empty() ? chunk.chunk.heading_path : chunk.chunk.prefix;
}

constexpr const char* kStandIn = "the calibrated stand-in judged instead";

// What the trace says of the passages that were cut for the network.
std::string cut_of(const std::vector<PassageScore>& scores, const ModelCard& card) {
  uint64_t passages = 0, tokens = 0;
  for (const PassageScore& one : scores) {
    passages += one.left_out > 0 ? 1 : 0;
    tokens += one.left_out;
  }
  if (passages == 0) return "";
  return "; of " + std::to_string(passages) + " passages the end was not read, " +
         std::to_string(tokens) + " tokens, since it takes " + std::to_string(card.longest) +
         " with the question";
}

Result<std::vector<double>> by_network(std::vector<Hit>& hits, const RerankInput& input,
                                       std::string& note, const Job& job) {
  std::vector<std::string> texts;
  for (const Hit& hit : hits) {
    const StoredChunk& chunk = input.stored.at(hit.chunk);
    texts.push_back(above(chunk).empty() ? chunk.text : above(chunk) + "\n" + chunk.text);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::vector<PassageScore> scores =
      TRY(input.reranker->score(input.question.text, views, job));
  if (scores.size() != hits.size()) {
    return Error{Code::Bug, "the reranker scored " + std::to_string(scores.size()) + " of " +
                                std::to_string(hits.size()) + " passages"};
  }
  std::vector<double> order;
  for (size_t i = 0; i < hits.size(); ++i) {
    hits[i].logit = scores[i].logit;
    hits[i].relevance = scores[i].relevance;
    order.push_back(scores[i].relevance);
  }
  note += cut_of(scores, input.reranker->card());
  return order;
}

Result<std::vector<double>> by_stand_in(std::vector<Hit>& hits, const RerankInput& input,
                                        const Job& job) {
  Asked asked = ask_by(input.question.text, input.profile);
  std::vector<std::string> words;
  for (const TermAsked& term : asked.terms)
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

Result<Judged> rerank(std::vector<Hit>& hits, const RerankInput& input, const Job& job) {
  Judged judged{.skipped = std::string("no cross-encoder installed: ") + kStandIn,
                .path = "stand-in"};
  if (input.reranker != nullptr) {
    const ModelCard& card = input.reranker->card();
    judged = {.path = card.name + ", " + card.device,
              .note = "its relevance is not calibrated on labelled data"};
  }
  if (hits.empty()) return judged;
  std::vector<double> order;
  if (input.reranker != nullptr) {
    Result<std::vector<double>> by = by_network(hits, input, judged.note, job);
    if (!by.ok() && by.error().code != Code::TooLarge) return by.error();
    if (by.ok()) order = std::move(by).value();
    if (!by.ok()) judged = {.skipped = by.error().what + ": " + kStandIn, .path = "stand-in"};
  }
  if (order.empty()) order = TRY(by_stand_in(hits, input, job));
  const auto [low, high] = std::minmax_element(order.begin(), order.end());
  const double least = *low, spread = *high - *low;
  for (size_t i = 0; i < hits.size(); ++i)
    hits[i].final_score = spread > 0 ? (order[i] - least) / spread : 1;
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    if (a.final_score != b.final_score) return a.final_score > b.final_score;
    return a.fused != b.fused ? a.fused > b.fused : a.chunk < b.chunk;
  });
  return judged;
}

}  // namespace oi
