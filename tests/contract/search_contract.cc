// What a search of words finds, and what filters let pass, whatever the store is made of.
#include <algorithm>
#include <random>
#include <set>

#include "tests/contract/indexed.h"
#include "tests/contract/store_contract.h"

namespace oi::testing {
namespace {

std::vector<ChunkId> chunks_of(const std::vector<Ranked>& hits) {
  std::vector<ChunkId> chunks;
  for (const Ranked& hit : hits)
    chunks.push_back(hit.chunk);
  return chunks;
}

std::vector<ChunkId> found(const Store& store, std::string_view question, size_t k = 10,
                           const Filter& filter = {}) {
  const auto hits = store.search_words(question, k, filter, {});
  EXPECT_TRUE(hits.ok()) << hits.error().what;
  return hits.ok() ? chunks_of(*hits) : std::vector<ChunkId>{};
}

std::vector<ChunkId> near(const Store& store, size_t k, const Filter& filter = {}) {
  const auto hits = store.search_vectors(query_of({1, 0, 0, 0}), k, filter, {});
  EXPECT_TRUE(hits.ok()) << hits.error().what;
  return hits.ok() ? chunks_of(hits->ranked) : std::vector<ChunkId>{};
}

// The ordinals of what is found in a library of one document.
std::vector<uint32_t> ordinals(const Store& store, std::string_view question, size_t k = 10) {
  std::vector<uint32_t> all;
  for (const ChunkId chunk : found(store, question, k))
    all.push_back(chunk.ordinal);
  return all;
}

using Ordinals = std::vector<uint32_t>;

Indexed in_language(const char* language, Indexed one) {
  one.document.language = language;
  return one;
}

}  // namespace

// C089: the exact code ranks its document first among five hundred.
TEST_P(StoreContract, RareCodeIsFoundFirstAmongFiveHundredDocuments) {
  std::vector<Indexed> batch;
  for (int i = 0; i < 500; ++i) {
    const std::string n = std::to_string(i);
    batch.push_back(indexed("/" + n, {"error report " + n + " of part XK-" + n + " and code 7"}));
  }
  ASSERT_TRUE(done(store().commit(batch, {})));
  for (const char* question : {"XK-417", "what does error XK-417 mean", "xk417", "XK 417"})
    EXPECT_EQ(found(store(), question, 1), (std::vector<ChunkId>{batch[417].chunks[0].id}))
        << question;
}

// C091: a name, and a line of the record almost as it stands.
TEST_P(StoreContract, NameAndNearVerbatimQueryFindTheirRecordFirst) {
  const Indexed one = indexed("/a", {"Annegret Sjöholm keeps the keys of the boiler house.",
                                     "Whoever keeps a key of the house signs for it in the book.",
                                     "Keys are kept by the porter of the house."});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(ordinals(store(), "Annegret", 1), Ordinals{0});
  EXPECT_EQ(ordinals(store(), "sjoholm", 1), Ordinals{0});
  EXPECT_EQ(ordinals(store(), "Annegret Sjöholm keeps keys of a boiler house", 1), Ordinals{0});
}

// C092: "1.0.21" in quotes never matched, since the dots were stripped.
TEST_P(StoreContract, VersionsMatchAsTheyAreWritten) {
  const Indexed one = indexed("/a", {"the numbers 1, 0, 21 and 1 0 21 again 1 0 21",
                                     "release 1.0.21 of the driver, a long note with more words",
                                     "release 1.0.2 of the driver", "release 11.0.21"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  for (const char* question : {"\"1.0.21\"", "1.0.21", "release 1.0.21"})
    EXPECT_EQ(ordinals(store(), question, 1), Ordinals{1}) << question;
}

TEST_P(StoreContract, PartNumberIsFoundInEachSpellingBeforeItsScatteredParts) {
  const Indexed one =
      indexed("/a", {"torque torque torque: 220 of it, and H stands for high", "the H-220 pump",
                     "an H220 pump of another make", "H 220, with a space", "torque of the H-330"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  for (const char* question : {"H-220", "H220", "H 220", "torque H-220", "torque of the h220"}) {
    const Ordinals hits = ordinals(store(), question);
    ASSERT_GE(hits.size(), 4u) << question;
    EXPECT_EQ(std::set<uint32_t>(hits.begin(), hits.begin() + 3), (std::set<uint32_t>{1, 2, 3}))
        << question;
    EXPECT_NE(std::find(hits.begin() + 3, hits.end(), 0u), hits.end()) << question;
  }
}

TEST_P(StoreContract, FileNameAndIdentifierAreFoundAsTheyAre) {
  const Indexed one = indexed(
      "/a", {"a manual of the pump as pdf, the pump manual, pump pdf",
             "see pump-manual.pdf for that", "max rows and rows max", "the value of max_rows"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(ordinals(store(), "what is in pump-manual.pdf?", 1), Ordinals{1});
  EXPECT_EQ(ordinals(store(), "max_rows", 1), Ordinals{3});
}

TEST_P(StoreContract, QuotedPhraseGoesBeforeScatteredWordsAndToTheLetterFirst) {
  const Indexed one =
      indexed("/a", {"red paint, and a fox is red: red fox-like red red fox fur",
                     "it runs pumps, runs pumps, runs pumps", "running a fleet of pumps and pumps",
                     "there is some text about running pumps, among much else"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const Ordinals hits = ordinals(store(), "\"running pumps\"");
  EXPECT_EQ(hits, (Ordinals{3, 1, 2}));
  EXPECT_EQ(ordinals(store(), "fleet \"running pumps\"").front(), 3u);
  EXPECT_EQ(ordinals(store(), "\"text about running\""), (Ordinals{3, 1, 2}));
}

TEST_P(StoreContract, StarFindsWhatBeginsSo) {
  const Indexed one = indexed("/a", {"turbines", "a turbocharger", "disturbed"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(ordinals(store(), "turb*").size(), 2u);
  EXPECT_EQ(ordinals(store(), "turbines*").size(), 1u);
}

// C094, C095: inner parts of sentences without spaces, also of one and two characters.
TEST_P(StoreContract, InnerPartsOfUnspacedSentencesAreFoundInEachScript) {
  // Chinese, Japanese, Korean, Thai, and a fifth without any of them.
  const Indexed one = indexed("/a", {
                                        "请在启动之前检查水泵的压力和温度。",
                                        "始動前にポンプの圧力を確認してください。",
                                        "시동하기 전에 펌프의압력을 확인하십시오.",
                                        "ตรวจสอบความดันของปั๊มก่อนเริ่มเดินเครื่อง",
                                        "check the pump before starting it",
                                    });
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  struct Case {
    const char* part;
    uint32_t ordinal;
  };
  for (const Case& each : std::initializer_list<Case>{{"水泵的压力", 0},
                                                      {"查水泵", 0},
                                                      {"泵的", 0},
                                                      {"泵", 0},
                                                      {"水泵 温度", 0},
                                                      {"水泵的温度是多少", 0},
                                                      {"ポンプの圧力", 1},
                                                      {"ンプ", 1},
                                                      {"確認", 1},
                                                      {"認", 1},
                                                      {"ﾎﾟﾝﾌﾟ", 1},
                                                      {"펌프", 2},
                                                      {"압력", 2},
                                                      {"프의압", 2},
                                                      {"ความดัน", 3},
                                                      {"ดันของปั๊ม", 3},
                                                      {"ปั๊ม", 3}}) {
    const Ordinals hits = ordinals(store(), each.part);
    ASSERT_FALSE(hits.empty()) << each.part;
    EXPECT_EQ(hits.front(), each.ordinal) << each.part;
  }
  EXPECT_EQ(ordinals(store(), "\"水泵的压力\""), Ordinals{0});
  EXPECT_TRUE(ordinals(store(), "塔").empty());
}

TEST_P(StoreContract, WordsAreComparedByTheStemsOfTheirDocumentsLanguage) {
  const std::vector<Indexed> batch = {
      in_language("de", indexed("/de", {"Die Pumpen laufen", "Kein Wort davon"})),
      in_language("fr", indexed("/fr", {"les machines anciennes"})),
      in_language("ru", indexed("/ru", {"новый насос"})),
      in_language("en", indexed("/en", {"running engines of Siemens"}))};
  ASSERT_TRUE(done(store().commit(batch, {})));
  const auto first = [&](const char* question) {
    const auto hits = found(store(), question, 1);
    return hits.empty() ? DocumentId{} : hits.front().document;
  };
  EXPECT_EQ(first("Pumpe"), batch[0].document.id);
  EXPECT_EQ(first("wie läuft die Pumpe"), batch[0].document.id);
  EXPECT_EQ(first("machine ancienne"), batch[1].document.id);
  EXPECT_EQ(first("новая"), batch[2].document.id);
  EXPECT_EQ(first("runs"), batch[3].document.id);
  EXPECT_EQ(first("Siemens"), batch[3].document.id);
}

TEST_P(StoreContract, MisspelledWordIsOfferedTheNearestWordOfTheLibrary) {
  const Indexed one = indexed("/a", {"The turbine needs a torque of 40 Nm", "A turban, a turban",
                                     "Part XK-417 of the carburettors"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const auto offered = [&](const char* question) {
    const auto all = store().respell(question, {});
    EXPECT_TRUE(done(all));
    return *all;
  };
  EXPECT_EQ(offered("torqeu"), (std::vector<Respelled>{{"torqeu", "torque"}}));
  EXPECT_EQ(offered("what is the Trubine"), (std::vector<Respelled>{{"trubine", "turbine"}}));
  EXPECT_EQ(offered("carburetors"), (std::vector<Respelled>{{"carburetors", "carburettors"}}));
  EXPECT_TRUE(offered("turbine").empty());   // known
  EXPECT_TRUE(offered("XK-418").empty());    // a code
  EXPECT_TRUE(offered("4 Nn").empty());      // too short
  EXPECT_TRUE(offered("elephant").empty());  // near to nothing
  EXPECT_TRUE(offered("").empty());
}

TEST_P(StoreContract, ScoresOfGivenChunksAgreeForCodesAndPhrases) {
  const Indexed one = indexed("/a", {"torque 220 H", "the H-220 pump", "torque of the H220",
                                     "running pumps", "pumps that are running"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  for (const char* question : {"torque H-220", "\"running pumps\" torque", "turb* 水 1.0"}) {
    const auto hits = store().search_words(question, 10, {}, {});
    ASSERT_TRUE(done(hits));
    const auto scores = store().score_words(question, chunks_of(*hits), {});
    ASSERT_TRUE(done(scores));
    for (size_t i = 0; i < hits->size(); ++i)
      EXPECT_EQ((*scores)[i], (*hits)[i].score) << question << " " << i;
  }
}

// C115, C116, C172: a filter acts before the best are taken, in each arm: a small collection is not
// crowded out by a large one beside it, and nothing of what it shuts out is seen.
TEST_P(StoreContract, EachFieldOfAFilterActsBeforeTheBestAreTakenInBothArms) {
  constexpr int64_t kDay = 86'400;
  std::vector<Indexed> batch;
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i);
    batch.push_back(indexed("/large/" + n, {"fox fox fox fox " + n}));
    batch.back().vectors.values = {1, 0, 0, 0};
    batch.back().document.language = "de";
    batch.back().document.dated = 10 * kDay;
    batch.back().document.tags = {"large"};
    batch.back().chunks[0].page_first = batch.back().chunks[0].page_last = 1;
  }
  Indexed weak = indexed("/small/weak", {"one fox among many other words in a long sentence"});
  weak.vectors.values = {0.1f, 1, 0, 0};
  weak.document.language = "en";
  weak.document.kind = Kind::Pdf;
  weak.document.dated = 20 * kDay;
  weak.document.tags = {"rare", "small"};
  weak.chunks[0].page_first = 7;
  weak.chunks[0].page_last = 8;
  batch.push_back(weak);
  ASSERT_TRUE(done(store().commit(batch, {})));
  const std::vector<ChunkId> only = {weak.chunks[0].id};
  const auto passes = [&](const char* what, const Filter& filter) {
    EXPECT_EQ(found(store(), "fox", 1, filter), only) << what;
    EXPECT_EQ(near(store(), 1, filter), only) << what;
    EXPECT_EQ(found(store(), "fox", 50, filter), only) << what;
    EXPECT_EQ(near(store(), 50, filter), only) << what;
  };
  passes("documents", {.documents = {weak.document.id}});
  passes("folders", {.documents = {}, .folders = {"/small"}});
  passes("a folder with a stroke at its end", {.documents = {}, .folders = {"/small/", "/none"}});
  passes("tags", {.documents = {}, .tags = {"rare", "unknown"}});
  passes("kinds", {.documents = {}, .kinds = {Kind::Pdf, Kind::Docx}});
  passes("languages", {.documents = {}, .languages = {"en"}});
  passes("after", {.documents = {}, .after = 20 * kDay});
  passes("pages", {.documents = {}, .page_first = 2});
  passes("page range", {.documents = {}, .page_first = 8, .page_last = 30});
  passes("all of them", {.documents = {weak.document.id},
                         .folders = {"/small"},
                         .tags = {"small"},
                         .kinds = {Kind::Pdf},
                         .languages = {"en"},
                         .after = 11 * kDay,
                         .before = 21 * kDay,
                         .page_first = 7,
                         .page_last = 7});
  const auto shuts_out = [&](const char* what, const Filter& filter) {
    EXPECT_TRUE(found(store(), "fox", 5, filter).empty()) << what;
    EXPECT_TRUE(near(store(), 5, filter).empty()) << what;
  };
  shuts_out("a folder's name is not a beginning", {.documents = {}, .folders = {"/smal"}});
  shuts_out("nobody's tag", {.documents = {}, .tags = {"unknown"}});
  shuts_out("two fields that no document has together",
            {.documents = {}, .tags = {"rare"}, .languages = {"de"}});
  shuts_out("before all", {.documents = {}, .before = 10 * kDay});
  shuts_out("pages that nothing has", {.documents = {}, .page_first = 9});
  EXPECT_EQ(found(store(), "fox", 500, {.documents = {}, .before = 11 * kDay}).size(), 200u);
  EXPECT_EQ(near(store(), 500, {.documents = {}, .page_last = 6}).size(), 200u);
}

// C113: a document without a date is neither old nor new.
TEST_P(StoreContract, DocumentWithoutADatePassesNoFilterOfDates) {
  const Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_TRUE(found(store(), "amber", 5, {.documents = {}, .after = -1}).empty());
  EXPECT_TRUE(found(store(), "amber", 5, {.documents = {}, .before = 1'000'000}).empty());
}

TEST_P(StoreContract, FiltersNeverChangeTheRelativeOrder) {
  std::mt19937 random(7);
  const char* vocabulary[] = {"pump", "valve", "torque", "H-220", "motor", "filter", "oil"};
  const char* tags[] = {"a", "b", "c"};
  std::vector<Indexed> batch;
  for (int i = 0; i < 60; ++i) {
    std::vector<std::string> texts;
    for (uint32_t n = 0; n < 1 + random() % 3; ++n) {
      std::string text = "n" + std::to_string(i);
      for (uint32_t w = 0; w < 1 + random() % 9; ++w)
        text += std::string(" ") + vocabulary[random() % 7];
      texts.push_back(text);
    }
    batch.push_back(indexed("/f" + std::to_string(random() % 3) + "/" + std::to_string(i), texts));
    batch.back().document.tags = {tags[random() % 3]};
    batch.back().document.language = random() % 2 == 0 ? "en" : "und";
    for (Chunk& chunk : batch.back().chunks) {
      chunk.page_first = 1 + static_cast<uint32_t>(random() % 5);
      chunk.page_last = chunk.page_first;
    }
  }
  ASSERT_TRUE(done(store().commit(batch, {})));
  for (int turn = 0; turn < 40; ++turn) {
    Filter filter;
    if (random() % 2 == 0) filter.tags = {tags[random() % 3]};
    if (random() % 2 == 0) filter.folders = {"/f" + std::to_string(random() % 3)};
    if (random() % 2 == 0) filter.page_first = 1 + static_cast<uint32_t>(random() % 5);
    if (random() % 3 == 0) filter.languages = {"en"};
    const std::string question = std::string(vocabulary[random() % 7]) + " " +
                                 vocabulary[random() % 7] + " \"" + vocabulary[random() % 7] + "\"";
    const auto keeps_order = [&](const std::vector<ChunkId>& all,
                                 const std::vector<ChunkId>& some) {
      size_t at = 0;
      for (const ChunkId chunk : some) {
        while (at < all.size() && all[at] != chunk)
          ++at;
        EXPECT_LT(at, all.size()) << question << ": " << to_text(chunk);
      }
    };
    keeps_order(found(store(), question, 1000), found(store(), question, 1000, filter));
    keeps_order(near(store(), 1000), near(store(), 1000, filter));
  }
}

TEST_P(StoreContract, TwoImportsOfTheSameFilesGiveTheSameOrder) {
  std::vector<Indexed> batch;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    batch.push_back(indexed("/" + n, {"same words here " + n, "same words there " + n}));
    batch.back().vectors.values = {1, 0, 0, 0, 1, 0, 0, 0};
  }
  ASSERT_TRUE(done(store().commit(batch, {})));
  Result<Stores> second = open_("second");
  ASSERT_TRUE(done(second));
  std::shuffle(batch.begin(), batch.end(), std::mt19937(3));
  for (const Indexed& one : batch)
    ASSERT_TRUE(done(second->store->commit({&one, 1}, {})));
  for (const char* question : {"same words", "\"same words\" there", "here 7", "words*"}) {
    const auto one = store().search_words(question, 40, {}, {});
    const auto two = second->store->search_words(question, 40, {}, {});
    ASSERT_TRUE(done(one));
    EXPECT_EQ(*one, *two) << question;
  }
  EXPECT_EQ(near(store(), 40), near(*second->store, 40));
}

TEST_P(StoreContract, TagsStayWithTheDocumentAndGoOnToItsNextVersion) {
  Indexed one = indexed("/a", {"amber"});
  one.document.tags = {"lease"};
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  Indexed again = one;
  again.document.tags = {"2024"};
  ASSERT_TRUE(done(store().commit({&again, 1}, {})));  // the same bytes gain a tag
  const std::vector<std::string> both = {"2024", "lease"};
  EXPECT_EQ(store().list()->front().tags, both);
  EXPECT_EQ(store().document(one.document.id)->tags, both);
  const Indexed fresh = indexed("/a", {"beryl"});
  ASSERT_TRUE(done(store().commit({&fresh, 1}, {})));
  EXPECT_EQ(found(store(), "beryl", 5, {.documents = {}, .tags = {"lease"}}).size(), 1u);
  ASSERT_TRUE(done(store().remove(fresh.document.id)));
  EXPECT_TRUE(found(store(), "beryl", 5, {.documents = {}, .tags = {"lease"}}).empty());
}

}  // namespace oi::testing
