#include "verify/wording.h"

#include <gtest/gtest.h>

#include <string>

namespace oi {
namespace {

std::string negated(const std::string& text) {
  const Wording wording = read_wording(text, {}, Capitals::MarkNames);
  std::string found;
  for (const auto& reached : wording.negations) {
    for (const size_t token : reached)
      found += wording.tokens[token].folded + " ";
    found += "| ";
  }
  return found;
}

TEST(Wording, ANegationReachesTheWordsBehindItInItsClause) {
  EXPECT_EQ(negated("Pets are not allowed in the pool, but smoking is."), "allowed pool | ");
  EXPECT_EQ(negated("It is neither hot nor cold."), "hot | cold | ");
  EXPECT_EQ(negated("Das Licht funktioniert nicht."), "funktioniert licht | ");
  EXPECT_EQ(negated("No, thanks."), "| ");
}

TEST(Wording, NamesAreCapitalsInsideASentence) {
  const Wording wording = read_wording("Yesterday Acme hired NASA staff.", {}, Capitals::MarkNames);
  std::string names;
  for (const Token& token : wording.tokens) {
    if (token.name) names += token.folded + " ";
  }
  EXPECT_EQ(names, "acme nasa ");
  for (const Token& token :
       read_wording("Das Haus steht hier.", {}, Capitals::MeanNothing).tokens) {
    EXPECT_FALSE(token.name) << token.folded;
  }
}

TEST(Wording, NumbersAndTheirUnitsAreNoContentWords) {
  for (const Token& token :
       read_wording("5 mg, 3 million, sixteenth", {}, Capitals::MarkNames).tokens) {
    EXPECT_FALSE(token.content) << token.folded;
  }
}

TEST(Wording, IdeographsAreReadOneByOne) {
  const Wording wording = read_wording("宠物不允许进入", {}, Capitals::MarkNames);
  EXPECT_EQ(wording.tokens.size(), 7u);
  ASSERT_EQ(wording.negations.size(), 1u);
  EXPECT_EQ(wording.negations[0].size(), 4u);
}

TEST(Wording, AMonthIsNoPermission) {
  for (const Token& token :
       read_wording("On 3 May 2020 it rained.", {}, Capitals::MarkNames).tokens) {
    EXPECT_EQ(token.extent, Extent::None) << token.folded;
  }
}

}  // namespace
}  // namespace oi
