#include "verify/quantities.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oi {
namespace {

// The weakest agreement of any quantity that the claim must account for; Full when it has none.
Agreement says(const std::string& evidence, const std::string& claim) {
  const Quantities in = read_quantities(evidence);
  Agreement worst = Agreement::Full;
  for (const Quantity& quantity : read_quantities(claim).all) {
    if (!quantity.loose) worst = std::min(worst, find_quantity(quantity, in));
  }
  return worst;
}

struct Case {
  const char* evidence;
  const char* claim;
  Agreement expected;
};

constexpr Agreement kNo = Agreement::None;
constexpr Agreement kWeak = Agreement::Weak;
constexpr Agreement kYes = Agreement::Full;

TEST(Quantities, OnlyTheSameValueUnitAndKindAgree) {
  const std::vector<Case> cases = {
      {"The dose is 5 mg.", "The dose is 5 mg.", kYes},
      {"The dose is 5 mg.", "The dose is 5mg.", kYes},
      {"The dose is 5 mg.", "The dose is 5 kg.", kNo},
      {"The dose is 5 mg.", "The dose is 0.005 g.", kYes},
      {"The dose is 5 mg.", "The dose is 15 mg.", kNo},
      {"The dose is 15 mg.", "The dose is 5 mg.", kNo},
      {"The dose is 5 mg.", "The dose is 5.", kWeak},
      {"Dose (mg) | 5", "The dose is 5 mg.", kYes},
      {"Dose | 5", "The dose is 5 mg.", kWeak},
      {"The limit is 12.5 bar.", "The limit is 2.5 bar.", kNo},
      {"Total 1,250 units", "Total 1250 units", kYes},
      {"Total 1,250 units", "Total 250 units", kNo},
      {"between .5 and 1", "0.5", kYes},
      {"The tank holds 4.5 L.", "The tank holds 4.50 L.", kYes},
      {"Bake at 350 F.", "Bake at 177 °C.", kYes},
      {"Bake at 350 F.", "Bake at 350 C.", kNo},
      {"50% of all", "50 percent of all", kYes},
      {"50% of all", "50 of all", kWeak},
      {"the model Qwen-2.5-3B", "2.5 billion parameters", kNo},
      {"a 3-billion-parameter model", "3 billion parameters", kYes},
      {"2 to 3 billion parameters", "3 billion parameters", kYes},
      {"$3 million", "3 million dollars", kYes},
      {"$3 million", "$3", kNo},
      {"$3 million", "€3 million", kNo},
      {"(in millions) Revenue 12", "Revenue was 12 million", kYes},
      {"open 8am-5pm", "It closes at 5 pm.", kYes},
      {"open 8am-5pm", "It closes at 5 am.", kNo},
      {"at 11:59 p.m. sharp", "at 23:59", kYes},
      {"the 16th floor", "the 6th floor", kNo},
      {"the sixth floor", "the 6th floor", kYes},
      {"6 floors", "the 6th floor", kNo},
      {"five workers", "5 workers", kYes},
      {"twenty-four months", "24 months", kYes},
      {"a 24-month warranty", "24 months", kYes},
      {"a 24-month warranty", "two years", kYes},
      {"at most 30 days", "30 months", kNo},
      {"signed on 12 March 2021", "signed on March 12, 2021", kYes},
      {"signed on 12 March 2021", "signed on March 21, 2021", kNo},
      {"signed on 12 March 2021", "signed in 2021", kYes},
      {"signed on 12 March 2021", "signed in 2020", kNo},
      {"signed 2021-03-12", "signed on 12 March 2021", kYes},
      {"am 12. März 2021", "12 March 2021", kYes},
      {"founded in 1950", "1950 rpm", kWeak},
      {"use grade 0W-30 oil", "use 0W-30", kYes},
      {"use grade 0W-30 oil", "use 5W-30", kNo},
      {"bolt M8-1.25", "bolt M8-1.25", kYes},
      {"bolt M8-1.25", "1.25", kNo},
      {"iOS26 brings", "iOS 26", kNo},
      {"iOS 26 brings", "iOS26", kYes},
      {"version 1.0.21", "version 1.0.21", kYes},
      {"version 1.0.21", "version 1.0.2", kNo},
      {"page 2 of E3", "E2", kNo},
      {"重量为5公斤", "5 kg", kYes},
      {"重量为5公斤", "重量为6公斤", kNo},
      {"成立于2019年3月12日", "2019年3月12日", kYes},
      {"成立于2019年3月12日", "2018年3月12日", kNo},
      {"كتلته ٥ kg", "5 kg", kYes},
      {"reported FY2024", "in 2024", kYes},
      {"1\u00a0000\u00a0000 people", "1,000,000 people", kYes},
      {"35–40 psi", "35 psi", kYes},
      {"35–40 psi", "40 psi", kYes},
      {"35–40 psi", "45 psi", kNo},
      {"100 mW", "100 MW", kNo},
  };
  for (const Case& c : cases)
    EXPECT_EQ(says(c.evidence, c.claim), c.expected) << c.evidence << " / " << c.claim;
}

TEST(Quantities, TextWithoutNumbersHasNone) {
  for (const char* text :
       {"", "No numbers here, may I add.", "in the second, at first", "| | |", "---"}) {
    for (const Quantity& quantity : read_quantities(text).all)
      EXPECT_TRUE(quantity.loose) << text;
  }
}

TEST(Quantities, BytesThatAreNoTextDoNotHarm) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i)
    bytes += static_cast<char>((i * 7919) >> 3);
  EXPECT_NO_FATAL_FAILURE((void)read_quantities(bytes));
  EXPECT_NO_FATAL_FAILURE((void)read_quantities(std::string(50000, '9')));
  EXPECT_NO_FATAL_FAILURE((void)read_quantities("1-2-3-4-5-6-7-8 -- 1:2:3 $ $- 3.. .5.5. 5th-6th"));
}

}  // namespace
}  // namespace oi
