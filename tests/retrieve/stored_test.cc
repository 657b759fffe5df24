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

}  // namespace
}  // namespace oi
