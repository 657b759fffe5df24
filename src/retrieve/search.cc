// 1. Both arms at once: the embedded question against the vectors, its words against the words.
// 2. Both lists are joined.
// 3. Every hit gets its span, and a keyword-only one its true cosine from its stored vector.
// 4. Fusion by score: rank alone fell below the keyword arm where a question's own words matter.
// 5. The list is cut at three times the target. The first keyword-only hits that the cut loses are
//    put back at the tail; what follows judges them by their text.
#include "retrieve/search.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "retrieve/boost.h"
#include "retrieve/stopwatch.h"
#include "retrieve/stored.h"
#include "retrieve/words_arm.h"
#include "rules/limits.h"

namespace oi {
namespace {

struct Arm {
  std::vector<Ranked> ranked;
  double ms = 0;
};

double dot(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return 0;
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += double{a[i]} * double{b[i]};
  return sum;
}

// Where a text too long for one vector is divided: the sentence border nearest its middle, else the
// word border, else the code point.
size_t middle_of(std::string_view text) {
  const size_t half = text.size() / 2;
  size_t best = 0;
  const auto nearer = [&](const std::vector<TextSpan>& spans) {
    for (const TextSpan& span : spans) {
      const auto distance = [&](size_t at) { return at > half ? at - half : half - at; };
      if (span.begin > 0 && (best == 0 || distance(span.begin) < distance(best))) best = span.begin;
    }
  };
  nearer(sentences(text));
  if (best == 0) nearer(words(text));
  return best != 0 ? best : floor_code_point(text, half);
}

void divide(std::string_view text, const Embedder& embedder, std::vector<std::string_view>& parts) {
  text = trim(text);
  if (text.empty()) return;
  if (embedder.count_tokens(text) <= embedder.card().longest || code_points(text) < 2) {
    parts.push_back(text);
    return;
  }
  const size_t middle = std::max<size_t>(middle_of(text), 1);
  divide(text.substr(0, middle), embedder, parts);
  divide(text.substr(middle), embedder, parts);
}

// Gives each hit its span and cosine, and the chunks of all hits. Hits whose document has gone are
// dropped.
Result<StoredById> complete(std::vector<Hit>& hits, const Matrix& query, const Store& store) {
  StoredById stored = TRY(stored_of(hits, store));
  std::erase_if(hits, [&](const Hit& hit) { return stored.count(hit.chunk) == 0; });
  for (Hit& hit : hits) {
    const StoredChunk& chunk = stored.at(hit.chunk);
    hit.span = chunk.chunk.span;
    if (!hit.cosine && chunk.vector.size() == query.dimension) {
      hit.cosine = dot(chunk.vector, {query.row(0), query.dimension});
    }
  }
  return stored;
}

// The fused hits that one arm found, in that arm's order.
std::vector<Hit> of_arm(const std::vector<Hit>& hits, std::optional<uint32_t> Hit::*rank) {
  std::vector<Hit> out;
  for (const Hit& hit : hits) {
    if (hit.*rank) out.push_back(hit);
  }
  std::sort(out.begin(), out.end(),
            [rank](const Hit& a, const Hit& b) { return *(a.*rank) < *(b.*rank); });
  return out;
}

// Splits the fused list into what goes on (with the survivors at its tail) and what is cut.
std::vector<Hit> cut(std::vector<Hit> fused, size_t target, std::vector<Hit>& lost) {
  const size_t most = target * limits::kVectorOverfetch;
  if (fused.size() <= most) return fused;
  std::vector<Hit> rest(fused.begin() + static_cast<std::ptrdiff_t>(most), fused.end());
  fused.resize(most);
  std::vector<Hit> words_only;
  for (Hit& hit : rest) {
    hit.kept = false;
    hit.why = "behind the first " + std::to_string(most) + " of the fused list";
    (hit.rank_vector ? lost : words_only).push_back(std::move(hit));
  }
  std::sort(words_only.begin(), words_only.end(),
            [](const Hit& a, const Hit& b) { return *a.rank_lexical < *b.rank_lexical; });
  const size_t survivors =
      std::max<size_t>(limits::kSurvivorsLeast, target / limits::kSurvivorsShare);
  for (size_t i = 0; i < words_only.size(); ++i) {
    if (i < survivors) {
      words_only[i].kept = true;
      words_only[i].why = "kept for its rank among the words";
      fused.push_back(std::move(words_only[i]));
    } else {
      lost.push_back(std::move(words_only[i]));
    }
  }
  return fused;
}

}  // namespace

std::vector<Hit> fuse(std::span<const Ranked> vector_arm, std::span<const Ranked> lexical_arm) {
  constexpr double best = (limits::kVectorWeight + limits::kLexicalWeight) / (limits::kRrfK + 1);
  std::map<ChunkId, Hit> by_id;
  const auto add = [&](std::span<const Ranked> arm, double weight, auto&& note) {
    for (size_t i = 0; i < arm.size(); ++i) {
      Hit& hit = by_id[arm[i].chunk];
      hit.chunk = arm[i].chunk;
      const auto rank = static_cast<uint32_t>(i + 1);
      note(hit, rank, arm[i].score);
      hit.fused += weight / (limits::kRrfK + rank) / best;
    }
  };
  add(vector_arm, limits::kVectorWeight, [](Hit& hit, uint32_t rank, double score) {
    hit.rank_vector = rank;
    hit.cosine = score;
  });
  add(lexical_arm, limits::kLexicalWeight, [](Hit& hit, uint32_t rank, double score) {
    hit.rank_lexical = rank;
    hit.bm25 = score;
  });
  std::vector<Hit> hits;
  for (auto& [id, hit] : by_id) {
    hit.final_score = hit.fused + hit.boost;
    hits.push_back(std::move(hit));
  }
  // The map gave them by id, and a stable sort keeps that among equals.
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.final_score > b.final_score; });
  return hits;
}

void blend(std::vector<Hit>& hits) {
  double best = 0;
  for (const Hit& hit : hits)
    best = std::max(best, hit.bm25.value_or(0));
  for (Hit& hit : hits) {
    const double words = best > 0 ? std::max(hit.bm25.value_or(0), 0.0) / best : 0;
    const double meaning = std::clamp(hit.cosine.value_or(0), 0.0, 1.0);
    hit.fused = limits::kFusedCosine * meaning + limits::kFusedBm25 * words;
    hit.final_score = hit.fused + hit.boost;
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return a.final_score != b.final_score ? a.final_score > b.final_score : a.chunk < b.chunk;
  });
}

Result<Matrix> embed_question(std::string_view text, Embedder& embedder, const Job& job) {
  std::vector<std::string_view> parts;
  divide(text, embedder, parts);
  if (parts.empty()) return Error{Code::Invalid, "the question is empty"};
  Matrix rows = TRY(embedder.embed(parts, job));
  if (rows.rows == 1) return rows;
  Matrix mean = {.rows = 1,
                 .dimension = rows.dimension,
                 .values = std::vector<float>(rows.dimension, 0),
                 .model_digest = rows.model_digest};
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto weight = static_cast<float>(embedder.count_tokens(parts[i]));
    for (size_t d = 0; d < rows.dimension; ++d)
      mean.values[d] += weight * rows.row(i)[d];
  }
  const double length = std::sqrt(dot(mean.values, mean.values));
  if (length > 0) {
    for (float& value : mean.values)
      value = static_cast<float>(double{value} / length);
  }
  return mean;
}

Result<Candidates> search(const SearchInput& input, const Job& job) {
  const std::string& question = input.queries.standalone;
  if (trim(question).empty()) return Error{Code::Invalid, "the question is empty"};
  const size_t target = input.mode.results_wanted;
  const size_t vectors_asked = target * limits::kVectorOverfetch;
  const size_t words_asked = std::min<size_t>(vectors_asked, limits::kLexicalMost);

  Arm vector_arm, lexical_arm;
  Matrix query;
  std::string respelled;
  const auto run_arm = [&](size_t arm, const Job& own) -> Result<Done> {
    const Stopwatch begin;
    if (arm == 0) {
      query = TRY(embed_question(question, input.embedder, own));
      vector_arm.ranked =
          TRY(input.store.search_vectors(query, vectors_asked, input.filter, own)).ranked;
      vector_arm.ms = begin.ms();
    } else {
      WordsFound found = TRY(find_by_words(input.store, question, words_asked, input.filter, own));
      lexical_arm.ranked = std::move(found.ranked);
      respelled = std::move(found.note);
      lexical_arm.ms = begin.ms();
    }
    return Done{};
  };
  TRY(parallel_for(input.pool, 2, job, run_arm));

  const Stopwatch fusing;
  std::vector<Hit> fused = fuse(vector_arm.ranked, lexical_arm.ranked);
  const StoredById stored = TRY(complete(fused, query, input.store));
  blend(fused);
  const double fusion_ms = fusing.ms();
  const Stopwatch cutting;

  Candidates out;
  out.stages = {{TraceStage::Vector, "", vector_arm.ms, of_arm(fused, &Hit::rank_vector)},
                {TraceStage::Lexical, "", lexical_arm.ms, of_arm(fused, &Hit::rank_lexical)},
                {TraceStage::Fusion, "", fusion_ms, fused}};
  out.stages[1].note = std::move(respelled);
  const Stopwatch boosting;
  if (boost_structure(fused, stored, question, input.mode)) {
    out.stages.push_back({TraceStage::Boosted, "", boosting.ms(), fused});
  } else {
    out.stages.push_back({TraceStage::Boosted, "the question asks for no specification", 0, {}});
  }
  std::vector<Hit> lost;
  out.hits = cut(std::move(fused), target, lost);
  TraceList candidates = {TraceStage::Candidates, "", 0, out.hits};
  candidates.hits.insert(candidates.hits.end(), lost.begin(), lost.end());
  candidates.ms = cutting.ms();
  out.stages.push_back(std::move(candidates));
  return out;
}

}  // namespace oi
