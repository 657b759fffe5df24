#include "cli/values.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

Listed sample() {
  Listed listed;
  listed.id = {0x1f};
  listed.path = "/docs/manual.pdf";
  listed.paths = {"/docs/manual.pdf", "/docs/copy.pdf"};
  listed.name = "manual.pdf";
  listed.title = "Manual";
  listed.digest = "aa";
  listed.text_digest = "bb";
  listed.kind = Kind::Pdf;
  listed.text_bytes = 12;
  listed.chunks = 3;
  listed.counts = {100, 99, 98, 4, 1};
  listed.problems = {{"page_without_text", "page 2", "it has no text"}};
  listed.added = 5;
  return listed;
}

// The outside names: checks outside the project read them.
TEST(Values, AListedDocumentHasTheNamesOfTheInterface) {
  EXPECT_EQ(
      to_json(sample()),
      "{\"id\":\"000000000000001f\",\"name\":\"manual.pdf\",\"title\":\"Manual\","
      "\"path\":\"/docs/manual.pdf\",\"paths\":[\"/docs/manual.pdf\",\"/docs/copy.pdf\"],"
      "\"kind\":\"pdf\",\"sha256\":\"aa\",\"version_sha256\":\"bb\",\"text_bytes\":12,"
      "\"chunks\":3,\"pages\":4,\"parent\":null,\"problems\":[{\"reason\":\"page_without_text\","
      "\"where\":\"page 2\",\"what\":\"it has no text\"}],\"counts\":{"
      "\"characters_seen\":100,\"characters_kept\":99,\"characters_indexed\":98,"
      "\"pages\":4,\"pages_without_text\":1,\"pages_recognised\":0,\"dropped\":[]},\"added\":5,"
      "\"language\":\"\",\"dated\":0,\"tags\":[],"
      "\"live\":true}");
}

TEST(Values, AFileEndsInOneOfThreeWays) {
  Ingested ingested;
  ingested.ticket = {.path = "/docs/a.txt", .stage = Stage::Failed, .reason = "empty", .what = "w"};
  EXPECT_EQ(outcome_of(ingested), "failed");
  EXPECT_EQ(to_json(ingested),
            "{\"path\":\"/docs/a.txt\",\"outcome\":\"failed\",\"id\":null,\"name\":null,"
            "\"reason\":\"empty\",\"what\":\"w\",\"problems\":[],\"counts\":null,\"chunks\":0,"
            "\"already_known\":false,\"members\":0,\"seconds\":0.0}");
  ingested.ticket.stage = Stage::Complete;
  EXPECT_EQ(outcome_of(ingested), "complete");
  ingested.document = sample();
  EXPECT_EQ(outcome_of(ingested), "complete_with_problems");
  EXPECT_NE(to_json(ingested).find("\"id\":\"000000000000001f\""), std::string::npos);
}

TEST(Values, AFoundPassageKeepsEveryScoreApart) {
  Found found;
  found.hit.chunk = {{0x1f}, 2};
  found.hit.span = {10, 20};
  found.hit.cosine = 0.5;
  found.hit.rank_vector = 1;
  found.hit.fused = 1;
  found.hit.final_score = 0.75;
  found.document_name = "manual.pdf";
  found.heading = "Safety";
  found.text = "text";
  found.page_first = 3;
  EXPECT_EQ(to_json(found),
            "{\"chunk\":\"000000000000001f:2\",\"document\":\"000000000000001f\","
            "\"document_name\":\"manual.pdf\",\"span\":[10,20],\"text\":\"text\",\"page\":3,"
            "\"heading\":\"Safety\",\"cosine\":0.5,\"bm25\":null,\"rank_vector\":1.0,"
            "\"rank_lexical\":null,\"fused\":1.0,\"relevance\":null,\"final\":0.75}");
}

TEST(Values, ShownTextCarriesItsSpanAndPage) {
  Document document;
  document.id = {0x1f};
  document.name = "manual.pdf";
  document.text = "first second";
  document.text_digest = "bb";
  document.pages = {{1, {0, 6}, 0, 0}, {2, {6, 12}, 0, 0}};
  EXPECT_EQ(text_to_json(document, {6, 12}),
            "{\"document\":\"000000000000001f\",\"document_name\":\"manual.pdf\","
            "\"version_sha256\":\"bb\",\"span\":[6,12],\"page\":2,\"text\":\"second\"}");
}

TEST(Values, AShownCitationIsVerifiedAndHasItsSurroundings) {
  ShownCitation shown;
  shown.citation.label = "S1";
  shown.before = "before ";
  shown.after = " after";
  const std::string json = to_json(shown);
  EXPECT_NE(json.find("\"citation\":{\"label\":\"S1\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"before\":\"before \",\"after\":\" after\""), std::string::npos);
  EXPECT_NE(json.find("\"verified\":true"), std::string::npos);
}

TEST(Values, AnEvaluationHasTheNamesOfTheInterface) {
  Evaluated evaluated;
  evaluated.set = "mine";
  evaluated.cases = 2;
  evaluated.config = {{"device", "CPU"}};
  evaluated.metrics = {{"vector.ndcg@10", 0.5}};
  EXPECT_EQ(to_json(evaluated, "mine.cases.jsonl"),
            "{\"set\":\"mine\",\"cases\":2,\"documents\":0,\"chunks\":0,\"config\":{\"device\":"
            "\"CPU\"},\"metrics\":{\"vector.ndcg@10\":0.5},\"per_case\":\"mine.cases.jsonl\","
            "\"ingest_seconds\":0.0,\"seconds\":0.0}");
}

TEST(Values, HealthAndSettingsAreFlat) {
  EXPECT_EQ(to_json(HealthLine{"reader", false, true, "gone", "put it back"}),
            "{\"about\":\"reader\",\"good\":false,\"needed\":true,\"found\":\"gone\","
            "\"advice\":\"put it back\"}");
  EXPECT_EQ(to_json(Setting{"seed", "1", "default"}),
            "{\"key\":\"seed\",\"value\":\"1\",\"origin\":\"default\"}");
}

}  // namespace
}  // namespace oi
