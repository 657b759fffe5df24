#include "verify/cite.h"

#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

const std::string kText = "Welcome. Pets are allowed in the garden. Bring a towel.";

TEST(Cite, ACitationIsTheSupportingSentenceByteForByte) {  // invariant 2
  const Bench bench({kText});
  const Draft draft =
      resolve_citations(draft_of({"Pets are allowed in the garden. [S1]"}), bench.input());
  ASSERT_EQ(draft.claims[0].cited.size(), 1u);
  const auto citation = make_citation("S1", draft.claims[0].cited[0], bench.input());
  ASSERT_TRUE(citation);
  EXPECT_EQ(citation->quote, "Pets are allowed in the garden.");
  EXPECT_EQ(kText.substr(citation->span.begin, citation->span.size()), citation->quote);
  EXPECT_EQ(citation->version_digest, sha256_hex(kText));
}

TEST(Cite, ALabelThatIsNotInTheEvidenceIsDropped) {
  const Bench bench({kText});
  for (const char* label : {"S0", "S2", "S13", "s1", "", "Q1"}) {
    Claim claim = claim_of("Pets are allowed in the garden.");
    claim.labels = {label};
    Draft draft;
    draft.claims = {claim};
    EXPECT_TRUE(resolve_citations(draft, bench.input()).claims[0].labels.empty()) << label;
  }
}

TEST(Cite, AChangedDocumentDoesNotResolve) {
  Bench bench({kText});
  bench.documents[0].text[0] = 'X';
  const Draft draft =
      resolve_citations(draft_of({"Pets are allowed in the garden. [S1]"}), bench.input());
  EXPECT_TRUE(draft.claims[0].cited.empty());
  bench.documents.clear();
  EXPECT_FALSE(make_citation("S1", {0, 5}, bench.input()));
}

TEST(Cite, ASpanOutsideThePassageDoesNotResolve) {
  const Bench bench({kText});
  EXPECT_TRUE(make_citation("S1", {0, kText.size()}, bench.input()));
  EXPECT_FALSE(make_citation("S1", {0, kText.size() + 1}, bench.input()));
  EXPECT_FALSE(make_citation("S1", {3, 3}, bench.input()));
}

TEST(Cite, ACitationOfATableNamesItsCells) {
  Bench bench({"Part\tBar\nH-220\t12 bar here"});
  Table table{{0, 26}, "Prices", 7, 3, {}};
  table.cells = {{0, 4, 0, 0, 1, 1, true},
                 {5, 8, 0, 2, 1, 1, true},
                 {9, 14, 6, 0, 1, 1, false},
                 {15, 26, 6, 2, 1, 1, false}};
  bench.documents[0].tables = {table};
  EXPECT_EQ(make_citation("S1", {15, 21}, bench.input())->cell, "Prices!C7");
  EXPECT_EQ(make_citation("S1", {9, 26}, bench.input())->cell, "Prices!A7:C7");
  bench.documents[0].tables[0].span = {0, 8};
  EXPECT_EQ(make_citation("S1", {9, 26}, bench.input())->cell, "");
}

TEST(Cite, ACitationOfARecordingNamesItsTime) {
  Bench bench({kText});
  bench.documents[0].timed = {{{0, 8}, 0, 1.5}, {{9, 40}, 1.5, 4}, {{41, 55}, 6, 7}};
  const auto citation = make_citation("S1", {9, 55}, bench.input());
  ASSERT_TRUE(citation && citation->time);
  EXPECT_EQ(citation->time->from, 1.5);
  EXPECT_EQ(citation->time->to, 7);
  EXPECT_FALSE(make_citation("S1", {8, 9}, bench.input())->time);
}

TEST(Cite, CitedMeansUsed) {
  const Bench bench({kText, "Cats sleep a lot."});
  const Draft draft =
      resolve_citations(draft_of({"Pets are allowed in the garden. [S2][S1][S1]"}), bench.input());
  EXPECT_EQ(draft.claims[0].labels, std::vector<std::string>{"S1"});
}

TEST(Cite, PageAndBoxesAreThoseOfTheSpan) {
  Bench bench({kText});
  Document& document = bench.documents[0];
  document.pages = {{1, {0, 9}, 100, 100}, {2, {9, kText.size()}, 100, 100}};
  document.placed = {
      {{0, 8}, 1, {1, 1, 2, 2}}, {{9, 40}, 2, {3, 3, 4, 4}}, {{41, 55}, 2, {5, 5, 6, 6}}};
  const auto citation = make_citation("S1", {9, 40}, bench.input());
  ASSERT_TRUE(citation);
  EXPECT_EQ(citation->page, 2u);
  EXPECT_EQ(citation->boxes, (std::vector<Box>{{3, 3, 4, 4}}));
}

TEST(Cite, SourcesAreLoadedOnceAndOnlyWhenTheirDigestAgrees) {
  const Bench bench({kText, "Cats sleep a lot."});
  FakeStore store;
  FakeEmbedder embedder;
  for (const Document& document : bench.documents) {
    const Indexed indexed = *index_blocks(document, embedder);
    ASSERT_TRUE(store.commit({&indexed, 1}, {}).ok());
  }
  EXPECT_EQ(load_sources(bench.evidence, store, {})->size(), 2u);
  ASSERT_TRUE(store.remove(bench.documents[1].id).ok());
  EXPECT_EQ(load_sources(bench.evidence, store, {})->size(), 1u);
}

}  // namespace
}  // namespace oi
