#include "embedded/words.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oi {
namespace {

TEST(Words, SearchCopyJoinsWhatALineEndCut) {
  EXPECT_EQ(search_copy("exam-\nple"), "example");
  EXPECT_EQ(search_copy("exam- \r\n  ple"), "example");
  EXPECT_EQ(search_copy("exam\xc2\xad\nple, ex\xc2\xad"
                        "ample"),
            "example, example");
}

TEST(Words, SearchCopyKeepsHyphensThatMeanSomething) {
  EXPECT_EQ(search_copy("well-known"), "well-known");
  EXPECT_EQ(search_copy("range 3-\n5"), "range 3-\n5");
  EXPECT_EQ(search_copy("Jean-\nPaul"), "jean-\npaul");    // a name goes on with a capital
  EXPECT_EQ(search_copy("end-\n\nnext"), "end-\n\nnext");  // another paragraph
  EXPECT_EQ(search_copy("- item\n- other"), "- item\n- other");
  EXPECT_EQ(search_copy("-"), "-");
  EXPECT_EQ(search_copy("a-"), "a-");
  EXPECT_EQ(search_copy("a-\n"), "a-\n");
}

TEST(Words, SearchCopyFoldsLigaturesCaseAndAccents) {
  EXPECT_EQ(search_copy("\xef\xac\x81nd Caf\xc3\xa9"), "find cafe");
}

TEST(Words, SearchCopySetsWordsApartInScriptsWithoutSpaces) {
  const std::string copy =
      search_copy("\xe6\xb0\xb4\xe6\xb3\xb5\xe5\x8e\x8b\xe5\x8a\x9b");  // 水泵压力
  EXPECT_NE(copy.find(' '), std::string::npos) << copy;
  const WordsQuery query = words_query("\xe5\x8e\x8b\xe5\x8a\x9b");  // 压力
  EXPECT_NE(copy.find(query.all.substr(1, query.all.size() - 2)), std::string::npos) << copy;
}

TEST(Words, BytesThatAreNotUtf8DoNoHarm) {
  for (const char* bytes : {"\xff", "a\xc3", "\xc2", "-\n\xff", "\xad-\n\xad", "\xe2\x82-\nx"}) {
    search_copy(bytes);
    words_query(bytes);
  }
}

TEST(Words, QueryQuotesEveryWord) {
  const WordsQuery query = words_query("Pump pressure");
  EXPECT_EQ(query.all, "\"pump\" AND \"pressure\"");
  EXPECT_EQ(query.any, "\"pump\" OR \"pressure\"");
}

TEST(Words, QueryLeavesStopWordsOutUnlessThereIsNothingElse) {
  EXPECT_EQ(words_query("what is the pressure").all, "\"pressure\"");
  EXPECT_EQ(words_query("the who").any, "\"the\" OR \"who\"");
}

TEST(Words, QueryCountsARepeatedWordOnce) {
  EXPECT_EQ(words_query("Pump pump PUMP valve").all, "\"pump\" AND \"valve\"");
}

TEST(Words, QuestionWithoutAWordIsEmpty) {
  for (const char* text : {"", "?!", " \n", "\"*()", "\xf0\x9f\x8e\x89"}) {
    EXPECT_EQ(words_query(text).all, "") << text;
    EXPECT_EQ(words_query(text).any, "") << text;
  }
}

}  // namespace
}  // namespace oi
