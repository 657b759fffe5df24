// The table of weights names its features; a name that is none does not compile.
#include "retrieve/relevance.h"

#include <cmath>
#include <span>

#include "rules/relevance_weights.h"

namespace oi {
namespace {

using weights::Weight;

// Features in the order of the table, found once by the compiler.
template <size_t N>
consteval std::array<size_t, N> places(const Weight (&table)[N], size_t known) {
  std::array<size_t, N> out{};
  for (size_t i = 0; i < N; ++i) {
    size_t at = 0;
    while (kFeatureNames[at] != table[i].feature)
      ++at;
    if (at >= known) throw "the feature may not be weighed here";
    out[i] = at;
  }
  return out;
}

template <size_t N>
double weigh(const Weight (&table)[N], const std::array<size_t, N>& places,
             const Features& features) {
  double sum = 0;
  for (size_t i = 0; i < N; ++i)
    sum += table[i].value * features[places[i]];
  return sum;
}

// Relevance must not depend on what else was found.
constexpr auto kRelevancePlaces = places(weights::kRelevance, kAbsoluteFeatures);
constexpr auto kOrderPlaces = places(weights::kOrder, kFeatures);

}  // namespace

double relevance_of(const Features& features) {
  const double logit =
      weigh(weights::kRelevance, kRelevancePlaces, features) + weights::kRelevanceOffset;
  return 1 / (1 + std::exp(-logit));
}

double order_of(const Features& features) {
  return weigh(weights::kOrder, kOrderPlaces, features);
}

}  // namespace oi
