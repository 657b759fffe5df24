#include <gtest/gtest.h>

#include "collected.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;

TEST(Frames, ALongRunIsCutBetweenCodePoints) {
  const auto parser = [](std::string_view, const Request&, Frames& out) -> Result<Done> {
    TextRun run;
    run.before = TextRun::Break::Paragraph;
    for (int i = 0; i < 100'000; ++i)
      run.text += "\xE2\x82\xAC";
    return out.run(std::move(run));
  };
  const Collected all = collect(parser, "", Kind::Text);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.runs.size(), 5U);
  EXPECT_EQ(all.text().size(), 300'000U);  // no break inside
}

TEST(Frames, ManyRunsKeepTheirOrderOverBatches) {
  const auto parser = [](std::string_view, const Request&, Frames& out) -> Result<Done> {
    for (int i = 0; i < 20'000; ++i) {
      TextRun run;
      run.text = std::to_string(i) + ",";
      TRY(out.run(std::move(run)));
    }
    return Done{};
  };
  const Collected all = collect(parser, "", Kind::Text);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.runs.size(), 20'000U);
  EXPECT_EQ(all.runs[19'999].text, "19999,");
}

TEST(Frames, TheLimitsOfTheRequestAreKeptOnThisSideToo) {
  const auto parser = [](std::string_view, const Request&, Frames& out) -> Result<Done> {
    TextRun run;
    run.text = "eleven byte";
    return out.run(std::move(run));
  };
  EXPECT_TRUE(collect(parser, "", Kind::Text, {.text_bytes = 11}).outcome.ok());
  const Collected over = collect(parser, "", Kind::Text, {.text_bytes = 10});
  ASSERT_FALSE(over.outcome.ok());
  EXPECT_EQ(over.outcome.error().code, Code::TooLarge);
  EXPECT_TRUE(over.runs.empty());
}

TEST(Frames, CodePointsAreWrittenAsUtf8) {
  std::string text;
  for (const char32_t c : {U'a', U'\u00FC', U'\u20AC', U'\U0001F600'})
    append_code_point(text, c);
  append_code_point(text, 0xD800);
  append_code_point(text, 0x110000);
  EXPECT_EQ(text, "a\u00FC\u20AC\U0001F600\uFFFD\uFFFD");
}

TEST(Frames, WhatStandsBetweenCellsIsNoCell) {
  const auto parser = [](std::string_view, const Request&, Frames& out) -> Result<Done> {
    TRY(out.table_start("t"));
    TextRun cell;
    cell.text = "a";
    TRY(out.run(cell));
    TRY(out.between_cells(std::string(100'000, ';')));
    cell.column = 1;
    TRY(out.run(cell));
    return out.table_end();
  };
  const Collected all = collect(parser, "", Kind::Csv);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.runs.size(), 4U);
  EXPECT_EQ(all.runs[0].rows, 1U);
  EXPECT_EQ(all.runs[1].rows, 0U);
  EXPECT_EQ(all.runs[2].rows, 0U);
  EXPECT_EQ(all.runs[3].column, 1U);
  EXPECT_EQ(all.text().size(), 100'002U);
}

TEST(Frames, WhatIsSaidOfAFileIsRepairedAndCut) {
  const auto parser = [](std::string_view, const Request&, Frames& out) -> Result<Done> {
    TRY(
        out.title("a\xFF"
                  "b"));
    return out.problem({"reason", "x\xFF" + std::string(5000, 'y'), std::string(5000, '\xFF')});
  };
  const Collected all = collect(parser, "", Kind::Text);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.title, "a\uFFFDb");
  EXPECT_EQ(all.problems[0].where.substr(0, 4), "x\uFFFD");
  EXPECT_LE(all.problems[0].where.size(), 400U);
  EXPECT_LE(all.problems[0].what.size(), 1000U);
}

TEST(Frames, ATitleInTheMiddleOfATableWaitsForTheEnd) {
  const auto all = collect(
      [](std::string_view, const Request&, Frames& out) -> Result<Done> {
        TRY(out.table_start("t"));
        TRY(out.title("The  title"));
        TextRun cell;
        cell.text = "a";
        TRY(out.run(cell));
        TRY(out.table_end());
        return out.title("Another");
      },
      "", Kind::Rtf);
  EXPECT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.title, "The title");
}

}  // namespace
}  // namespace oi
