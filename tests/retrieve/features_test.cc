#include "retrieve/features.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "retrieve/profile.h"

namespace oi {
namespace {

struct Pool {
  Asked asked;
  std::vector<Hit> hits;
  std::vector<StoredChunk> chunks;
  std::vector<Candidate> candidates;

  explicit Pool(const std::string& text) {
    Question question;
    question.text = text;
    asked = ask_by(text, profile_question(question));
    hits.reserve(20);
    chunks.reserve(20);
  }
  void add(uint64_t document, uint32_t ordinal, const std::string& text, double cosine) {
    Hit hit;
    hit.chunk = {DocumentId{document}, ordinal};
    hit.cosine = cosine;
    hits.push_back(hit);
    StoredChunk chunk;
    chunk.chunk.id = hit.chunk;
    chunk.text = text;
    chunk.vector = {static_cast<float>(cosine), static_cast<float>(1 - cosine)};
    chunks.push_back(chunk);
    candidates.push_back({&hits.back(), &chunks.back(), match(asked, "", text)});
  }
};

double of(const Features& row, Feature feature) {
  return row[static_cast<size_t>(feature)];
}

TEST(Features, EveryFeatureHasItsNameOnce) {
  std::set<std::string_view> names(kFeatureNames.begin(), kFeatureNames.end());
  EXPECT_EQ(names.size(), kFeatures);
  EXPECT_EQ(names.count(""), 0u);
  EXPECT_EQ(kFeatureNames[static_cast<size_t>(Feature::Cosine)], "cosine");
  EXPECT_EQ(kFeatureNames[static_cast<size_t>(Feature::PhrasesMissing)], "phrases_missing");
  EXPECT_EQ(kFeatureNames[static_cast<size_t>(Feature::Centroid)], "centroid");
  EXPECT_EQ(static_cast<size_t>(Feature::PhrasesMissing) + 1, kAbsoluteFeatures);
}

TEST(Features, SharesAreByTheBestOfTheCandidates) {
  Pool pool("red pump");
  pool.add(1, 0, "the red pump", 0.5);
  pool.add(2, 0, "the red wall", 0.4);
  pool.hits[0].bm25 = 8;
  pool.hits[1].bm25 = 2;
  const std::vector<Features> rows = measure(pool.asked, pool.candidates);
  EXPECT_EQ(of(rows[0], Feature::Bm25AboveShare), 1);
  EXPECT_NEAR(of(rows[1], Feature::Bm25AboveShare), 0.5, 1e-9);
  EXPECT_EQ(of(rows[1], Feature::Bm25StoreShare), 0.25);
  EXPECT_EQ(of(rows[1], Feature::Coverage), 0.5);
}

// Ruling 11: what relevance reads is of the question and the passage alone.
TEST(Features, AbsoluteOnesDoNotDependOnTheOthers) {
  Pool alone("red pump"), among("red pump");
  alone.add(1, 0, "the red wall", 0.4);
  among.add(1, 0, "the red wall", 0.4);
  among.add(2, 0, "the red pump is a red pump", 0.9);
  among.add(3, 0, "nothing", 0.1);
  const Features a = measure(alone.asked, alone.candidates)[0];
  const Features b = measure(among.asked, among.candidates)[0];
  for (size_t i = 0; i < kAbsoluteFeatures; ++i)
    EXPECT_EQ(a[i], b[i]) << kFeatureNames[i];
}

TEST(Features, OrderOfTheCandidatesDoesNotMatter) {
  Pool pool("red pump of the mill");
  for (uint32_t i = 0; i < 12; ++i) {
    pool.add(1 + i % 5, i,
             i % 3 == 0   ? "the red pump"
             : i % 3 == 1 ? "a mill"
                          : "pump mill oil",
             0.1 * (i % 7));
  }
  const std::vector<Features> rows = measure(pool.asked, pool.candidates);
  std::vector<Candidate> turned(pool.candidates.rbegin(), pool.candidates.rend());
  std::vector<Features> again = measure(pool.asked, turned);
  std::reverse(again.begin(), again.end());
  EXPECT_EQ(rows, again);
}

TEST(Features, QuestionWithoutTermsIsMiddling) {
  Pool pool("what is it");
  pool.add(1, 0, "anything", 0.8);
  const Features row = measure(pool.asked, pool.candidates)[0];
  EXPECT_EQ(of(row, Feature::Cosine), 0.8);
  EXPECT_EQ(of(row, Feature::Coverage), 0.6);
  EXPECT_EQ(of(row, Feature::Bm25AboveShare), 0);
  EXPECT_TRUE(measure(pool.asked, {}).empty());
}

}  // namespace
}  // namespace oi
