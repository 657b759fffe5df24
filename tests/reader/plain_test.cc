#include <gtest/gtest.h>

#include <random>

#include "collected.h"

namespace oi {
namespace {

using std::string_literals::operator""s;
using test::collect;
using test::Collected;

Collected read(std::string_view bytes, const ReadLimits& limits = {}) {
  return collect(read_text, bytes, Kind::Text, limits);
}

std::string wide(std::u16string_view text, bool big, bool mark) {
  std::string bytes = mark ? (big ? "\xFE\xFF" : "\xFF\xFE") : "";
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

// Ruling 4: nothing is normalised away.
TEST(Plain, Utf8ComesOutByteForByte) {
  for (const std::string& text :
       {"one line without an end"s, "\n\n  spaces \t and\r\nline ends\rof all\n\n\nkinds\n"s,
        "\u00FCml\u00E4ut \u65E5\u672C \U0001F600 e\u0301\n"s,
        "\x1B[31mred\x1B[0m and much more text\n"s}) {
    const Collected all = read(text);
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_EQ(all.text(), text);
    EXPECT_TRUE(all.problems.empty());
    EXPECT_TRUE(all.pages.empty());
  }
}

TEST(Plain, AMarkTellsTheCharacterSet) {
  const std::u16string_view text = u"Gr\u00FC\u00DFe, \u20AC 5, \U0001F600\n";
  const std::string expected = "Gr\u00FC\u00DFe, \u20AC 5, \U0001F600\n";
  for (const bool big : {false, true}) {
    const Collected all = read(wide(text, big, true));
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_EQ(all.text(), expected);
    EXPECT_TRUE(all.problems.empty());
  }
  EXPECT_EQ(read("\xEF\xBB\xBFtext").text(), "text");
  EXPECT_EQ(read("\xFF\xFE\0\0t\0\0\0\xFC\0\0\0"s).text(), "t\u00FC");
}

TEST(Plain, Utf16WithoutAMarkIsGuessedAndSaidSo) {
  for (const bool big : {false, true}) {
    const Collected all = read(wide(u"Plain words in two bytes each.\n", big, false));
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_EQ(all.text(), "Plain words in two bytes each.\n");
    EXPECT_TRUE(all.has_problem("charset_guessed"));
  }
}

TEST(Plain, OldEightBitTextIsGuessedAndSaidSo) {
  const std::string latin =
      "Die Stra\xDF"
      "e f\xFChrt \xFC"
      "ber die Br\xFC"
      "cke. Der K\xF6nig a\xDF gr\xFCne "
      "\xC4pfel und sch\xF6ne \xD6l"
      "b\xE4ume standen f\xFCr alle \x84Gr\xFC\xDF"
      "e\x93 bereit.\n";
  const Collected all = read(latin);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_NE(all.text().find("Stra\u00DFe f\u00FChrt \u00FCber die Br\u00FCcke"), std::string::npos);
  ASSERT_TRUE(all.has_problem("charset_guessed"));
  EXPECT_NE(all.problems[0].what.find("windows-1252"), std::string::npos) << all.problems[0].what;
}

// Sets whose letters take two bytes or are not Latin, in files of a few lines.
TEST(Plain, OldSetsOfOtherScriptsAreGuessed) {
  struct Case {
    const char* name;
    std::string bytes;
    std::string begins;
  };
  const Case cases[] = {
      {"Shift-JIS",
       "\x96\xBC\x91\x4F,\x94\x4E\x97\xEE,\x8F\x5A\x8F\x8A\r\n\x8D\xB2\x93\xA1\x91\xBE\x98\x59,30,"
       "\x93\x8C\x8B\x9E\r\n\x8E\x4F\x96\xD8\x89\x70\x8E\x71,25,\x91\xE5\x8D\xE3\r\n",
       "\u540D\u524D,\u5E74\u9F62"},
      {"KOI8-R",
       "\xEE\xC1\xD3\xCF\xD3 \xD3\xD4\xCF\xC9\xD4 \xD7 \xD0\xCF\xC4\xD7\xC1\xCC\xC5 "
       "\xC4\xCF\xCD\xC1 "
       "\xC9 \xCE\xC5 \xD2\xC1\xC2\xCF\xD4\xC1\xC5\xD4 \xD5\xD6\xC5 \xD4\xD2\xC9 \xC4\xCE\xD1.\n",
       "\u041D\u0430\u0441\u043E\u0441 \u0441\u0442\u043E\u0438\u0442"}};
  for (const Case& test : cases) {
    const Collected all = read(test.bytes);
    ASSERT_TRUE(all.outcome.ok()) << test.name << all.outcome.error().what;
    EXPECT_EQ(all.text().substr(0, test.begins.size()), test.begins) << test.name;
    EXPECT_TRUE(all.has_problem("charset_guessed")) << test.name;
  }
}

TEST(Plain, WideTextInOtherScriptsNeedsNoMark) {
  const std::u16string text =
      u"\u041D\u0430\u0441\u043E\u0441 \u0441\u0442\u043E\u0438\u0442 \u0432 "
      u"\u0434\u043E\u043C\u0435, \u0438 \u0432\u0441\u0451.\n";
  EXPECT_EQ(read(wide(text, false, false)).text(), read(wide(text, true, true)).text());
}

TEST(Plain, DamagedUtf8IsRepairedAndSaidSo) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "\u00FCber \u00E4hnliche \u00D6le ";
  text.insert(30, "\xFF");
  text += "\xE2\x82";  // cut short
  const Collected all = read(text);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.has_problem("invalid_utf8"));
  EXPECT_NE(all.text().find("\uFFFD"), std::string::npos);
  EXPECT_NE(all.text().find("\u00E4hnliche"), std::string::npos);
}

TEST(Plain, ZeroCharactersAreShownAndSaidSo) {
  const Collected all = read("a line with one\0zero in the middle of it all\n"s);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "a line with one\uFFFDzero in the middle of it all\n");
  EXPECT_TRUE(all.has_problem("zero_characters"));
}

TEST(Plain, RandomBytesAreNeverAText) {
  std::mt19937 random(7);
  for (const size_t size : {64, 300, 4096, 100'000}) {
    for (int round = 0; round < 20; ++round) {
      std::string bytes(size, '\0');
      for (char& byte : bytes)
        byte = static_cast<char>(random());
      const Collected all = read(bytes);
      ASSERT_FALSE(all.outcome.ok()) << size << " bytes passed as text";
      EXPECT_EQ(all.outcome.error().code, Code::Unsupported);
      EXPECT_TRUE(all.runs.empty());
    }
  }
}

TEST(Plain, NothingButWhiteSpaceIsEmpty) {
  for (const std::string& text : {""s, " \n\t \r\n"s, "\xEF\xBB\xBF"s, "\f\f"s})
    EXPECT_EQ(read(text).outcome.error().code, Code::Empty);
}

TEST(Plain, AFormFeedEndsAPage) {
  const Collected all = read("one\n\ftwo\f\fthree\f");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.pages.size(), 4U);
  EXPECT_EQ(all.text(), "one\n\ftwo\f\fthree\f");
  EXPECT_EQ(all.runs.back().page, 4U);
}

TEST(Plain, AVeryLongLineIsCutBetweenCodePoints) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i)
    text += "\u20AC";
  const Collected all = read(text);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), text);
}

TEST(Plain, TheLimitOfTextHolds) {
  const std::string text(1000, 'x');
  EXPECT_TRUE(read(text, {.text_bytes = 1000}).outcome.ok());
  const Collected over = read(text, {.text_bytes = 999});
  EXPECT_EQ(over.outcome.error().code, Code::TooLarge);
  EXPECT_TRUE(over.runs.empty()) << "it is refused before any of it is sent";
}

}  // namespace
}  // namespace oi
