// 1. Every candidate gets a relevance in [0,1]: the cross-encoder's, or the stand-in's.
// 2. The floor keeps a hit whose cosine or relevance reaches it (ruling 12).
// 3. Maximal marginal relevance: again and again the hit with the best
//    lambda x rank value - (1 - lambda) x likeness to what is already taken. The rank value is
//    relative to the pool (min-max of the relevance) and serves the order only; likeness is the
//    cosine of the stored vectors, never below 0.
// 4. For a comparison the best hits of the first documents go before the others (C110).
#include "retrieve/shortlist.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

#include "retrieve/rerank.h"
#include "retrieve/stopwatch.h"
#include "retrieve/stored.h"
#include "rules/limits.h"

namespace oi {
namespace {

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

double likeness(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return 0;
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += double{a[i]} * double{b[i]};
  return std::max(sum, 0.0);
}

// Takes the hits under the floor out and gives them back with their reason.
std::vector<Hit> drop_under_floor(std::vector<Hit>& hits, double floor) {
  std::vector<Hit> dropped;
  const auto weak = [floor](const Hit& hit) {
    return std::max(hit.cosine.value_or(0), hit.relevance.value_or(0)) < floor;
  };
  for (const Hit& hit : hits) {
    if (!weak(hit)) continue;
    dropped.push_back(hit);
    dropped.back().kept = false;
    dropped.back().why = "under the similarity floor of " + two_digits(floor);
  }
  std::erase_if(hits, weak);
  return dropped;
}

// Each hit's place in its pool: 0 the lowest, 1 the highest; all 1 when they are equal.
std::vector<double> rank_values(const std::vector<Hit>& hits) {
  std::vector<double> values;
  for (const Hit& hit : hits)
    values.push_back(hit.final_score);
  if (values.empty()) return values;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double least = *low, spread = *high - *low;
  for (double& value : values)
    value = spread > 0 ? (value - least) / spread : 1;
  return values;
}

// Orders the hits by maximal marginal relevance and puts that value into final_score.
Result<std::vector<Hit>> spread_out(std::vector<Hit> hits, const std::vector<double>& values,
                                    const StoredById& stored, double lambda, const Job& job) {
  std::vector<double> nearest(hits.size(), 0);  // likeness to the nearest hit that is taken
  std::vector<bool> taken(hits.size(), false);
  std::vector<Hit> out;
  while (out.size() < hits.size()) {
    TRY(check(job));
    size_t best = hits.size();
    double best_value = 0;
    for (size_t i = 0; i < hits.size(); ++i) {
      if (taken[i]) continue;
      const double value = lambda * values[i] - (1 - lambda) * nearest[i];
      if (best == hits.size() || value > best_value) {
        best = i;
        best_value = value;
      }
    }
    taken[best] = true;
    hits[best].final_score = best_value;
    const std::vector<float>& vector = stored.at(hits[best].chunk).vector;
    for (size_t i = 0; i < hits.size(); ++i) {
      if (!taken[i]) {
        nearest[i] = std::max(nearest[i], likeness(vector, stored.at(hits[i].chunk).vector));
      }
    }
    out.push_back(hits[best]);
  }
  return out;
}

// A comparison of documents needs each of them: the best hits of the first few documents lead.
std::vector<Hit> lead_with_each_document(std::vector<Hit> hits) {
  std::set<DocumentId> seen;
  std::vector<Hit> leading, others;
  for (Hit& hit : hits) {
    const bool leads =
        seen.size() < limits::kComparedDocuments && seen.insert(hit.chunk.document).second;
    (leads ? leading : others).push_back(std::move(hit));
  }
  std::move(others.begin(), others.end(), std::back_inserter(leading));
  return leading;
}

}  // namespace

Result<Shortlist> shorten(const ShortenInput& input, const Job& job) {
  const Stopwatch judging;
  std::vector<Hit> hits = input.candidates.hits;
  const StoredById stored = TRY(stored_of(hits, input.store));
  std::erase_if(hits, [&](const Hit& hit) { return stored.count(hit.chunk) == 0; });
  Judged judged =
      TRY(rerank(hits, {input.question, input.profile, input.store, stored, input.reranker}, job));
  Shortlist out;
  out.stages.push_back({TraceStage::Rerank, std::move(judged.skipped), judging.ms(), hits,
                        std::move(judged.path), std::move(judged.note)});

  const Stopwatch cutting;
  std::vector<Hit> dropped = drop_under_floor(hits, input.mode.similarity_floor);
  const std::vector<double> values = rank_values(hits);
  hits = TRY(spread_out(std::move(hits), values, stored, input.mode.diversity, job));
  if (input.profile.kind == AnswerKind::Compare) hits = lead_with_each_document(std::move(hits));
  const size_t most = std::min<size_t>(hits.size(), input.mode.results_wanted);
  for (size_t i = most; i < hits.size(); ++i) {
    hits[i].kept = false;
    hits[i].why = "behind the " + std::to_string(most) + " results wanted";
  }
  out.hits.assign(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(most));
  hits.insert(hits.end(), dropped.begin(), dropped.end());
  out.stages.push_back({TraceStage::Final, "", cutting.ms(), std::move(hits)});
  return out;
}

}  // namespace oi
