#include "embedded/words.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

const Stems kEnglish("porter");

std::string copy(std::string_view text) {
  return search_copy(text, kEnglish);
}

TEST(Words, SearchCopyJoinsWhatALineEndCut) {
  EXPECT_EQ(copy("do-\ngs"), "dog");
  EXPECT_EQ(copy("do- \r\n  gs"), "dog");
  EXPECT_EQ(copy("do\xc2\xad\ngs, do\xc2\xadgs"), "dog dog");
}

TEST(Words, SearchCopyKeepsHyphensThatMeanSomething) {
  EXPECT_EQ(search_fold("well-known"), "well-known");
  EXPECT_EQ(search_fold("range 3-\n5"), "range 3-\n5");
  EXPECT_EQ(search_fold("Jean-\nPaul"), "jean-\npaul");    // a name goes on with a capital
  EXPECT_EQ(search_fold("end-\n\nnext"), "end-\n\nnext");  // another paragraph
  EXPECT_EQ(search_fold("- item\n- other"), "- item\n- other");
  EXPECT_EQ(search_fold("-"), "-");
  EXPECT_EQ(search_fold("a-"), "a-");
  EXPECT_EQ(search_fold("a-\n"), "a-\n");
}

TEST(Words, SearchCopyIsStemsWithoutSigns) {
  EXPECT_EQ(copy("\xef\xac\x81nd Caf\xc3\xa9s, 1.0.21 & H-220!"), "find cafe 1 0 21 h 220");
  EXPECT_EQ(copy(""), "");
  EXPECT_EQ(copy("?!"), "");
}

TEST(Words, ScriptsWithoutSpacesBecomePairs) {
  EXPECT_EQ(copy("水泵压力"), "水泵 泵压 压力 力");
  EXPECT_EQ(copy("水"), "水");
  EXPECT_EQ(copy("H-220ポンプ"), "h 220 ポン ンプ プ");
  EXPECT_EQ(copy("水泵，压力"), "水泵 泵 压力 力");
}

TEST(Words, PhraseIsQuotedAndEndsAsItsScriptWants) {
  EXPECT_EQ(phrase_of("pumps", kEnglish), "\"pump\"");
  EXPECT_EQ(phrase_of("what's", kEnglish), "\"what s\"");
  EXPECT_EQ(phrase_of("泵压力", kEnglish), "\"泵压 压力\"");
  EXPECT_EQ(phrase_of("泵", kEnglish), "\"泵\"*");
  EXPECT_EQ(phrase_of("5月", kEnglish), "\"5 月\"*");
  EXPECT_EQ(phrase_of("月5", kEnglish), "\"月 5\"");
  EXPECT_EQ(phrase_of("--", kEnglish), "");
}

TEST(Words, VowelSignsAndTheCyrillicShortIStayInTheirWord) {
  const std::string hindi = search_fold("हिन्दी");
  ASSERT_EQ(tokens_of(hindi).size(), 1u);
  EXPECT_EQ(tokens_of(hindi).front().text, hindi);
  EXPECT_EQ(copy("йод"), "иод");
}

TEST(Words, BytesThatAreNotUtf8DoNoHarm) {
  for (const char* bytes : {"\xff", "a\xc3", "\xc2", "-\n\xff", "\xad-\n\xad", "\xe2\x82-\nx"}) {
    copy(bytes);
    phrase_of(bytes, kEnglish);
  }
}

}  // namespace
}  // namespace oi
