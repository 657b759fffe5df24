#include "retrieve/profile.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

Profile profile_of(std::string text, Mode mode = Mode::Standard) {
  Question question;
  question.text = std::move(text);
  question.mode = mode;
  return profile_question(question);
}

using K = AnswerKind;
struct Case {
  const char* question;
  K kind;
  const char* language;
  bool sensitive = false;
};

TEST(Profile, KindLanguageAndTopicOfManyQuestions) {
  const Case cases[] = {
      // look-ups: a value, a name, a date, a definition, a yes or no
      {"What is the tyre pressure of the rear wheel?", K::Lookup, "en"},
      {"What's the part number of the filter?", K::Lookup, "en"},
      {"Who signed the lease?", K::Lookup, "en"},
      {"When was the bridge opened?", K::Lookup, "en"},
      {"Where is the fuse box?", K::Lookup, "en"},
      {"Which bolt holds the bracket?", K::Lookup, "en"},
      {"How much does the licence cost?", K::Lookup, "en"},
      {"How long does the battery last?", K::Lookup, "en"},
      {"How old is the bridge?", K::Lookup, "en"},
      {"Define entropy.", K::Lookup, "und"},
      {"What does MTBF mean?", K::Lookup, "en"},
      {"what is the definition of churn", K::Lookup, "en"},
      {"Is the device waterproof?", K::Lookup, "en"},
      {"Does the warranty cover rust?", K::Lookup, "en"},
      {"Can the pump run dry?", K::Lookup, "en"},
      {"H-220 torque", K::Lookup, "und"},
      {"oil capacity", K::Lookup, "und"},
      {"How many litres does the tank hold?", K::Lookup, "en"},
      {"How many days of notice are required?", K::Lookup, "en"},
      {"In which year did the company move?", K::Lookup, "en"},
      {"Tell me what the deadline is.", K::Lookup, "en"},
      // lists
      {"What are the ports of the router?", K::List, "en"},
      {"List all suppliers.", K::List, "en"},
      {"Name the members of the board.", K::List, "en"},
      {"What types of filters are there?", K::List, "en"},
      {"Give me all contacts.", K::List, "en"},
      {"Please give a list of the exhibits.", K::List, "en"},
      // counts and sums
      {"How many employees does the firm have?", K::Count, "en"},
      {"Count the invoices of March.", K::Count, "en"},
      {"What is the number of open tickets?", K::Count, "en"},
      {"What is the average price per unit?", K::Compute, "en"},
      {"What is the sum of all invoices?", K::Compute, "en"},
      {"How much was paid in total?", K::Compute, "en"},
      {"Calculate the margin for 2023.", K::Compute, "en"},
      // tables
      {"What does the table say about steel?", K::Table, "en"},
      {"Which value stands in the column Q3?", K::Table, "en"},
      // procedures
      {"How do I replace the filter?", K::Procedure, "en"},
      {"How to reset the router", K::Procedure, "en"},
      {"What are the steps to descale the machine?", K::Procedure, "en"},
      {"Give me step by step instructions for the update.", K::Procedure, "en"},
      // comparisons
      {"Compare the two contracts.", K::Compare, "en"},
      {"What is the difference between H-220 and H-240?", K::Compare, "en"},
      {"How do the plans differ?", K::Compare, "en"},
      {"diesel versus petrol", K::Compare, "und"},
      // summaries
      {"Summarize the report.", K::Summary, "en"},
      {"Give me an overview of the manual.", K::Summary, "en"},
      {"What is this about?", K::Summary, "en"},
      {"What are the main points of the letter?", K::Summary, "en"},
      // explanations
      {"Why does the pump stall?", K::Explain, "en"},
      {"How does the valve work?", K::Explain, "en"},
      {"Explain the licence model.", K::Explain, "en"},
      {"Describe the architecture.", K::Explain, "en"},
      {"What happens when the belt breaks?", K::Explain, "en"},
      {"What caused the outage?", K::Explain, "en"},
      {"The relation of load and noise under heavy use", K::Explain, "en"},
      // quotes
      {"Quote the clause on termination.", K::Quote, "en"},
      {"What are the exact words of the oath?", K::Quote, "en"},
      {"Give the paragraph verbatim.", K::Quote, "en"},
      // sensitive topics, by whole words
      {"What is the maximum dose of ibuprofen?", K::Lookup, "en", true},
      {"Is the patient allergic?", K::Lookup, "en", true},
      {"Who is liable for damages?", K::Lookup, "en", true},
      {"Which court is competent?", K::Lookup, "en", true},
      {"When is the loan due?", K::Lookup, "en", true},
      {"How are dividends taxed?", K::Explain, "en", true},
      {"Is the solvent flammable?", K::Lookup, "en", true},
      {"What is the taxonomy of beetles?", K::Lookup, "en"},   // not tax
      {"Where does the courtyard lie?", K::Lookup, "en"},      // not court
      {"Who wrote the drugstore novel?", K::Lookup, "en"},     // not drug
      {"How is data loaded into the table?", K::Table, "en"},  // not loan
      // German
      {"Was ist der Reifendruck?", K::Lookup, "de"},
      {"Wer hat den Vertrag unterschrieben?", K::Lookup, "de"},
      {"Wie viele Mitarbeiter hat die Firma?", K::Count, "de"},
      {"Warum ist die Pumpe laut?", K::Explain, "de"},
      {"Erkläre das Verfahren.", K::Explain, "de"},
      {"Wie kann ich den Filter wechseln?", K::Procedure, "de"},
      {"Vergleiche die beiden Verträge.", K::Compare, "de"},
      {"Welche Anschlüsse hat der Router?", K::List, "de"},
      {"Gib mir eine Zusammenfassung.", K::Summary, "de"},
      {"Wie hoch ist die Steuer?", K::Lookup, "de", true},
      // French
      {"Quel est le prix de la licence ?", K::Lookup, "fr"},
      {"Pourquoi la pompe est-elle bruyante ?", K::Explain, "fr"},
      {"Combien de pages le manuel a-t-il ?", K::Count, "fr"},
      {"Quels sont les ports du routeur ?", K::List, "fr"},
      {"Qu'est-ce que le couple de serrage ?", K::Lookup, "fr"},
      // Spanish
      {"¿Cuál es el precio de la licencia?", K::Lookup, "es"},
      {"¿Por qué hace ruido la bomba?", K::Explain, "es"},
      {"¿Cuántos empleados tiene la empresa?", K::Count, "es"},
      {"¿Cómo puedo cambiar el filtro?", K::Procedure, "es"},
      // Chinese, and what is none of the five
      {"轮胎的压力是多少？", K::Lookup, "zh"},
      {"为什么泵会停？", K::Explain, "zh"},
      {"如何更换滤芯？", K::Procedure, "zh"},
      {"有哪些供应商？", K::List, "zh"},
      {"タイヤの空気圧はいくつですか", K::Explain, "ja"},
      {"Каково давление в шинах?", K::Lookup, "ru"},
  };
  static_assert(std::size(cases) >= 80);
  for (const Case& each : cases) {
    const Profile profile = profile_of(each.question);
    EXPECT_STREQ(name_of(profile.kind), name_of(each.kind)) << each.question;
    EXPECT_EQ(profile.language, each.language) << each.question;
    EXPECT_EQ(profile.sensitive, each.sensitive) << each.question;
    const bool span = each.kind == K::Lookup || each.kind == K::Quote || each.kind == K::Table;
    EXPECT_EQ(profile.extractive, span) << each.question;
  }
}

TEST(Profile, TermsAreTheContentWordsInOrderWithoutRepeats) {
  using Terms = std::vector<std::string>;
  const struct {
    const char* question;
    Terms terms;
  } cases[] = {
      {"What is the torque of the H-220 bolt, and of the bolt H-221?",
       {"torque", "h-220", "bolt", "h-221"}},
      {"Which oil: 0W-20 or 5W-30?", {"oil", "0w-20", "5w-30"}},
      {"what changed in version 1.0.21?", {"changed", "version", "1.0.21"}},
      {"What's the driver's licence fee?", {"driver", "licence", "fee"}},
      {"Why doesn't it work?", {"work"}},
      {"Is C++ or C# used?", {"c++", "c#", "used"}},
      {"How much vitamin C is in it?", {"vitamin", "c"}},
      {"Does ISO 9001 apply to site (B)?", {"iso", "9001", "apply", "site", "b"}},
      {"Was kostet die Lizenz für Größe 42?", {"kostet", "lizenz", "große", "42"}},
      {"Quelle est l'huile du moteur ?", {"huile", "moteur"}},
      {"Tell me about e-mail retention", {"e", "mail", "retention"}},
      {"???", {}},
      {"", {}},
  };
  for (const auto& each : cases) {
    Terms wanted = each.terms;
    // One letter of a hyphenated word in small letters says nothing.
    std::erase(wanted, "e");
    for (std::string& term : wanted) {
      if (term == "große") term = "grosse";
    }
    EXPECT_EQ(profile_of(each.question).terms, wanted) << each.question;
  }
}

TEST(Profile, NumbersAsWrittenButNotThoseOfCodes) {
  using Numbers = std::vector<std::string>;
  EXPECT_EQ(profile_of("Did sales pass 1,500 in 2019-2020, or 3.5%?").numbers,
            (Numbers{"1,500", "2019", "2020", "3.5"}));
  EXPECT_EQ(profile_of("Is 5mg of H-220 at $40.00 ok?").numbers, (Numbers{"5", "40.00"}));
  EXPECT_EQ(profile_of("0W-20?").numbers, Numbers{});
}

TEST(Profile, QuotedPhrasesAsWritten) {
  using Phrases = std::vector<std::string>;
  EXPECT_EQ(profile_of("Where does \"Force Majeure\" stand?").phrases, Phrases{"Force Majeure"});
  EXPECT_EQ(profile_of("Où est « force majeure » ?").phrases, Phrases{"force majeure"});
  EXPECT_EQ(profile_of("Wo steht „Höhere Gewalt“ und “act of God”?").phrases,
            (Phrases{"Höhere Gewalt", "act of God"}));
  EXPECT_EQ(profile_of("What does the 5\" pipe cost?").phrases, Phrases{});
  EXPECT_EQ(profile_of("It's John's").phrases, Phrases{});
}

// Ruling 32.
TEST(Profile, PathIsStandardUnlessTheModeLoops) {
  EXPECT_EQ(profile_of("Why?", Mode::Standard).path, ExecutionPath::Standard);
  EXPECT_EQ(profile_of("Why?", Mode::DeepThink).path, ExecutionPath::Agentic);
  EXPECT_EQ(profile_of("Why?", Mode::Maximum).path, ExecutionPath::Agentic);
}

TEST(Profile, BytesThatAreNotTextDoNoHarm) {
  profile_of("\xff\xfe what \xc3\x28 is");
  profile_of(std::string(100'000, '"'));
  profile_of(std::string("a\0b", 3));
}

}  // namespace
}  // namespace oi
