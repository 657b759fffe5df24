// The weights of the stand-in for a cross-encoder, written by bench/relevance/fit.py.
//
// Fitted 2026-12-01 on the cases of even number of SciFact (train), Cranfield, the span questions
// of chunking_evaluation, QASPER, XQuAD (English) and CLAP NQ, features as dump_features writes
// them with all-MiniLM-L6-v2 (int8): the order by pairwise logistic regression, each set weighing
// the same; relevance by logistic regression on the best three passages of XQuAD and CLAP NQ, then
// Platt's line on the best one, unanswerable questions among them. No weight has the sign that
// speaks against its feature. phrases_missing is reasoned, not fitted: no set asks with quoted
// phrases. How they do on what they never saw: docs/MEASUREMENTS.md.
#pragma once

#include <string_view>

namespace oi::weights {

struct FeatureWeight {
  std::string_view feature;  // a name of retrieve/features.h
  double value = 0;
};

inline constexpr FeatureWeight kOrder[] = {
    {"cosine", 5.781},           {"rare", 1.284},
    {"bm25_above_share", 0.897}, {"bm25_store_share", 1.362},
    {"ordered", 0.743},          {"codes_missing", -1.129},
    {"centroid", 5.318},         {"phrases_missing", -1.000},
};

inline constexpr FeatureWeight kRelevance[] = {
    {"cosine", 7.659}, {"coverage", 1.685}, {"rare", 1.444},           {"sentence", 0.474},
    {"window", 3.756}, {"ordered", 0.165},  {"names_missing", -0.366}, {"phrases_missing", -1.000},
};
inline constexpr double kRelevanceOffset = -8.074;

}  // namespace oi::weights
