// The table of weights names its features; a name that is none does not compile.
#include "retrieve/relevance.h"

#include <cmath>
#include <span>

#include "rules/relevance_weights.h"

namespace oi {
namespace {

using weights::FeatureWeight;

// Where each weight's feature stands among the features, found once by the compiler.
template <size_t N>
consteval std::array<size_t, N> places(const FeatureWeight (&table)[N]) {
  std::array<size_t, N> out{};
  for (size_t i = 0; i < N; ++i) {
    while (out[i] < kFeatures && kFeatureNames[out[i]] != table[i].feature)
      ++out[i];
  }
  return out;
}

template <size_t N>
consteval bool all_below(const std::array<size_t, N>& places, size_t bound) {
  for (const size_t place : places) {
    if (place >= bound) return false;
  }
  return true;
}

template <size_t N>
double weigh(const FeatureWeight (&table)[N], const std::array<size_t, N>& places,
             const Features& features) {
  double sum = 0;
  for (size_t i = 0; i < N; ++i)
    sum += table[i].value * features[places[i]];
  return sum;
}

constexpr auto kRelevancePlaces = places(weights::kRelevance);
constexpr auto kOrderPlaces = places(weights::kOrder);
static_assert(all_below(kOrderPlaces, kFeatures), "a weight names no feature");
static_assert(all_below(kRelevancePlaces, kAbsoluteFeatures),
              "relevance must not depend on what else was found");

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
