#include "reader/pdf_accents.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"

namespace oi::pdf {
namespace {

Glyph glyph(char32_t code, float x, float wide, bool space = false) {
  Glyph one;
  one.code = code;
  one.box = {x, 0, x + wide, 10};
  one.space = space;
  return one;
}

std::string joined(std::vector<Glyph> line) {
  join_accents(line);
  std::string text;
  for (const Glyph& one : line) {
    if (one.space) text += ' ';
    append_code_point(text, one.code);
    if (one.mark != 0) append_code_point(text, one.mark);
  }
  return text;
}

TEST(PdfAccents, AnAccentJoinsTheLetterItStandsOverWhereverTheFilePrintsIt) {
  // Before its letter, after it, and after what follows it.
  EXPECT_EQ(joined({glyph(0xA8, 0, 5), glyph(U'u', 0, 5), glyph(U'r', 5, 4)}), "ür");
  EXPECT_EQ(joined({glyph(U'f', 0, 5), glyph(0x2DC, 1, 5), glyph(U'(', 6, 4)}), "f\u0303(");
  EXPECT_EQ(
      joined({glyph(U'e', 0, 5), glyph(U',', 5, 3), glyph(0xB4, 0, 5, true), glyph(U'v', 12, 5)}),
      "é, v");
}

TEST(PdfAccents, AStrokeThroughASignIsAnotherSign) {
  EXPECT_EQ(joined({glyph(0x338, 10, 8), glyph(U'=', 10, 8), glyph(U'0', 20, 5)}), "≠0");
  EXPECT_EQ(joined({glyph(0x338, 10, 0), glyph(0x2208, 10, 7)}), "∉");
}

TEST(PdfAccents, AnAccentThatStandsOverNothingStays) {
  EXPECT_EQ(joined({glyph(U'a', 0, 5), glyph(0x2DC, 6, 5), glyph(U'b', 12, 5)}), "a˜b");
  EXPECT_EQ(joined({glyph(0x2DC, 0, 5)}), "˜");
  EXPECT_EQ(joined({}), "");
}

TEST(PdfAccents, ALetterTakesOneAccent) {
  EXPECT_EQ(joined({glyph(U'f', 0, 5), glyph(0x2DC, 0, 5), glyph(0x2D9, 0, 5)}), "f\u0303˙");
}

}  // namespace
}  // namespace oi::pdf
