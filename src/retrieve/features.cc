// Shares are by the best of the candidates. A question without terms has no shares of words: what
// is measured of them is then taken as middling, so that relevance rests on the cosine.
#include "retrieve/features.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace oi {
namespace {

// bm25's usual constants, and the weight of a heading as in the keyword arm's path column.
constexpr double kSaturation = 1.2;
constexpr double kByLength = 0.75;
constexpr double kAboveWeight = 5;

constexpr double kUnknown = 0.6;  // of a share that cannot be told
constexpr size_t kCentre = 3;     // candidates whose mean is the centre
constexpr double kCopy = 0.95;    // so like each other, two passages count once there

double bm25(const Asked& asked, const WordMatch& match, double usual_words) {
  const double norm = kSaturation * (1 - kByLength + kByLength * match.words / usual_words);
  double sum = 0;
  for (size_t i = 0; i < asked.terms.size(); ++i) {
    const double often = double{match.in_text[i]} + kAboveWeight * double{match.in_above[i]};
    sum += asked.terms[i].rarity * often * (kSaturation + 1) / (often + norm);
  }
  return sum;
}

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return 0;
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += double{a[i]} * double{b[i]};
  return sum;
}

double& at(Features& row, Feature feature) {
  return row[static_cast<size_t>(feature)];
}

void set_absolute(Features& row, const Asked& asked, const Candidate& candidate) {
  const WordMatch& match = candidate.match;
  at(row, Feature::Cosine) = candidate.hit->cosine.value_or(0);
  const bool told = !asked.terms.empty();
  at(row, Feature::Coverage) = told ? match.coverage : kUnknown;
  at(row, Feature::Rare) = told ? match.rare : kUnknown;
  at(row, Feature::Sentence) = told ? match.sentence : kUnknown;
  at(row, Feature::Window) = told ? match.window : kUnknown;
  at(row, Feature::Ordered) = match.ordered;
  at(row, Feature::Above) = match.above;
  at(row, Feature::CodesMissing) = match.codes_missing;
  at(row, Feature::NamesMissing) = match.names_missing;
  at(row, Feature::PhrasesMissing) = match.phrases_missing;
}

// The mean direction of the candidates that are best at first sight: passages that answer a
// question are like each other. In a library of few documents they are like all of the same
// document, so the likeness counts by how many documents there are among the candidates.
void set_centroid(std::vector<Features>& rows, std::span<const Candidate> pool,
                  const std::vector<double>& first_sight) {
  std::vector<size_t> order(pool.size());
  std::set<DocumentId> documents;
  for (size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
    documents.insert(pool[i].hit->chunk.document);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (first_sight[a] != first_sight[b]) return first_sight[a] > first_sight[b];
    return pool[a].hit->chunk < pool[b].hit->chunk;
  });
  std::vector<float> centre;
  std::vector<size_t> taken;
  for (const size_t i : order) {
    const std::vector<float>& vector = pool[i].stored->vector;
    const bool copy = std::any_of(taken.begin(), taken.end(), [&](size_t other) {
      return dot(vector, pool[other].stored->vector) >= kCopy;
    });
    if (copy) continue;
    if (centre.empty()) centre.assign(vector.size(), 0);
    if (centre.size() != vector.size()) continue;
    for (size_t d = 0; d < centre.size(); ++d)
      centre[d] += vector[d];
    taken.push_back(i);
    if (taken.size() == kCentre) break;
  }
  const double length = std::sqrt(dot(centre, centre));
  if (length <= 0) return;
  const double spread = static_cast<double>(documents.size()) / static_cast<double>(pool.size());
  for (size_t i = 0; i < pool.size(); ++i)
    at(rows[i], Feature::Centroid) = spread * dot(centre, pool[i].stored->vector) / length;
}

}  // namespace

std::vector<Features> measure(const Asked& asked, std::span<const Candidate> pool) {
  std::vector<Features> rows(pool.size(), Features{});
  if (pool.empty()) return rows;
  double words = 0, best_cosine = 0, best_above = 0, best_store = 0;
  for (const Candidate& each : pool)
    words += each.match.words;
  const double usual = std::max(words / static_cast<double>(pool.size()), 1.0);
  std::vector<double> above(pool.size());
  for (size_t i = 0; i < pool.size(); ++i) {
    above[i] = bm25(asked, pool[i].match, usual);
    best_above = std::max(best_above, above[i]);
    best_store = std::max(best_store, pool[i].hit->bm25.value_or(0));
    best_cosine = std::max(best_cosine, pool[i].hit->cosine.value_or(0));
  }
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
  std::vector<double> first_sight(pool.size());
  for (size_t i = 0; i < pool.size(); ++i) {
    const Hit& hit = *pool[i].hit;
    set_absolute(rows[i], asked, pool[i]);
    at(rows[i], Feature::Bm25AboveShare) = share(above[i], best_above);
    at(rows[i], Feature::Bm25StoreShare) = share(hit.bm25.value_or(0), best_store);
    first_sight[i] = share(hit.cosine.value_or(0), best_cosine) + share(above[i], best_above);
  }
  set_centroid(rows, pool, first_sight);
  return rows;
}

}  // namespace oi
