#include "chunk/search_text.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

Document document(std::string text) {
  Document made;
  made.text = std::move(text);
  return made;
}

std::string meaning(const std::string& text) {
  const Document made = document(text);
  return SearchText(made).for_meaning({0, text.size()});
}
std::string in_words(const std::string& text) {
  const Document made = document(text);
  return SearchText(made).for_words({0, text.size()});
}

TEST(SearchText, AHyphenOfALineEndIsJoined) {
  EXPECT_EQ(meaning("the Gen-\neral Manager"), "the General Manager");
  EXPECT_EQ(in_words("the Gen-\neral Manager"), "the General Gen-eral Manager");
}

// C017: a real hyphen at a line's end is kept, and both forms can be found.
TEST(SearchText, ARealHyphenIsKept) {
  EXPECT_EQ(meaning("of n-\ntridecanal here"), "of n-tridecanal here");
  EXPECT_EQ(meaning("a well-known pump, a well-\nknown valve"),
            "a well-known pump, a well-known valve");
  EXPECT_EQ(meaning("the Müller-\nLüdenscheidt case"), "the Müller-Lüdenscheidt case");
  EXPECT_EQ(in_words("tri-\ndecanal"), "tridecanal tri-decanal");
}

TEST(SearchText, AHyphenThatEndsAParagraphIsNone) {
  EXPECT_EQ(meaning("first -\n\nsecond"), "first -\n\nsecond");
  EXPECT_EQ(meaning("- a\n- b"), "- a\n- b");
}

// C016: running heads do not fill what is searched.
TEST(SearchText, FurnitureIsLeftOut) {
  Document made = document("One sentence\n\nACME page 3\n\nof two pages.");
  made.blocks = {{BlockKind::Paragraph, 0, {0, 12}},
                 {BlockKind::Furniture, 0, {14, 25}},
                 {BlockKind::Paragraph, 0, {27, 40}}};
  EXPECT_EQ(SearchText(made).for_meaning({0, 40}), "One sentence\n\n\n\nof two pages.");
  EXPECT_EQ(SearchText(made).for_meaning({14, 25}), "");
  EXPECT_EQ(SearchText(made).for_meaning({4, 18}), "sentence\n\n");
}

}  // namespace
}  // namespace oi
