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

TextRun cell(std::string text, uint32_t row, uint16_t column, bool header = false) {
  TextRun made;
  made.text = std::move(text);
  made.block = BlockKind::Table;
  made.before = Break::Space;
  made.row = row;
  made.column = column;
  made.rows = made.columns = 1;
  made.header = header;
  return made;
}

TEST(Assembly, RowsAreLinesAndCellsAreSpans) {
  const Document d = assembled({KindTold{Kind::Xlsx},
                                TextRuns{{run("Prices", Break::Paragraph, BlockKind::Heading, 1)}},
                                TableStart{"Prices"},
                                TextRuns{{cell("Part", 0, 0, true), cell("Bar", 0, 2, true),
                                          cell("H-220", 6, 0), cell("12", 6, 2)}},
                                TableEnd{}, TextRuns{{run("end", Break::Line)}}});
  EXPECT_EQ(d.text, "Prices\n\nPart\tBar\nH-220\t12\nend");
  ASSERT_EQ(d.tables.size(), 1U);
  const Table& table = d.tables[0];
  EXPECT_EQ(of(d, table.span), "Part\tBar\nH-220\t12");
  EXPECT_EQ(table.rows, 7U);
  EXPECT_EQ(table.columns, 3U);
  ASSERT_EQ(table.cells.size(), 4U);
  EXPECT_EQ(of(d, table.cells[3].span()), "12");
  EXPECT_EQ(cell_name(table, table.cells[3]), "Prices!C7");
  EXPECT_TRUE(table.cells[0].header);
  ASSERT_EQ(d.blocks.size(), 3U);
  EXPECT_EQ(d.blocks[1].kind, BlockKind::Table);
  EXPECT_EQ(d.blocks[1].span, table.span);
  EXPECT_EQ(d.counts.characters_kept, d.counts.characters_seen);
}

TEST(Assembly, ALineEndInsideOfACellKeepsTheRowOneLine) {
  TextRun second = cell("second", 0, 0);
  second.before = Break::Line;
  const Document d =
      assembled({KindTold{Kind::Docx}, TableStart{""},
                 TextRuns{{cell("first", 0, 0), second, cell("b", 0, 1)}}, TableEnd{}});
  EXPECT_EQ(d.text, "first second\tb");
  EXPECT_EQ(d.tables[0].cells.size(), 2U);
}

// A separated-values file keeps its own text: what stands between cells belongs to none.
TEST(Assembly, RunsBetweenCellsStandAsTheyAre) {
  TextRun comma = cell(";", 0, 0), a = cell("a", 0, 0), b = cell("b", 0, 1);
  comma.rows = comma.columns = 0;
  for (TextRun* one : {&comma, &a, &b})
    one->before = Break::None;
  const Document d =
      assembled({KindTold{Kind::Csv}, TableStart{""}, TextRuns{{a, comma, b}}, TableEnd{}});
  EXPECT_EQ(d.text, "a;b");
  ASSERT_EQ(d.tables[0].cells.size(), 2U);
  EXPECT_EQ(of(d, d.tables[0].cells[1].span()), "b");
}

TEST(Assembly, WhatIsSaidKeepsItsTime) {
  TextRun first = run("Hello", Break::Paragraph), second = run("there", Break::Space);
  first.from = 1;
  first.to = second.to = 2;
  second.from = 1;
  const Document d = assembled({KindTold{Kind::Subtitles}, TextRuns{{first, second}}});
  ASSERT_EQ(d.timed.size(), 1U);
  EXPECT_EQ(of(d, d.timed[0].span), "Hello there");
}

TEST(Assembly, DroppedCharactersAreSeenAndNotKept) {
  const Document d =
      assembled({KindTold{Kind::Docx}, TextRuns{{run("abc", Break::None)}},
                 Dropped{"hidden_text", 5}, Dropped{"deleted", 1}, Dropped{"hidden_text", 2}});
  EXPECT_EQ(d.counts.characters_seen, 11U);
  EXPECT_EQ(d.counts.characters_kept, 3U);
  EXPECT_EQ(d.counts.dropped, (std::vector<Dropped>{{"deleted", 1}, {"hidden_text", 7}}));
}

}  // namespace
}  // namespace oi
