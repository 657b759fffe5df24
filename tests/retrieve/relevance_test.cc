#include "retrieve/relevance.h"

#include <gtest/gtest.h>

#include <vector>

#include "retrieve/profile.h"
#include "rules/limits.h"
#include "rules/relevance_weights.h"

namespace oi {
namespace {

double relevance(const std::string& question, const std::string& text, double cosine,
                 const std::string& above = "") {
  Question asked_question;
  asked_question.text = question;
  const Asked asked = ask_by(question, profile_question(asked_question));
  Hit hit;
  hit.cosine = cosine;
  StoredChunk chunk;
  chunk.text = text;
  const Candidate candidate{&hit, &chunk, match(asked, above, text)};
  return relevance_of(measure(asked, {&candidate, 1}).front());
}

constexpr const char* kPump =
    "Tighten the flange bolts of the H-220 pump to 45 Nm. The torque is checked every six months.";

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
  EXPECT_GT(relevance("pump maintenance", kPump, 0.3, "Maintenance > Pump"),
            relevance("pump purchase", kPump, 0.3, "Maintenance > Pump"));
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

// A passage to which a sought word is added is never less relevant for it.
TEST(Relevance, NeverFallsWhenMoreOfTheQuestionIsFound) {
  const std::vector<std::string> words = {"torque", "H-220", "pump", "Hansen", "flange", "45"};
  const std::string question = "Which torque has the H-220 pump of Hansen at its flange, 45?";
  for (uint32_t chosen = 0; chosen < 64; ++chosen) {
    std::string text = "Nothing else stands here";
    for (size_t i = 0; i < words.size(); ++i) {
      if ((chosen >> i & 1) != 0) text += " " + words[i];
    }
    const double before = relevance(question, text, 0.4);
    for (size_t i = 0; i < words.size(); ++i) {
      if ((chosen >> i & 1) == 0) {
        EXPECT_GE(relevance(question, text + " " + words[i], 0.4), before) << text << words[i];
      }
    }
  }
}

// What speaks for a passage never counts against it, and the other way round.
TEST(Relevance, WeightsHaveTheirSigns) {
  const auto check = [](const weights::FeatureWeight& weight) {
    if (weight.feature.ends_with("_missing")) {
      EXPECT_LE(weight.value, 0) << weight.feature;
    } else {
      EXPECT_GE(weight.value, 0) << weight.feature;
    }
  };
  for (const weights::FeatureWeight& weight : weights::kRelevance)
    check(weight);
  for (const weights::FeatureWeight& weight : weights::kOrder)
    check(weight);
}

TEST(Order, RisesWithWhatIsFoundAndFallsWithWhatIsMissing) {
  Features features{};
  const double none = order_of(features);
  features[static_cast<size_t>(Feature::Cosine)] = 0.5;
  const double near = order_of(features);
  EXPECT_GT(near, none);
  features[static_cast<size_t>(Feature::CodesMissing)] = 1;
  EXPECT_LT(order_of(features), near);
}

}  // namespace
}  // namespace oi
