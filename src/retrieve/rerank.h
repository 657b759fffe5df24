// The candidates in the order of how well they answer, each with an absolute relevance.
#pragma once

#include <string>
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

// Who judged, for the trace.
struct Judged {
  std::string skipped = {};  // why no cross-encoder judged; empty when one did
  std::string path = {};     // the cross-encoder and where it ran, or "stand-in"
  std::string note = {};     // what it could not read, and that it is not calibrated
};

// Gives each hit its relevance (and its logit, of a cross-encoder), and as final_score its place
// between the lowest of these hits (0) and the highest (1): that is relative to them and serves the
// order only (ruling 11). Best first; among equals the fused value, then the chunk's id. A question
// that is too long for the cross-encoder is judged by the stand-in, and said so. Else fails as
// store and reranker do.
Result<Judged> rerank(std::vector<Hit>& hits, const RerankInput& input, const Job& job);

}  // namespace oi
