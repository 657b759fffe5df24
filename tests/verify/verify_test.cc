#include "verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

const std::vector<std::string> kTexts = {
    "The office is on the 16th floor. Pets are not allowed in the office.",
    "The daily dose is 5 mg. Take it before meals. The label says \"keep the lid closed\".",
    "Cats sleep a lot."};

Verified run(const Bench& bench, const Draft& draft) {
  return *verify(draft, bench.input(), {});
}

std::string gates_that(const Verified& verified, Outcome outcome) {
  std::string letters;
  for (const Verdict& verdict : verified.verdicts) {
    if (verdict.outcome == outcome) letters += verdict.gate;
  }
  return letters;
}

TEST(Verify, ShowsWhatIsSupportedAndListsWhatIsNot) {
  const Bench bench(kTexts);
  const Verified verified =
      run(bench, draft_of({"The daily dose is 5 mg. [S2]", "Pets are allowed in the office. [S1]",
                           "The daily dose is 9 mg. [S2]", "Dragons guard the lift."}));
  const Answer& answer = verified.answer;
  EXPECT_EQ(answer.outcome, AnswerOutcome::Answered);
  EXPECT_EQ(answer.text, "The daily dose is 5 mg. [S2]");
  ASSERT_EQ(answer.removed.size(), 3u);
  EXPECT_EQ(answer.removed[0].gate, 'B');
  EXPECT_EQ(answer.removed[1].gate, 'B');
  EXPECT_EQ(answer.removed[2].gate, 'C');
  EXPECT_EQ(answer.removed[2].text, "The daily dose is 9 mg.");
  EXPECT_EQ(gates_that(verified, Outcome::Fail), "B");  // C is judged again on what remains
  EXPECT_EQ(gates_that(verified, Outcome::NotApplicable), "F");
}

TEST(Verify, EveryCitationIsStoredBytes) {  // invariant 2
  const Bench bench(kTexts);
  const Verified verified =
      run(bench, draft_of({"The daily dose is 5 mg. [S2]", "Cats sleep. [S3]"}));
  ASSERT_EQ(verified.answer.citations.size(), 2u);
  for (const Citation& citation : verified.answer.citations) {
    const auto document =
        std::find_if(bench.documents.begin(), bench.documents.end(),
                     [&](const Document& d) { return d.id == citation.document; });
    ASSERT_NE(document, bench.documents.end());
    EXPECT_EQ(sha256_hex(document->text), citation.version_digest);
    EXPECT_EQ(document->text.substr(citation.span.begin, citation.span.size()), citation.quote);
  }
  EXPECT_EQ(verified.answer.citations[0].quote, "The daily dose is 5 mg.");
}

TEST(Verify, NeverWritesAWord) {  // invariant 9
  const Bench bench(kTexts);
  const Draft draft =
      draft_of({"the daily dose  is 5 mg [S2]", "CATS  sleep a lot! [S3]",
                "Take it before meals. [S9]", "No pets are allowed in the office [S1]"});
  const Verified verified = run(bench, draft);
  EXPECT_EQ(verified.answer.claims.size(), 4u);
  for (const ShownClaim& shown : verified.answer.claims) {
    EXPECT_TRUE(std::any_of(draft.claims.begin(), draft.claims.end(),
                            [&](const Claim& claim) { return claim.text == shown.text; }));
    EXPECT_EQ(verified.answer.text.substr(shown.span.begin, shown.span.size()), shown.text);
    EXPECT_FALSE(shown.labels.empty());
  }
}

TEST(Verify, TheSameInputGivesTheSameVerdictOnAnyThread) {  // invariant 12
  const Bench bench(kTexts);
  const Draft draft =
      draft_of({"The daily dose is 5 mg. [S2]", "Pets are allowed in the office. [S1]",
                "All cats sleep a lot. [S3]", "The daily dose is 9 mg. [S2]"});
  const Verified first = run(bench, draft);
  EXPECT_EQ(run(bench, draft), first);
  std::vector<Verified> others(2);
  {
    std::vector<std::jthread> threads;
    for (Verified& other : others)
      threads.emplace_back([&] { other = run(bench, draft); });
  }
  EXPECT_EQ(others[0], first);
  EXPECT_EQ(others[1], first);
}

TEST(Verify, ACriticalGateThatFailsAbstainsWhateverTheMean) {
  Bench bench(kTexts, 0.1);
  for (const Mode mode : {Mode::Standard, Mode::DeepThink, Mode::Maximum}) {
    bench.bars = bars_for(rules_for(mode), bench.profile, GateProfile::Default);
    const Verified verified = run(bench, draft_of({"The daily dose is 5 mg. [S2]"}));
    EXPECT_EQ(verified.answer.outcome, AnswerOutcome::Abstained);
    EXPECT_EQ(verified.answer.text, "The documents do not answer this.");
    ASSERT_EQ(verified.answer.removed.size(), 1u);
    EXPECT_EQ(verified.answer.removed[0].gate, 'A');
  }
}

TEST(Verify, AbstainsWhenNothingIsLeftAndSaysWhatWasSearched) {
  Bench bench(kTexts);
  bench.profile.terms = {"dragons", "dose"};
  const Verified verified = run(bench, draft_of({"Dragons guard the lift. [S1]"}));
  EXPECT_EQ(verified.answer.outcome, AnswerOutcome::Abstained);
  EXPECT_TRUE(verified.answer.claims.empty());
  EXPECT_EQ(verified.answer.citations.size(), 3u);  // the nearest passages
  ASSERT_EQ(verified.answer.missing.size(), 3u);
  EXPECT_NE(verified.answer.missing[1].find("doc1.txt"), std::string::npos);
  EXPECT_NE(verified.answer.missing[2].find("dragons"), std::string::npos);
  EXPECT_EQ(verified.answer.confidence, 0);
}

TEST(Verify, ADraftThatFindsNothingAbstainsWithNothingBehindIt) {
  const Bench bench(kTexts);
  Draft draft = draft_of({"The daily dose is 5 mg. [S2]"});
  draft.says_not_found = true;
  const Verified verified = run(bench, draft);
  EXPECT_EQ(verified.answer.outcome, AnswerOutcome::Abstained);
  EXPECT_EQ(verified.answer.text, "The documents do not answer this.");
}

TEST(Verify, AnEmptyLibraryAbstainsWithoutCitations) {
  const Bench bench(std::vector<std::string>{});
  const Verified verified = run(bench, draft_of({"Rome is the capital of Italy."}));
  EXPECT_EQ(verified.answer.outcome, AnswerOutcome::Abstained);
  EXPECT_TRUE(verified.answer.citations.empty());
}

TEST(Verify, RepeatsAreShownOnceWithTheLabelsOfAll) {
  const Bench bench({"Cats sleep a lot.", "Cats sleep a lot. Dogs bark."});
  const Verified verified = run(bench, draft_of({"Cats sleep a lot. [S1]", "Cats sleep a lot. [S2]",
                                                 "cats  sleep a lot. [S1]"}));
  ASSERT_EQ(verified.answer.claims.size(), 1u);
  EXPECT_EQ(verified.answer.text, "Cats sleep a lot. [S1][S2]");
}

TEST(Verify, ConfidenceAndFidelityAreTwoNumbers) {
  const Bench bench(kTexts);
  const Verified all = run(bench, draft_of({"The daily dose is 5 mg. [S2]"}));
  EXPECT_EQ(all.answer.fidelity, 1);
  EXPECT_DOUBLE_EQ(all.answer.confidence, 0.95);
  EXPECT_FALSE(all.answer.calibrated);
  const Verified half =
      run(bench, draft_of({"The daily dose is 5. [S2]", "Cats sleep a lot. [S3]"}));
  EXPECT_EQ(half.answer.fidelity, 0.5);
  EXPECT_LT(half.answer.confidence, all.answer.confidence);
}

TEST(Verify, ListsAreLaidOutAsLists) {
  Bench bench(kTexts);
  bench.profile.kind = AnswerKind::List;
  const Verified verified =
      run(bench, draft_of({"The daily dose is 5 mg. [S2]", "Cats sleep a lot. [S3]"}));
  EXPECT_EQ(verified.answer.text, "- The daily dose is 5 mg. [S2]\n- Cats sleep a lot. [S3]");
}

TEST(Verify, ACutOffDraftIsPartial) {
  const Bench bench(kTexts);
  Draft draft = draft_of({"Cats sleep a lot. [S3]"});
  draft.cut_off = true;
  EXPECT_EQ(run(bench, draft).answer.outcome, AnswerOutcome::Partial);
}

TEST(Verify, AStopIsHonoured) {
  const Bench bench(kTexts);
  std::stop_source source;
  source.request_stop();
  const Job job{.stop = source.get_token(), .tell = {}};
  const auto result = verify(draft_of({"Cats sleep a lot. [S3]"}), bench.input(), job);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::Cancelled);
}

TEST(Verify, AbstainsInTheLanguageOfTheQuestion) {
  EXPECT_EQ(abstention_sentence("de"), "Die Dokumente beantworten das nicht.");
  EXPECT_EQ(abstention_sentence("xx"), "The documents do not answer this.");
}

}  // namespace
}  // namespace oi
