#include "reader/lines.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

using Break = TextRun::Break;

// A line of the page, `row` points from the top.
Piece line(std::string text, float row, float size = 10, float left = 72, bool bold = false) {
  const float width = size * 0.5F * static_cast<float>(text.size());
  TextRun run{std::move(text),      1, {left, row, left + width, row + size}, size, Break::Line,
              BlockKind::Paragraph, 0};
  return {run, bold};
}

std::vector<Break> breaks(const std::vector<Piece>& page) {
  std::vector<Break> all;
  for (const Piece& piece : page)
    all.push_back(piece.run.before);
  return all;
}

constexpr Break kLine = Break::Line, kParagraph = Break::Paragraph;

TEST(Lines, AWideGapBeginsAParagraph) {
  std::vector<Piece> page = {line("one two", 0), line("three", 12), line("four", 24),
                             line("five", 36),   line("six.", 60),  line("seven", 72)};
  set_paragraphs(page, false);
  EXPECT_EQ(breaks(page), (std::vector<Break>{kParagraph, kLine, kLine, kLine, kParagraph, kLine}));
}

TEST(Lines, AnIndentationBeginsAParagraphOnlyAfterASentence) {
  std::vector<Piece> page = {line("It ends.", 0), line("Next", 12, 10, 90), line("goes on", 24),
                             line("here", 36, 10, 90)};
  set_paragraphs(page, false);
  EXPECT_EQ(breaks(page), (std::vector<Break>{kParagraph, kParagraph, kLine, kLine}));
}

TEST(Lines, AnotherSizeOrWeightBeginsAParagraph) {
  std::vector<Piece> page = {line("Title", 0, 14), line("text", 14), line("Bold", 26, 10, 72, true),
                             line("text", 38)};
  set_paragraphs(page, false);
  EXPECT_EQ(breaks(page), (std::vector<Break>{kParagraph, kParagraph, kParagraph, kParagraph}));
}

TEST(Lines, ASentenceGoesOnOverColumnsAndPages) {
  std::vector<Piece> page = {line("and goes", 700), line("on", 50, 10, 320)};
  set_paragraphs(page, true);
  EXPECT_EQ(breaks(page), (std::vector<Break>{kLine, kLine}));
  EXPECT_FALSE(ends_sentence(page));
  std::vector<Piece> other = {line("And ends.", 700), line("New", 50, 10, 320)};
  set_paragraphs(other, true);
  EXPECT_EQ(breaks(other), (std::vector<Break>{kParagraph, kParagraph}));
}

TEST(Lines, HeadingsAreShortAndLargeOrBold) {
  std::vector<Piece> page = {line("Main title", 0, 20),
                             line("Chapter", 40, 14),
                             line("Section", 60, 12),
                             line("A bold line", 80, 10, 72, true),
                             line("A bold sentence.", 110, 10, 72, true),
                             line("Running text of the usual size.", 140)};
  set_paragraphs(page, false);
  mark_headings(page, 10);
  std::vector<int> levels;
  for (const Piece& piece : page)
    levels.push_back(piece.run.level);
  EXPECT_EQ(levels, (std::vector<int>{1, 2, 3, 4, 0, 0}));
  for (const Piece& piece : page)
    EXPECT_EQ(piece.run.level > 0, piece.run.block == BlockKind::Heading);
  EXPECT_EQ(largest_heading(page), "Main title");
}

TEST(Lines, LongLargeTextAndNumbersAreNoHeadings) {
  std::vector<Piece> page = {line(std::string(201, 'x'), 0, 20), line("12", 60, 20)};
  set_paragraphs(page, false);
  mark_headings(page, 10);
  EXPECT_EQ(page[0].run.level, 0);
  EXPECT_EQ(page[1].run.level, 0);
  EXPECT_EQ(largest_heading(page), "");
}

TEST(Lines, TextAlongTheSideIsNoHeading) {
  Piece turned = line("arXiv stamp of a date", 0, 20);
  turned.run.box = {10, 100, 30, 500};
  std::vector<Piece> page = {turned};
  set_paragraphs(page, false);
  mark_headings(page, 10);
  EXPECT_EQ(page[0].run.level, 0);
}

TEST(Lines, TheBodysSizeIsTheMedianOverCharacters) {
  const std::vector<Piece> page = {line("Big", 0, 30), line("Big", 0, 30), line("Big", 0, 30),
                                   line("a long line of body text", 40, 11)};
  EXPECT_EQ(body_size(page), 11);
  EXPECT_EQ(body_size({}), 0);
}

}  // namespace
}  // namespace oi
