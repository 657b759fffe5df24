#include "retrieve/rerank.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "rules/modes.h"
#include "tests/fakes.h"

namespace oi {
namespace {

struct Library {
  FakeEmbedder embedder;
  FakeReranker reranker;
  FakeStore store;
  Pool pool{0};
  Question question;
  Profile profile;

  DocumentId add(const std::string& name, const std::string& text) {
    const Document document = make_document(name, text);
    Result<Indexed> indexed = index_blocks(document, embedder);
    EXPECT_TRUE(indexed.ok());
    EXPECT_TRUE(store.commit({&*indexed, 1}, {}).ok());
    return document.id;
  }
  std::vector<Hit> found(const std::string& text) {
    question.text = text;
    profile = profile_question(question);
    Queries queries;
    queries.standalone = text;
    const Result<Candidates> candidates =
        search({queries, {}, rules_for(Mode::Standard), store, embedder, pool}, {});
    EXPECT_TRUE(candidates.ok());
    return candidates->hits;
  }
  Result<Judged> run(std::vector<Hit>& hits, Reranker* with = nullptr, const Job& job = {}) {
    const Result<StoredById> stored = stored_of(hits, store);
    EXPECT_TRUE(stored.ok());
    return rerank(hits, {question, profile, store, *stored, with}, job);
  }
};

void fill(Library& library) {
  library.add("a.txt", "The flange bolts of the H-220 pump are tightened to 45 Nm.");
  library.add("b.txt", "The flange bolts of the H-310 pump are tightened to 60 Nm.");
  library.add("c.txt", "A pump is bought in spring.");
  library.add("d.txt", "Bolts are kept in the blue cabinet beside the H-220 manual.");
  for (int i = 0; i < 12; ++i)
    library.add("w" + std::to_string(i) + ".txt", "Holiday number " + std::to_string(i));
}

TEST(Rerank, PassageThatAnswersIsFirstAndPlacesRunFromOneToZero) {
  Library library;
  fill(library);
  std::vector<Hit> hits = library.found("How are the flange bolts of the H-220 pump tightened?");
  ASSERT_TRUE(library.run(hits).ok());
  const Result<StoredById> stored = stored_of(hits, library.store);
  EXPECT_NE(stored->at(hits[0].chunk).text.find("H-220 pump"), std::string::npos);
  EXPECT_EQ(hits.front().final_score, 1);
  EXPECT_EQ(hits.back().final_score, 0);
  for (size_t i = 0; i < hits.size(); ++i) {
    EXPECT_TRUE(hits[i].relevance.has_value());
    EXPECT_TRUE(i == 0 || hits[i - 1].final_score >= hits[i].final_score);
  }
}

TEST(Rerank, SameHitsInAnyOrderGiveTheSameList) {
  Library library;
  fill(library);
  std::vector<Hit> first = library.found("pump bolts H-220");
  std::vector<Hit> turned(first.rbegin(), first.rend());
  std::vector<Hit> again = first;
  ASSERT_TRUE(library.run(first).ok());
  ASSERT_TRUE(library.run(turned).ok());
  ASSERT_TRUE(library.run(again).ok());
  EXPECT_EQ(first, turned);
  EXPECT_EQ(first, again);
}

TEST(Rerank, OnlyOneHitAndNone) {
  Library library;
  library.add("a.txt", "The pump.");
  std::vector<Hit> one = library.found("pump");
  ASSERT_TRUE(library.run(one).ok());
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].final_score, 1);
  std::vector<Hit> none;
  EXPECT_TRUE(library.run(none).ok());
}

TEST(Rerank, CrossEncoderDecidesWhereThereIsOne) {
  Library library;
  fill(library);
  std::vector<Hit> hits = library.found("bolts blue cabinet manual");
  ASSERT_TRUE(library.run(hits, &library.reranker).ok());
  EXPECT_EQ(*hits[0].relevance, 1.0) << "the share that the fake gives";
  EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return *a.relevance > *b.relevance;
  }));
}

TEST(Rerank, CrossEncodersLogitStandsBesideTheRelevanceAndTheTraceNamesIt) {
  Library library;
  fill(library);
  std::vector<Hit> hits = library.found("bolts blue cabinet manual");
  const Result<Judged> judged = library.run(hits, &library.reranker);
  ASSERT_TRUE(judged.ok());
  for (const Hit& hit : hits)
    EXPECT_EQ(*hit.logit, 8 * *hit.relevance - 4) << "as the fake gives it";
  EXPECT_EQ(judged->path, "shared words, CPU");
  EXPECT_EQ(judged->skipped, "");
  EXPECT_NE(judged->note.find("not calibrated"), std::string::npos);
  EXPECT_EQ(judged->note.find("not read"), std::string::npos);

  std::vector<Hit> without = library.found("bolts blue cabinet manual");
  const Result<Judged> stand_in = library.run(without);
  ASSERT_TRUE(stand_in.ok());
  EXPECT_EQ(stand_in->path, "stand-in");
  EXPECT_FALSE(without[0].logit.has_value());
}

TEST(Rerank, PassageThatTheCrossEncoderCouldNotReadWholeIsSaid) {
  Library library;
  std::string text;
  for (int i = 0; i < 410; ++i)
    text += "bolts ";
  library.add("long.txt", text);
  std::vector<Hit> hits = library.found("bolts");
  const Result<Judged> judged = library.run(hits, &library.reranker);
  ASSERT_TRUE(judged.ok());
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_NE(judged->note.find("of 1 passages the end was not read"), std::string::npos)
      << judged->note;
}

TEST(Rerank, QuestionTooLongForTheCrossEncoderIsJudgedByTheStandIn) {
  Library library;
  fill(library);
  std::vector<Hit> hits = library.found("bolts");
  std::string text;
  for (int i = 0; i < 410; ++i)
    text += "bolts ";
  library.question.text = text;
  const Result<Judged> judged = library.run(hits, &library.reranker);
  ASSERT_TRUE(judged.ok()) << judged.error().what;
  EXPECT_EQ(judged->path, "stand-in");
  EXPECT_NE(judged->skipped.find("too long"), std::string::npos) << judged->skipped;
  EXPECT_TRUE(hits[0].relevance.has_value());
  EXPECT_FALSE(hits[0].logit.has_value());
}

TEST(Rerank, AskedToStopItStops) {
  Library library;
  fill(library);
  std::vector<Hit> hits = library.found("pump");
  std::stop_source stop;
  stop.request_stop();
  const Result<Judged> done = library.run(hits, nullptr, {stop.get_token()});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, Code::Cancelled);
}

}  // namespace
}  // namespace oi
