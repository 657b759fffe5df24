#include "embedded/asked.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

const std::vector<Stems>& english() {
  static const std::vector<Stems> stems = stems_for({"en"});
  return stems;
}
WordsQuery query_of(std::string_view question) {
  return words_query(question, english());
}

TEST(Asked, EveryWordIsQuoted) {
  EXPECT_EQ(query_of("Pump pressure").all, "\"pump\" AND \"pressur\"");
  EXPECT_EQ(query_of("Pump pressure").any, "\"pump\" OR \"pressur\"");
}

TEST(Asked, StopWordsAreLeftOutUnlessThereIsNothingElse) {
  EXPECT_EQ(query_of("what is the pressure").all, "\"pressur\"");
  EXPECT_EQ(query_of("the who").any, "\"the\" OR \"who\"");
  EXPECT_EQ(words_query("Wie hoch ist der Druck?", stems_for({"de"})).all,
            "\"hoch\" AND \"druck\"");
}

TEST(Asked, RepeatedWordCountsOnce) {
  EXPECT_EQ(query_of("Pump pump PUMP valve").all, "\"pump\" AND \"valv\"");
}

TEST(Asked, QuestionWithoutAWordIsEmpty) {
  for (const char* text : {"", "?!", " \n", "\"*()", "\xf0\x9f\x8e\x89"}) {
    EXPECT_EQ(query_of(text).all, "") << text;
    EXPECT_EQ(query_of(text).any, "") << text;
  }
}

// C092: dots, dashes and slashes were stripped, so versions and part numbers never matched.
TEST(Asked, CodesAreTermsWithTheirSpellings) {
  for (const char* code : {"H-220", "H220", "H 220", "h-220"}) {
    const std::vector<AskedTerm> terms = asked_terms(std::string("torque of ") + code, english());
    ASSERT_EQ(terms.size(), 2u) << code;
    EXPECT_EQ(terms[1].what, AskedTerm::What::Code) << code;
    EXPECT_NE(std::find(terms[1].forms.begin(), terms[1].forms.end(), "\"h 220\""),
              terms[1].forms.end())
        << code;
    EXPECT_NE(std::find(terms[1].forms.begin(), terms[1].forms.end(), "\"h220\""),
              terms[1].forms.end())
        << code;
  }
  const std::vector<AskedTerm> version = asked_terms("version 1.0.21", english());
  ASSERT_EQ(version.size(), 2u);
  EXPECT_EQ(version[1].forms, std::vector<std::string>{"\"1 0 21\""});
  EXPECT_TRUE(version[1].to_the_letter);
}

TEST(Asked, WhatIsACodeAndWhatIsNot) {
  const auto codes = [](const char* question) {
    std::string all;
    for (const AskedTerm& term : asked_terms(question, english()))
      if (term.what == AskedTerm::What::Code) all += "[" + term.text + "]";
    return all;
  };
  EXPECT_EQ(codes("open pump-manual.pdf, then main.cc."), "[pump-manual.pdf][main.cc]");
  EXPECT_EQ(codes("mail a@b.org about kMax_rows or DIN/EN-12"), "[a@b.org][kmax_rows][din/en-12]");
  EXPECT_EQ(codes("ISO 9001 (IL-6) AB-12-C"), "[iso 9001][il-6][ab-12-c]");
  EXPECT_EQ(codes("It costs 1,000 or 3.5 or 10% in 2019, e.g. engine-oil and/or what's left."), "");
  EXPECT_EQ(codes("HOW MUCH IN 2019"), "");  // all of it is large
}

TEST(Asked, QuotedPhraseIsOneTerm) {
  const WordsQuery query = query_of("who says \"the running pumps\" today");
  EXPECT_EQ(query.every_exact, "\"the run pump\"");
  EXPECT_EQ(query.parts, "\"run\" OR \"pump\"");
  EXPECT_EQ(query.to_the_letter, std::vector<std::string>{"the running pumps"});
  EXPECT_EQ(query_of("„rote Pumpe“ «bleu clair» 「水泵」").to_the_letter.size(), 3u);
  EXPECT_EQ(query_of("\"engine oil").to_the_letter.size(), 0u);  // never closed
}

TEST(Asked, StarAsksForTheBeginning) {
  const std::vector<AskedTerm> terms = asked_terms("turb*", english());
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_EQ(terms[0].what, AskedTerm::What::Beginning);
  EXPECT_EQ(terms[0].forms.back(), "\"turb\"*");
}

TEST(Asked, ToTheLetterMeansAsWrittenAndNoPartOfAWord) {
  const auto holds = [](std::string_view text, const std::string& phrase) {
    return holds_to_the_letter(text, std::vector<std::string>{phrase});
  };
  EXPECT_TRUE(holds("now version 1.0.21.", "1.0.21"));
  EXPECT_FALSE(holds("version 11.0.21", "1.0.21"));
  EXPECT_FALSE(holds("version 1.0.211", "1.0.21"));
  EXPECT_FALSE(holds("version 1.0.21.3", "1.0.21"));
  EXPECT_FALSE(holds("the numbers 1, 0, 21", "1.0.21"));
  EXPECT_TRUE(holds("The Running\n  Pumps", "running pumps"));
  EXPECT_FALSE(holds("it runs pumps", "running pumps"));
  EXPECT_FALSE(holds("outrunning pumps", "running pumps"));
  EXPECT_TRUE(holds("安装水泵后", "水泵"));
}

}  // namespace
}  // namespace oi
