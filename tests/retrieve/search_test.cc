#include "retrieve/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rules/limits.h"
#include "tests/fakes.h"

namespace oi {
namespace {

ChunkId id(uint32_t ordinal) {
  return {DocumentId{1}, ordinal};
}
std::vector<Ranked> ranks(std::initializer_list<uint32_t> ordinals) {
  std::vector<Ranked> out;
  for (const uint32_t ordinal : ordinals)
    out.push_back({id(ordinal), 1.0 / (1.0 + ordinal)});
  return out;
}
std::vector<uint32_t> ordinals(const std::vector<Hit>& hits) {
  std::vector<uint32_t> out;
  for (const Hit& hit : hits)
    out.push_back(hit.chunk.ordinal);
  return out;
}

TEST(Fuse, ChunkBothArmsLikeRisesAboveEither) {
  const std::vector<Hit> hits = fuse(ranks({1, 2, 3}), ranks({4, 3, 5}));
  EXPECT_EQ(hits.front().chunk, id(3));
}

TEST(Fuse, ValueIsTheRulingsFormula) {
  const std::vector<Hit> hits = fuse(ranks({7}), ranks({7}));
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_DOUBLE_EQ(hits[0].fused, 1.0);  // first in both arms is the maximum
  const std::vector<Hit> two = fuse(ranks({1, 2}), ranks({2}));
  EXPECT_NEAR(two[0].fused, (0.7 / 62 + 0.3 / 61) * 61, 1e-12);
  EXPECT_NEAR(two[1].fused, 0.7, 1e-12);
}

TEST(Fuse, EachScoreIsInItsOwnField) {
  const std::vector<Hit> hits = fuse(ranks({1, 2}), ranks({2, 3}));
  for (const Hit& hit : hits) {
    EXPECT_EQ(hit.rank_vector.has_value(), hit.chunk.ordinal <= 2);
    EXPECT_EQ(hit.cosine.has_value(), hit.chunk.ordinal <= 2);
    EXPECT_EQ(hit.rank_lexical.has_value(), hit.chunk.ordinal >= 2);
    EXPECT_EQ(hit.bm25.has_value(), hit.chunk.ordinal >= 2);
    EXPECT_EQ(hit.boost, 0);
    EXPECT_FALSE(hit.relevance.has_value());
    EXPECT_EQ(hit.final_score, hit.fused);
  }
}

TEST(Fuse, EmptyArmDoesNotLoseTheOther) {
  EXPECT_EQ(ordinals(fuse({}, ranks({4, 2}))), (std::vector<uint32_t>{4, 2}));
  EXPECT_EQ(ordinals(fuse(ranks({4, 2}), {})), (std::vector<uint32_t>{4, 2}));
  EXPECT_TRUE(fuse({}, {}).empty());
}

TEST(Fuse, TiesGoToTheSmallerId) {
  // Vector rank 87 and word rank 3 have the same value, 0.7 / 147 = 0.3 / 63; likewise 94 and 6.
  std::vector<Ranked> vectors, words;
  for (uint32_t i = 0; i < 150; ++i)
    vectors.push_back({id(1000 - i), 0});
  for (uint32_t i = 0; i < 60; ++i)
    words.push_back({id(2000 - i), 0});
  const std::vector<Hit> hits = fuse(vectors, words);
  for (size_t i = 1; i < hits.size(); ++i) {
    EXPECT_TRUE(hits[i - 1].fused > hits[i].fused ||
                (hits[i - 1].fused == hits[i].fused && hits[i - 1].chunk < hits[i].chunk));
  }
}

Hit scored(uint32_t ordinal, double cosine, double bm25) {
  Hit hit;
  hit.chunk = id(ordinal);
  hit.cosine = cosine;
  if (bm25 > 0) hit.bm25 = bm25;
  return hit;
}

TEST(Blend, ValueIsHalfCosineAndHalfBm25ByItsBest) {
  std::vector<Hit> hits = {scored(1, 0.6, 0), scored(2, 0.2, 8), scored(3, -0.3, 4)};
  hits[0].boost = 0.15;
  blend(hits);
  EXPECT_EQ(ordinals(hits), (std::vector<uint32_t>{2, 1, 3}));
  EXPECT_DOUBLE_EQ(hits[0].fused, 0.6);
  EXPECT_DOUBLE_EQ(hits[1].fused, 0.3);
  EXPECT_DOUBLE_EQ(hits[1].final_score, 0.45) << "boosts add to it";
  EXPECT_DOUBLE_EQ(hits[2].fused, 0.25) << "a cosine under 0 counts as 0";
  std::vector<Hit> meaning_only = {scored(1, 0.3, 0), scored(2, 0.4, 0)};
  blend(meaning_only);
  EXPECT_EQ(ordinals(meaning_only), (std::vector<uint32_t>{2, 1}));
  std::vector<Hit> none;
  blend(none);
  EXPECT_TRUE(none.empty());
}

// The arms weigh the same, so a library whose arms change places keeps its order.
TEST(Blend, IsSymmetricInItsArmsAndBlindToTheirOrder) {
  uint32_t state = 7;
  const auto random = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
  for (int round = 0; round < 200; ++round) {
    std::vector<Hit> hits, swapped;
    const uint32_t count = 1 + random() % 30;
    // The best of each arm is 1, so that both scales agree.
    for (uint32_t i = 0; i < count; ++i) {
      const double a = i == 0 ? 1 : (random() % 8) / 8.0, b = i == 0 ? 1 : (random() % 8) / 8.0;
      hits.push_back(scored(i, a, b));
      swapped.push_back(scored(i, b, a));
    }
    std::vector<Hit> turned(hits.rbegin(), hits.rend());
    blend(hits);
    blend(swapped);
    blend(turned);
    EXPECT_EQ(ordinals(hits), ordinals(swapped));
    EXPECT_EQ(hits, turned);
  }
}

struct Library {
  FakeEmbedder embedder;
  FakeStore store;
  Pool pool{1};
  Filter filter;

  void add(const Document& document) {
    Result<Indexed> indexed = index_blocks(document, embedder);
    ASSERT_TRUE(indexed.ok());
    ASSERT_TRUE(store.commit({&*indexed, 1}, {}).ok());
  }
  Result<Candidates> ask(std::string question, const Job& job = {}) {
    Queries queries;
    queries.standalone = std::move(question);
    return search({queries, filter, rules_for(Mode::Standard), store, embedder, pool}, job);
  }
};

// Complaints C089 and C091: an exact token or a name was not found by meaning alone.
TEST(Search, RareCodeAndNameRankFirst) {
  Library library;
  for (int i = 0; i < 60; ++i) {
    library.add(make_document(
        "note" + std::to_string(i) + ".txt",
        "The pump number " + std::to_string(i) + " is checked by the team every month."));
  }
  const Document wanted = make_document("x.txt", "Part QX7731 belongs to Annika.");
  library.add(wanted);
  for (const char* question : {"QX7731", "Annika", "which pump is part QX7731"}) {
    const Result<Candidates> found = library.ask(question);
    ASSERT_TRUE(found.ok());
    ASSERT_FALSE(found->hits.empty());
    EXPECT_EQ(found->hits[0].chunk.document, wanted.id) << question;
  }
}

TEST(Search, TraceHasItsFiveStagesWithEveryHit) {
  Library library;
  library.add(make_document("a.txt", "The red pump.\n\nThe blue valve.\n\nThe green hose."));
  const Result<Candidates> found = library.ask("blue valve");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->stages.size(), 5u);
  const TraceStage order[] = {TraceStage::Vector, TraceStage::Lexical, TraceStage::Fusion,
                              TraceStage::Boosted, TraceStage::Candidates};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found->stages[i].stage, order[i]);
    EXPECT_EQ(found->stages[i].skipped.empty(), order[i] != TraceStage::Boosted);
  }
  EXPECT_EQ(found->stages[0].hits.size(), 3u);
  EXPECT_EQ(found->stages[1].hits.size(), 1u);
  for (const Hit& hit : found->hits)
    EXPECT_GT(hit.span.size(), 0u);
}

// Ruling 10. The question's function words are near to a hundred passages by meaning and are not
// searched as words; its content words stand in passages that are far by meaning: both in one, one
// of them in twelve.
TEST(Search, KeywordOnlyHitsSurviveTheCutWithTheirTrueCosine) {
  Library library;
  for (size_t i = 0; i < 110; ++i) {
    library.add(make_document("near" + std::to_string(i) + ".txt",
                              "what which when where" + std::string(i, '.')));
  }
  std::vector<DocumentId> far;
  for (int i = 0; i < 13; ++i) {
    std::string text = i == 12 ? "needle thread" : "needle";
    for (int word = 0; word < 200; ++word)
      text += " filler" + std::to_string(i * 200 + word);
    const Document document = make_document("far" + std::to_string(i) + ".txt", text);
    library.add(document);
    far.push_back(document.id);
  }
  std::string question;  // often enough to outweigh the two
  for (int i = 0; i < 5; ++i)
    question += "what which when where ";
  const Result<Candidates> found = library.ask(question + "needle thread");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->stages[0].hits.size(), 90u);  // three times the target
  ASSERT_EQ(found->stages[1].hits.size(), 13u);
  ASSERT_EQ(found->stages[2].hits.size(), 103u);
  EXPECT_EQ(found->hits.size(), 90u + 5u);  // and max(4, 30 / 6) survivors
  size_t by_words = 0;
  for (const Hit& hit : found->hits) {
    ASSERT_TRUE(hit.cosine.has_value());
    if (hit.rank_vector) continue;
    ++by_words;
    EXPECT_EQ(std::count(far.begin(), far.end(), hit.chunk.document), 1);
    EXPECT_GT(*hit.cosine, 0.01);
    EXPECT_LT(*hit.cosine, 0.3);
  }
  EXPECT_GE(by_words, 5u);
  for (size_t i = 90; i < 95; ++i) {
    EXPECT_FALSE(found->hits[i].why.empty());
    EXPECT_TRUE(i == 90 || *found->hits[i].rank_lexical > *found->hits[i - 1].rank_lexical);
  }
  const std::vector<Hit>& all = found->stages[4].hits;
  EXPECT_EQ(all.size(), 103u);
  size_t kept = 0;
  for (const Hit& hit : all) {
    kept += hit.kept;
    EXPECT_TRUE(hit.kept || !hit.why.empty());
  }
  EXPECT_EQ(kept, found->hits.size());
}

// Complaints C115 and C116: the filter came after top-k, so a small collection came up empty.
TEST(Search, FilterAppliesBeforeTopK) {
  Library library;
  for (int i = 0; i < 150; ++i) {
    library.add(make_document("big" + std::to_string(i) + ".txt",
                              "oil pressure of engine " + std::to_string(i)));
  }
  const Document small = make_document("small.txt", "Oil is mentioned once.");
  library.add(small);
  library.filter.documents = {small.id};
  const Result<Candidates> found = library.ask("oil pressure of the engine");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->hits.size(), 1u);
  EXPECT_EQ(found->hits[0].chunk.document, small.id);
}

TEST(Search, EmptyLibraryGivesNothingAndEmptyQuestionIsInvalid) {
  Library library;
  const Result<Candidates> none = library.ask("anything");
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->hits.empty());
  EXPECT_EQ(none->stages.size(), 5u);
  const Result<Candidates> empty = library.ask(" \n");
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().code, Code::Invalid);
}

TEST(Search, SameQuestionSameCandidates) {
  Library library;
  for (int i = 0; i < 20; ++i) {
    library.add(make_document(
        "t" + std::to_string(i) + ".txt",
        "twin passage of the same words" + std::string(static_cast<size_t>(i), ' ') + "."));
  }
  const Result<Candidates> first = library.ask("twin words");
  const Result<Candidates> second = library.ask("twin words");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->hits, second->hits);
}

TEST(Search, AskedToStopItStops) {
  Library library;
  library.add(make_document("a.txt", "The red pump."));
  std::stop_source stop;
  stop.request_stop();
  const Result<Candidates> found = library.ask("pump", {stop.get_token()});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::Cancelled);
}

// Complaint C088; the fake fails on any text over its limit.
TEST(EmbedQuestion, LongQuestionIsDividedAndNothingIsCut) {
  FakeEmbedder embedder(12);
  const std::string sentence = "one two three four five six. ";
  std::string question;
  for (int i = 0; i < 9; ++i)
    question += sentence;
  question += "zebra.";
  const Result<Matrix> made = embed_question(question, embedder, {});
  ASSERT_TRUE(made.ok()) << made.error().what;
  EXPECT_EQ(made->rows, 1u);
  EXPECT_EQ(made->model_digest, embedder.card().digest);
  double length = 0, zebra = 0;
  const std::string_view word = "zebra";
  const Result<Matrix> alone = embedder.embed({&word, 1}, {});
  for (size_t d = 0; d < made->dimension; ++d) {
    length += double{made->values[d]} * double{made->values[d]};
    zebra += double{made->values[d]} * double{alone->values[d]};
  }
  EXPECT_NEAR(length, 1, 1e-5);
  EXPECT_GT(zebra, 0.01) << "the end of the question is in the vector";
  std::string endless;
  for (int i = 0; i < 300; ++i)
    endless += "word" + std::to_string(i) + " ";
  EXPECT_TRUE(embed_question(endless, embedder, {}).ok()) << "one long sentence, cut at words";
}

}  // namespace
}  // namespace oi
