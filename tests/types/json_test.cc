#include "types/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace oi {
namespace {

Answered example() {
  Answered answered;
  answered.question.id = "q1";
  answered.question.text = "How hot?";
  answered.question.mode = Mode::DeepThink;
  answered.queries.standalone = "How hot is the oven?";
  answered.answer.outcome = AnswerOutcome::Answered;
  answered.answer.kind = AnswerKind::Lookup;
  answered.answer.text = "It is 200 C.";
  answered.answer.claims = {{.text = "It is 200 C.",
                             .span = {0, 12},
                             .labels = {"S1"},
                             .support = Support::Supported,
                             .confidence = 0.75}};
  answered.answer.removed = {{.text = "It is blue.", .gate = 'B', .reason = "uncited"}};
  Citation citation;
  citation.label = "S1";
  citation.document = {0xab};
  citation.document_name = "oven.pdf";
  citation.version_digest = "d1";
  citation.span = {5, 9};
  citation.quote = "200C";
  citation.page = 3;
  citation.boxes = {{1, 2.5, 3, 4}};
  citation.heading = "Heat";
  answered.answer.citations = {citation};
  answered.answer.missing = {"the time"};
  answered.answer.confidence = 0.5;
  answered.answer.fidelity = 1;
  answered.receipt.id = "q1";
  answered.receipt.planned = {Target::OnDevice, Reason::LocalContextFits, Target::Abstain};
  answered.receipt.completed = Target::OnDevice;
  answered.receipt.reason = Reason::LocalContextFits;
  answered.receipt.models = {{"embedder", "minilm", "ff", "cpu"}};
  answered.receipt.stages = {{"search", 1.5}};
  answered.receipt.verdicts = {
      {'A', "retrieval", Outcome::Pass, 0.5, 0.25, {{Effect::Note, 0, "S1", "fine"}}}};
  answered.receipt.generative_calls = {"draft"};
  answered.receipt.prompt_tokens = 10;
  answered.receipt.generated_tokens = 2;
  answered.receipt.seed = 18446744073709551615u;
  answered.receipt.library_version = "7";
  Hit hit;
  hit.chunk = {{0xab}, 2};
  hit.span = {0, 20};
  hit.bm25 = 3.5;
  hit.rank_lexical = 1;
  hit.fused = 1;
  answered.trace.stages = {{TraceStage::Vector, "no vectors", 0, {}},
                           {TraceStage::Lexical, "", 0.5, {hit}}};
  answered.left_out = {{{{0xab}, 4}, "over the token budget"}};
  return answered;
}

constexpr const char* kHead =
    R"({"id":"q1","question":"How hot?","standalone_question":"How hot is the oven?",)"
    R"("mode":"deep","language":"en","filter":{},"outcome":"answered",)"
    R"("answer":{"text":"It is 200 C.","type":"lookup",)"
    R"("claims":[{"text":"It is 200 C.","span":[0,12],"labels":["S1"],"verdict":"supported",)"
    R"("confidence":0.75}],"removed":[{"text":"It is blue.","gate":"B","reason":"uncited"}],)"
    R"("citations":[{"label":"S1","document":"00000000000000ab","document_name":"oven.pdf",)"
    R"("version_sha256":"d1","span":[5,9],"quote":"200C","page":3,"boxes":[[1.0,2.5,3.0,4.0]],)"
    R"("heading":"Heat"}],"missing":["the time"],"conflicts":[],"working":[]},)"
    R"("confidence":{"value":0.5,"calibrated":false},"fidelity":1.0,)"
    R"("gates":[{"letter":"A","name":"retrieval","outcome":"pass","score":0.5,"bar":0.25,)"
    R"("findings":[{"effect":"note","claim":0,"label":"S1","reason":"fine"}]}],)"
    R"("route":{"path":"standard","target":"on_device","reason":"localContextFits",)"
    R"("planned":"on_device","fallback":"abstain","attempts":["on_device"]},)";
constexpr const char* kTrace =
    R"("trace":{"stages":[{"name":"vector","skipped":"no vectors","ms":0.0,"count":0,"hits":[]},)"
    R"({"name":"lexical","ms":0.5,"count":1,"hits":[{"chunk":"00000000000000ab:2",)"
    R"("document":"00000000000000ab","span":[0,20],"cosine":null,"bm25":3.5,"rank_vector":null,)"
    R"("rank_lexical":1,"fused":1.0,"boosts":{},"logit":null,"relevance":null,"final":0.0,)"
    R"("kept":true,"why":""}]}],"left_out":[{"chunk":"00000000000000ab:4",)"
    R"("reason":"over the token budget"}]},)";
constexpr const char* kReceipt =
    R"("receipt":{"id":"q1","models":[{"role":"embedder","name":"minilm","sha256":"ff",)"
    R"("device":"cpu"}],"stages":[{"name":"search","ms":1.5}],"tokens":{"prompt":10,)"
    R"("generated":2},"generative_calls":["draft"],"network":[],"unread_files":0,)"
    R"("seed":18446744073709551615,"library_version":"7","signature":null}})";

TEST(Json, AnswerHasTheFieldsOfInterfacesInTheirOrder) {
  EXPECT_EQ(to_json(example(), true), std::string(kHead) + kTrace + kReceipt);
}

TEST(Json, AnswerWithoutTraceLeavesOnlyTheTraceOut) {
  EXPECT_EQ(to_json(example(), false), std::string(kHead) + kReceipt);
}

TEST(Json, RouteListsBothTargetsWhenTheCompletedOneIsNotThePlannedOne) {
  Answered answered = example();
  answered.receipt.completed = Target::Abstain;
  const std::string json = to_json(answered, false);
  EXPECT_NE(json.find(R"("target":"abstain")"), std::string::npos);
  EXPECT_NE(json.find(R"("attempts":["on_device","abstain"])"), std::string::npos);
}

TEST(Json, BoostsAreNamedOnlyWhenThereAreSome) {
  Hit hit;
  hit.boosts = {{"structure", 0.25}};
  const std::string json = to_json(std::vector<Hit>{hit});
  EXPECT_NE(json.find(R"("boosts":{"structure":0.25})"), std::string::npos);
}

TEST(Json, PageIsNullWhereTheKindHasNone) {
  EXPECT_NE(to_json(Citation{}).find(R"("page":null)"), std::string::npos);
}

TEST(Json, ReceiptAloneCarriesRouteAndGates) {
  const std::string json = to_json(example().receipt);
  for (const char* part : {R"("id":"q1")", R"("mode":"standard")", R"("route":{)", R"("gates":[{)",
                           R"("network":[])"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
}

TEST(Json, NumbersThatAreNotFiniteComeOutAsNull) {
  Answered answered = example();
  answered.answer.confidence = std::numeric_limits<double>::quiet_NaN();
  answered.answer.fidelity = std::numeric_limits<double>::infinity();
  const std::string json = to_json(answered, true);
  EXPECT_NE(json.find(R"("value":null)"), std::string::npos);
  EXPECT_NE(json.find(R"("fidelity":null)"), std::string::npos);
  EXPECT_EQ(JsonObject{}.number("x", std::numeric_limits<double>::quiet_NaN()).str(),
            R"({"x":null})");
}

TEST(Json, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(json_string("a\xff"
                        "b"),
            "\"a\xef\xbf\xbd"
            "b\"");
  Document document;
  document.name = "\xc3";
  EXPECT_NE(to_json(document, true).find("\xef\xbf\xbd"), std::string::npos);
}

TEST(Json, DocumentShowsTextOnlyWhenAsked) {
  Document document;
  document.id = {1};
  document.text = "hello";
  document.digest = "aa";
  document.text_digest = "bb";
  EXPECT_EQ(to_json(document, false).find("hello"), std::string::npos);
  const std::string json = to_json(document, true);
  for (const char* part : {R"("text":"hello")", R"("sha256":"aa")", R"("version_sha256":"bb")",
                           R"("kind":"text")", R"("counts":{"characters_seen":0)"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
}

TEST(Json, ErrorCarriesTheTablesNameAndAdvice) {
  EXPECT_EQ(to_json(Error{Code::Busy, "x"}), R"({"code":"busy","what":"x","retry":true})");
}

TEST(Json, TicketNamesItsStage) {
  const Ticket ticket{.id = 3,
                      .path = "/a",
                      .stage = Stage::Failed,
                      .lease_until = 0,
                      .attempt = 2,
                      .reason = "corrupt",
                      .what = "bad"};
  EXPECT_EQ(to_json(ticket), R"({"id":3,"path":"/a","stage":"failed","lease_until":0,"attempt":2,)"
                             R"("reason":"corrupt","what":"bad","tags":[]})");
}

TEST(Json, ObjectsAndArraysAreBuiltFieldByField) {
  EXPECT_EQ(JsonObject{}.str(), "{}");
  EXPECT_EQ(json_array({}), "[]");
  EXPECT_EQ(JsonObject{}
                .text("a\"", "b\n")
                .integer("n", -3)
                .boolean("yes", true)
                .number("half", 0.5)
                .json("list", json_array({"1", "2"}))
                .str(),
            R"({"a\"":"b\n","n":-3,"yes":true,"half":0.5,"list":[1,2]})");
}

TEST(FlatList, StringsAreThemselvesAndAllElseIsItsJson) {
  const auto list = parse_flat_list("[\"a b\", 2, {\"c\":[1]}, null]");
  ASSERT_TRUE(list.ok()) << list.error().what;
  EXPECT_EQ(*list, (std::vector<std::string>{"a b", "2", "{\"c\":[1]}", "null"}));
  EXPECT_TRUE(parse_flat_list("[]").value().empty());
  for (const char* const bad : {"", "{}", "[1", "\"a\""})
    EXPECT_EQ(parse_flat_list(bad).error().code, Code::Corrupt) << bad;
}

}  // namespace
}  // namespace oi
