#include "verify/word_order.h"

#include <gtest/gtest.h>

#include <string>

namespace oi {
namespace {

bool swapped(const std::string& source_text, const std::string& claim_text) {
  const Wording source = read_wording(source_text, {}, Capitals::MarkNames);
  const Wording claim = read_wording(claim_text, {}, Capitals::MarkNames);
  Matches matches(claim.tokens.size());
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    for (size_t s = 0; s < source.tokens.size(); ++s) {
      if (source.tokens[s].stem == claim.tokens[t].stem) matches[t] = Match{0, s};
    }
  }
  return !find_swap(claim, {&source}, matches).empty();
}

TEST(WordOrder, PartiesInEachOthersPlaceAreSeen) {
  EXPECT_TRUE(swapped("In court Acme sued Bolt.", "In court Bolt sued Acme."));
  EXPECT_TRUE(swapped("In court Acme was sued by Bolt.", "In court Acme sued Bolt."));
  EXPECT_TRUE(swapped("The buyer pays the seller.", "The seller pays the buyer."));
}

TEST(WordOrder, PassivesListsAndPlacesAreNoSwap) {
  EXPECT_FALSE(swapped("In court Acme sued Bolt.", "In court Bolt was sued by Acme."));
  EXPECT_FALSE(swapped("We met Anna and Bert.", "We met Bert and Anna."));
  EXPECT_FALSE(swapped("There Anna works in Rome.", "Now in Rome Anna works."));
}

}  // namespace
}  // namespace oi
