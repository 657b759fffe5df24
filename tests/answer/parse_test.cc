#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answer/draft.h"
#include "base/text.h"
#include "tests/verify/evidence_of.h"

namespace oi {
namespace {

// Claims as "text [S1][S2]", one a line; "NOT FOUND" when the draft says so.
std::string parsed(const std::string& text) {
  const Draft draft = parse_draft(text, evidence_of({"One.", "Two.", "Three."}));
  std::string out = draft.says_not_found ? "NOT FOUND" : "";
  for (const Claim& claim : draft.claims) {
    out += (out.empty() ? "" : "\n") + claim.text;
    for (const std::string& label : claim.labels)
      out += "[" + label + "]";
  }
  return out;
}

struct Case {
  const char* text;
  const char* claims;
};

TEST(Parse, ReadsClaimsWithTheirLabels) {
  const std::vector<Case> cases = {
      {"- Cats sleep. [S1]\n- Dogs bark. [S2][S3]\n", "Cats sleep.[S1]\nDogs bark.[S2][S3]"},
      {"- Cats sleep [S1]\n", "Cats sleep[S1]"},
      {"Cats sleep [S1]. Dogs bark [S2].", "Cats sleep.[S1]\nDogs bark.[S2]"},
      {"Cats sleep. [S1] Dogs bark. [S2]", "Cats sleep.[S1]\nDogs bark.[S2]"},
      {"Cats sleep. Dogs bark. [S2]", "Cats sleep.[S2]\nDogs bark.[S2]"},
      {"[S1] Cats sleep. Dogs bark.", "Cats sleep.[S1]\nDogs bark."},
      {"Cats sleep. [S1, S2]", "Cats sleep.[S1][S2]"},
      {"Cats sleep. (S3)", "Cats sleep.[S3]"},
      {"Cats sleep. [S2: notes.pdf]", "Cats sleep.[S2]"},
      {"Cats sleep. [2]", "Cats sleep.[S2]"},
      {"Cats sleep. [S0] [S4] [S13] [Q1]", "Cats sleep.\n[Q1]"},
      {"1. Cats sleep. [S1]\n2) Dogs bark. [S1]", "Cats sleep.[S1]\nDogs bark.[S1]"},
      {"# Answer\nCats sleep. [S1]", "Cats sleep.[S1]"},
      {"Answer: Cats sleep. [S1]", "Cats sleep.[S1]"},
      {"Question: Do cats sleep?\nCats sleep. [S1]", "Cats sleep.[S1]"},
      {"Do cats sleep? They do. [S1]", "They do.[S1]"},
      {"Write short sentences that copy the words of the evidence.\nCats sleep. [S1]",
       "Cats sleep.[S1]"},
      {"It costs $300.00 at 11:59 p.m. sharp. [S1]", "It costs $300.00 at 11:59 p.m. sharp.[S1]"},
      {"**Cats** sleep. [S1]", "Cats sleep.[S1]"},
      {"See [3](notes.html) for more. [S1]", "See [3](notes.html) for more.[S1]"},
      {"Use array[0] here. [S1]", "Use array here.[S1]"},
      {"猫睡觉。[S1]狗叫。[S2]", "猫睡觉。[S1]\n狗叫。[S2]"},
      {"NOT FOUND", "NOT FOUND"},
      {"- NOT FOUND.\n", "NOT FOUND"},
      {"The evidence does not say. However, Rome is the capital of Italy.", "NOT FOUND"},
      {"NOT FOUND\n- Rome is the capital of Italy. [S1]", "NOT FOUND"},
      {"Cats sleep. [S1]\nNOT FOUND", "Cats sleep.[S1]"},
      {"", ""},
      {"[S1]", ""},
      {"- \n-\n...\n", ""},
  };
  for (const Case& c : cases)
    EXPECT_EQ(parsed(c.text), c.claims) << c.text;
}

TEST(Parse, AnyBytesWillDo) {
  std::string bytes;
  for (int i = 0; i < 200000; ++i)
    bytes += static_cast<char>((i * 7919) >> 4);
  const Draft draft = parse_draft(bytes, evidence_of({"One."}));
  for (const Claim& claim : draft.claims) {
    EXPECT_TRUE(valid_utf8(claim.text));
    for (const char c : claim.text)
      EXPECT_GE(static_cast<unsigned char>(c), 0x20);
  }
  (void)parsed(std::string(5000, '['));
  (void)parsed("[S1" + std::string(100, ',') + "]");
  (void)parsed(std::string("Cats\0sleep. [S1]", 16));
}

}  // namespace
}  // namespace oi
