// Is one configuration better than another? The paired sign test over the same cases: how many got
// better, how many worse, and how likely so uneven a split is by chance.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace oi {

// The exact two-sided probability that a fair coin of better + worse throws falls at least as
// unevenly. 1 without a throw.
double sign_test(uint64_t better, uint64_t worse);

struct ComparedMetric {
  std::string name;
  uint64_t cases = 0;  // that have it in both
  double mean_a = 0, mean_b = 0;
  uint64_t better = 0, worse = 0, equal = 0;  // B against A; errors and times are better when less
  double p = 1;                               // equal cases left out
};

struct Compared {
  uint64_t cases = 0;  // in both, by id
  uint64_t only_a = 0, only_b = 0;
  std::vector<ComparedMetric> metrics;  // by name
};

// Two files of cases, or two results that name theirs. NotFound, and Corrupt with file and line;
// Invalid when they have no case in common.
Result<Compared> compare_runs(const std::filesystem::path& a, const std::filesystem::path& b);

// One file against itself: each later stage (fused, reranked, final) as B against each arm (vector,
// lexical) as A, for every measure that both have. Names are "reranked.ndcg@10 - vector.ndcg@10".
Result<Compared> compare_stages(const std::filesystem::path& file);

}  // namespace oi
