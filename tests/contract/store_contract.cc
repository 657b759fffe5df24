#include "tests/contract/store_contract.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/contract/indexed.h"

namespace oi::testing {
namespace {

std::vector<ChunkId> chunks_of(const std::vector<Ranked>& hits) {
  std::vector<ChunkId> chunks;
  for (const Ranked& hit : hits)
    chunks.push_back(hit.chunk);
  return chunks;
}

// What a search of the words finds, as chunks.
std::vector<ChunkId> found(const Store& store, std::string_view question, size_t k = 10,
                           const Filter& filter = {}) {
  const auto hits = store.search_words(question, k, filter, {});
  EXPECT_TRUE(hits.ok()) << hits.error().what;
  return hits.ok() ? chunks_of(*hits) : std::vector<ChunkId>{};
}

size_t rows_found(const Store& store) {
  const auto hits = store.search_vectors(query_of({1, 0, 0, 0}), 1000, {}, {});
  EXPECT_TRUE(hits.ok()) << hits.error().what;
  return hits.ok() ? hits->ranked.size() : 0;
}

Listed listed(const Store& store, DocumentId id) {
  const auto all = store.list();
  EXPECT_TRUE(all.ok());
  for (const Listed& one : *all) {
    if (one.id == id) return one;
  }
  ADD_FAILURE() << "not listed: " << to_text(id);
  return {};
}

Job stopped() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token(), {}};
}

}  // namespace

TEST_P(StoreContract, EmptyLibraryFindsNothingAndSaysSo) {
  const auto card = store().card();
  ASSERT_TRUE(done(card));
  EXPECT_EQ(card->documents, 0u);
  EXPECT_EQ(card->model_digest, "");
  EXPECT_TRUE(found(store(), "anything").empty());
  EXPECT_EQ(rows_found(store()), 0u);
  EXPECT_TRUE(store().list()->empty());
  expect_code(store().document({1}), Code::NotFound);
  expect_code(store().remove({1}), Code::NotFound);
}

TEST_P(StoreContract, CommittedDocumentIsReadBackExactly) {
  Indexed one = indexed("/d/one.pdf", {"the red fox", "a blue bird"});
  Document& document = one.document;
  document.kind = Kind::Pdf;
  document.title = "Animals";
  document.pages = {{1, {0, 12}, 612, 792}, {2, {12, document.text.size()}, 612, 792}};
  document.placed = {{{0, 3}, 1, {1, 2, 3, 4.25f}}};
  document.problems = {{"page_without_text", "page 3", "It is empty."}};
  document.counts = {24, 24, 22, 3, 1};
  document.language = "en";
  document.dated = 1'700'000'000;
  document.tags = {"birds", "foxes"};
  one.chunks[1].heading_path = "Birds > Blue";
  one.chunks[1].page_first = 2;
  one.chunks[1].page_last = 2;
  one.chunks[1].kind = ChunkKind::List;
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  reopen();
  const auto read = store().document(document.id);
  ASSERT_TRUE(done(read));
  EXPECT_EQ(*read, document);

  const auto chunks = store().chunks(std::vector<ChunkId>{{document.id, 1}, {document.id, 0}});
  ASSERT_TRUE(done(chunks));
  ASSERT_EQ(chunks->size(), 2u);
  EXPECT_EQ((*chunks)[0].chunk, one.chunks[1]);
  EXPECT_EQ((*chunks)[0].text, "a blue bird");
  EXPECT_EQ((*chunks)[0].vector, vector_of("a blue bird"));
  EXPECT_EQ((*chunks)[1].chunk, one.chunks[0]);
  EXPECT_EQ((*chunks)[1].vector, vector_of("the red fox"));

  const Listed row = listed(store(), document.id);
  EXPECT_EQ(row.name, "one.pdf");
  EXPECT_EQ(row.paths, std::vector<std::string>{"/d/one.pdf"});
  EXPECT_EQ(row.counts, document.counts);
  EXPECT_EQ(row.language, "en");
  EXPECT_EQ(row.dated, document.dated);
  EXPECT_EQ(row.tags, document.tags);
  EXPECT_EQ(row.problems, document.problems);
  EXPECT_EQ(row.chunks, 2u);
  EXPECT_EQ(row.text_bytes, document.text.size());
  EXPECT_TRUE(row.live);
  EXPECT_GT(row.added, 1'600'000'000);
}

TEST_P(StoreContract, LongTextComesBackWholeAndInParts) {
  std::string text;
  for (int i = 0; i < 40'000; ++i)
    text += "word" + std::to_string(i) + " ";
  Indexed one = indexed("/long", {text});
  one.chunks[0].span = {65'530, 65'550};  // over the border of any piece of 64 KiB
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(store().document(one.document.id)->text, one.document.text);
  const auto chunks = store().chunks(std::vector<ChunkId>{{one.document.id, 0}});
  ASSERT_TRUE(done(chunks));
  EXPECT_EQ((*chunks)[0].text, one.document.text.substr(65'530, 20));
}

TEST_P(StoreContract, TextKeepsEveryByteOfUtf8AndZeroBytes) {
  std::string text = "na\xc3\xafve \xf0\x9f\x8e\x89";
  text += '\0';
  text += "after";
  Indexed one = indexed("/zero", {text});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(store().document(one.document.id)->text, one.document.text);
  EXPECT_EQ(store().chunks(std::vector<ChunkId>{{one.document.id, 0}})->front().text, text);
}

TEST_P(StoreContract, ChunksKeepTheOrderAskedAndNameTheMissing) {
  const Indexed one = indexed("/a", {"a0", "a1", "a2"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const DocumentId id = one.document.id;
  const auto chunks = store().chunks(std::vector<ChunkId>{{id, 2}, {id, 0}, {id, 2}});
  ASSERT_TRUE(done(chunks));
  ASSERT_EQ(chunks->size(), 3u);
  EXPECT_EQ((*chunks)[2].text, "a2");
  EXPECT_TRUE(store().chunks({})->empty());
  const auto missing = store().chunks(std::vector<ChunkId>{{id, 0}, {id, 3}});
  expect_code(missing, Code::NotFound);
  EXPECT_NE(missing.error().what.find(to_text(ChunkId{id, 3})), std::string::npos);
}

TEST_P(StoreContract, AroundGivesNeighboursInOrderAndStopsAtTheEnds) {
  const Indexed one = indexed("/a", {"a0", "a1", "a2", "a3", "a4"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const auto texts = [&](uint32_t ordinal, uint32_t each_side) {
    std::string all;
    const auto around = store().around({one.document.id, ordinal}, each_side);
    EXPECT_TRUE(around.ok());
    for (const StoredChunk& stored : *around)
      all += stored.text;
    return all;
  };
  EXPECT_EQ(texts(2, 0), "a2");
  EXPECT_EQ(texts(2, 1), "a1a2a3");
  EXPECT_EQ(texts(0, 2), "a0a1a2");
  EXPECT_EQ(texts(4, std::numeric_limits<uint32_t>::max()), "a0a1a2a3a4");
  expect_code(store().around({one.document.id, 5}, 3), Code::NotFound);
  expect_code(store().around({{1}, 0}, 3), Code::NotFound);
}

// Invariant 4.
TEST_P(StoreContract, BatchIsVisibleWhollyOrNotAtAll) {
  std::vector<Indexed> batch = {indexed("/a", {"alpha one"}), indexed("/b", {"alpha two"})};
  batch[1].vectors.model_digest = "another model";
  expect_code(store().commit(batch, {}), Code::Invalid);
  EXPECT_TRUE(found(store(), "alpha").empty());
  EXPECT_EQ(rows_found(store()), 0u);
  EXPECT_EQ(store().card()->generation, 0u);
  batch[1].vectors.model_digest = kModel;
  ASSERT_TRUE(done(store().commit(batch, {})));
  EXPECT_EQ(found(store(), "alpha").size(), 2u);
  EXPECT_EQ(rows_found(store()), 2u);
}

// Invariant 5.
TEST_P(StoreContract, VectorsThatDoNotCorrespondToChunksAreInvalid) {
  const auto refused = [&](const std::function<void(Indexed&)>& spoil) {
    Indexed one = indexed("/a", {"a0", "a1"});
    spoil(one);
    expect_code(store().commit({&one, 1}, {}), Code::Invalid);
    EXPECT_EQ(store().card()->documents, 0u);
  };
  refused([](Indexed& one) { one.chunks.pop_back(); });
  refused([](Indexed& one) { one.vectors.rows = 1; });
  refused([](Indexed& one) { one.vectors.values.pop_back(); });
  refused([](Indexed& one) { one.vectors.values[0] = std::nanf(""); });
  refused([](Indexed& one) { one.vectors.model_digest = ""; });
  refused([](Indexed& one) { one.chunks[1].id.ordinal = 2; });
  refused([](Indexed& one) { one.chunks[1].id.document.value ^= 1; });
  refused([](Indexed& one) { one.chunks[1].span.end += 100; });
  refused([](Indexed& one) { std::swap(one.chunks[1].span.begin, one.chunks[1].span.end); });
  refused([](Indexed& one) { one.document.text_digest[0] ^= 1; });
}

// Invariant 5.
TEST_P(StoreContract, VectorsOfAnotherModelAreRefusedByCommitAndSearch) {
  const Indexed one = indexed("/a", {"a0"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(store().card()->model_digest, kModel);
  EXPECT_EQ(store().card()->dimension, 4u);
  Indexed two = indexed("/b", {"b0"});
  two.vectors.model_digest = "model-a/int8";
  expect_code(store().commit({&two, 1}, {}), Code::Invalid);
  two.vectors = {1, 2, {1, 0}, kModel};
  expect_code(store().commit({&two, 1}, {}), Code::Invalid);

  Matrix query = query_of({1, 0, 0, 0});
  query.model_digest = "model-a/int8";
  expect_code(store().search_vectors(query, 5, {}, {}), Code::Invalid);
  expect_code(store().search_vectors(query_of({1, 0}), 5, {}, {}), Code::Invalid);
  expect_code(store().search_vectors(query_of({1, 0, 0, std::nanf("")}), 5, {}, {}), Code::Invalid);
  query = query_of({1, 0, 0, 0, 1, 0, 0, 0});
  query.rows = 2;
  query.dimension = 4;
  expect_code(store().search_vectors(query, 5, {}, {}), Code::Invalid);
}

TEST_P(StoreContract, DocumentWithoutChunksIsStoredAndFoundByNoSearch) {
  Indexed one = indexed("/empty", {});
  one.vectors = {};
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(store().card()->documents, 1u);
  EXPECT_EQ(store().card()->model_digest, "");
  EXPECT_EQ(rows_found(store()), 0u);
  reopen();
  EXPECT_TRUE(store().document(one.document.id).ok());
}

TEST_P(StoreContract, VectorSearchIsExactOrderedAndTotal) {
  Indexed one = indexed("/a", {"a0", "a1", "a2", "a3"});
  one.vectors.values = {1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0.5f, 0.5f, 0, 0};
  Indexed two = indexed("/b", {"b0"});
  two.vectors.values = {1, 0, 0, 0};
  ASSERT_TRUE(done(store().commit(std::vector<Indexed>{one, two}, {})));
  const auto hits = store().search_vectors(query_of({3, 0, 0, 0}), 4, {}, {});
  ASSERT_TRUE(done(hits));
  // Three rows lie in the query's direction, whatever their length: ties, in order of chunk id.
  std::vector<ChunkId> first = {{one.document.id, 0}, {one.document.id, 2}, {two.document.id, 0}};
  std::sort(first.begin(), first.end());
  std::vector<ChunkId> expected = first;
  expected.push_back({one.document.id, 3});
  EXPECT_EQ(chunks_of(hits->ranked), expected);
  EXPECT_DOUBLE_EQ(hits->ranked[0].score, 1);
  EXPECT_NEAR(hits->ranked[3].score, std::sqrt(0.5), 1e-7);
  EXPECT_TRUE(store().search_vectors(query_of({3, 0, 0, 0}), 0, {}, {})->ranked.empty());
  EXPECT_EQ(store().search_vectors(query_of({0, 0, 0, 0}), 9, {}, {})->ranked.size(), 5u);
}

TEST_P(StoreContract, FilterActsBeforeTheBestAreTakenInBothArms) {
  std::vector<Indexed> batch;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    batch.push_back(indexed("/" + n, {"fox fox fox fox " + n}));
    batch.back().vectors.values = {1, 0, 0, 0};
  }
  Indexed weak = indexed("/weak", {"one fox among many other words in a long sentence"});
  weak.vectors.values = {0.1f, 1, 0, 0};
  batch.push_back(weak);
  ASSERT_TRUE(done(store().commit(batch, {})));
  const Filter filter{{weak.document.id, {12345}}};
  const std::vector<ChunkId> only = {{weak.document.id, 0}};
  EXPECT_EQ(found(store(), "fox", 1, filter), only);
  EXPECT_EQ(chunks_of(store().search_vectors(query_of({1, 0, 0, 0}), 1, filter, {})->ranked), only);
  const Filter nobody{{{12345}}};
  EXPECT_TRUE(found(store(), "fox", 5, nobody).empty());
  EXPECT_TRUE(store().search_vectors(query_of({1, 0, 0, 0}), 5, nobody, {})->ranked.empty());
}

TEST_P(StoreContract, WordSearchPutsPassagesWithAllWordsFirstAndTopsUp) {
  const Indexed one = indexed("/a", {"pump pump pump pump",
                                     "a very long passage about many things in which a pump "
                                     "and also the word pressure and others occur once",
                                     "pressure", "nothing of it"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const DocumentId id = one.document.id;
  const auto hits = store().search_words("pump pressure", 10, {}, {});
  ASSERT_TRUE(done(hits));
  ASSERT_EQ(hits->size(), 3u);
  EXPECT_EQ((*hits)[0].chunk, (ChunkId{id, 1}));
  EXPECT_GE((*hits)[1].score, (*hits)[2].score);
  EXPECT_EQ(found(store(), "pump pressure", 1), (std::vector<ChunkId>{{id, 1}}));
  EXPECT_EQ(found(store(), "pump pressure", 2).size(), 2u);
  EXPECT_TRUE(found(store(), "pump", 0).empty());
}

TEST_P(StoreContract, WordsOfGivenChunksScoreAsInTheSearch) {
  const Indexed one = indexed("/a", {"pump pump pump", "pressure of the pump", "nothing of it",
                                     "pressure pressure here and there"});
  const Indexed two = indexed("/b", {"a pump"});
  ASSERT_TRUE(done(store().commit(std::vector<Indexed>{one, two}, {})));
  const auto hits = store().search_words("pump pressure", 10, {}, {});
  ASSERT_TRUE(done(hits));
  ASSERT_EQ(hits->size(), 4u);
  std::vector<ChunkId> ids = chunks_of(*hits);
  ids.push_back({one.document.id, 2});  // none of the words
  ids.push_back({one.document.id, 9});  // no such chunk
  ids.push_back({{77}, 0});
  ids.push_back(ids.front());  // asked twice
  const auto scores = store().score_words("pump pressure", ids, {});
  ASSERT_TRUE(done(scores));
  ASSERT_EQ(scores->size(), ids.size());
  for (size_t i = 0; i < hits->size(); ++i)
    EXPECT_EQ((*scores)[i], (*hits)[i].score) << i;
  EXPECT_EQ((*scores)[4], 0);
  EXPECT_EQ((*scores)[5], 0);
  EXPECT_EQ((*scores)[6], 0);
  EXPECT_EQ((*scores)[7], (*scores)[0]);
  EXPECT_GT((*scores)[7], 0);
  EXPECT_EQ(*store().score_words("", ids, {}), std::vector<double>(ids.size(), 0));
  EXPECT_TRUE(store().score_words("pump", {}, {})->empty());
  expect_code(store().score_words("pump", ids, stopped()), Code::Cancelled);
}

TEST_P(StoreContract, WordSearchTiesGoToTheSmallerChunk) {
  std::vector<Indexed> batch;
  std::vector<ChunkId> expected;
  for (int i = 0; i < 8; ++i) {
    batch.push_back(indexed("/" + std::to_string(i), {"same words", "same words"}));
    batch.back().document.id.value = static_cast<uint64_t>(i) << 61;  // both halves of the range
    for (uint32_t n = 0; n < 2; ++n) {
      batch.back().chunks[n].id.document = batch.back().document.id;
      expected.push_back(batch.back().chunks[n].id);
    }
    batch.back().document.digest = std::to_string(i);
  }
  std::reverse(batch.begin(), batch.end());
  ASSERT_TRUE(done(store().commit(batch, {})));
  EXPECT_EQ(found(store(), "same", 16), expected);
}

TEST_P(StoreContract, WordSearchFindsStemsCaseAccentsAndLigatures) {
  const Indexed one =
      indexed("/a", {"Der Na\xc3\xafve f\xc3\xbchrte E\xef\xac\x83zienz-\nmessungen",
                     "running Dogs", "co\xc2\xadoperation",
                     "Stra\xc3\x9f"
                     "e",
                     "maintain exam-\nple here"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const DocumentId id = one.document.id;
  const auto first = [&](const char* question) {
    const auto hits = found(store(), question);
    return hits.empty() ? -1 : static_cast<int>(hits[0].ordinal);
  };
  EXPECT_EQ(first("NAIVE"), 0);
  EXPECT_EQ(first("effizienzmessungen"), 0);
  EXPECT_EQ(first("e\xef\xac\x83zienzmessungen"), 0);
  EXPECT_EQ(first("run dog"), 1);
  EXPECT_EQ(first("cooperation"), 2);
  EXPECT_EQ(first("STRASSE"), 3);
  EXPECT_EQ(first("example"), 4);
  EXPECT_EQ(store().chunks(std::vector<ChunkId>{{id, 4}})->front().text,
            "maintain exam-\nple here");
}

TEST_P(StoreContract, NoQuestionIsASyntaxError) {
  const Indexed one = indexed("/a", {"the C++ engine-oil 0W-20 NEAR content: what's"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const std::vector<ChunkId> it = {{one.document.id, 0}};
  for (const char* question :
       {"engine-oil", "C++", "0W-20", "what's", "content:engine", "NEAR(oil)", "\"engine",
        "engine*", "^engine", "(engine", "engine AND", "OR oil", "NOT engine", "{content}: oil",
        "the", "what is the"}) {
    EXPECT_EQ(found(store(), question), it) << question;
  }
  for (const char* question : {"", " ", "\"", "\"\"", "***", "()", "-", "...", "\xf0\x9f\x8e\x89",
                               "\xff\xfe", "AND OR NOT (", "zzz\"zzz"}) {
    const auto hits = store().search_words(question, 5, {}, {});
    EXPECT_TRUE(hits.ok()) << question << ": " << hits.error().what;
  }
  EXPECT_EQ(found(store(), std::string_view("oil\0oil", 7)), it);
  std::string many;
  for (int i = 0; i < 3000; ++i)
    many += "word" + std::to_string(i) + " ";
  EXPECT_EQ(found(store(), many + "oil"), it);
  EXPECT_EQ(found(store(), std::string(200'000, 'x') + " oil"), it);
}

TEST_P(StoreContract, StopWordsAreSearchedOnlyWhenThereIsNothingElse) {
  const Indexed one = indexed("/a", {"the who", "pumps of the plant"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(found(store(), "what are the pumps"), (std::vector<ChunkId>{{one.document.id, 1}}));
  EXPECT_EQ(found(store(), "The Who"),
            (std::vector<ChunkId>{{one.document.id, 0}, {one.document.id, 1}}));
}

TEST_P(StoreContract, TitleAndHeadingsAreSearchedAndWeighMore) {
  Indexed one = indexed("/manual.txt", {"short text", "turbine " + std::string(60, 'x') + " text"});
  one.document.title = "Handbook of gardening";
  one.chunks[0].heading_path = "Machines > Turbine";
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const DocumentId id = one.document.id;
  EXPECT_EQ(found(store(), "turbine").front(), (ChunkId{id, 0}));
  EXPECT_EQ(found(store(), "machines"), (std::vector<ChunkId>{{id, 0}}));  // the path alone
  EXPECT_EQ(found(store(), "gardening").size(), 2u);
}

// Ruling 7.
TEST_P(StoreContract, OtherBytesUnderAPathReplaceTheOldInSearchAndKeepTheirText) {
  const Indexed old = indexed("/a", {"violet elephant", "second part"});
  const Indexed other = indexed("/b", {"violet mouse"});
  ASSERT_TRUE(done(store().commit(std::vector<Indexed>{old, other}, {})));
  const Indexed fresh = indexed("/a", {"violet giraffe"});
  ASSERT_TRUE(done(store().commit({&fresh, 1}, {})));
  EXPECT_TRUE(found(store(), "elephant").empty());
  EXPECT_EQ(found(store(), "violet").size(), 2u);
  EXPECT_EQ(rows_found(store()), 2u);
  EXPECT_EQ(store().card()->documents, 2u);
  EXPECT_EQ(store().card()->chunks, 2u);
  reopen();
  EXPECT_EQ(store().document(old.document.id)->text, old.document.text);
  EXPECT_FALSE(listed(store(), old.document.id).live);
  EXPECT_EQ(listed(store(), old.document.id).paths, std::vector<std::string>{"/a"});
  EXPECT_TRUE(listed(store(), fresh.document.id).live);
  expect_code(store().chunks(std::vector<ChunkId>{{old.document.id, 0}}), Code::NotFound);
  expect_code(store().around({old.document.id, 0}, 1), Code::NotFound);

  // The old bytes come back.
  ASSERT_TRUE(done(store().commit({&old, 1}, {})));
  EXPECT_EQ(found(store(), "elephant").size(), 1u);
  EXPECT_TRUE(found(store(), "giraffe").empty());
  EXPECT_TRUE(listed(store(), old.document.id).live);
  EXPECT_EQ(rows_found(store()), 3u);
}

// Ruling 7.
TEST_P(StoreContract, SameBytesUnderASecondPathAreOneDocumentWithTwoPaths) {
  const Indexed one = indexed("/a", {"amber"});
  Indexed copy = one;
  copy.document.path = "/b";
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  ASSERT_TRUE(done(store().commit({&copy, 1}, {})));
  ASSERT_TRUE(done(store().commit({&copy, 1}, {})));
  EXPECT_EQ(listed(store(), one.document.id).paths, (std::vector<std::string>{"/a", "/b"}));
  EXPECT_EQ(store().list()->size(), 1u);
  EXPECT_EQ(found(store(), "amber").size(), 1u);
  EXPECT_EQ(rows_found(store()), 1u);
  // One path gets other bytes: the document is still what the other path holds.
  const Indexed fresh = indexed("/a", {"beryl"});
  ASSERT_TRUE(done(store().commit({&fresh, 1}, {})));
  EXPECT_EQ(found(store(), "amber").size(), 1u);
  EXPECT_EQ(listed(store(), one.document.id).paths, std::vector<std::string>{"/b"});
  // And when the other does too, it leaves search.
  Indexed third = fresh;
  third.document.path = "/b";
  ASSERT_TRUE(done(store().commit({&third, 1}, {})));
  EXPECT_TRUE(found(store(), "amber").empty());
  EXPECT_EQ(listed(store(), fresh.document.id).paths, (std::vector<std::string>{"/a", "/b"}));
}

TEST_P(StoreContract, OneBatchMayHoldTheSameBytesOrTheSamePathTwice) {
  const Indexed one = indexed("/a", {"amber"});
  Indexed copy = one;
  copy.document.path = "/b";
  const Indexed early = indexed("/c", {"coral"});
  const Indexed late = indexed("/c", {"diamond"});
  ASSERT_TRUE(done(store().commit(std::vector<Indexed>{one, copy, early, late}, {})));
  EXPECT_EQ(found(store(), "amber").size(), 1u);
  EXPECT_TRUE(found(store(), "coral").empty());
  EXPECT_EQ(found(store(), "diamond").size(), 1u);
  EXPECT_EQ(rows_found(store()), 2u);
  reopen();
  EXPECT_EQ(rows_found(store()), 2u);
}

TEST_P(StoreContract, DocumentsWithoutAPathDoNotReplaceEachOther) {
  ASSERT_TRUE(done(
      store().commit(std::vector<Indexed>{indexed("", {"amber"}), indexed("", {"beryl"})}, {})));
  EXPECT_EQ(rows_found(store()), 2u);
  EXPECT_TRUE(store().list()->front().paths.empty());
}

TEST_P(StoreContract, OtherBytesUnderAKnownIdAreInvalid) {
  const Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  Indexed two = indexed("/b", {"beryl"});
  two.document.id = one.document.id;
  two.chunks[0].id.document = one.document.id;
  expect_code(store().commit({&two, 1}, {}), Code::Invalid);
}

TEST_P(StoreContract, RemovedDocumentLeavesNothingBehind) {
  const Indexed one = indexed("/a", {"amber", "amber two"});
  const Indexed two = indexed("/b", {"beryl amber"});
  ASSERT_TRUE(done(store().commit(std::vector<Indexed>{one, two}, {})));
  const uint64_t before = store().card()->generation;
  ASSERT_TRUE(done(store().remove(one.document.id)));
  EXPECT_GT(store().card()->generation, before);
  EXPECT_EQ(found(store(), "amber"), (std::vector<ChunkId>{{two.document.id, 0}}));
  EXPECT_EQ(rows_found(store()), 1u);
  expect_code(store().document(one.document.id), Code::NotFound);
  expect_code(store().remove(one.document.id), Code::NotFound);
  EXPECT_EQ(store().list()->size(), 1u);
  reopen();
  EXPECT_EQ(rows_found(store()), 1u);
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(rows_found(store()), 3u);
}

TEST_P(StoreContract, OldVersionCanBeRemoved) {
  const Indexed old = indexed("/a", {"amber"});
  const Indexed fresh = indexed("/a", {"beryl"});
  ASSERT_TRUE(done(store().commit({&old, 1}, {})));
  ASSERT_TRUE(done(store().commit({&fresh, 1}, {})));
  ASSERT_TRUE(done(store().remove(old.document.id)));
  EXPECT_EQ(store().list()->size(), 1u);
  EXPECT_EQ(rows_found(store()), 1u);
}

TEST_P(StoreContract, EmptiedLibraryTakesAnotherModel) {
  Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  ASSERT_TRUE(done(store().remove(one.document.id)));
  one.vectors = {1, 2, {0, 1}, "model-b"};
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(store().card()->model_digest, "model-b");
  Matrix query{1, 2, {0, 1}, "model-b"};
  EXPECT_EQ(store().search_vectors(query, 3, {}, {})->ranked.size(), 1u);
}

TEST_P(StoreContract, ManySmallCommitsAndRemovalsKeepRowsAndChunksTogether) {
  std::vector<Indexed> all;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    all.push_back(indexed("/" + n, {"item number" + n, "part of number" + n}));
    ASSERT_TRUE(done(store().commit({&all.back(), 1}, {})));
    if (i % 3 == 2) {
      ASSERT_TRUE(done(store().remove(all[static_cast<size_t>(i) - 1].document.id)));
    }
  }
  reopen();
  EXPECT_EQ(rows_found(store()), 80u);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto chunks = store().chunks(std::vector<ChunkId>{{all[i].document.id, 1}});
    if (i % 3 == 1) {
      expect_code(chunks, Code::NotFound);
      continue;
    }
    ASSERT_TRUE(done(chunks));
    const std::string text = "part of number" + std::to_string(i);
    EXPECT_EQ(chunks->front().vector, vector_of(text));
    const auto best = store().search_vectors(query_of(vector_of(text)), 1, {}, {});
    EXPECT_EQ(best->ranked.front().chunk, (ChunkId{all[i].document.id, 1}));
  }
}

TEST_P(StoreContract, ListIsByNameThenId) {
  ASSERT_TRUE(done(store().commit(
      std::vector<Indexed>{indexed("/x/b", {"1"}), indexed("/y/a", {"2"}), indexed("/z/b", {"3"})},
      {})));
  const auto all = store().list();
  ASSERT_TRUE(done(all));
  ASSERT_EQ(all->size(), 3u);
  EXPECT_EQ((*all)[0].name, "a");
  EXPECT_LT((*all)[1].id, (*all)[2].id);
}

TEST_P(StoreContract, EmptyBatchChangesNothing) {
  ASSERT_TRUE(done(store().commit({}, {})));
  EXPECT_EQ(store().card()->generation, 0u);
}

// Invariant 13.
TEST_P(StoreContract, StopIsHonouredAndLeavesTheStoreAsItWas) {
  const Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  const Indexed two = indexed("/b", {"beryl"});
  expect_code(store().commit({&two, 1}, stopped()), Code::Cancelled);
  expect_code(store().search_words("amber", 5, {}, stopped()), Code::Cancelled);
  expect_code(store().search_vectors(query_of({1, 0, 0, 0}), 5, {}, stopped()), Code::Cancelled);
  EXPECT_EQ(store().card()->documents, 1u);
  EXPECT_EQ(rows_found(store()), 1u);
  EXPECT_TRUE(found(store(), "beryl").empty());
}

TEST_P(StoreContract, LibrariesDoNotSeeEachOther) {
  const Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  Result<Stores> second = open_("second");
  ASSERT_TRUE(done(second));
  EXPECT_TRUE(found(*second->store, "amber").empty());
}

TEST_P(StoreContract, TwoOpeningsOfOneLibrarySeeEachOthersCommits) {
  Result<Stores> second = open_("main");
  ASSERT_TRUE(done(second));
  const Indexed one = indexed("/a", {"amber"});
  ASSERT_TRUE(done(store().commit({&one, 1}, {})));
  EXPECT_EQ(found(*second->store, "amber").size(), 1u);
  EXPECT_EQ(rows_found(*second->store), 1u);
  const Indexed two = indexed("/b", {"beryl"});
  ASSERT_TRUE(done(second->store->commit({&two, 1}, {})));
  EXPECT_EQ(rows_found(store()), 2u);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StoreContract);

}  // namespace oi::testing
