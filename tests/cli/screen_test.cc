#include "cli/screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace oi {
namespace {

TEST(Paint, WithoutColoursTheTextStaysAsItIs) {
  EXPECT_EQ(paint({}, Ink::Bad, "no"), "no");
  EXPECT_EQ(paint({.terminal = true, .colours = true}, Ink::Bad, "no"), "\x1b[31mno\x1b[0m");
  EXPECT_EQ(paint({.terminal = true, .colours = true}, Ink::Bad, ""), "");
}

TEST(Amounts, AreWrittenAsPeopleReadThem) {
  EXPECT_EQ(counted(1, "page"), "1 page");
  EXPECT_EQ(counted(0, "page"), "0 pages");
  EXPECT_EQ(counted(1234567, "page"), "1,234,567 pages");
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(41200), "41 kB");
  EXPECT_EQ(bytes_text(1500000), "1.5 MB");
  EXPECT_EQ(seconds_text(0.25), "0.2 s");
  EXPECT_EQ(seconds_text(42.4), "42 s");
  EXPECT_EQ(seconds_text(180), "3 min");
  EXPECT_EQ(seconds_text(4 * 3600 + 120), "4 h 2 min");
  EXPECT_EQ(score_text(0.876), "0.88");
}

TEST(StatusLine, WritesNothingWhereThereIsNoTerminal) {
  std::ostringstream err;
  {
    StatusLine status(err, {});
    status.show("reading");
  }
  EXPECT_EQ(err.str(), "");
}

TEST(StatusLine, IsGoneInTheEndAndNeverWiderThanTheTerminal) {
  std::ostringstream err;
  {
    StatusLine status(err, {.terminal = true, .colours = false, .width = 6, .height = 24});
    status.show("reading a file");
  }
  EXPECT_EQ(err.str(), "\rread…\x1b[K\r\x1b[K");
}

const Look kTerminal = {.terminal = true, .colours = false, .width = 30, .height = 24};

TEST(DraftView, IsMarkedAsADraftAndTakenBack) {
  std::ostringstream err;
  DraftView draft(err, kTerminal);
  draft.add("The motor ");
  draft.add("must be dried.");
  EXPECT_NE(err.str().find("Draft, not verified yet:"), std::string::npos);
  EXPECT_NE(err.str().find("The motor must be "), std::string::npos);
  draft.end();
  EXPECT_NE(err.str().find("The motor must be dried."), std::string::npos);
  EXPECT_TRUE(err.str().ends_with("\r\x1b[1A\x1b[J"));
}

TEST(DraftView, MovesUpAsManyLinesAsItWrote) {
  std::ostringstream err;
  DraftView draft(err, kTerminal);
  draft.add("one\ntwo words of three or four and then some more\n" + std::string(60, 'x') + " ");
  const std::string written = err.str();
  const auto lines = std::count(written.begin(), written.end(), '\n');
  draft.end();
  EXPECT_TRUE(err.str().ends_with("\x1b[" + std::to_string(lines) + "A\x1b[J")) << lines;
}

TEST(DraftView, LongerThanTheScreenItStaysAndIsClosed) {
  std::ostringstream err;
  DraftView draft(err, {.terminal = true, .colours = false, .width = 30, .height = 4});
  draft.add("1\n2\n3\n4\n5");
  draft.end();
  EXPECT_NE(err.str().find("End of the draft."), std::string::npos);
}

TEST(DraftView, ACharacterInTwoPiecesIsPutTogether) {
  std::ostringstream err;
  DraftView draft(err, kTerminal);
  draft.add("\xc3");
  draft.add(
      "\xbc"
      "ber \xe2\x82");
  draft.add("\xac ");
  EXPECT_NE(err.str().find("über €"), std::string::npos) << err.str();
}

TEST(DraftView, EscapesOfTheDraftAreMadeVisible) {
  std::ostringstream err;
  DraftView draft(err, kTerminal);
  draft.add("\x1b[2Jgone ");
  EXPECT_NE(err.str().find("␛[2Jgone"), std::string::npos);
  EXPECT_EQ(err.str().find('\x1b'), std::string::npos);
}

TEST(DraftView, WritesNothingWhereThereIsNoTerminal) {
  std::ostringstream err;
  DraftView draft(err, {});
  draft.add("text");
  draft.end();
  EXPECT_EQ(err.str(), "");
}

}  // namespace
}  // namespace oi
