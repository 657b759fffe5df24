// The candidates in the order of how well they answer, each with an absolute relevance.
#pragma once

#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "models/models.h"
#include "retrieve/stored.h"
#include "store/store.h"
#include "types/evidence.h"
#include "types/question.h"

namespace oi {

struct RerankInput {
  const Question& question;
  const Profile& profile;
  const Store& store;
  const StoredById& stored;      // of every hit
  Reranker* reranker = nullptr;  // null: the stand-in of relevance.h
};

// Gives each hit its relevance, and as final_score its place between the lowest of these hits (0)
// and the highest (1): that is relative to them and serves the order only (ruling 11). Best first;
// among equals the fused value, then the chunk's id. Fails as the store and the reranker do.
Result<Done> rerank(std::vector<Hit>& hits, const RerankInput& input, const Job& job);

}  // namespace oi
