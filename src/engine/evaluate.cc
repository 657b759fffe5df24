// A throw-away library is made of the corpus by the ordinary way of an ingest; each judged query
// then goes through both arms and the fusion as a question would; chunks count for their documents.
#include "engine/evaluate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "engine/beir.h"
#include "engine/ingest.h"
#include "engine/open.h"
#include "extract/extract.h"
#include "retrieve/search.h"
#include "rules/limits.h"
#include "rules/modes.h"
#include "types/json.h"

namespace oi {
namespace {

// Texts embedded and committed together: large enough that batches of equal length fill up.
constexpr size_t kTextsAtOnce = 256;
constexpr size_t kDepth = 100;
// Several chunks may belong to one document, so more chunks than documents are asked for.
constexpr size_t kChunksAsked = 300;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

using Names = std::map<DocumentId, std::string>;

Result<Names> ingest_corpus(Engine& engine, const BeirSet& set, const Job& job) {
  Names names;
  std::vector<Document> batch;
  for (size_t i = 0; i < set.corpus.size(); ++i) {
    TRY(check(job));
    const BeirText& text = set.corpus[i];
    batch.push_back(make_text_document(text.id + '\n' + text.title + '\n' + text.text, text.id,
                                       text.title, text.text));
    names[batch.back().id] = text.id;
    if (batch.size() == kTextsAtOnce || i + 1 == set.corpus.size()) {
      TRY(ingest_texts(engine, batch, Job{job.stop, {}}));
      batch.clear();
      tell(job, Progress{"ingest", i + 1, set.corpus.size()});
    }
  }
  return names;
}

// Documents in the order of their best chunk.
std::vector<std::string> documents_of(std::span<const Ranked> hits, const Names& names) {
  std::vector<std::string> ranked;
  std::set<DocumentId> seen;
  for (const Ranked& hit : hits) {
    if (ranked.size() < kDepth && seen.insert(hit.chunk.document).second) {
      ranked.push_back(names.at(hit.chunk.document));
    }
  }
  return ranked;
}

// The arms' lists and their fusion; the fusion takes from each what a question in Standard would.
struct Lists {
  std::vector<Ranked> vector, lexical, fused;
};

Result<Lists> run_query(const Engine& engine, const std::string& text, const Job& job) {
  Lists lists;
  const std::string_view query[] = {text};
  const Matrix embedded = TRY(engine.models.embedder->embed(query, job));
  const Store& store = *engine.stores.store;
  lists.vector = TRY(store.search_vectors(embedded, kChunksAsked, {}, job));
  lists.lexical = TRY(store.search_words(text, kChunksAsked, {}, job));
  const ModeRules& mode = rules_for(Question{}.mode);
  const auto first = [](const std::vector<Ranked>& list, size_t most) {
    return std::vector<Ranked>(list.begin(), list.begin() + std::min(most, list.size()));
  };
  const size_t vector_asked = limits::kVectorOverfetch * mode.results_wanted;
  const size_t lexical_asked = std::min<size_t>(vector_asked, limits::kLexicalMost);
  for (const Hit& hit :
       fuse(first(lists.vector, vector_asked), first(lists.lexical, lexical_asked))) {
    lists.fused.push_back({hit.chunk, hit.fused});
  }
  return lists;
}

struct Sums {
  std::map<std::string, double> values;
  void add(const std::string& arm, const std::vector<std::string>& ranked,
           const std::map<std::string, int>& grades, JsonObject& line) {
    const double ndcg = ndcg_at(ranked, grades, 10);
    values[arm + ".ndcg@10"] += ndcg;
    values[arm + ".recall@10"] += recall_at(ranked, grades, 10);
    values[arm + ".recall@100"] += recall_at(ranked, grades, kDepth);
    line.number(arm + ".ndcg@10", ndcg);
  }
};

Result<Done> run_queries(const Engine& engine, const BeirSet& set, const Names& names,
                         Evaluated& evaluated, const Job& job) {
  Sums sums;
  for (size_t i = 0; i < set.queries.size(); ++i) {
    const BeirText& query = set.queries[i];
    const auto& grades = set.grades.at(query.id);
    const Lists lists = TRY(run_query(engine, query.text, job).within("query " + query.id));
    JsonObject line;
    line.text("id", query.id);
    sums.add("vector", documents_of(lists.vector, names), grades, line);
    sums.add("lexical", documents_of(lists.lexical, names), grades, line);
    sums.add("fused", documents_of(lists.fused, names), grades, line);
    evaluated.per_case.push_back(line.str());
    tell(job, Progress{"search", i + 1, set.queries.size()});
  }
  for (const auto& [name, sum] : sums.values) {
    evaluated.metrics[name] = sum / static_cast<double>(set.queries.size());
  }
  return Done{};
}

}  // namespace

double ndcg_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
               size_t k) {
  double gained = 0;
  for (size_t i = 0; i < std::min(k, ranked.size()); ++i) {
    const auto found = gains.find(ranked[i]);
    if (found != gains.end()) gained += found->second / std::log2(static_cast<double>(i) + 2);
  }
  std::vector<int> best;
  for (const auto& [document, grade] : gains)
    best.push_back(grade);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (size_t i = 0; i < std::min(k, best.size()); ++i) {
    ideal += best[i] / std::log2(static_cast<double>(i) + 2);
  }
  return ideal > 0 ? gained / ideal : 0;
}

double recall_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
                 size_t k) {
  if (gains.empty()) return 0;
  size_t found = 0;
  for (size_t i = 0; i < std::min(k, ranked.size()); ++i)
    found += gains.contains(ranked[i]);
  return static_cast<double>(found) / static_cast<double>(gains.size());
}

Result<Evaluated> evaluate(const Settings& settings, const EvaluationRequest& request,
                           const Job& job) {
  const auto start = std::chrono::steady_clock::now();
  const BeirSet set = TRY(read_beir(request.data));
  Settings own = settings;
  own.home = request.work;
  own.library = "evaluation";
  own.generator = "none";
  Engine engine = TRY(open_engine(own, {.new_library = true, .embedder = true}));
  const LibraryCard fresh = TRY(engine.stores.store->card());
  if (fresh.documents != 0) {
    return Error{Code::Busy, request.work.string() + ": the folder already holds a library"};
  }

  Evaluated evaluated;
  evaluated.set = request.set;
  evaluated.cases = set.queries.size();
  const auto ingest_start = std::chrono::steady_clock::now();
  const Names names = TRY(ingest_corpus(engine, set, job));
  evaluated.ingest_seconds = seconds_since(ingest_start);
  const LibraryCard library = TRY(engine.stores.store->card());
  evaluated.documents = library.documents;
  evaluated.chunks = library.chunks;
  const ModelCard& card = engine.models.embedder->card();
  evaluated.config = {{"embedder", card.name},
                      {"embedder_digest", card.digest},
                      {"device", card.device},
                      {"judgements", set.judgements.filename().string()}};
  TRY(run_queries(engine, set, names, evaluated, job));
  evaluated.seconds = seconds_since(start);
  return evaluated;
}

}  // namespace oi
