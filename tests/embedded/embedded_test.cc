#include "embedded/embedded.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>

#include "tests/contract/indexed.h"
#include "tests/contract/store_contract.h"

namespace oi {
namespace {

using testing::indexed;
using testing::query_of;
using testing::StoreContract;
using testing::StoreMaker;
using testing::TemporaryFolder;

std::function<Result<Stores>(const std::string&)> on_disk() {
  const auto home = std::make_shared<TemporaryFolder>();
  return [home](const std::string& library) { return open_embedded(home->path() / library); };
}

INSTANTIATE_TEST_SUITE_P(Embedded, StoreContract,
                         ::testing::Values(StoreMaker{"on_disk", on_disk}));

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A library with one document, closed; the file of its segment.
std::filesystem::path made_library(const std::filesystem::path& folder) {
  Result<Stores> stores = open_embedded(folder);
  EXPECT_TRUE(stores.ok());
  const Indexed one = indexed("/a", {"amber", "beryl"});
  EXPECT_TRUE(stores->store->commit({&one, 1}, {}).ok());
  return folder / "segments" / "vectors.1";
}

void expect_corrupt(const std::filesystem::path& folder, const std::string& named) {
  const Result<Stores> opened = open_embedded(folder);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::Corrupt) << opened.error().what;
  EXPECT_NE(opened.error().what.find(named), std::string::npos) << opened.error().what;
}

TEST(OpenEmbedded, MakesTheFolderWithItsParents) {
  const TemporaryFolder home;
  const auto folder = home.path() / "a" / "b";
  EXPECT_TRUE(open_embedded(folder).ok());
  EXPECT_TRUE(open_embedded(folder).ok());
  EXPECT_TRUE(std::filesystem::exists(folder / "library.db"));
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
}

TEST(OpenEmbedded, FolderThatCannotBeMadeIsAnError) {
  const TemporaryFolder home;
  write(home.path() / "file", "x");
  const Result<Stores> opened = open_embedded(home.path() / "file");
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().what.find("file"), std::string::npos);
}

TEST(OpenEmbedded, FilesThatNoRowNamesAreDeleted) {
  const TemporaryFolder home;
  const auto segment = made_library(home.path());
  write(home.path() / "segments" / "vectors.7", "half a segment");
  write(home.path() / "segments" / ".new-abc", "temporary");
  write(home.path() / "settings.toml", "not ours");
  EXPECT_TRUE(open_embedded(home.path()).ok());
  EXPECT_TRUE(std::filesystem::exists(segment));
  EXPECT_FALSE(std::filesystem::exists(home.path() / "segments" / "vectors.7"));
  EXPECT_FALSE(std::filesystem::exists(home.path() / "segments" / ".new-abc"));
  EXPECT_TRUE(std::filesystem::exists(home.path() / "settings.toml"));
}

// Invariant 5.
TEST(OpenEmbedded, MissingSegmentIsCorruptAndNamed) {
  const TemporaryFolder home;
  std::filesystem::remove(made_library(home.path()));
  expect_corrupt(home.path(), "vectors.1");
}

// Invariant 5.
TEST(OpenEmbedded, SegmentWithAnyChangedByteIsCorruptAndNamed) {
  const TemporaryFolder home;
  const auto segment = made_library(home.path());
  const std::string good = bytes_of(segment);
  ASSERT_EQ(good.size(), 128u + 2 * 64);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    write(segment, bad);
    expect_corrupt(home.path(), "vectors.1");
  }
  for (const size_t size : {size_t{0}, size_t{63}, size_t{64}, good.size() - 1}) {
    write(segment, good.substr(0, size));
    expect_corrupt(home.path(), "vectors.1");
  }
  write(segment, good + "x");
  expect_corrupt(home.path(), "vectors.1");
  write(segment, good);
  EXPECT_TRUE(open_embedded(home.path()).ok());
}

TEST(OpenEmbedded, SegmentOfAnotherLibraryIsCorrupt) {
  const TemporaryFolder home;
  const TemporaryFolder other;
  const auto segment = made_library(home.path());
  {
    Result<Stores> stores = open_embedded(other.path());
    const Indexed one = indexed("/a", {"coral", "diamond"});
    ASSERT_TRUE(stores->store->commit({&one, 1}, {}).ok());
  }
  std::filesystem::copy_file(other.path() / "segments" / "vectors.1", segment,
                             std::filesystem::copy_options::overwrite_existing);
  expect_corrupt(home.path(), "another file");
}

TEST(OpenEmbedded, DatabaseThatIsNoneIsCorrupt) {
  const TemporaryFolder home;
  write(home.path() / "library.db", std::string(8192, 'x'));
  expect_corrupt(home.path(), "library database");
}

// Each page in turn is overwritten. Whatever is damaged is found when it is read: nothing crashes,
// and what is still given out is what was stored.
TEST(OpenEmbedded, DamagedPageIsAnErrorOrHarmlessNeverWrongText) {
  const TemporaryFolder home;
  made_library(home.path());
  const Indexed one = indexed("/a", {"amber", "beryl"});
  const auto database = home.path() / "library.db";
  const std::string good = bytes_of(database);
  size_t errors = 0;
  for (size_t page = 0; page * 4096 < good.size(); ++page) {
    for (const char filler : {'\0', '\x55', '\xff'}) {
      std::string bad = good;
      for (size_t i = page == 0 ? 100 : 0; i < 4096; ++i)
        bad[page * 4096 + i] = filler;
      write(database, bad);
      std::filesystem::remove(home.path() / "library.db-wal");
      std::filesystem::remove(home.path() / "library.db-shm");
      Result<Stores> opened = open_embedded(home.path());
      if (!opened) {
        EXPECT_EQ(opened.error().code, Code::Corrupt) << opened.error().what;
        ++errors;
        continue;
      }
      const auto read = opened->store->document(one.document.id);
      if (read) {
        EXPECT_EQ(read->text, one.document.text);
      }
      const auto hits = opened->store->search_words("amber", 5, {}, {});
      if (hits) {
        EXPECT_LE(hits->size(), 1u);
      }
      errors += !read || !hits;
      (void)opened->store->list();
      (void)opened->store->chunks(std::vector<ChunkId>{{one.document.id, 1}});
      (void)opened->queue->list();
    }
  }
  EXPECT_GT(errors, 10u);
}

TEST(OpenEmbedded, NewerLibraryIsUnsupported) {
  const TemporaryFolder home;
  made_library(home.path());
  const auto database = home.path() / "library.db";
  std::string bytes = bytes_of(database);
  ++bytes[63];  // the last byte of user_version
  write(database, bytes);
  const Result<Stores> opened = open_embedded(home.path());
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::Unsupported);
}

TEST(OpenEmbedded, FolderOfPlainFilesStaysReadableByName) {
  const TemporaryFolder home;
  const auto folder = home.path() / "na\xc3\xafve \xff folder";
  made_library(folder);
  EXPECT_TRUE(open_embedded(folder).ok());
}

}  // namespace
}  // namespace oi
