#include "retrieve/boost.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Boost, QuestionsForASpecificationAreToldByWholeWords) {
  for (const char* asked :
       {"What is the oil capacity?", "How many litres does it hold", "torque of the wheel bolts",
        "which grade of oil", "limit for sulphur", "pressure in kPa", "Where is the AB12 fitted",
        "what's new", "Is 5 enough?"}) {
    EXPECT_TRUE(asks_for_specification(asked)) << asked;
  }
  for (const char* asked :
       {"Why does dopamine rise?", "Give an example", "Who often calls", "Explain the leave policy",
        "Where in the house does he live", "Is stimulation allowed"}) {
    EXPECT_FALSE(asks_for_specification(asked)) << asked;
  }
}

uint32_t points(const char* text, ChunkKind kind = ChunkKind::Prose) {
  StoredChunk chunk;
  chunk.chunk.kind = kind;
  chunk.text = text;
  return structure_points(chunk);
}

TEST(Boost, PointsAreThoseOfTheTable) {
  EXPECT_EQ(points("Plain words about a pump."), 0u);
  EXPECT_EQ(points("It was 1999."), 1u) << "a number";
  EXPECT_EQ(points("Fill in 5 l."), 3u) << "a number and a unit";
  EXPECT_EQ(points("5psi at 20 mm"), 5u) << "two families of units";
  EXPECT_EQ(points("5 l or 6 litres"), 3u) << "a family counts once";
  EXPECT_EQ(points("as ISO 9001 says"), 4u) << "a standard, which has a number";
  EXPECT_EQ(points("stimulation en route 5"), 1u) << "no standard without capitals";
  EXPECT_EQ(points("words", ChunkKind::List), 2u);
  EXPECT_EQ(points("words", ChunkKind::Table), 5u);
  EXPECT_EQ(points("a\tb\tc\td"), 3u) << "columns";
  EXPECT_EQ(points("page 7 in"), 3u) << "a unit behind a number";
  EXPECT_EQ(points("in it there are 7 pages"), 1u) << "a unit before a number is none";
}

// Ruling 13: 0.04 a point times the mode's factor, 0.30 after that.
TEST(Boost, SpecificationRisesByItsPointsAndIsNamed) {
  std::vector<Hit> hits(3);
  StoredById stored;
  const char* texts[] = {"Plain words.", "5 psi at 20 mm", "5 l at 2 bar and 3 mm, 4 V, ISO 9001"};
  for (uint32_t i = 0; i < 3; ++i) {
    hits[i].chunk = {DocumentId{1}, i};
    hits[i].fused = hits[i].final_score = 0.5;
    stored[hits[i].chunk].text = texts[i];
  }
  const std::vector<Hit> before = hits;
  const ModeRules& deep = rules_for(Mode::DeepThink);
  EXPECT_FALSE(boost_structure(hits, stored, "Why is it so?", deep));
  EXPECT_EQ(hits, before);
  ASSERT_TRUE(boost_structure(hits, stored, "What is the pressure?", deep));
  EXPECT_EQ(hits[0].chunk.ordinal, 2u);
  EXPECT_DOUBLE_EQ(hits[0].boost, 0.30);
  EXPECT_EQ(hits[1].chunk.ordinal, 1u);
  EXPECT_NEAR(hits[1].boost, 0.04 * 5 * 1.3, 1e-12);
  EXPECT_NEAR(hits[1].final_score, 0.5 + 0.04 * 5 * 1.3, 1e-12);
  ASSERT_EQ(hits[1].boosts.size(), 1u);
  EXPECT_EQ(hits[1].boosts[0].name, "structure");
  EXPECT_EQ(hits[2].boost, 0);
  EXPECT_TRUE(hits[2].boosts.empty());
}

}  // namespace
}  // namespace oi
