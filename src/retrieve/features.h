// What is known of each candidate before its relevance is judged: numbers with names, the same
// whether they are weighed here or written out so that the weights can be fitted.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "retrieve/match.h"
#include "store/store.h"
#include "types/evidence.h"

namespace oi {

enum class Feature : uint8_t {
  // Of the question and the passage alone: the same whatever else was found.
  Cosine,
  Coverage,
  Rare,
  Sentence,
  Window,
  Ordered,
  Above,
  CodesMissing,
  NamesMissing,
  PhrasesMissing,
  // Against the other candidates: for their order only.
  Bm25AboveShare,  // bm25 of the passage with its heading path, by the best of the candidates
  Bm25StoreShare,  // the keyword arm's own score, by its best; 0 where it did not find the passage
  Centroid,        // likeness to the three best at first sight, in a library of many documents
};
inline constexpr size_t kFeatures = 13;
inline constexpr size_t kAbsoluteFeatures = 10;  // the first so many
using Features = std::array<double, kFeatures>;

// "cosine", "codes_missing": as the table of weights names them.
inline constexpr std::array<std::string_view, kFeatures> kFeatureNames = {
    "cosine",          "coverage",         "rare",
    "sentence",        "window",           "ordered",
    "above",           "codes_missing",    "names_missing",
    "phrases_missing", "bm25_above_share", "bm25_store_share",
    "centroid"};

struct Candidate {
  const Hit* hit = nullptr;
  const StoredChunk* stored = nullptr;
  WordMatch match;
};

// One row a candidate, in their order; the same rows whatever that order is.
std::vector<Features> measure(const Asked& asked, std::span<const Candidate> pool);

}  // namespace oi
