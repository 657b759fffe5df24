#include <gtest/gtest.h>

#include <limits>

#include "types/json.h"

namespace oi {
namespace {

Document with_layout() {
  Document document;
  document.pages = {{1, {0, 10}, 612, 792.5f}, {2, {10, 20}, 0, 0}};
  document.blocks = {{BlockKind::Heading, 2, {0, 4}}, {BlockKind::Table, 0, {4, 20}}};
  document.placed = {{{0, 4}, 1, {0.1f, 1e-7f, 3.4e38f, -2}}, {{4, 9}, 1, {}}};
  document.problems = {{"page_without_text", "page 2", "There is \"nothing\" there."}};
  document.counts = {20, 19, 18, 2, 1, 1, {{"hidden_text", 1}}};
  return document;
}

TEST(JsonRead, LayoutReadsBackExactly) {
  const Document document = with_layout();
  Document read;
  ASSERT_TRUE(layout_from_json(layout_to_json(document), read).ok());
  EXPECT_EQ(read, document);
  ASSERT_TRUE(layout_from_json(layout_to_json(Document{}), read).ok());
  EXPECT_EQ(read, Document{});
}

TEST(JsonRead, FloatsThatAreNotFiniteAreWrittenAsZero) {
  Document document;
  document.pages = {{1, {0, 1}, std::numeric_limits<float>::infinity(), 5}};
  Document read;
  ASSERT_TRUE(layout_from_json(layout_to_json(document), read).ok());
  EXPECT_EQ(read.pages[0].width, 0);
}

// The layout with one piece of it replaced is refused, and the document is left as it was.
void refused(const std::string& piece, const std::string& by, const std::string& names) {
  std::string json = layout_to_json(with_layout());
  const size_t at = json.find(piece);
  ASSERT_NE(at, std::string::npos) << piece;
  json.replace(at, piece.size(), by);
  Document read;
  const Result<Done> result = layout_from_json(json, read);
  ASSERT_FALSE(result.ok()) << json;
  EXPECT_EQ(result.error().code, Code::Corrupt);
  EXPECT_NE(result.error().what.find(names), std::string::npos) << result.error().what;
  EXPECT_TRUE(read.pages.empty());
}

TEST(JsonRead, LayoutWithAWrongFieldIsCorruptAndNamesIt) {
  refused("\"pages\"", "\"leaves\"", "pages");
  refused("[1,0,10,", "[1,0,", "pages");
  refused("[1,0,10,", "[1,11,10,", "pages");
  refused("[1,0,10,", "[-1,0,10,", "pages");
  refused("[1,0,10,", "[4294967296,0,10,", "pages");
  refused("792.5", "\"792\"", "pages");
  refused("792.5", "1e39", "pages");
  refused("\"heading\"", "\"banner\"", "blocks");
  refused("\"heading\",2", "\"heading\",256", "blocks");
  refused("\"where\"", "\"there\"", "where");
  refused("\"page 2\"", "2", "where");
  refused("\"pages\":2", "\"pages\":2.5", "pages");
  refused("\"counts\":{", "\"counts\":[{", "JSON");
}

TEST(JsonRead, AnythingThatIsNoObjectIsCorrupt) {
  Document read;
  for (const char* text :
       {"", " ", "null", "[]", "{", "{}", "{\"a\":1}x", "\xff", "{\"pages\":1e999}",
        "{\"a\":\"\xff\"}", "nan", "{'a':1}", "{\"a\":1,}"}) {
    EXPECT_EQ(layout_from_json(text, read).ok(), false) << text;
  }
}

TEST(JsonRead, DeepNestingIsRefusedAndNotFollowed) {
  const std::string deep(10'000'000, '[');
  EXPECT_FALSE(parse_flat_object("{\"a\":" + deep).ok());
  const auto nested = [](size_t depth) {
    return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_TRUE(parse_flat_object(nested(63)).ok());
  EXPECT_FALSE(parse_flat_object(nested(64)).ok());
  // Brackets inside a string are letters.
  EXPECT_TRUE(parse_flat_object("{\"a\":\"\\\"" + std::string(1000, '[') + "\"}").ok());
}

Answered with_citations() {
  Answered answered;
  Citation first;
  first.label = "S1";
  first.document = {0xab};
  first.document_name = "oven \"x\".pdf";
  first.version_digest = "d1";
  first.span = {5, 9};
  first.quote = "200\xc2\xb0";
  first.page = 3;
  Citation second = first;
  second.label = "S2";
  second.page = 0;
  answered.answer.citations = {first, second};
  return answered;
}

TEST(JsonRead, CitationsOfAnAnswerReadBack) {
  const Answered answered = with_citations();
  const auto read = citations_from_json(to_json(answered, true));
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(*read, answered.answer.citations);
  EXPECT_TRUE(citations_from_json(to_json(Answered{}, false))->empty());
}

TEST(JsonRead, AnswerWithAWrongCitationIsCorruptAndNamesTheField) {
  const auto bad = [](const std::string& piece, const std::string& by, const std::string& names) {
    std::string json = to_json(with_citations(), false);
    const size_t at = json.find(piece);
    ASSERT_NE(at, std::string::npos) << piece;
    json.replace(at, piece.size(), by);
    const auto read = citations_from_json(json);
    ASSERT_FALSE(read.ok()) << json;
    EXPECT_EQ(read.error().code, Code::Corrupt);
    EXPECT_NE(read.error().what.find(names), std::string::npos) << read.error().what;
  };
  bad("\"answer\":", "\"reply\":", "answer");
  bad("\"citations\":[", "\"citations\":[7,", "citations");
  bad("00000000000000ab", "00000000000000AB", "document");
  bad("[5,9]", "[9,5]", "span");
  bad("[5,9]", "[5,9,10,11]", "span");
  bad("[5,9]", "[]", "span");
  bad("\"page\":3", "\"page\":\"3\"", "page");
  bad("\"quote\":", "\"quotes\":", "quote");
}

TEST(JsonRead, FlatObjectKeepsTextAsItIsAndTheRestAsJson) {
  const Result<FlatObject> flat = parse_flat_object(
      R"({"_id":"4983","text":"a \"b\" \u00e9","n":3,"x":0.5,"metadata":{"k":[1,2]},"no":null})");
  ASSERT_TRUE(flat.ok());
  EXPECT_EQ(*flat, (FlatObject{{"_id", "4983"},
                               {"text", "a \"b\" \xc3\xa9"},
                               {"n", "3"},
                               {"x", "0.5"},
                               {"metadata", "{\"k\":[1,2]}"},
                               {"no", "null"}}));
  EXPECT_EQ(parse_flat_object("[1]").error().code, Code::Corrupt);
}

}  // namespace
}  // namespace oi
