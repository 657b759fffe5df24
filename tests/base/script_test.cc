#include "base/script.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Script, ScriptsWithoutSpacesAreTold) {
  for (const char32_t c : U"\u6c34\u30dd\u3042\u0e1b\u0e0a\u1780\u1000\u3005\ud38c")
    EXPECT_TRUE(c == 0 || is_unspaced(c)) << static_cast<uint32_t>(c);
  for (const char32_t c : U"aZ9-\u00e9\u043f\u05d0\u0628\u3002\u3001 ")
    EXPECT_FALSE(is_unspaced(c)) << static_cast<uint32_t>(c);
  EXPECT_TRUE(has_unspaced("H-220 ポンプ"));
  EXPECT_FALSE(has_unspaced("pump é"));
  EXPECT_FALSE(has_unspaced("\xff\xfe"));
}

TEST(Script, MarksBelongToTheLetterBeforeThem) {
  EXPECT_TRUE(is_mark(U'\u093f'));  // a vowel sign of Devanagari
  EXPECT_TRUE(is_mark(U'\u0301'));  // an accent that stands alone
  EXPECT_FALSE(is_mark(U'a'));
  EXPECT_FALSE(is_mark(U'^'));
}

}  // namespace
}  // namespace oi
