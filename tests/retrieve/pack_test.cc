#include "retrieve/pack.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/text.h"
#include "tests/fakes.h"

namespace oi {
namespace {

size_t count(std::string_view text) {
  return count_words(text);
}

// A paragraph of so many words, each said once in the library.
std::string words(const std::string& stem, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i)
    out += (i == 0 ? "" : " ") + stem + std::to_string(i);
  return out + ".";
}

struct Library {
  FakeEmbedder embedder{5000};
  FakeStore store;
  ModeRules mode = rules_for(Mode::Standard);
  PackInput input{.store = store, .count = count};
  std::vector<Document> documents;

  // Each paragraph is a chunk.
  DocumentId add(const std::string& name, const std::vector<std::string>& paragraphs) {
    std::string text;
    for (const std::string& paragraph : paragraphs) {
      text += (text.empty() ? "" : "\n\n") + paragraph;
    }
    documents.push_back(make_document(name, text));
    Result<Indexed> indexed = index_blocks(documents.back(), embedder);
    EXPECT_TRUE(indexed.ok());
    EXPECT_TRUE(store.commit({&*indexed, 1}, {}).ok());
    return documents.back().id;
  }
  Hit hit(DocumentId document, uint32_t ordinal, double relevance = 0.5) {
    const ChunkId id{document, ordinal};
    Hit made;
    made.chunk = id;
    made.span = store.chunks({&id, 1})->front().chunk.span;
    made.cosine = relevance - 0.1;
    made.relevance = relevance;
    return made;
  }
  Evidence pack(std::vector<Hit> hits) {
    const Result<Evidence> made =
        oi::pack({.hits = std::move(hits), .stages = {}}, mode, input, {});
    EXPECT_TRUE(made.ok()) << made.error().what;
    expect_sound(*made);
    return *made;
  }
  // Invariants 1 to 3 of pack.h, whatever is packed.
  void expect_sound(const Evidence& evidence) {
    EXPECT_LE(evidence.tokens, evidence_budget(input));
    uint32_t sum = 0;
    for (size_t i = 0; i < evidence.passages.size(); ++i) {
      const Passage& passage = evidence.passages[i];
      EXPECT_EQ(passage.label, "S" + std::to_string(i + 1));
      const Document document = *store.document(passage.chunk.document);
      EXPECT_EQ(passage.text, document.text.substr(passage.span.begin, passage.span.size()));
      EXPECT_EQ(passage.document_name, document.name);
      EXPECT_EQ(passage.tokens,
                count(passage.text) + count(passage.columns) + input.passage_overhead);
      sum += passage.tokens;
      for (size_t other = 0; other < i; ++other) {
        const Passage& before = evidence.passages[other];
        EXPECT_FALSE(before.chunk.document == passage.chunk.document &&
                     before.span.overlaps(passage.span));
      }
    }
    EXPECT_EQ(evidence.tokens, sum);
    std::set<ChunkId> once;
    for (const LeftOut& each : evidence.left_out) {
      EXPECT_FALSE(each.reason.empty());
      EXPECT_TRUE(once.insert(each.chunk).second) << to_text(each.chunk);
    }
  }
};

std::string reason_of(const Evidence& evidence, ChunkId id) {
  for (const LeftOut& each : evidence.left_out) {
    if (each.chunk == id) return each.reason;
  }
  return "";
}

TEST(Pack, NothingInNothingOut) {
  Library library;
  const Evidence none = library.pack({});
  EXPECT_TRUE(none.passages.empty());
  EXPECT_EQ(none.best_relevance, 0);
}

TEST(Pack, NeighboursAreJoinedByTheModesNumber) {
  Library library;
  std::vector<std::string> paragraphs;
  for (int i = 0; i < 9; ++i)
    paragraphs.push_back(words("p" + std::to_string(i) + "w", 10));
  const DocumentId id = library.add("a.txt", paragraphs);
  const Evidence made = library.pack({library.hit(id, 4)});
  ASSERT_EQ(made.passages.size(), 1u);
  const Document document = *library.store.document(id);
  EXPECT_EQ(made.passages[0].span.begin, document.text.find("p2w0"));
  EXPECT_EQ(made.passages[0].span.end, document.text.find("\n\np7w0"));
  EXPECT_EQ(made.passages[0].chunk.ordinal, 4u);
  const Evidence first = library.pack({library.hit(id, 0)});
  EXPECT_EQ(first.passages[0].span.begin, 0u);
  EXPECT_EQ(first.passages[0].span.end, document.text.find("\n\np3w0"));
}

TEST(Pack, SiblingsThatTouchBecomeOnePassage) {
  Library library;
  library.mode.neighbours = 0;
  const DocumentId id = library.add(
      "a.txt", {words("a", 5), words("b", 5), words("c", 5), words("d", 5), words("e", 5)});
  const Evidence made =
      library.pack({library.hit(id, 1, 0.5), library.hit(id, 4, 0.4), library.hit(id, 2, 0.9)});
  ASSERT_EQ(made.passages.size(), 2u);
  EXPECT_EQ(made.passages[0].text, words("b", 5) + "\n\n" + words("c", 5));
  EXPECT_EQ(made.passages[0].chunk.ordinal, 1u) << "the better placed hit names the passage";
  EXPECT_EQ(made.passages[0].relevance, 0.9);
  EXPECT_EQ(reason_of(made, {id, 2}), "inside S1");
  EXPECT_EQ(made.best_relevance, 0.9);
  EXPECT_EQ(made.second_relevance, 0.5);
}

TEST(Pack, OverlappingChunksAreNotRepeated) {
  Library library;
  library.mode.neighbours = 1;
  Document document = make_document("o.txt", "One two. Three four. Five six. Seven eight.");
  Indexed indexed = *index_blocks(document, library.embedder);
  indexed.chunks.clear();
  const std::vector<Span> spans = {{0, 20}, {9, 30}, {21, 43}};
  std::vector<std::string_view> texts;
  for (uint32_t i = 0; i < 3; ++i) {
    Chunk chunk;
    chunk.id = {document.id, i};
    chunk.span = spans[i];
    indexed.chunks.push_back(chunk);
    texts.push_back(std::string_view(document.text).substr(spans[i].begin, spans[i].size()));
  }
  indexed.vectors = *library.embedder.embed(texts, {});
  ASSERT_TRUE(library.store.commit({&indexed, 1}, {}).ok());
  const Evidence made = library.pack({library.hit(document.id, 1)});
  ASSERT_EQ(made.passages.size(), 1u);
  EXPECT_EQ(made.passages[0].text, document.text);
}

TEST(Pack, BestStandsFirstAndSecondBestLast) {
  for (size_t n = 1; n <= 8; ++n) {
    Library library;
    library.mode.neighbours = 0;
    std::vector<Hit> hits;
    for (size_t i = 0; i < n; ++i) {
      const DocumentId id =
          library.add("d" + std::to_string(i), {words("w" + std::to_string(i) + "x", 5)});
      hits.push_back(library.hit(id, 0, 0.9 - 0.1 * static_cast<double>(i)));
    }
    const Evidence made = library.pack(hits);
    ASSERT_EQ(made.passages.size(), n);
    EXPECT_EQ(made.passages.front().document_name, "d0");
    if (n > 1) {
      EXPECT_EQ(made.passages.back().document_name, "d1");
    }
    if (n == 5) {
      std::string order;
      for (const Passage& passage : made.passages)
        order += passage.document_name;
      EXPECT_EQ(order, "d0d2d4d3d1");
    }
  }
}

// Invariant 11, complaint C137.
TEST(Pack, BudgetIsKeptAndWhatIsLeftOutIsListed) {
  Library library;
  library.mode.neighbours = 0;
  std::vector<Hit> hits;
  for (int i = 0; i < 40; ++i) {
    const DocumentId id =
        library.add("d" + std::to_string(i), {words("w" + std::to_string(i) + "x", 300)});
    hits.push_back(library.hit(id, 0));
  }
  const Evidence made = library.pack(hits);
  EXPECT_EQ(made.passages.size(), 10u);  // 3,200 / 300
  EXPECT_EQ(made.left_out.size(), 30u);
  library.input.passage_overhead = 21;
  EXPECT_EQ(library.pack(hits).passages.size(), 9u);
}

TEST(Pack, SmallerHitStillFitsBehindOneThatDoesNot) {
  Library library;
  library.mode.neighbours = 0;
  const DocumentId a = library.add("a", {words("a", 3000)});
  const DocumentId b = library.add("b", {words("b", 300)});
  const DocumentId c = library.add("c", {words("c", 200)});
  const Evidence made = library.pack({library.hit(a, 0), library.hit(b, 0), library.hit(c, 0)});
  ASSERT_EQ(made.passages.size(), 2u);
  EXPECT_EQ(made.tokens, 3200u) << "exactly the budget fits";
  EXPECT_EQ(reason_of(made, {b, 0}), "over the token budget");
}

TEST(Pack, HitsComeBeforeAnyNeighbour) {
  Library library;
  const DocumentId a = library.add("a", {words("x", 1500), words("y", 300), words("z", 1500)});
  const DocumentId b = library.add("b", {words("b", 2000)});
  const Evidence made = library.pack({library.hit(a, 1), library.hit(b, 0)});
  ASSERT_EQ(made.passages.size(), 2u);
  EXPECT_EQ(made.passages[0].text, words("y", 300));
  EXPECT_EQ(reason_of(made, {a, 0}), "a neighbour over the token budget");
  EXPECT_EQ(reason_of(made, {a, 2}), "a neighbour over the token budget");
}

TEST(Pack, BestHitsNeighboursComeFirst) {
  Library library;
  library.mode.neighbours = 1;
  const DocumentId a = library.add("a", {words("x", 1001), words("y", 600)});
  const DocumentId b = library.add("b", {words("u", 1000), words("v", 600)});
  const Evidence made = library.pack({library.hit(b, 1), library.hit(a, 1)});
  EXPECT_EQ(made.passages[0].text, words("u", 1000) + "\n\n" + words("v", 600));
  EXPECT_EQ(made.passages[1].text, words("y", 600));
}

TEST(Pack, PassageLargerThanTheBudgetIsCutAtASentenceAndListed) {
  Library library;
  const std::string one = words("one", 1500), two = words("Two", 1500),
                    three = words("Three", 1500);
  const DocumentId id = library.add("a", {"A short one.", one + " " + two + " " + three});
  const Evidence made = library.pack({library.hit(id, 1)});
  ASSERT_EQ(made.passages.size(), 1u);
  EXPECT_EQ(made.passages[0].text, one + " " + two);
  EXPECT_NE(reason_of(made, {id, 1}).find("cut to bytes"), std::string::npos);
  const DocumentId endless = library.add("b", {words("endless", 4000)});
  const Evidence none = library.pack({library.hit(endless, 0)});
  EXPECT_TRUE(none.passages.empty());
  EXPECT_EQ(reason_of(none, {endless, 0}), "over the token budget");
}

TEST(Pack, GeneratorMayBeGivenFewPassages) {
  Library library;
  library.mode.neighbours = 0;
  library.input.passages_most = 2;
  const DocumentId a = library.add("a", {words("a", 5), words("b", 5)});
  const DocumentId b = library.add("b", {words("c", 5)});
  const DocumentId c = library.add("c", {words("d", 5)});
  const Evidence made =
      library.pack({library.hit(a, 0), library.hit(b, 0), library.hit(c, 0), library.hit(a, 1)});
  ASSERT_EQ(made.passages.size(), 2u);
  EXPECT_EQ(made.passages[0].text, words("a", 5) + "\n\n" + words("b", 5)) << "it made no third";
  EXPECT_NE(reason_of(made, {c, 0}).find("2 passages"), std::string::npos);
}

TEST(Pack, BudgetFollowsTheWindow) {
  FakeStore store;
  const auto budget = [&](uint32_t window, uint32_t reserve, uint32_t overhead) {
    return evidence_budget({.store = store,
                            .count = count,
                            .window = window,
                            .reserve = reserve,
                            .prompt_overhead = overhead});
  };
  EXPECT_EQ(budget(4096, 256, 0), 3200u);
  EXPECT_EQ(budget(4096, 256, 640), 3200u);
  EXPECT_EQ(budget(4096, 256, 641), 3199u);
  EXPECT_EQ(budget(2048, 256, 100), 1600u);
  EXPECT_EQ(budget(32768, 256, 100), 25600u) << "the reserve has grown to 2,048";
  EXPECT_EQ(budget(8192, 256, 1480), 6200u);
  EXPECT_EQ(budget(512, 256, 256), 0u);
  EXPECT_EQ(budget(512, 256, 255), 1u);
  EXPECT_EQ(budget(100, 256, 0), 0u);
}

TEST(Pack, PagesAndHeadingAreThePassages) {
  Library library;
  library.mode.neighbours = 1;
  Document document = make_document("p.pdf", "# Safety\n\nOne stands here.\n\nTwo stands here.");
  const uint64_t border = document.text.find("Two");
  document.pages = {{1, {0, border}}, {2, {border, document.text.size()}}};
  Indexed indexed = *index_blocks(document, library.embedder);
  ASSERT_TRUE(library.store.commit({&indexed, 1}, {}).ok());
  const Evidence made = library.pack({library.hit(document.id, 0)});
  ASSERT_EQ(made.passages.size(), 1u);
  EXPECT_EQ(made.passages[0].heading_path, "Safety");
  EXPECT_EQ(made.passages[0].page_first, 1u);
  EXPECT_EQ(made.passages[0].page_last, 2u);
}

// The clipped row arrives with its header, and the header is paid for.
TEST(Pack, PassageInsideOfATableNamesItsColumns) {
  Library library;
  library.mode.neighbours = 0;
  Document document = make_document("t.csv", "Bolt\tTorque in Nm\n\nM8\t25\n\nM10\t50");
  Table table{.span = {0, document.text.size()}, .name = "", .rows = 3, .columns = 2, .cells = {}};
  for (const char* cell : {"Bolt", "Torque in Nm", "M8", "25", "M10", "50"}) {
    const auto begin = static_cast<uint32_t>(document.text.find(cell));
    const auto at = static_cast<uint32_t>(table.cells.size());
    table.cells.push_back({.begin = begin,
                           .end = begin + static_cast<uint32_t>(std::string(cell).size()),
                           .row = at / 2,
                           .column = static_cast<uint16_t>(at % 2),
                           .header = at < 2});
  }
  document.tables = {table};
  Indexed indexed = *index_blocks(document, library.embedder);
  ASSERT_TRUE(library.store.commit({&indexed, 1}, {}).ok());
  EXPECT_EQ(library.pack({library.hit(document.id, 2)}).passages[0].columns, "Bolt | Torque in Nm");
  EXPECT_EQ(library.pack({library.hit(document.id, 0)}).passages[0].columns, "")
      << "its first row is the header";
}

TEST(Pack, ReferenceIsFollowedOnceBehindAllHits) {
  Library library;
  library.mode.neighbours = 0;
  const DocumentId a = library.add(
      "a", {"# 1 Start", "Tighten it as section 4.2 says.", "# 2 More", words("m", 20),
            "# 4.2 Bolts", "The bolts take 25 Nm, see section 2.", "# 9 End", words("e", 20)});
  const DocumentId b = library.add("b", {words("b", 20)});
  const Evidence made = library.pack({library.hit(a, 0), library.hit(b, 0)});
  ASSERT_EQ(made.passages.size(), 3u);
  const Passage& followed = made.passages[1];
  EXPECT_EQ(followed.text, "The bolts take 25 Nm, see section 2.");
  EXPECT_EQ(followed.followed, "section 4.2") << "and section 2 is not followed in turn";
  EXPECT_EQ(made.passages[0].followed, "");
  EXPECT_DOUBLE_EQ(made.best_relevance, 0.5) << "what was followed has no relevance of its own";
}

TEST(Pack, ReferenceToWhatIsThereAlreadyAddsNothing) {
  Library library;
  library.mode.neighbours = 0;
  const DocumentId a = library.add(
      "a", {"# 1 Start", "Tighten it as section 4.2 says.", "# 4.2 Bolts", words("m", 20)});
  EXPECT_EQ(library.pack({library.hit(a, 0), library.hit(a, 1)}).passages.size(), 2u);
  EXPECT_EQ(library.pack({library.hit(a, 1)}).passages.size(), 1u) << "nothing points back";
}

TEST(Pack, DocumentRemovedMeanwhileIsListed) {
  Library library;
  const DocumentId a = library.add("a", {words("a", 5)});
  const DocumentId b = library.add("b", {words("b", 5)});
  const std::vector<Hit> hits = {library.hit(a, 0), library.hit(b, 0)};
  ASSERT_TRUE(library.store.remove(a).ok());
  const Evidence made = library.pack(hits);
  EXPECT_EQ(made.passages.size(), 1u);
  EXPECT_NE(reason_of(made, {a, 0}).find("removed"), std::string::npos);
}

TEST(Pack, KeepsItsInvariantsForAnyHits) {
  std::mt19937 random(11);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (int round = 0; round < 40; ++round) {
    Library library;
    library.input.passage_overhead = static_cast<uint32_t>(below(30));
    library.input.passages_most = static_cast<uint32_t>(below(6));
    library.mode.neighbours = static_cast<uint32_t>(below(6));
    std::vector<Hit> hits;
    for (size_t d = 0; d < 4; ++d) {
      std::vector<std::string> paragraphs;
      const size_t n = 1 + below(8);
      for (size_t i = 0; i < n; ++i) {
        paragraphs.push_back(words("d" + std::to_string(d * 10 + i) + "w", 1 + below(600)));
      }
      const DocumentId id = library.add("d" + std::to_string(d), paragraphs);
      for (uint32_t i = 0; i < n; ++i) {
        if (below(2) == 0) hits.push_back(library.hit(id, i));
      }
    }
    std::shuffle(hits.begin(), hits.end(), random);
    const Evidence made = library.pack(hits);
    // Every hit is a passage, inside one, or left out with its reason.
    for (const Hit& hit : hits) {
      bool shown = !reason_of(made, hit.chunk).empty();
      for (const Passage& passage : made.passages) {
        shown = shown ||
                (passage.chunk.document == hit.chunk.document && passage.span.contains(hit.span));
      }
      EXPECT_TRUE(shown) << to_text(hit.chunk);
    }
  }
}

}  // namespace
}  // namespace oi
