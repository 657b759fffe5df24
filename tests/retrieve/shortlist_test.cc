#include "retrieve/shortlist.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "tests/fakes.h"

namespace oi {
namespace {

struct Library {
  FakeEmbedder embedder;
  FakeReranker reranker;
  FakeStore store;
  Pool pool{0};
  Question question;
  ModeRules mode = rules_for(Mode::Standard);

  DocumentId add(const std::string& name, const std::string& text) {
    const Document document = make_document(name, text);
    Result<Indexed> indexed = index_blocks(document, embedder);
    EXPECT_TRUE(indexed.ok());
    EXPECT_TRUE(store.commit({&*indexed, 1}, {}).ok());
    return document.id;
  }
  Candidates candidates(const std::string& text) {
    question.text = text;
    Queries queries;
    queries.standalone = text;
    const Result<Candidates> found =
        search({queries, question.filter, mode, store, embedder, pool}, {});
    EXPECT_TRUE(found.ok());
    return *found;
  }
  Shortlist shorten(const std::string& text, Reranker* with = nullptr) {
    const Candidates found = candidates(text);
    const Profile profile = profile_question(question);
    const Result<Shortlist> made = oi::shorten({found, question, profile, mode, store, with}, {});
    EXPECT_TRUE(made.ok());
    return *made;
  }
};

std::vector<DocumentId> documents(const std::vector<Hit>& hits) {
  std::vector<DocumentId> out;
  for (const Hit& hit : hits)
    out.push_back(hit.chunk.document);
  return out;
}

TEST(Shortlist, EmptyInEmptyOut) {
  Library library;
  const Shortlist none = library.shorten("pump");
  EXPECT_TRUE(none.hits.empty());
  ASSERT_EQ(none.stages.size(), 2u);
  EXPECT_TRUE(library.shorten("pump", &library.reranker).hits.empty());
}

// Ruling 12.
TEST(Shortlist, ForeignQuestionLeavesNothing) {
  Library library;
  library.add("hr.txt", "Holiday must be requested two weeks ahead.\n\nSick notes go to Petra.");
  const Shortlist made = library.shorten("Which bolt holds the bracket?");
  EXPECT_TRUE(made.hits.empty());
  ASSERT_EQ(made.stages[1].hits.size(), 2u) << "the dropped stay in the trace";
  for (const Hit& hit : made.stages[1].hits) {
    EXPECT_FALSE(hit.kept);
    EXPECT_NE(hit.why.find("0.28"), std::string::npos);
    EXPECT_TRUE(hit.relevance.has_value());
  }
}

TEST(Shortlist, FloorIsReachedByCosineOrByRelevance) {
  Library library;
  const DocumentId id = library.add("a.txt", "The bracket bolt is M8.");
  Candidates found = library.candidates("bracket bolt");
  const Profile profile = profile_question(library.question);
  ASSERT_EQ(found.hits.size(), 1u);
  const auto kept = [&](double cosine, double floor, Reranker* with) {
    found.hits[0].cosine = cosine;
    library.mode.similarity_floor = floor;
    return !oi::shorten({found, library.question, profile, library.mode, library.store, with}, {})
                ->hits.empty();
  };
  EXPECT_TRUE(kept(0.9, 0.9, nullptr)) << "the floor itself is enough";
  EXPECT_TRUE(kept(0.1, 1.0, &library.reranker)) << "by relevance 1";
  library.question.text = "unrelated words";
  EXPECT_TRUE(kept(0.5, 0.5, &library.reranker)) << "by cosine";
  EXPECT_FALSE(kept(0.49, 0.5, &library.reranker));
  (void)id;
}

// The original lost its vectors before this step, so that a duplicate was never pushed down.
TEST(Shortlist, DuplicateIsPushedDown) {
  Library library;
  const DocumentId first = library.add("a.txt", "The pump needs oil and grease every month.");
  const DocumentId copy = library.add("b.txt", "The pump needs oil and grease every month!");
  library.add("c.txt", "In spring fresh oil, each month some grease: so our pump lasts.");
  for (int i = 0; i < 40; ++i) {
    library.add("w" + std::to_string(i) + ".txt", "A month has grease number " + std::to_string(i));
  }
  const Shortlist made = library.shorten("pump oil grease month");
  ASSERT_GE(made.hits.size(), 3u);
  const std::vector<DocumentId> order = documents(made.hits);
  const auto twin = [&](DocumentId id) { return id == first || id == copy; };
  EXPECT_TRUE(twin(order[0]));
  EXPECT_FALSE(twin(order[1]));
  const std::vector<DocumentId> by_rank = documents(made.stages[0].hits);
  EXPECT_TRUE(twin(by_rank[0]) && twin(by_rank[1])) << "by rank the copy is second";
}

TEST(Shortlist, LambdaOneIsPlainOrder) {
  Library library;
  library.add("a.txt", "The pump needs oil and grease every month.");
  library.add("b.txt", "The pump needs oil and grease every month!");
  library.add("c.txt", "Oil for the pump is kept in the blue cabinet.");
  library.mode.diversity = 1;
  const Shortlist made = library.shorten("pump oil grease month");
  EXPECT_TRUE(std::is_sorted(made.hits.begin(), made.hits.end(),
                             [](const Hit& a, const Hit& b) { return a.fused > b.fused; }));
}

TEST(Shortlist, AtMostTheResultsWantedAndTheRestWithItsReason) {
  Library library;
  for (int i = 0; i < 8; ++i) {
    library.add("d" + std::to_string(i) + ".txt", "pump oil number " + std::to_string(i));
  }
  for (const uint32_t wanted : {7u, 8u, 9u}) {
    library.mode = rules_for(Mode::Standard);
    const Candidates found = library.candidates("pump oil");
    library.mode.results_wanted = wanted;
    const Profile profile = profile_question(library.question);
    const Result<Shortlist> made =
        oi::shorten({found, library.question, profile, library.mode, library.store}, {});
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->hits.size(), std::min(wanted, 8u));
    ASSERT_EQ(made->stages[1].hits.size(), 8u);
    for (size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(made->stages[1].hits[i].kept, i < wanted);
      EXPECT_EQ(made->stages[1].hits[i].why.empty(), i < wanted);
    }
  }
}

// Ruling 11: relevance is absolute and says where it came from.
TEST(Shortlist, TraceSaysWhichRelevanceItIs) {
  Library library;
  library.add("a.txt", "The pump needs oil.");
  const Shortlist stand_in = library.shorten("pump oil");
  EXPECT_EQ(stand_in.stages[0].stage, TraceStage::Rerank);
  EXPECT_NE(stand_in.stages[0].skipped.find("stand-in"), std::string::npos);
  EXPECT_NE(stand_in.stages[0].skipped.find("calibrated"), std::string::npos);
  const Shortlist reranked = library.shorten("pump oil", &library.reranker);
  EXPECT_TRUE(reranked.stages[0].skipped.empty());
  EXPECT_EQ(reranked.hits[0].relevance, 1.0);
}

TEST(Shortlist, RerankerDecidesTheOrderAndScoresAreNotOverwritten) {
  Library library;
  library.add("a.txt", "What which when where is the pump");
  const DocumentId wanted = library.add("b.txt", "pump oil grease and forty more words of it");
  const Shortlist made =
      library.shorten("what which when where pump oil grease", &library.reranker);
  ASSERT_FALSE(made.hits.empty());
  EXPECT_EQ(made.hits[0].chunk.document, wanted);
  for (const Hit& hit : made.hits) {
    EXPECT_TRUE(hit.cosine.has_value());
    EXPECT_TRUE(hit.relevance.has_value());
    EXPECT_GT(hit.fused, 0);
  }
}

TEST(Shortlist, DocumentRemovedMeanwhileIsPassedOver) {
  Library library;
  const DocumentId gone = library.add("a.txt", "The pump needs oil.");
  const DocumentId stays = library.add("b.txt", "The pump needs grease.");
  const Candidates found = library.candidates("pump oil");
  ASSERT_TRUE(library.store.remove(gone).ok());
  const Profile profile = profile_question(library.question);
  const Result<Shortlist> made =
      oi::shorten({found, library.question, profile, library.mode, library.store}, {});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(documents(made->hits), std::vector<DocumentId>{stays});
}

TEST(Shortlist, AskedToStopItStops) {
  Library library;
  library.add("a.txt", "The pump needs oil.");
  const Candidates found = library.candidates("pump oil");
  const Profile profile = profile_question(library.question);
  std::stop_source stop;
  stop.request_stop();
  const Result<Shortlist> made = oi::shorten(
      {found, library.question, profile, library.mode, library.store}, {stop.get_token()});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::Cancelled);
}

// Complaint C110.
TEST(Shortlist, ComparisonBeginsWithTheBestOfEachDocument) {
  Library library;
  const DocumentId a = library.add(
      "a.txt", "Notice period of contract one is 30 days.\n\nNotice period contract one again.");
  const DocumentId b = library.add("b.txt", "The notice is 60 days in the other contract period.");
  const auto first_two = [&](const std::string& text) {
    const std::vector<Hit> hits = library.shorten(text).hits;
    EXPECT_GE(hits.size(), 3u);
    return std::set<DocumentId>{hits.at(0).chunk.document, hits.at(1).chunk.document};
  };
  library.mode.diversity = 1;
  EXPECT_EQ(first_two("notice period contract one"), (std::set<DocumentId>{a}));
  EXPECT_EQ(first_two("Compare the notice period of contract one and the other"),
            (std::set<DocumentId>{a, b}));
}

// With lambda 1 diversity is the identity: the list is ordered by relevance alone.
TEST(Shortlist, LambdaOneIsTheIdentity) {
  Library library;
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += "Pump " + std::to_string(i % 5) + " needs oil " + std::to_string(i) + ".\n\n";
  library.add("a.txt", text);
  library.mode.diversity = 1;
  for (const char* asked : {"pump oil", "pump 3", "Which oil does pump 4 need?"}) {
    const Shortlist made = library.shorten(asked);
    const std::vector<Hit>& judged = made.stages[0].hits;
    ASSERT_FALSE(made.hits.empty());
    for (size_t i = 0; i < made.hits.size(); ++i)
      EXPECT_EQ(made.hits[i].chunk, judged[i].chunk) << asked;
  }
}

}  // namespace
}  // namespace oi
