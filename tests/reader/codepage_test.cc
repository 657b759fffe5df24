#include "reader/codepage.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

using std::string_view_literals::operator""sv;

TEST(CodepageTest, BytesBecomeTheLettersOfTheirPage) {
  EXPECT_EQ(Codepage(1252).decode("caf\xE9 \x80"), "caf\u00E9 \u20AC");
  EXPECT_EQ(Codepage(1251).decode("\xCF\xF0\xE8"), "\u041F\u0440\u0438");
  EXPECT_EQ(Codepage(932).decode("\x93\xFA\x96\x7B"), "\u65E5\u672C");
  EXPECT_EQ(Codepage(936).decode("\xD6\xD0"), "\u4E2D");
  EXPECT_EQ(Codepage(10000).decode("\x8E"), "\u00E9");
  EXPECT_EQ(Codepage(437).decode("\x82"), "\u00E9");
  EXPECT_EQ(Codepage(65001).decode("\xC3\xA9"), "\u00E9");
  EXPECT_TRUE(Codepage(1253).known());
  EXPECT_FALSE(Codepage(4711).known());
  EXPECT_EQ(Codepage(4711).decode("\xE9"), "\u00E9");
}

TEST(CodepageTest, Utf16PairsAreOneCharacterAndHalvesAreMarked) {
  EXPECT_EQ(from_utf16("A\0\xE9\0"sv), "A\u00E9");
  EXPECT_EQ(from_utf16("\x3D\xD8\x00\xDE"sv), "\U0001F600");
  EXPECT_EQ(from_utf16("\x3D\xD8"
                       "A\0"sv),
            "\uFFFDA");
  EXPECT_EQ(from_utf16("A\0B"sv), "A\uFFFD");
}

TEST(CodepageTest, FontsHavePages) {
  EXPECT_EQ(codepage_of_font(204), 1251u);
  EXPECT_EQ(codepage_of_font(238), 1250u);
  EXPECT_EQ(codepage_of_font(2), 0u);
}

}  // namespace
}  // namespace oi
