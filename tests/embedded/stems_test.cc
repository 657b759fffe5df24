#include "embedded/stems.h"

#include <gtest/gtest.h>

#include "embedded/words.h"

namespace oi {
namespace {

std::string stem(std::string_view language, std::string_view word) {
  return Stems(stem_rules(language)).of(search_fold(word));
}

TEST(Stems, FormsOfOneWordShareAStemInTheirLanguage) {
  struct Case {
    const char* language;
    const char* one;
    const char* other;
  };
  for (const Case& each : std::initializer_list<Case>{{"en", "running", "runs"},
                                                      {"und", "pumps", "pump"},
                                                      {"de", "Pumpen", "Pumpe"},
                                                      {"de", "Drehmomente", "Drehmoments"},
                                                      {"fr", "pompes", "pompe"},
                                                      {"es", "bombas", "bomba"},
                                                      {"it", "motori", "motore"},
                                                      {"nl", "pompen", "pomp"},
                                                      {"sv", "pumpar", "pumparna"},
                                                      {"ru", "новый", "новая"},
                                                      {"ru", "Насосы", "насос"}}) {
    EXPECT_EQ(stem(each.language, each.one), stem(each.language, each.other)) << each.one;
  }
}

TEST(Stems, EnglishIsPortersFirstRules) {
  EXPECT_EQ(stem_rules("en"), "porter");
  EXPECT_EQ(stem("en", "generically"), "gener");
  EXPECT_EQ(stem("en", "is"), "is");
}

TEST(Stems, CodesLongWordsAndUnknownLanguagesStayWhole) {
  EXPECT_EQ(stem("en", "h220s"), "h220s");
  EXPECT_EQ(stem("en", std::string(100, 'x') + "ing"), std::string(100, 'x') + "ing");
  EXPECT_EQ(stem("pl", "pompami"), "pompami");
  EXPECT_EQ(stem("xx", "running"), "running");
}

TEST(Stems, EachSetOfRulesIsMadeOnce) {
  const std::vector<Stems> all = stems_for({"de", "en", "und", "de", "pl"});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].rules(), "german");
  EXPECT_EQ(all[1].rules(), "porter");
  EXPECT_EQ(all[2].rules(), "");
}

}  // namespace
}  // namespace oi
