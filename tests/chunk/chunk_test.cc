#include "chunk/chunk.h"
#include "chunk/search_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "base/text.h"
#include "rules/limits.h"
#include "runtimes/wordpiece.h"
#include "tests/fakes.h"

namespace oi {
namespace {

size_t count_by_words(std::string_view text) {
  return count_words(text) + 2;
}
// Four bytes a token, as a tokenizer does that knows nothing of words.
size_t count_by_bytes(std::string_view text) {
  return (text.size() + 3) / 4 + 2;
}

std::string_view text_of(const Document& document, Span span) {
  return std::string_view(document.text).substr(span.begin, span.size());
}

// Sentences "<word> <word> ... ." of the given lengths, all different.
std::string prose(const std::vector<size_t>& lengths, size_t& serial) {
  std::string out;
  for (const size_t length : lengths) {
    if (!out.empty()) out += ' ';
    for (size_t i = 0; i < length; ++i) {
      out += (i == 0 ? "Word" : " word") + std::to_string(serial++);
    }
    out += '.';
  }
  return out;
}
std::string prose(const std::vector<size_t>& lengths) {
  size_t serial = 0;
  return prose(lengths, serial);
}

// What every chunking must keep, whatever the document.
void expect_sound(const Document& document, const std::vector<Chunk>& chunks,
                  const TokenCounter& count) {
  std::vector<bool> covered(document.text.size(), false);
  for (size_t i = 0; i < chunks.size(); ++i) {
    const Chunk& chunk = chunks[i];
    ASSERT_LT(chunk.span.begin, chunk.span.end);
    ASSERT_LE(chunk.span.end, document.text.size());
    EXPECT_EQ(chunk.id, (ChunkId{document.id, static_cast<uint32_t>(i)}));
    const std::string_view text = text_of(document, chunk.span);
    EXPECT_EQ(floor_code_point(document.text, chunk.span.begin), chunk.span.begin);
    EXPECT_EQ(floor_code_point(document.text, chunk.span.end), chunk.span.end);
    EXPECT_EQ(trim(text), text);
    const std::string searched = SearchText(document).for_meaning(chunk.span);
    EXPECT_EQ(chunk.words, count_words(searched));
    EXPECT_EQ(chunk.tokens, count(embedding_text(chunk, searched)));
    EXPECT_LE(chunk.words, limits::kChunkWords);
    EXPECT_LE(chunk.tokens, limits::kChunkTokens);
    EXPECT_LE(count(chunk.prefix), limits::kPrefixTokens);
    EXPECT_LE(text.size(), limits::kChunkBytes);
    if (i > 0) {
      EXPECT_LT(chunks[i - 1].span.begin, chunk.span.begin);
      EXPECT_LT(chunks[i - 1].span.end, chunk.span.end);
    }
    for (size_t at = chunk.span.begin; at < chunk.span.end; ++at)
      covered[at] = true;
  }
  for (size_t at = 0; at < document.text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(document.text, at);
    EXPECT_TRUE(is_space(c) || covered[begin]) << "byte " << begin << " is in no chunk";
  }
}

std::vector<Chunk> cut(const Document& document, const TokenCounter& count = count_by_words) {
  Result<std::vector<Chunk>> made = chunk(document, count, {});
  EXPECT_TRUE(made.ok()) << made.error().what;
  if (!made.ok()) return {};
  expect_sound(document, *made, count);
  return *made;
}

TEST(Chunk, ShortDocumentIsOneChunk) {
  const Document document = make_document("note.txt", "  The pump holds 4 litres.\n");
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_EQ(chunks.size(), 1u);
  EXPECT_EQ(text_of(document, chunks[0].span), "The pump holds 4 litres.");
  EXPECT_EQ(chunks[0].prefix, "note");
  EXPECT_EQ(embedding_text(chunks[0], "The pump."), "note\nThe pump.");
}

TEST(Chunk, DocumentOfWhiteSpaceGivesNone) {
  EXPECT_TRUE(cut(make_document("blank.txt", " \n\t \n\n ")).empty());
  EXPECT_TRUE(cut(make_document("empty.txt", "")).empty());
}

// Step 3 of the specification: a padding block once made the counter return a constant, and more
// than half of every document was silently cut.
TEST(Chunk, ConstantTokenCounterIsRefused) {
  const Document document = make_document("note.txt", "The pump holds 4 litres.");
  const auto padded = [](std::string_view) -> size_t { return 128; };
  const Result<std::vector<Chunk>> made = chunk(document, padded, {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::Bug);
  EXPECT_NE(made.error().what.find("128"), std::string::npos);
}

TEST(Chunk, AskedToStopItStops) {
  std::stop_source stop;
  stop.request_stop();
  const Document document = make_document("note.txt", "The pump holds 4 litres.");
  const Result<std::vector<Chunk>> made = chunk(document, count_by_words, {stop.get_token()});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::Cancelled);
}

TEST(Chunk, BordersAreSentencesAndNeighboursShareUpToFiftyWords) {
  const Document document = make_document("long.txt", prose(std::vector<size_t>(60, 20)));
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_GT(chunks.size(), 3u);
  for (size_t i = 0; i < chunks.size(); ++i) {
    const std::string_view text = text_of(document, chunks[i].span);
    EXPECT_EQ(text.substr(0, 4), "Word");
    EXPECT_EQ(text.back(), '.');
    if (i == 0) continue;
    ASSERT_LT(chunks[i].span.begin, chunks[i - 1].span.end) << "no overlap";
    const Span shared = {chunks[i].span.begin, chunks[i - 1].span.end};
    EXPECT_EQ(count_words(text_of(document, shared)), 40u);  // two sentences; three pass fifty
  }
}

TEST(Chunk, SentenceOfExactlyTheLimitStaysWhole) {
  const Document at = make_document("at.txt", prose({310}));
  EXPECT_EQ(cut(at).size(), 1u);
  const Document above = make_document("above.txt", prose({311}));
  EXPECT_EQ(cut(above).size(), 2u);
}

TEST(Chunk, EndlessSentenceIsCutAtWordsWithOverlap) {
  const Document document = make_document("run-on.txt", prose({1000}));
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_GT(chunks.size(), 3u);
  for (size_t i = 0; i < chunks.size(); ++i) {
    const Span span = chunks[i].span;
    EXPECT_TRUE(span.begin == 0 || document.text[span.begin - 1] == ' ');
    EXPECT_TRUE(i == 0 || span.begin < chunks[i - 1].span.end) << "no overlap";
  }
}

TEST(Chunk, EndlessWordIsCutAtCodePoints) {
  std::string word;
  for (size_t i = 0; i < 20'000; ++i)
    word += "ä";
  const std::vector<Chunk> chunks = cut(make_document("blob.txt", word), count_by_bytes);
  EXPECT_GT(chunks.size(), 20u);
  // A tokenizer that takes any long word for one unknown token must not let it grow without end.
  EXPECT_GE(cut(make_document("blob.txt", word)).size(), 5u);
}

// C070: characters outside of the basic plane, four bytes each, lie across the limit at every
// alignment: signs, each a word of its own, and letters of one endless word. expect_sound sees that
// no chunk begins or ends within a character.
TEST(Chunk, AstralCharactersAtTheLimitAreNeverCut) {
  for (const std::string& letters :
       {std::string("\U0001F600\U00020BB7a"), std::string("\U00010428")}) {
    for (size_t before = 0; before < 5; ++before) {
      std::string word(before, 'x');
      while (word.size() < 40'000)
        word += letters;
      for (const TokenCounter& count :
           {TokenCounter(count_by_bytes), TokenCounter(count_by_words)}) {
        const Document document = make_document("chat.txt", word);
        const std::vector<Chunk> chunks = cut(document, count);
        EXPECT_GE(chunks.size(), 3u);
        for (const Chunk& one : chunks)
          EXPECT_EQ(repair_utf8(text_of(document, one.span)).replaced, 0u) << before;
      }
    }
  }
}

TEST(Chunk, TokenLimitCountsWhereWordsDoNot) {
  // Eight tokens a word: 310 words would be 2,500 tokens.
  const auto dense = [](std::string_view text) { return 8 * count_words(text) + 2; };
  const Document document = make_document("dense.txt", prose(std::vector<size_t>(40, 12)));
  const std::vector<Chunk> chunks = cut(document, dense);
  EXPECT_GT(chunks.size(), 9u);
}

TEST(Chunk, CounterThatIsNotAdditiveIsStillKeptToTheLimit) {
  // Joined text costs more than its parts.
  const auto growing = [](std::string_view text) {
    const size_t words = count_words(text);
    return words + words * words / 200 + 2;
  };
  cut(make_document("dense.txt", prose(std::vector<size_t>(80, 15))), growing);
  cut(make_document("endless.txt", prose({900})), growing);
}

TEST(Chunk, HeadingBeginsAChunkAndStaysWithItsText) {
  size_t serial = 0;
  const std::string first = prose(std::vector<size_t>(8, 20), serial);
  const std::string second = prose(std::vector<size_t>(8, 20), serial);
  const Document document =
      make_document("manual.md", "# Safety\n\n" + first + "\n\n## Warnings\n\n" + second);
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(text_of(document, chunks[0].span).substr(0, 8), "# Safety");
  EXPECT_EQ(text_of(document, chunks[1].span).substr(0, 11), "## Warnings");
  EXPECT_EQ(chunks[1].span.begin, document.text.find("## Warnings"));
  EXPECT_EQ(chunks[0].heading_path, "Safety");
  EXPECT_EQ(chunks[1].heading_path, "Safety > Warnings");
  EXPECT_EQ(chunks[1].prefix, "manual > Safety > Warnings");
}

TEST(Chunk, TinySectionsGoTogetherUnderWhatTheyShare) {
  const Document document = make_document(
      "parts.md",
      "# Parts\n\n## Filter\n\nThe filter is H-220.\n\n## Belt\n\nThe belt is B-17.\n\n"
      "## Pump\n\nThe pump is P-3.");
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_EQ(chunks.size(), 1u);
  EXPECT_EQ(chunks[0].heading_path, "Parts");
}

TEST(Chunk, ChunkIsNeverAHeadingAloneWhenTextFollows) {
  size_t serial = 0;
  std::string text;
  for (int i = 0; i < 12; ++i) {
    text += "# Chapter " + std::to_string(i) + "\n\n## Part\n\n" +
            prose(std::vector<size_t>(6, 45), serial) + "\n\n";
  }
  const Document document = make_document("book.md", text);
  for (const Chunk& each : cut(document)) {
    EXPECT_NE(text_of(document, each.span).find('.'), std::string_view::npos);
  }
}

TEST(Chunk, TailOfASectionKeepsItsPath) {
  size_t serial = 0;
  const Document document =
      make_document("manual.md", "# A\n\n" + prose(std::vector<size_t>(11, 30), serial) +
                                     "\n\n# B\n\n" + prose({20}, serial));
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(chunks[1].heading_path, "A");
  EXPECT_EQ(chunks[2].heading_path, "B");
}

TEST(Chunk, ListTableAndCodeStayWholeWhenTheyFit) {
  size_t serial = 0;
  const std::string before = prose(std::vector<size_t>(9, 20), serial);
  std::string table;
  for (int row = 0; row < 50; ++row) {
    table += "part " + std::to_string(row) + " | " + std::to_string(row * 7) + " Nm\n";
  }
  for (const BlockKind kind : {BlockKind::Table, BlockKind::List, BlockKind::Code}) {
    Document document = make_document("table.md", before + "\n\n" + table);
    document.blocks.back().kind = kind;
    const std::vector<Chunk> chunks = cut(document);
    ASSERT_EQ(chunks.size(), 2u);
    const std::string_view second = text_of(document, chunks[1].span);
    EXPECT_NE(second.find(trim(table)), std::string_view::npos);
    EXPECT_EQ(chunks[0].kind, ChunkKind::Prose);
    EXPECT_NE(chunks[1].kind, ChunkKind::Prose);
  }
}

TEST(Chunk, TableThatIsTooLargeIsCutBetweenRows) {
  std::string table;
  for (int row = 0; row < 300; ++row) {
    table += "part " + std::to_string(row) + " | " + std::to_string(row * 7) + " Nm\n";
  }
  Document document = make_document("table.md", table);
  document.blocks.back().kind = BlockKind::Table;
  for (const Chunk& each : cut(document)) {
    EXPECT_EQ(text_of(document, each.span).substr(0, 5), "part ");
    EXPECT_EQ(each.kind, ChunkKind::Table);
  }
}

TEST(Chunk, LongTitleIsCutToThePrefixReserveAtAWord) {
  Document document = make_document("x.md", "# " + prose({70}) + "\n\nText stands here.");
  document.title = prose({60});
  for (const Chunk& each : cut(document, count_by_bytes)) {
    EXPECT_EQ(each.prefix.rfind("Word0 word1", 0), 0u);
    EXPECT_NE(each.prefix.back(), ' ');
  }
}

TEST(Chunk, PagesAreThoseTheSpanTouches) {
  Document document = make_document("p.pdf", prose(std::vector<size_t>(40, 20)));
  const uint64_t half = document.text.size() / 2;
  document.pages = {{1, {0, half}}, {2, {half, document.text.size()}}};
  const std::vector<Chunk> chunks = cut(document);
  EXPECT_EQ(chunks.front().page_first, 1u);
  EXPECT_EQ(chunks.front().page_last, 1u);
  EXPECT_EQ(chunks.back().page_first, 2u);
  bool both = false;
  for (const Chunk& each : chunks)
    both = both || (each.page_first == 1 && each.page_last == 2);
  EXPECT_TRUE(both);
}

TEST(Chunk, TextOutsideEveryBlockIsNotLost) {
  Document document = make_document(
      "gap.txt", "One stands here.\n\n" + prose(std::vector<size_t>(60, 20)) + "\n\nThree.");
  document.blocks.erase(document.blocks.begin() + 1);
  cut(document);
  document.blocks.clear();
  cut(document);
  document.blocks = {{BlockKind::Paragraph, 0, {5, 30}}, {BlockKind::List, 0, {0, 12}}};
  cut(document);
}

// Complaint C107: only the end of a file seemed to be used.
TEST(Chunk, FactAtAnyPlaceStandsWholeInAChunk) {
  const std::string fact = "The key of the blue cabinet hangs behind the clock.";
  for (size_t place = 0; place <= 100; place += 5) {
    size_t serial = 0;
    const std::string before = prose(std::vector<size_t>(place, 15), serial);
    const std::string after = prose(std::vector<size_t>(100 - place, 15), serial);
    const Document document = make_document("facts.txt", before + " " + fact + " " + after);
    bool whole = false;
    for (const Chunk& each : cut(document)) {
      whole = whole || text_of(document, each.span).find(fact) != std::string_view::npos;
    }
    EXPECT_TRUE(whole) << "at " << place << " %";
  }
}

// A table that goes on over chunks keeps the names of its columns.
TEST(Chunk, ChunksOfALongTableNameItsColumns) {
  Document document = make_document("prices.xlsx", "Part\tPressure\n");
  document.blocks.clear();
  document.tables.push_back({});
  Table& table = document.tables[0];
  table.cells = {{0, 4, 0, 0, 1, 1, true}, {5, 13, 0, 1, 1, 1, true}};
  for (uint32_t row = 1; row < 400; ++row) {
    const auto at = static_cast<uint32_t>(document.text.size());
    document.text += "H-" + std::to_string(1000 + row) + "\t12 bar\n";
    table.cells.push_back({at, at + 6, row, 0, 1, 1, false});
    table.cells.push_back({at + 7, at + 13, row, 1, 1, 1, false});
  }
  document.text.pop_back();
  table.span = {0, document.text.size()};
  document.blocks = {{BlockKind::Table, 0, table.span}};
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_GT(chunks.size(), 2U);
  EXPECT_EQ(chunks[0].prefix.find("Part | Pressure"), std::string::npos);
  for (size_t i = 1; i < chunks.size(); ++i)
    EXPECT_NE(chunks[i].prefix.find("Part | Pressure"), std::string::npos) << i;
}

// C016: a running head between two paragraphs weighs nothing.
TEST(Chunk, RunningHeadsDoNotFillChunks) {
  const std::string head = "ACME Pumps - Manual of Operation - Confidential - Edition of 2024";
  Document document = make_document("m.pdf", "First half of it\n\n" + head + "\n\nsecond half.");
  ASSERT_EQ(document.blocks.size(), 3U);
  document.blocks[1].kind = BlockKind::Furniture;
  const std::vector<Chunk> chunks = cut(document);
  ASSERT_EQ(chunks.size(), 1U);
  EXPECT_EQ(chunks[0].words, 6U);
}

// Invariant 1 for any text.
TEST(Chunk, EveryCharacterOfAnyDocumentIsInAChunk) {
  std::mt19937 random(7);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const std::vector<std::string> pieces = {"word",   "Größe",    "H-220", "3.5",
                                           "。",     "漢字かな", "e.g.",  "-",
                                           "* item", "|",        "a,b,c", "http://x.y/z?q=1",
                                           "\"",     "ความ",     "\t",    "\n",
                                           "\n\n",   "!",        "12)",   "…"};
  for (int round = 0; round < 60; ++round) {
    std::string text;
    const size_t length = below(3000);
    for (size_t i = 0; i < length; ++i) {
      if (below(40) == 0) text += "\n\n" + std::string(below(4), '#') + " ";
      text += pieces[below(pieces.size())];
      if (below(5) != 0) text += below(12) == 0 ? ". " : " ";
    }
    Document document = make_document("random.md", text);
    for (Block& block : document.blocks) {
      if (block.kind == BlockKind::Paragraph) block.kind = static_cast<BlockKind>(below(6));
      if (block.kind == BlockKind::Heading) block.level = static_cast<uint8_t>(below(7));
    }
    const std::vector<Chunk> by_words = cut(document);
    EXPECT_EQ(by_words, cut(document)) << "not the same twice";
    cut(document, count_by_bytes);
  }
}

TEST(Chunk, RealTokenizerFindsEveryChunkWithinItsLimits) {
  const std::filesystem::path vocabulary =
      std::filesystem::path(OI_SETUP_MODELS) / "all-MiniLM-L6-v2" / "vocab.txt";
  if (!std::filesystem::exists(vocabulary)) GTEST_SKIP() << "no vocabulary at " << vocabulary;
  Result<WordPiece> pieces = WordPiece::load(vocabulary, {});
  ASSERT_TRUE(pieces.ok()) << pieces.error().what;
  const auto count = [&](std::string_view text) { return pieces->count(text); };
  std::string text;
  size_t serial = 0;
  for (int i = 0; i < 30; ++i) {
    text += "# Chapter " + std::to_string(i) + "\n\n" +
            prose({5, 30, 60, 20, 45, 310, 12, 400}, serial) +
            "\n\n漢字かな混じり文が続きます。Größe und Maß: 3.5 Nm, H-220/7.\n\n" +
            std::string(3000, 'x') + "\n\n";
  }
  cut(make_document("mixed.md", text), count);
}

}  // namespace
}  // namespace oi
