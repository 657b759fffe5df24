#include "retrieve/relevance.h"

#include <gtest/gtest.h>

#include "retrieve/profile.h"
#include "rules/limits.h"

namespace oi {
namespace {

double relevance(const std::string& question, std::string_view text, double cosine) {
  Question asked;
  asked.text = question;
  return relevance_stand_in(weigh_terms(question, profile_question(asked)), text, cosine);
}

constexpr const char* kPump =
    "Maintenance > Pump\nTighten the flange bolts of the H-220 pump to 45 Nm. The torque is "
    "checked every six months.";

TEST(Relevance, ClearHitStandsAboveTauAndForeignQuestionBelow) {
  const double tau = limits::kDefaultBars.tau;
  EXPECT_GT(relevance("What is the torque of the H-220 pump?", kPump, 0.65), tau + 0.3);
  EXPECT_LT(relevance("What is the capital of Italy?", kPump, 0.05), tau - 0.3);
  EXPECT_LT(relevance("Who built the museum in six months?", kPump, 0.12), tau);
}

TEST(Relevance, PassageWithoutTheCodeFallsFarther) {
  const double with = relevance("torque of the H-220 pump", kPump, 0.5);
  const double other = relevance("torque of the H-310 pump", kPump, 0.5);
  const double plain = relevance("torque of the rusty pump", kPump, 0.5);
  EXPECT_GT(with, other);
  EXPECT_GT(plain, other) << "a missing code says more than a missing word";
}

TEST(Relevance, NameWeighsMoreThanAPlainWord) {
  const std::string text = "The manager approved the budget of the garden.";
  EXPECT_LT(relevance("Has Ferguson approved the budget?", text, 0.4),
            relevance("Has anybody approved the budget?", text, 0.4));
}

TEST(Relevance, InflectedFormsAndTheHeadingCount) {
  EXPECT_GT(relevance("how are bolts tightened", kPump, 0.3),
            relevance("how are rivets greased", kPump, 0.3));
  EXPECT_GT(relevance("pump maintenance", kPump, 0.3), relevance("pump purchase", kPump, 0.3));
}

TEST(Relevance, CodesAgreeAcrossTheirWritings) {
  const double same = relevance("torque H-220", "H-220 torque", 0.3);
  EXPECT_EQ(relevance("torque H-220", "H220 torque", 0.3), same);
  EXPECT_EQ(relevance("cost 1,500", "cost 1500", 0.3), relevance("cost 1500", "cost 1500", 0.3));
  EXPECT_LT(relevance("cost 3.5", "cost 35", 0.3), relevance("cost 3.5", "cost 3.5", 0.3));
}

TEST(Relevance, StaysInItsRangeAndRisesWithTheCosine) {
  EXPECT_LT(relevance("", kPump, -1), 0.01);
  EXPECT_GT(relevance("the of", kPump, 1), 0.9) << "without terms it rests on the cosine";
  double before = -1;
  for (double cosine = -1; cosine <= 1; cosine += 0.05) {
    const double now = relevance("torque of the pump", kPump, cosine);
    EXPECT_GE(now, before);
    EXPECT_GE(now, 0);
    EXPECT_LE(now, 1);
    before = now;
  }
}

}  // namespace
}  // namespace oi
