#include "engine/find.h"

#include <gtest/gtest.h>

#include "engine/ask.h"
#include "engine/ingest.h"
#include "tests/engine/small_engine.h"

namespace oi {
namespace {

class Find : public ::testing::Test {
 protected:
  void SetUp() override {
    const Document documents[] = {
        make_document("pump.txt", "The impeller of the pump is made of bronze."),
        make_document("valve.txt", "The valve of the tank is checked on Mondays.")};
    ASSERT_TRUE(ingest_texts(small_.engine, documents, {}).ok());
  }
  SmallEngine small_;
};

TEST_F(Find, EachArmGivesChunksWithItsOwnScores) {
  for (const Arm arm : {Arm::Vector, Arm::Lexical, Arm::Fused}) {
    const auto found = find(small_.engine, asks("impeller bronze"), 5, arm, {});
    ASSERT_TRUE(found.ok()) << found.error().what;
    ASSERT_FALSE(found->empty());
    EXPECT_EQ((*found)[0].document_name, "pump.txt");
    EXPECT_EQ((*found)[0].text, "The impeller of the pump is made of bronze.");
    EXPECT_EQ((*found)[0].hit.span, (Span{0, 43}));
    EXPECT_EQ((*found)[0].hit.cosine.has_value(), arm != Arm::Lexical);
    EXPECT_EQ((*found)[0].hit.bm25.has_value(), arm != Arm::Vector);
  }
}

TEST_F(Find, TheLexicalArmNeedsNoEmbedder) {
  small_.engine.models.embedder.reset();
  EXPECT_TRUE(find(small_.engine, asks("valve"), 5, Arm::Lexical, {}).ok());
}

TEST_F(Find, NoMoreThanKAreGiven) {
  EXPECT_EQ(find(small_.engine, asks("the pump and the valve"), 1, Arm::Fused, {})->size(), 1u);
  EXPECT_FALSE(find(small_.engine, asks(" \n"), 1, Arm::Fused, {}).ok());
}

TEST_F(Find, ADocumentIsCalledByNameByIdOrByPath) {
  const Result<Listed> by_name = find_document(small_.engine, "pump.txt");
  ASSERT_TRUE(by_name.ok());
  EXPECT_EQ(find_document(small_.engine, to_text(by_name->id))->name, "pump.txt");
  EXPECT_EQ(find_document(small_.engine, by_name->path)->name, "pump.txt");
  EXPECT_EQ(find_document(small_.engine, "absent").error().code, Code::NotFound);
}

TEST_F(Find, ANameThatMeansSeveralListsThem) {
  Document twin = make_document("pump.txt", "Another text under the same name.");
  twin.path = "/elsewhere/pump.txt";
  const Document documents[] = {twin};
  ASSERT_TRUE(ingest_texts(small_.engine, documents, {}).ok());
  const Result<Listed> found = find_document(small_.engine, "pump.txt");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, Code::Invalid);
  EXPECT_NE(found.error().what.find(to_text(twin.id)), std::string::npos);
  EXPECT_TRUE(find_document(small_.engine, "/elsewhere/pump.txt").ok());
}

// Invariant 2, seen from the outside: what an answer cited is opened again, byte for byte.
TEST_F(Find, ACitationIsOpenedInItsSurroundings) {
  const Question question = asks("What is the impeller of the pump made of?", Writer::Nobody);
  const Result<Answered> answered = ask(small_.engine, question, {});
  ASSERT_TRUE(answered.ok());
  ASSERT_EQ(answered->answer.outcome, AnswerOutcome::Answered);
  const std::string& id = answered->question.id;
  for (const std::string& wanted : {id + ":1", id + ":S1"}) {
    const Result<ShownCitation> shown = find_citation(small_.engine, wanted);
    ASSERT_TRUE(shown.ok()) << shown.error().what;
    EXPECT_EQ(shown->before + shown->citation.quote + shown->after,
              "The impeller of the pump is made of bronze.");
    EXPECT_FALSE(shown->source_changed);
  }
  EXPECT_EQ(find_citation(small_.engine, id + ":9").error().code, Code::NotFound);
  EXPECT_EQ(find_citation(small_.engine, "nothing:1").error().code, Code::NotFound);
  EXPECT_EQ(find_citation(small_.engine, "no-colon").error().code, Code::Invalid);
}

TEST_F(Find, ACitationWhoseBytesDoNotAgreeIsCorrupt) {
  const Listed pump = *find_document(small_.engine, "pump.txt");
  const auto save = [&](const std::string& id, const std::string& quote) {
    const std::string json =
        R"({"answer":{"citations":[{"label":"S1","document":")" + to_text(pump.id) +
        R"(","document_name":"pump.txt","version_sha256":")" + pump.text_digest +
        R"(","span":[4,12],"quote":")" + quote + R"(","page":null,"boxes":[],"heading":""}]}})";
    ASSERT_TRUE(small_.engine.stores.journal->save(id, json, 1).ok());
  };
  save("honest", "impeller");
  save("forged", "propeller");
  EXPECT_TRUE(find_citation(small_.engine, "honest:S1").ok());
  EXPECT_EQ(find_citation(small_.engine, "forged:S1").error().code, Code::Corrupt);
}

TEST_F(Find, ACitationOfAReplacedDocumentSaysThatItsSourceHasChanged) {
  const Question question = asks("What is the impeller of the pump made of?", Writer::Nobody);
  const Result<Answered> answered = ask(small_.engine, question, {});
  const Document changed[] = {make_document("pump.txt", "The impeller is made of steel now.")};
  ASSERT_TRUE(ingest_texts(small_.engine, changed, {}).ok());
  const Result<ShownCitation> shown = find_citation(small_.engine, answered->question.id + ":1");
  ASSERT_TRUE(shown.ok()) << shown.error().what;
  EXPECT_TRUE(shown->source_changed);
  EXPECT_NE(shown->citation.quote.find("bronze"), std::string::npos);
}

}  // namespace
}  // namespace oi
