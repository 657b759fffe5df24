#include "engine/eval_words.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(EvalWords, EachWordOfTheTruthIsFoundOnce) {
  EXPECT_DOUBLE_EQ(word_accuracy("a b a", "a b"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(word_accuracy("Total: 12,50", "Total: 12.50"), 0.5);
  EXPECT_DOUBLE_EQ(word_accuracy("", "x"), 1);
}

TEST(EvalWords, ErrorsAreTheFewestEdits) {
  EXPECT_EQ(word_errors("one two three four", "one three for four").edits, 2U);
  EXPECT_EQ(word_errors("Don't stop!", "dont stop").edits, 0U);
  EXPECT_EQ(word_errors("a b", "").edits, 2U);
  EXPECT_EQ(word_errors("", "a").words, 0U);
}

TEST(EvalWords, HocrGivesItsWords) {
  EXPECT_EQ(text_of_hocr("<span class='ocrx_word' title='bbox 1 2'>A&amp;B</span>"
                         "<p>no</p><span class=\"ocrx_word\"><em>two</em></span>"),
            "A&B\ntwo\n");
}

}  // namespace
}  // namespace oi
