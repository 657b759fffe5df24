#include "base/text.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> found;
  for (const TextSpan& span : words(text))
    found.emplace_back(text.substr(span.begin, span.size()));
  return found;
}
using Words = std::vector<std::string>;

TEST(Text, ValidityKnowsTheFormsThatUtf8Forbids) {
  for (const std::string_view good : {"", "plain", "grün", "日本語", "😀",
                                      "a longer run of plain text, then é", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(valid_utf8(good)) << good;
  }
  for (const std::string_view bad :
       {"\x80", "\xC3", "plain text before \xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF0\x9F\x98", "\xFF",
        "a\xFE"
        "b"}) {
    EXPECT_FALSE(valid_utf8(bad));
  }
}

TEST(Text, RepairReplacesEachBrokenSequenceAndCountsIt) {
  const Utf8Repair repair = repair_utf8("a\xC3(\xE2\x82 b\xFF\xFE é");
  EXPECT_EQ(repair.text, "a�(� b�� é");
  EXPECT_EQ(repair.replaced, 4u);
  EXPECT_TRUE(valid_utf8(repair.text));
}

TEST(Text, RepairLeavesValidTextAsItIs) {
  const std::string text = "Größe 5 µm, 日本 😀, and a tail of plain text";
  EXPECT_EQ(repair_utf8(text).text, text);
  EXPECT_EQ(repair_utf8(text).replaced, 0u);
}

TEST(Text, CodePointsAreCountedNotBytes) {
  EXPECT_EQ(code_points(""), 0u);
  EXPECT_EQ(code_points("plain text of some length"), 25u);
  EXPECT_EQ(code_points("é日😀x"), 4u);
  EXPECT_EQ(code_points("a\xFF"
                        "b"),
            3u);
}

TEST(Text, NextCodePointWalksTheText) {
  const std::string_view text = "aé\xFF😀";
  std::vector<char32_t> seen;
  std::vector<size_t> places;
  for (size_t at = 0; at < text.size();) {
    seen.push_back(next_code_point(text, at));
    places.push_back(at);
  }
  EXPECT_EQ(seen, (std::vector<char32_t>{U'a', U'é', 0xFFFD, U'😀'}));
  EXPECT_EQ(places, (std::vector<size_t>{1, 3, 4, 8}));
}

TEST(Text, FloorNeverCutsACodePoint) {
  const std::string_view text = "aé😀b";
  const size_t floors[] = {0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
  for (size_t at = 0; at < std::size(floors); ++at) {
    EXPECT_EQ(floor_code_point(text, at), floors[at]) << at;
  }
  EXPECT_EQ(floor_code_point("\x80\x80\x80\x80\x80\x80", 5), 5u);
}

TEST(Text, WholeCodePointsLeaveOutOnlyWhatMoreBytesWouldComplete) {
  const std::string_view text = "a😀é";
  const size_t whole[] = {0, 1, 1, 1, 1, 5, 5, 7};
  for (size_t end = 0; end < std::size(whole); ++end) {
    EXPECT_EQ(whole_code_points(text.substr(0, end)), whole[end]) << end;
  }
  EXPECT_EQ(whole_code_points("a\xFF"), 2u);  // never valid, so nothing to wait for
  EXPECT_EQ(whole_code_points("a\x80\x80\x80\x80"), 5u);
}

TEST(Text, LettersDigitsAndSpacesOfAllScripts) {
  EXPECT_TRUE(is_letter(U'é') && is_letter(U'語') && !is_letter(U'5') && !is_letter(U'-'));
  EXPECT_TRUE(is_digit(U'5') && is_digit(U'٣') && !is_digit(U'x') && !is_digit(U'½'));
  EXPECT_TRUE(is_space(U' ') && is_space(0xA0) && is_space(U'\n') && !is_space(0x200B));
  EXPECT_TRUE(is_upper(U'É') && !is_upper(U'é') && is_lower(U'é') && !is_lower(U'語'));
}

TEST(Text, WordsHaveALetterOrADigit) {
  EXPECT_EQ(words_of("Don't pay $3.50 -- at 10.45, ok?"),
            (Words{"Don't", "pay", "3.50", "at", "10.45", "ok"}));
  EXPECT_EQ(words_of("snake_case ___ (x) ... — ½"), (Words{"snake_case", "x"}));
  EXPECT_EQ(words_of("Größe: 5µm"), (Words{"Größe", "5µm"}));
  EXPECT_TRUE(words(" \n -- !").empty());
  EXPECT_TRUE(words("").empty());
}

TEST(Text, ScriptsWithoutSpacesAreSplitToo) {
  EXPECT_EQ(words_of("日本語の文章"), (Words{"日本語", "の", "文章"}));
  EXPECT_GE(count_words("ภาษาไทย"), 2u);
}

TEST(Text, CountedWordsAreTheWords) {
  const std::string_view text = "The pump (P-101) delivers 4.5 L; don't exceed it.";
  EXPECT_EQ(count_words(text), words(text).size());
}

TEST(Text, BrokenBytesDoNotStopTheWords) {
  EXPECT_EQ(words_of("one \xFF\xC3 two"), (Words{"one", "two"}));
}

TEST(Text, FoldingMakesEqualWhatReadersCallEqual) {
  EXPECT_EQ(fold("PLAIN Text"), "plain text");
  EXPECT_EQ(fold("Café"), fold("CAFE\xCC\x81"));
  EXPECT_EQ(fold("Straße"), "strasse");
  EXPECT_EQ(fold("ﬁle № ５"), "file no 5");
  EXPECT_EQ(fold("Ångström"), "angstrom");
}

TEST(Text, FoldingKeepsMarksThatMakeAnotherLetter) {
  EXPECT_NE(fold("が"), fold("か"));
  EXPECT_NE(fold("कि"), fold("क"));
  EXPECT_EQ(fold("한국어"), "한국어");
}

TEST(Text, SpacesCollapseToOne) {
  EXPECT_EQ(collapse_spaces("  a\t\n b\xC2\xA0 c  "), "a b c");
  EXPECT_EQ(collapse_spaces(" \n "), "");
  EXPECT_EQ(collapse_spaces("é 日"), "é 日");
}

TEST(Text, TrimTakesSpaceFromBothEndsOnly) {
  EXPECT_EQ(trim("\xC2\xA0 a b\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim("é"), "é");
}

TEST(Text, StopWordsAreFunctionWordsOnly) {
  for (const char* word : {"the", "a", "yours", "which", "not"})
    EXPECT_TRUE(is_stop_word(word));
  for (const char* word : {"pump", "The", "", "theory"})
    EXPECT_FALSE(is_stop_word(word));
}

TEST(Split, EveryPartIsGivenAlsoAnEmptyOne) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), std::vector<std::string_view>{""});
  EXPECT_EQ(split("a,", ','), (std::vector<std::string_view>{"a", ""}));
}

}  // namespace
}  // namespace oi
