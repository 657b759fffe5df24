#include <gtest/gtest.h>

#include "collected.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;

Collected read(std::string_view bytes) {
  return collect(read_subtitles, bytes, Kind::Subtitles);
}

TEST(Subtitles, CuesHaveTheirTimesAndNoMarkup) {
  const Collected all = read(
      "\xEF\xBB\xBF"
      "1\r\n00:00:01,500 --> 00:00:02,750\r\n<i>Hello,</i> {\\an8}Ann.\r\nTwo < three.\r\n\r\n"
      "2\r\n01:00:03,000 --> 01:00:04,000\r\n42\r\n");
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "Hello, Ann.\nTwo < three.\n\n42");
  ASSERT_EQ(all.runs.size(), 3U);
  EXPECT_DOUBLE_EQ(all.runs[0].from, 1.5);
  EXPECT_DOUBLE_EQ(all.runs[1].to, 2.75);
  EXPECT_DOUBLE_EQ(all.runs[2].from, 3603);
  ASSERT_EQ(all.dropped.size(), 1U);
  EXPECT_EQ(all.dropped[0].reason, "markup");
}

TEST(Subtitles, WebCuesHaveSpeakersNotesAndNames) {
  const Collected all = read(
      "WEBVTT - Title\nKind: captions\n\nNOTE a remark\nof two lines\n\nSTYLE\n::cue {}\n\nintro\n"
      "00:01.000 --> 00:02.000 align:left\n<v Ann>Hi &amp; <c.loud>bye</c></v>\n\n"
      "00:03.000 --> 00:04.000\n- <00:03.500>later\n");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), "Ann: Hi & bye\n\n- later");
  EXPECT_DOUBLE_EQ(all.runs[0].from, 1);
  EXPECT_TRUE(all.problems.empty());
}

TEST(Subtitles, CuesWithoutABlankLineBetweenThemAreApart) {
  const Collected all =
      read("1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n");
  EXPECT_EQ(all.text(), "One\n\nTwo");
}

TEST(Subtitles, WhatBelongsToNoCueIsTold) {
  const Collected all = read("1\n00:00:01,000 --> 00:00:02,000\nOne\n\nlost words\n");
  EXPECT_TRUE(all.has_problem("text_outside_of_cues"));
  EXPECT_EQ(read("WEBVTT\n\nNOTE x\n").outcome.error().code, Code::Empty);
}

TEST(Subtitles, HostileCuesEndInTime) {
  const std::string head = "1\n00:00:01,000 --> 00:00:02,000\n";
  for (const std::string unit : {"<a", "{\\", "&amp;", "&", "<v ", "-->", "0:0 --> 0:0\n", "x\n"}) {
    std::string text = head + "text ";
    for (int i = 0; i < 200'000; ++i)
      text += unit;
    EXPECT_TRUE(read(text).outcome.ok()) << unit;
  }
  EXPECT_TRUE(
      read("1\n99999999999999999999:00:00,000 --> 00:00:02,000\nx\n\n" + head + "y").outcome.ok());
}

}  // namespace
}  // namespace oi
