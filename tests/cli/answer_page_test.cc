#include <gtest/gtest.h>

#include "cli/pages.h"
#include "cli/visible.h"

namespace oi {
namespace {

Answered sample() {
  Answered answered;
  answered.question.id = "0123456789abcdef";
  Answer& answer = answered.answer;
  answer.outcome = AnswerOutcome::Answered;
  answer.text = "Dry the motor. Flush the casing.";
  answer.claims = {{"Dry the motor.", {0, 14}, {"S1"}, Support::Supported, 0.9},
                   {"Flush the casing.", {15, 32}, {"S1", "S2"}, Support::Supported, 0.8}};
  answer.citations = {{"S1",
                       {0x1f},
                       "manual.pdf",
                       "aa",
                       {5, 9},
                       "the motor\nmust be dried",
                       4,
                       {},
                       "Special events > Flood"},
                      {"S2", {0x2f}, "notes.md", "bb", {5, 9}, "flush it", 0, {}, ""}};
  answer.confidence = 0.82;
  answer.fidelity = 1;
  answered.receipt.stages = {{"search", 100}, {"draft", 1400}};
  return answered;
}

TEST(AnswerPage, ShowsAnswerLabelsSourcesAndHowSure) {
  EXPECT_EQ(answer_page(sample(), {}),
            "Dry the motor. [S1] Flush the casing. [S1] [S2]\n"
            "\nSources\n"
            "  [S1] manual.pdf, page 4 · Special events > Flood\n"
            "       “the motor must be dried”\n"
            "  [S2] notes.md\n"
            "       “flush it”\n"
            "  See one in its place: oi show --citation 0123456789abcdef:1\n"
            "\nconfidence 0.82 (not calibrated) · fidelity 1.00 · 1.5 s · on this machine\n");
}

TEST(AnswerPage, QuotesOfOnePassageStandTogetherUnderItsLabel) {
  Answered answered = sample();
  Citation second = answered.answer.citations.front();
  second.quote = "flush the casing";
  answered.answer.citations.insert(answered.answer.citations.begin() + 1, second);
  EXPECT_NE(answer_page(answered, {})
                .find("  [S1] manual.pdf, page 4 · Special events > Flood\n"
                      "       “the motor must be dried”\n"
                      "       “flush the casing”\n"
                      "  [S2] notes.md\n"),
            std::string::npos);
}

TEST(AnswerPage, ShowsWhatWasRemovedAndByWhichGate) {
  Answered answered = sample();
  answered.answer.removed = {{"The pump is blue.", 'B', "no citation"}};
  const std::string page = answer_page(answered, {});
  EXPECT_NE(page.find("✗ The pump is blue.\n      gate B: no citation\n"), std::string::npos)
      << page;
}

TEST(AnswerPage, AnAbstentionShowsWhatIsMissingAndWhatIsNear) {
  Answered answered = sample();
  answered.answer.outcome = AnswerOutcome::Abstained;
  answered.answer.text = "";
  answered.answer.claims.clear();
  answered.answer.missing = {"the colour of the pump"};
  answered.receipt.unread_files = 2;
  const std::string page = answer_page(answered, {});
  EXPECT_TRUE(
      page.starts_with("The documents do not answer this.\n\nMissing\n"
                       "  · the colour of the pump\n\nNearest passages\n  [S1] manual.pdf"))
      << page;
  EXPECT_NE(page.find("2 files not read"), std::string::npos) << page;
}

TEST(AnswerPage, NothingOfADocumentReachesTheTerminalRaw) {
  Answered answered = sample();
  const std::string evil = "\x1b[31m\xe2\x80\xae\r\x07";
  answered.answer.text += evil;
  answered.answer.missing = {evil};
  answered.answer.removed = {{evil, 'C', evil}};
  for (Citation& citation : answered.answer.citations) {
    citation.label = citation.document_name = citation.quote = citation.heading = evil;
  }
  answered.receipt.verdicts = {{'A', evil, Outcome::Fail, 0, 0, {}}};
  Hit hit;
  hit.why = evil;
  answered.trace.stages = {{TraceStage::Vector, evil, 0, {}}, {TraceStage::Final, "", 0, {hit}}};
  answered.left_out = {{{}, evil}};
  for (const AnswerOutcome outcome : {AnswerOutcome::Answered, AnswerOutcome::Abstained,
                                      AnswerOutcome::Partial, AnswerOutcome::Failed}) {
    answered.answer.outcome = outcome;
    const std::string page = answer_page(answered, {}) + trace_page(answered, {});
    for (const char c : page) {
      ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << page;
    }
    EXPECT_EQ(page.find("\xe2\x80\xae"), std::string::npos);
  }
}

TEST(AnswerPage, NoLineIsWiderThanTheTerminal) {
  Answered answered = sample();
  answered.answer.text = std::string(40, 'x') + " " + std::string(90, 'y');
  answered.answer.claims.clear();
  const Look narrow{.terminal = true, .colours = false, .width = 40, .height = 24};
  const std::string page = answer_page(answered, narrow);
  EXPECT_LE(columns(page.substr(0, page.find('\n'))), 40u);
}

TEST(LabelledText, LabelsThatTheTextShowsAlreadyAreNotRepeated) {
  Answer answer;
  answer.text = "One [S1]. Two [S2].";
  answer.claims = {{"One", {0, 3}, {"S1"}, Support::Supported, 1},
                   {"Two", {10, 13}, {"S2", "S3"}, Support::Supported, 1}};
  EXPECT_EQ(labelled_text(answer), "One [S1]. Two [S3] [S2].");
}

TEST(LabelledText, LineBreaksInsideAClaimAreThoseOfThePageAndAreNotKept) {
  Answer answer;
  answer.text = "Dry the\nmotor.\nFlush it.";
  answer.claims = {{"Dry the motor.", {0, 14}, {"S1"}, Support::Supported, 1},
                   {"Flush it.", {15, 24}, {"S2"}, Support::Supported, 1}};
  EXPECT_EQ(labelled_text(answer), "Dry the motor. [S1]\nFlush it. [S2]");
}

TEST(LabelledText, ClaimsThatLieOutsideTheTextAreLeftAlone) {
  Answer answer;
  answer.text = "One.";
  answer.claims = {{"One.", {0, 400}, {"S1"}, Support::Supported, 1},
                   {"x", {3, 1}, {"S2"}, Support::Supported, 1}};
  EXPECT_EQ(labelled_text(answer), "One.");
}

TEST(TracePage, ShowsStagesGatesAndRoute) {
  Answered answered = sample();
  Hit hit;
  hit.chunk = {{0x1f}, 3};
  hit.cosine = 0.71;
  hit.kept = false;
  hit.why = "below the floor";
  answered.trace.stages = {{TraceStage::Vector, "", 12, {hit}},
                           {TraceStage::Rerank, "no cross-encoder", 0, {}}};
  answered.receipt.verdicts = {{'A', "retrieval", Outcome::Pass, 0.7, 0.4, {}}};
  const std::string page = trace_page(answered, {});
  EXPECT_NE(page.find("1 hit in 0.0 s"), std::string::npos) << page;
  EXPECT_NE(page.find("cosine 0.71 final 0.00 dropped: below the floor"), std::string::npos);
  EXPECT_NE(page.find("skipped: no cross-encoder"), std::string::npos);
  EXPECT_NE(page.find("A retrieval"), std::string::npos);
  EXPECT_NE(page.find("0.70 of 0.40"), std::string::npos);
}

}  // namespace
}  // namespace oi
