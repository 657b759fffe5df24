// Chunks count for their documents where documents are judged, for their bytes where spans are.
#include "engine/eval_cases.h"

#include <algorithm>
#include <set>

#include "answer/lookup.h"
#include "base/text.h"
#include "engine/ask.h"
#include "types/json.h"

namespace oi {
namespace {

constexpr size_t kDocumentDepth = 100;
// Several chunks may belong to one document, so more chunks than documents are asked for.
constexpr size_t kChunkDepth = 300;
constexpr size_t kRecallChunks = 5, kSpanChunks = 10;
constexpr size_t kSentences = 3;  // chosen for `iou`
constexpr uint32_t kFifths = 5;

struct StageOf {
  const char* name;
  const std::vector<Hit>& hits;
};

std::vector<StageOf> stages_of(const Retrieved& retrieved) {
  return {{"vector", retrieved.vector},
          {"lexical", retrieved.lexical},
          {"fused", retrieved.fused},
          {"reranked", retrieved.reranked},
          {"final", retrieved.shortlist}};
}

const std::string& name_of_document(const AskedCase& asked, DocumentId id) {
  static const std::string kUnknown;
  const auto found = asked.names.find(id);
  return found == asked.names.end() ? kUnknown : found->second;
}

// Documents in the order of their best chunk.
std::vector<std::string> documents_of(const AskedCase& asked, const std::vector<Hit>& hits) {
  std::vector<std::string> ranked;
  std::set<DocumentId> seen;
  for (const Hit& hit : hits) {
    if (ranked.size() == kDocumentDepth) break;
    if (seen.insert(hit.chunk.document).second) {
      ranked.push_back(name_of_document(asked, hit.chunk.document));
    }
  }
  return ranked;
}

Places first_spans(const std::vector<Hit>& hits, size_t most) {
  Places spans;
  for (size_t i = 0; i < std::min(most, hits.size()); ++i)
    spans[hits[i].chunk.document].push_back(hits[i].span);
  return spans;
}

Places packed_spans(const Evidence& packed) {
  Places spans;
  for (const Passage& passage : packed.passages)
    spans[passage.chunk.document].push_back(passage.span);
  return spans;
}

Places nearest_spans(const AskedCase& asked, const Retrieved& retrieved) {
  Places spans;
  const std::vector<Claim> nearest =
      nearest_sentences(retrieved.packed, retrieved.profile, asked.asked.question, kSentences);
  for (const Claim& claim : nearest) {
    for (const Passage& passage : retrieved.packed.passages) {
      if (claim.labels.front() == passage.label) {
        spans[passage.chunk.document].push_back(claim.cited.front());
      }
    }
  }
  return spans;
}

void add_documents(const AskedCase& asked, const Retrieved& retrieved, Scores& scores) {
  const std::map<std::string, int>& grades = asked.asked.grades;
  for (const StageOf& stage : stages_of(retrieved)) {
    const std::vector<std::string> ranked = documents_of(asked, stage.hits);
    const std::string name = stage.name;
    scores[name + ".ndcg@10"] = ndcg_at(ranked, grades, 10);
    scores[name + ".recall@10"] = recall_at(ranked, grades, 10);
    scores[name + ".recall@100"] = recall_at(ranked, grades, kDocumentDepth);
  }
}

void add_spans(const AskedCase& asked, const Retrieved& retrieved, Scores& scores) {
  for (const StageOf& stage : stages_of(retrieved)) {
    const double recall = share_found(asked.gold, first_spans(stage.hits, kRecallChunks));
    const double wide = share_found(asked.gold, first_spans(stage.hits, kSpanChunks));
    const std::string name = stage.name;
    scores[name + ".recall@5"] = recall;
    scores[name + ".span@10"] = wide >= 0.5 ? 1 : 0;
  }
  scores["recall@5"] = scores["reranked.recall@5"];
  scores["span@10"] = scores["reranked.span@10"];
  scores["iou"] = overlap(asked.gold, nearest_spans(asked, retrieved));
  scores["packed.recall"] = share_found(asked.gold, packed_spans(retrieved.packed));
}

void add_paragraphs(const AskedCase& asked, const Retrieved& retrieved, Scores& scores) {
  for (const StageOf& stage : stages_of(retrieved)) {
    const bool hit = !stage.hits.empty() && asked.asked.grades.contains(name_of_document(
                                                asked, stage.hits.front().chunk.document));
    scores[std::string(stage.name) + ".hit@1"] = hit ? 1 : 0;
  }
  scores["hit@1"] = scores["reranked.hit@1"];
  if (!asked.gold.empty()) {
    scores["packed.recall"] = share_found(asked.gold, packed_spans(retrieved.packed));
  }
}

// Whether the gold's place among the passages of its document makes a difference.
void add_positions(const AskedCase& asked, const Retrieved& retrieved, Scores& scores) {
  add_spans(asked, retrieved, scores);
  const uint32_t fifth =
      (asked.asked.position - 1) * kFifths / std::max(asked.asked.positions, 1u) + 1;
  const std::string place = ".place_" + std::to_string(fifth) + "_of_5";
  scores["packed.recall" + place] = scores["packed.recall"];
  scores["reranked.recall@5" + place] = scores["reranked.recall@5"];
}

bool holds_answer(const Answer& answer, const std::vector<std::string>& right) {
  for (const Citation& citation : answer.citations) {
    const std::string quote = collapse_spaces(fold(citation.quote));
    const auto inside = [&](const std::string& one) {
      return quote.find(collapse_spaces(fold(one))) != std::string::npos;
    };
    if (std::any_of(right.begin(), right.end(), inside)) return true;
  }
  return false;
}

Result<bool> is_exact(const Engine& engine, const Citation& citation) {
  const Document document = TRY(engine.stores.store->document(citation.document));
  const Span span = citation.span;
  return citation.version_digest == document.text_digest && span.begin <= span.end &&
         span.end <= document.text.size() &&
         document.text.compare(span.begin, span.size(), citation.quote) == 0;
}

double gold_of(const AskedCase& asked, const Hit& hit) {
  if (!asked.gold.empty()) return share_found(asked.gold, first_spans({hit}, 1));
  const auto grade = asked.asked.grades.find(name_of_document(asked, hit.chunk.document));
  return grade == asked.asked.grades.end() ? 0 : grade->second;
}

std::string hit_line(const AskedCase& asked, const Hit& hit, const std::string* text) {
  JsonObject line;
  line.text("chunk", to_text(hit.chunk))
      .text("document", name_of_document(asked, hit.chunk.document));
  line.json("span",
            "[" + std::to_string(hit.span.begin) + "," + std::to_string(hit.span.end) + "]");
  if (hit.cosine) line.number("cosine", *hit.cosine);
  if (hit.bm25) line.number("bm25", *hit.bm25);
  if (hit.rank_vector) line.integer("rank_vector", *hit.rank_vector);
  if (hit.rank_lexical) line.integer("rank_lexical", *hit.rank_lexical);
  line.number("fused", hit.fused);
  if (hit.relevance) line.number("relevance", *hit.relevance);
  line.number("gold", gold_of(asked, hit));
  if (text != nullptr) line.text("text", *text);
  return line.str();
}

}  // namespace

size_t depth_for(Measured measured) {
  return measured == Measured::Documents ? kChunkDepth : 0;
}

Scores measure_search(const AskedCase& asked, const Retrieved& retrieved) {
  Scores scores;
  switch (asked.measured) {
    case Measured::Documents:
      add_documents(asked, retrieved, scores);
      break;
    case Measured::Spans:
      add_spans(asked, retrieved, scores);
      break;
    case Measured::Paragraphs:
      add_paragraphs(asked, retrieved, scores);
      break;
    case Measured::Positions:
      add_positions(asked, retrieved, scores);
      break;
  }
  return scores;
}

Result<Scores> measure_answer(Engine& engine, const AskedCase& asked, const Job& job) {
  Question question;
  question.text = asked.asked.question;
  question.library = engine.settings.library;
  question.policy.use_generator = false;
  const Answer answer = TRY(ask(engine, question, job)).answer;
  const bool answered =
      answer.outcome == AnswerOutcome::Answered || answer.outcome == AnswerOutcome::Partial;
  Scores scores;
  scores["answered"] = answered ? 1 : 0;
  scores["sentence_hit"] = answered && holds_answer(answer, asked.asked.answers) ? 1 : 0;
  scores["f1"] = answered ? word_f1(answer.text, asked.asked.answers) : 0;
  scores["em"] = answered ? exact_match(answer.text, asked.asked.answers) : 0;
  scores["citations"] = 0;
  scores["citations_exact"] = 0;
  if (!answered) return scores;
  for (const Citation& citation : answer.citations) {
    const bool exact = TRY(is_exact(engine, citation));
    scores["citations"] += 1;
    scores["citations_exact"] += exact ? 1 : 0;
  }
  return scores;
}

Result<std::string> case_line(const Engine& engine, const AskedCase& asked,
                              const Retrieved& retrieved, const Scores& scores, ShownHits shown) {
  const size_t most = std::min<size_t>(shown.most, retrieved.reranked.size());
  std::vector<ChunkId> ids;
  for (size_t i = 0; i < most; ++i)
    ids.push_back(retrieved.reranked[i].chunk);
  std::vector<StoredChunk> stored;
  if (shown.texts) stored = TRY(engine.stores.store->chunks(ids));
  std::vector<std::string> hits;
  for (size_t i = 0; i < most; ++i) {
    hits.push_back(hit_line(asked, retrieved.reranked[i], shown.texts ? &stored[i].text : nullptr));
  }
  JsonObject metrics;
  for (const auto& [name, value] : scores)
    metrics.number(name, value);
  return JsonObject{}
      .text("id", asked.asked.id)
      .text("question", asked.asked.question)
      .json("metrics", metrics.str())
      .json("hits", json_array(hits))
      .str();
}

}  // namespace oi
