#include "verify/quotes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oi {
namespace {

TEST(Quotes, MarksOfSeveralLanguagesAreFound) {
  const auto one = [](const std::string& text) {
    const auto quotes = find_quotes(text);
    return quotes.size() == 1 ? quotes[0] : std::to_string(quotes.size());
  };
  EXPECT_EQ(one("It says \"keep the door shut\" there."), "keep the door shut");
  EXPECT_EQ(one("It says “keep the door shut” there."), "keep the door shut");
  EXPECT_EQ(one("Es heißt „Tür bitte immer schließen“."), "Tür bitte immer schließen");
  EXPECT_EQ(one("On lit « fermez la porte » ici."), "fermez la porte");
  EXPECT_EQ(one("A 19\" rack, called \"rack\"."), "0");  // inches; too short
  EXPECT_EQ(one("An \"unclosed mark runs on."), "0");
}

struct Case {
  const char* quote;
  const char* source;
  Rung expected;
};

TEST(Quotes, TheLadderAllowsHarmlessDifferencesOnly) {
  const std::vector<Case> cases = {
      {"keep the door shut", "Please keep the door shut.", Rung::Exact},
      {"keep the door shut.", "keep the door shut at night", Rung::Exact},
      {"don't open it", "We say don’t open it twice.", Rung::Print},
      {"keep the door shut", "keep  the\ndoor shut", Rung::Print},
      {"the department is closed", "the depart-\nment is closed", Rung::Print},
      {"five to ten days", "five to ten days", Rung::Exact},
      {"pages 5-10 of it", "pages 5–10 of it", Rung::Print},
      {"the first office", "the ﬁrst oﬃce", Rung::Print},
      {"Keep the door shut", "keep the door shut", Rung::Spelling},
      {"the cafe is closed", "the café is closed", Rung::Spelling},
      {"keep ... shut", "keep the door shut", Rung::Ellipsis},
      {"shut ... keep", "keep the door shut", Rung::None},
      {"keep the doors shut", "keep the door shut", Rung::None},
      {"keep the door shu", "keep the door shut", Rung::None},
      {"eep the door shut", "keep the door shut", Rung::None},
      {"keep a door shut", "keep the door shut", Rung::None},
      {"", "keep", Rung::None},
      {"...", "keep", Rung::None},
  };
  for (const Case& c : cases)
    EXPECT_EQ(find_quote(c.quote, c.source), c.expected) << c.quote;
}

TEST(Quotes, EveryRungHasAName) {
  EXPECT_STREQ(name_of(Rung::Exact), "exact");
  EXPECT_STREQ(name_of(Rung::None), "none");
}

}  // namespace
}  // namespace oi
