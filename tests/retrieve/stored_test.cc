#include "retrieve/stored.h"

#include <gtest/gtest.h>

#include "tests/fakes.h"

namespace oi {
namespace {

TEST(Stored, RemovedChunkIsAbsentAndTheRestIsThere) {
  FakeEmbedder embedder;
  FakeStore store;
  const Document document = make_document("a.txt", "One stands here.\n\nTwo stands there.");
  const Result<Indexed> indexed = index_blocks(document, embedder);
  ASSERT_TRUE(indexed.ok());
  ASSERT_TRUE(store.commit({&*indexed, 1}, {}).ok());
  Hit first, gone;
  first.chunk = {document.id, 1};
  gone.chunk = {DocumentId{77}, 0};
  const std::vector<Hit> hits = {gone, first};
  const Result<StoredById> found = stored_of(hits, store);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->at(first.chunk).text, "Two stands there.");
  EXPECT_TRUE(stored_of({}, store)->empty());
}

TEST(Stored, ChunkOfAByteIsFoundFromAnyOther) {
  FakeEmbedder embedder;
  FakeStore store;
  std::string text;
  for (int i = 0; i < 23; ++i)
    text += (i == 0 ? "" : "\n\n") + std::string("Paragraph number ") + std::to_string(i) + ".";
  const Document document = make_document("a.txt", text);
  const Result<Indexed> indexed = index_blocks(document, embedder);
  ASSERT_TRUE(indexed.ok());
  ASSERT_TRUE(store.commit({&*indexed, 1}, {}).ok());
  const std::vector<Chunk>& chunks = indexed->chunks;
  for (const Chunk& known : chunks) {
    for (const Chunk& wanted : chunks) {
      for (const uint64_t at : {wanted.span.begin, wanted.span.end - 1}) {
        const auto found = chunk_at(store, known.id, at);
        ASSERT_TRUE(found.ok());
        ASSERT_TRUE(found->has_value());
        EXPECT_EQ((*found)->chunk.id, wanted.id);
      }
    }
    EXPECT_FALSE(chunk_at(store, known.id, text.size())->has_value()) << "behind the last";
    EXPECT_EQ((*chunk_at(store, known.id, chunks[3].span.end))->chunk.id.ordinal, 4u) << "a gap";
  }
}

}  // namespace
}  // namespace oi
