#include "reader/pdf_symbols.h"

#include <gtest/gtest.h>

namespace oi::pdf {
namespace {

TEST(PdfSymbols, TheFontsOfTexHaveTheirSigns) {
  EXPECT_EQ(symbol_of("CMSY10", 48), U'\u2032');         // prime
  EXPECT_EQ(symbol_of("ABCDEF+CMSY8", 107), U'\u2016');  // norm
  EXPECT_EQ(symbol_of("CMSY7", 0), U'\u2212');           // minus
  EXPECT_EQ(symbol_of("CMSY7", 127), U'\u2660');
  EXPECT_EQ(symbol_of("CMEX10", 80), U'\u2211');  // sum
  EXPECT_EQ(symbol_of("CMEX10", 91), U'\u22C3');  // union
  EXPECT_EQ(symbol_of("CMEX10", 122), U'\uFE37');
  EXPECT_EQ(symbol_of("CMEX10", 127), U'\u21D3');
  EXPECT_EQ(symbol_of("CMMI10", 0x60), U'\u2113');
  EXPECT_EQ(symbol_of("MSAM10", 4), U'\u25A0');
  EXPECT_EQ(symbol_of("MSBM10", 40), U'\u228A');
}

TEST(PdfSymbols, OtherFontsSayNothing) {
  EXPECT_EQ(symbol_of("Helvetica", 48), 0U);
  EXPECT_EQ(symbol_of("", 48), 0U);
  EXPECT_EQ(symbol_of("CMSY10", 128), 0U);
  EXPECT_EQ(symbol_of("CMR10", 48), 0U);
}

TEST(PdfSymbols, PiecesOfBracketsLeaveThePrivateArea) {
  EXPECT_EQ(without_private_pieces(0xF8EB), U'\u239B');
  EXPECT_EQ(without_private_pieces(0xF8FE), U'\u23AD');
  EXPECT_EQ(without_private_pieces(0xF8FF), 0xF8FFU);
  EXPECT_EQ(without_private_pieces(U'a'), U'a');
}

}  // namespace
}  // namespace oi::pdf
