#include <gtest/gtest.h>

#include "base/text.h"

namespace oi {
namespace {

using Sentences = std::vector<std::string>;

Sentences split(std::string_view text) {
  Sentences found;
  for (const TextSpan& span : sentences(text)) {
    found.emplace_back(text.substr(span.begin, span.size()));
  }
  return found;
}

struct Case {
  const char* text;
  Sentences expected;
};

TEST(Sentences, EndWhereAReaderWouldSayTheyEnd) {
  const Case cases[] = {
      {"", {}},
      {" \n\t ", {}},
      {"  One sentence  ", {"One sentence"}},
      {"First one. Second one! Third one? Fourth",
       {"First one.", "Second one!", "Third one?", "Fourth"}},
      {"He said \"Stop.\" Then he left.", {"He said \"Stop.\"", "Then he left."}},
      {"It ended (at last.) Nobody cared.", {"It ended (at last.)", "Nobody cared."}},
      {"Wait... Then go.", {"Wait...", "Then go."}},
      {"これは文です。次の文。", {"これは文です。", "次の文。"}},
      {"Über alles. Ähnlich hier.", {"Über alles.", "Ähnlich hier."}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(split(c.text), c.expected) << c.text;
}

TEST(Sentences, AreNotCutInsideWhatContainsAFullStop) {
  for (const char* whole : {
           "Use a solvent, e.g. Ethanol, and wait.",
           "Ask Dr. Smith or Mrs. Jones about it.",
           "The price is $300.00 per unit.",
           "It holds 4.5 L of oil.",
           "It opens at 11:59 p.m. Eastern time.",
           "See example.com for more.",
           "See Example.Com for more.",
           "As Fig. 3 A shows, it rises.",
           "As Figs. 3 and 4 show, it rises.",
           "See Sec. B2 Part 4.",
           "Read No. 7 Main Street.",
           "J. R. R. Tolkien wrote it.",
           "The U.S. Army used it.",
           "She has a Ph.D. Student number 4.",
           "Acme Inc. Holdings paid.",
           "Smith et al. Journal of Things.",
           "On Jan. 5 Monday it broke.",
           "Version 2.0.1 Beta is out.",
           "1. Turn the valve.",
           "4.2. Safety of the pump.",
           "iv. Close the lid.",
           "Fig.\xC2\xA0"
           "3 A shows it.",
       }) {
    EXPECT_EQ(split(whole), Sentences{whole});
  }
}

TEST(Sentences, EndAfterAnAbbreviationBeforeAFunctionWord) {
  const Case cases[] = {
      {"It closes at 11:59 p.m. The door locks.", {"It closes at 11:59 p.m.", "The door locks."}},
      {"Made by Acme Inc. It works.", {"Made by Acme Inc.", "It works."}},
      {"Pumps, valves, etc. These are spares.", {"Pumps, valves, etc.", "These are spares."}},
      {"Sold in the U.S. However, it failed.", {"Sold in the U.S.", "However, it failed."}},
      {"The answer is no. We tried.", {"The answer is no.", "We tried."}},
      {"The answer is no. A test failed.", {"The answer is no.", "A test failed."}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(split(c.text), c.expected) << c.text;
}

TEST(Sentences, ASingleCapitalIsAnInitialUnlessANumberPrecedes) {
  EXPECT_EQ(split("Ask J. Smith."), Sentences{"Ask J. Smith."});
  EXPECT_EQ(split("It holds 4.5 L. Check daily."), (Sentences{"It holds 4.5 L.", "Check daily."}));
  EXPECT_EQ(split("Heat to 90 C. Wait."), (Sentences{"Heat to 90 C.", "Wait."}));
}

TEST(Sentences, DoNotBeginInLowerCase) {
  EXPECT_EQ(split("\"Why?\" he asked. \"Because!\" she said."),
            (Sentences{"\"Why?\" he asked.", "\"Because!\" she said."}));
  EXPECT_EQ(split("Buy Yahoo! shares."), Sentences{"Buy Yahoo! shares."});
}

TEST(Sentences, ALineEndIsASpaceAndABlankLineIsAnEnd) {
  EXPECT_EQ(split("The pump\nmust be primed\r\nfirst. Then\nstart."),
            (Sentences{"The pump\nmust be primed\r\nfirst.", "Then\nstart."}));
  EXPECT_EQ(split("A title\n\nText here\n \nmore text"),
            (Sentences{"A title", "Text here", "more text"}));
}

TEST(Sentences, AListEntryIsASentenceOfItsOwn) {
  EXPECT_EQ(split("Tools:\n- A wrench\n- A long\n  screwdriver\n* Oil\nThen begin."),
            (Sentences{"Tools:", "- A wrench", "- A long\n  screwdriver", "* Oil", "Then begin."}));
  EXPECT_EQ(split("1. Open it. Look.\n2) Close it\n(a) Done"),
            (Sentences{"1. Open it.", "Look.", "2) Close it", "(a) Done"}));
  EXPECT_EQ(split("• Eins\n• Zwei"), (Sentences{"• Eins", "• Zwei"}));
}

TEST(Sentences, HeadingsAndTableRowsStandForThemselves) {
  EXPECT_EQ(split("# Safety\nWear gloves.\n| a | b |\n| c | d |"),
            (Sentences{"# Safety", "Wear gloves.", "| a | b |", "| c | d |"}));
}

TEST(Sentences, OffsetsAreBytesAndAreMovedByTheOffset) {
  const std::string_view text = " Größe. Next. ";
  EXPECT_EQ(sentences(text), (std::vector<TextSpan>{{1, 9}, {10, 15}}));
  EXPECT_EQ(sentences(text, 100), (std::vector<TextSpan>{{101, 109}, {110, 115}}));
}

TEST(Sentences, HoldEverythingButSpaceExactlyOnce) {
  const std::string text =
      "# T\n\nA b c. D e.g. F!\n- x\n- y \xFF z\n\n\n1. Q? \"R.\" s\nT\xC2\xA0u. V 3.5 "
      "W\n|a|\n日本。語";
  std::string outside = text;
  size_t last = 0;
  for (const TextSpan& span : sentences(text)) {
    EXPECT_LE(last, span.begin);
    EXPECT_LT(span.begin, span.end);
    EXPECT_EQ(trim(std::string_view(text).substr(span.begin, span.size())).size(), span.size());
    outside.replace(span.begin, span.size(), span.size(), ' ');
    last = span.end;
  }
  EXPECT_EQ(trim(outside), "");
}

}  // namespace
}  // namespace oi
