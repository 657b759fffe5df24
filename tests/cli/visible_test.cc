#include "cli/visible.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oi {
namespace {

TEST(Visible, WhatSteersATerminalIsShownAndNeverSent) {
  struct Case {
    std::string text, shown;
  };
  const Case cases[] = {
      {"manual.pdf", "manual.pdf"},
      {"Prüfung 日本.txt", "Prüfung 日本.txt"},
      {"\x1b[2J\x1b]0;owned\x07", "␛[2J␛]0;owned␇"},
      {"a\nb\rc\td", "a␊b␍c␉d"},
      {std::string("nul\0end", 7), "nul␀end"},
      {"del\x7f", "del␡"},
      {"\xc2\x9b"
       "31m",
       "‹U+9B›31m"},  // C1: the one-byte escape sequence
      {"cod\xe2\x80\xae"
       "fdp.exe",
       "cod‹U+202E›fdp.exe"},  // the override that turns text round
      {"a\xe2\x80\x8b"
       "b\xef\xbb\xbf",
       "a‹U+200B›b‹U+FEFF›"},
      {"\xe2\x80\xa8", "‹U+2028›"},
      {"\xf3\xa0\x81\x81", "‹U+E0041›"},
      {"bad\xff\xc3", "bad‹FF›‹C3›"},
      {"\xef\xbf\xbd", "\xef\xbf\xbd"},  // the replacement character itself
      {"", ""},
  };
  for (const Case& one : cases)
    EXPECT_EQ(visible(one.text), one.shown);
}

TEST(Visible, NoByteOfAnyTextBelowASpaceSurvives) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {'x', static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = visible(text);
      ASSERT_TRUE(valid_utf8(shown));
      for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        ASSERT_TRUE(byte >= 0x20 && byte != 0x7F) << first << " " << second;
      }
    }
  }
}

TEST(Visible, TextKeepsItsLinesAndLosesItsTabs) {
  EXPECT_EQ(visible_text("a\tb\nc\x1b"), "a    b\nc␛");
}

TEST(Columns, WideCountTwoCombiningNoneColoursNone) {
  EXPECT_EQ(columns("abc"), 3u);
  EXPECT_EQ(columns("日本"), 4u);
  EXPECT_EQ(columns("e\xcc\x81"), 1u);
  EXPECT_EQ(columns("\x1b[32mok\x1b[0m"), 2u);
  EXPECT_EQ(columns("\xff"), 1u);
}

TEST(Shortened, NeverTakesMoreColumnsThanItMay) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 5), "abcd…");
  EXPECT_EQ(shortened("日本語", 5), "日本…");
  EXPECT_EQ(shortened("日本語", 4), "日…");
  EXPECT_EQ(shortened("abc", 1), "…");
  EXPECT_EQ(shortened("abc", 0), "");
}

TEST(Padded, FillsUpByColumnsAndNotByBytes) {
  EXPECT_EQ(padded("ü", 3), "ü  ");
  EXPECT_EQ(padded("long", 3), "long");
}

TEST(Wrapped, BreaksBetweenWordsAndInsideOnlyWhereOneIsTooLong) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one\n\ntwo", 8), (Lines{"one", "", "two"}));
  EXPECT_EQ(wrapped("abcdefghijkl xy", 8), (Lines{"abcdefgh", "ijkl xy"}));
  EXPECT_EQ(wrapped("", 8), (Lines{""}));
  for (const std::string& line : wrapped("日本語日本語日本語 and more words of text", 9)) {
    EXPECT_LE(columns(line), 9u);
  }
}

TEST(Indented, PutsSpacesBeforeEveryLine) {
  EXPECT_EQ(indented("one two three", 2, 10), "  one two\n  three\n");
}

}  // namespace
}  // namespace oi
