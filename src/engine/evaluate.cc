// A throw-away library is made of the set's documents by the ordinary way of an ingest; each
// question then goes through the stages as one in Standard would.
#include "engine/evaluate.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/file.h"
#include "engine/eval_cases.h"
#include "engine/eval_embeddings.h"
#include "engine/eval_lines.h"
#include "engine/eval_spans.h"
#include "engine/ingest.h"
#include "extract/extract.h"

namespace oi {
namespace {

// Texts embedded and committed together: large enough that batches of equal length fill up.
constexpr size_t kTextsAtOnce = 256;
constexpr size_t kFilesAtOnce = 8;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool is_asked(Half half, size_t at, size_t all) {
  switch (half) {
    case Half::All:
      return true;
    case Half::Even:
      return at % 2 == 0;
    case Half::Odd:
      return at % 2 == 1;
    case Half::First:
      return at < (all + 1) / 2;
    case Half::Second:
      return at >= (all + 1) / 2;
  }
  return true;
}

const char* name_of(Half half) {
  constexpr const char* kNames[] = {"all", "even", "odd", "first", "second"};
  return kNames[static_cast<size_t>(half)];
}

std::vector<EvalCase> cases_of(std::vector<EvalCase> all, Half half) {
  std::vector<EvalCase> asked;
  for (size_t i = 0; i < all.size(); ++i) {
    if (is_asked(half, i, all.size())) asked.push_back(std::move(all[i]));
  }
  return asked;
}

// The set's documents as the library knows them, and the gold of each case in their texts.
struct Known {
  std::map<DocumentId, std::string> names;
  std::vector<Places> gold;  // by case
};

Result<Document> read_document(const Engine& engine, const EvalText& text, const Job& job) {
  if (!text.file.empty()) {
    ExtractOptions options;
    options.reader = engine.settings.reader;
    options.spool = engine.settings.home / "spool";
    return extract(text.file, options, Job{job.stop, {}});
  }
  Document document = make_text_document(text.id + '\n' + text.title + '\n' + text.text, text.id,
                                         text.title, text.text);
  document.title = text.title;  // an id is no title
  return document;
}

Result<Done> place_cases(const EvalText& text, const Document& document,
                         const std::vector<EvalCase>& cases, Known& known) {
  std::optional<Aligned> aligned;  // made for the first piece, because most documents have none
  for (size_t i = 0; i < cases.size(); ++i) {
    for (const GoldPiece& piece : cases[i].gold) {
      if (piece.document != text.id) continue;
      if (!aligned) {
        const std::string file =
            text.file.empty() ? text.text : TRY(read_file(text.file, kLargestSetFile));
        aligned = align(file, document.text);
      }
      const Span span = TRY(place(piece, *aligned).within(cases[i].place));
      known.gold[i][document.id].push_back(span);
    }
  }
  return Done{};
}

Result<Known> ingest_set(Engine& engine, const EvalSet& set, const Job& job) {
  Known known;
  known.gold.resize(set.cases.size());
  std::vector<Document> batch;
  const bool files = !set.documents.empty() && !set.documents.front().file.empty();
  const size_t at_once = files ? kFilesAtOnce : kTextsAtOnce;
  for (size_t i = 0; i < set.documents.size(); ++i) {
    TRY(check(job));
    const EvalText& text = set.documents[i];
    Document document = TRY(read_document(engine, text, job).within(text.id));
    TRY(place_cases(text, document, set.cases, known).within(set.source.string()));
    // Two files of the same bytes are one document.
    if (known.names.emplace(document.id, text.id).second) batch.push_back(std::move(document));
    if (batch.size() == at_once || i + 1 == set.documents.size()) {
      TRY(ingest_texts(engine, batch, Job{job.stop, {}}));
      batch.clear();
      tell(job, Progress{"ingest", i + 1, set.documents.size()});
    }
  }
  return known;
}

// Metrics that are counts and not shares.
bool is_count(const std::string& name) {
  return name == "citations" || name == "citations_exact";
}

// A metric's mean is over the cases that have it.
struct Means {
  std::map<std::string, std::pair<double, double>> sums;  // sum, cases
  void add(const Scores& scores) {
    for (const auto& [name, value] : scores) {
      sums[name].first += value;
      sums[name].second += 1;
    }
  }
  void write(Evaluated& evaluated) const {
    for (const auto& [name, sum] : sums)
      evaluated.metrics[name] = is_count(name) ? sum.first : sum.first / sum.second;
  }
};

Result<Done> run_cases(Engine& engine, const EvalSet& set, Known& known,
                       const EvaluationRequest& request, Evaluated& evaluated, const Job& job) {
  Means means;
  const Job quiet{job.stop, {}};
  for (size_t i = 0; i < set.cases.size(); ++i) {
    TRY(check(job));
    const AskedCase asked{set.cases[i], set.measured, known.names, std::move(known.gold[i])};
    Question question;
    question.text = asked.asked.question;
    question.library = engine.settings.library;
    const Retrieved retrieved =
        TRY(retrieve(engine, question, depth_for(set.measured), quiet).within(asked.asked.place));
    Scores scores = measure_search(asked, retrieved);
    if (!asked.asked.answers.empty()) {
      scores.merge(TRY(measure_answer(engine, asked, quiet).within(asked.asked.place)));
    }
    means.add(scores);
    evaluated.per_case.push_back(
        TRY(case_line(engine, asked, retrieved, scores, {request.hits, request.texts})));
    tell(job, Progress{"search", i + 1, set.cases.size()});
  }
  means.write(evaluated);
  return Done{};
}

}  // namespace

Result<Half> parse_half(const std::string& name) {
  if (name.empty()) return Half::All;
  for (const Half half : {Half::All, Half::Even, Half::Odd, Half::First, Half::Second}) {
    if (name == name_of(half)) return half;
  }
  return Error{Code::Invalid, "'" + name + "' is no half; it can be even, odd, first or second"};
}

Result<Evaluated> evaluate(Engine& engine, const EvaluationRequest& request, const Job& job) {
  const auto start = std::chrono::steady_clock::now();
  EvalSet set = TRY(read_eval_set(request.data));
  set.cases = cases_of(std::move(set.cases), request.half);
  const LibraryCard fresh = TRY(engine.stores.store->card());
  if (fresh.documents != 0) {
    return Error{Code::Busy, request.work.string() + ": the folder already holds a library"};
  }

  Evaluated evaluated;
  evaluated.set = request.set;
  evaluated.cases = set.cases.size();
  const auto ingest_start = std::chrono::steady_clock::now();
  Known known = TRY(ingest_set(engine, set, job));
  evaluated.ingest_seconds = seconds_since(ingest_start);
  const LibraryCard library = TRY(engine.stores.store->card());
  evaluated.documents = library.documents;
  evaluated.chunks = library.chunks;
  const ModelCard& card = engine.models.embedder->card();
  const Reranker* reranker = TRY(reranker_of(engine));
  evaluated.config = {{"embedder", card.name},
                      {"embedder_digest", card.digest},
                      {"device", card.device},
                      {"reranker", reranker != nullptr ? reranker->card().digest : "stand-in"},
                      {"mode", "standard"},
                      {"half", name_of(request.half)},
                      {"judgements", set.source.filename().string()}};
  TRY(run_cases(engine, set, known, request, evaluated, job));
  evaluated.seconds = seconds_since(start);
  return evaluated;
}

Result<Evaluated> evaluate(const Settings& settings, const EvaluationRequest& request,
                           const Job& job) {
  Settings own = settings;
  own.home = request.work;
  own.library = "evaluation";
  own.generator = "none";
  TRY(read_eval_set(request.data));  // before models are opened, so that a wrong folder is told
  Engine engine = TRY(open_engine(own, {.new_library = true, .embedder = true}));
  if (!request.keep.empty()) {
    engine.models.embedder =
        TRY(keep_embeddings(std::move(engine.models.embedder), request.keep, job));
  }
  return evaluate(engine, request, job);
}

}  // namespace oi
