#include "engine/eval_search.h"

#include <gtest/gtest.h>

#include "engine/ask.h"
#include "engine/ingest.h"
#include "extract/extract.h"
#include "tests/engine/small_engine.h"

namespace oi {
namespace {

Result<Done> fill(Engine& engine) {
  std::vector<Document> documents;
  for (const char* const text : {"A pump lifts forty litres of water.", "A valve stops the water.",
                                 "The boiler is made of steel.", "Nothing about any of it."}) {
    documents.push_back(make_text_document(text, text, "", text));
  }
  return ingest_texts(engine, documents, {});
}

std::vector<ChunkId> chunks_of(const std::vector<Hit>& hits) {
  std::vector<ChunkId> ids;
  for (const Hit& hit : hits)
    ids.push_back(hit.chunk);
  return ids;
}

std::vector<ChunkId> traced(const Answered& answered, TraceStage wanted) {
  for (const TraceList& list : answered.trace.stages) {
    if (list.stage == wanted) return chunks_of(list.hits);
  }
  return {};
}

TEST(Retrieve, TheStagesAreThoseOfAQuestion) {
  SmallEngine small;
  ASSERT_TRUE(fill(small.engine).ok());
  const Question question = asks("how much water does the pump lift?", Writer::Nobody);
  const Result<Retrieved> retrieved = retrieve(small.engine, question, 0, {});
  ASSERT_TRUE(retrieved.ok()) << retrieved.error().what;
  const Answered answered = ask(small.engine, question, {}).value();
  EXPECT_EQ(chunks_of(retrieved->vector), traced(answered, TraceStage::Vector));
  EXPECT_EQ(chunks_of(retrieved->lexical), traced(answered, TraceStage::Lexical));
  EXPECT_EQ(chunks_of(retrieved->fused), traced(answered, TraceStage::Fusion));
  EXPECT_EQ(chunks_of(retrieved->reranked), traced(answered, TraceStage::Rerank));
  EXPECT_FALSE(retrieved->reranked.empty());
  EXPECT_FALSE(retrieved->packed.passages.empty());
}

// 100 documents: a question takes 90 by meaning, and the arm is asked for all.
TEST(Retrieve, AnArmMayBeListedDeeperThanAQuestionTakes) {
  SmallEngine small;
  std::vector<Document> documents;
  for (int i = 0; i < 100; ++i) {
    const std::string text = "water number " + std::to_string(i);
    documents.push_back(make_text_document(text, text, "", text));
  }
  ASSERT_TRUE(ingest_texts(small.engine, documents, {}).ok());
  const Question question = asks("water", Writer::Nobody);
  const size_t usual = retrieve(small.engine, question, 0, {}).value().vector.size();
  const Retrieved deep = retrieve(small.engine, question, 100, {}).value();
  EXPECT_LT(usual, 100u);
  EXPECT_EQ(deep.vector.size(), 100u);
  EXPECT_EQ(deep.lexical.size(), 100u);
  std::vector<ChunkId> once = chunks_of(deep.vector);
  std::sort(once.begin(), once.end());
  EXPECT_EQ(std::unique(once.begin(), once.end()), once.end());
}

}  // namespace
}  // namespace oi
