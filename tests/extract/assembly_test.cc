#include "extract/assembly.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

using Break = TextRun::Break;

TextRun run(std::string text, Break before, BlockKind block = BlockKind::Paragraph,
            uint8_t level = 0) {
  return {std::move(text), 1, {1, 1, 2, 2}, 10, before, block, level};
}

Document assembled(std::vector<WireMessage> messages) {
  Assembly assembly;
  for (WireMessage& message : messages)
    assembly.take(std::move(message));
  Document document;
  std::move(assembly).finish(document);
  return document;
}

std::string of(const Document& document, Span span) {
  return document.text.substr(span.begin, span.size());
}

TEST(Assembly, BreaksBecomeSpacesAndLineEnds) {
  const Document d = assembled(
      {KindTold{Kind::Pdf}, PageStart{1, 1, 9, 9},
       TextRuns{{run("a", Break::Paragraph), run("b", Break::None), run("c", Break::Space),
                 run("d", Break::Line), run("e", Break::Paragraph)}},
       PageEnd{1}});
  EXPECT_EQ(d.text, "ab c\nd\n\ne");
  ASSERT_EQ(d.placed.size(), 5U);
  for (const PlacedText& placed : d.placed) {
    EXPECT_TRUE(d.pages[0].span.contains(placed.span));
    EXPECT_EQ(of(d, placed.span).size(), 1U);
  }
}

// Ruling 9: what was seen is what was kept; the separators are neither.
TEST(Assembly, NoCharacterIsLostOrAdded) {
  const Document d = assembled(
      {KindTold{Kind::Pdf}, PageStart{1, 1, 9, 9},
       TextRuns{{run("\xC3\xBC\xC3\xBC", Break::Paragraph), run("xyz", Break::Paragraph)}},
       PageEnd{1}});
  EXPECT_EQ(d.counts.characters_seen, 5U);
  EXPECT_EQ(d.counts.characters_kept, 5U);
}

TEST(Assembly, PagesHoldTheirRunsAndNotTheBreaksBetween) {
  const Document d = assembled({KindTold{Kind::Pdf}, PageStart{1, 3, 9, 9},
                                TextRuns{{run("one", Break::Paragraph)}}, PageEnd{1},
                                PageStart{2, 3, 9, 9}, PageEnd{2}, PageStart{3, 3, 9, 9},
                                TextRuns{{run("three", Break::Paragraph)}}, PageEnd{3}});
  ASSERT_EQ(d.pages.size(), 3U);
  EXPECT_EQ(of(d, d.pages[0].span), "one");
  EXPECT_EQ(of(d, d.pages[1].span), "");
  EXPECT_EQ(of(d, d.pages[2].span), "three");
  EXPECT_EQ(d.counts.pages, 3U);
  EXPECT_EQ(d.counts.pages_without_text, 1U);
}

TEST(Assembly, BlocksEndAtParagraphsAndChangesOfKind) {
  const Document d = assembled(
      {KindTold{Kind::Markdown}, TextRuns{{run("Title", Break::Paragraph, BlockKind::Heading, 1),
                                           run("Part", Break::Paragraph, BlockKind::Heading, 1),
                                           run("- a", Break::Paragraph, BlockKind::List),
                                           run("- b", Break::Line, BlockKind::List),
                                           run("code", Break::Line, BlockKind::Code)}}});
  ASSERT_EQ(d.blocks.size(), 4U);
  EXPECT_EQ(of(d, d.blocks[0].span), "Title");
  EXPECT_EQ(d.blocks[0].level, 1);
  EXPECT_EQ(of(d, d.blocks[2].span), "- a\n- b");
  EXPECT_EQ(d.blocks[3].kind, BlockKind::Code);
}

TEST(Assembly, PlainTextIsCutAtBlankLines) {
  const std::string text = "  one\ntwo \n \t\n\r\nthree\r\n\r\nfour\ffive\n";
  std::vector<std::string> parts;
  for (const Block& block : paragraph_blocks(text))
    parts.push_back(text.substr(block.span.begin, block.span.size()));
  EXPECT_EQ(parts, (std::vector<std::string>{"one\ntwo", "three", "four", "five"}));
  EXPECT_TRUE(paragraph_blocks("").empty());
  EXPECT_TRUE(paragraph_blocks(" \n\n ").empty());
}

}  // namespace
}  // namespace oi
