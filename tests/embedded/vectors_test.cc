#include "embedded/vectors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::TemporaryFolder;

const std::vector<float> kFirst = {3, 4, 1, 0};
const std::vector<float> kSecond = {0, 0};

std::string written(const std::filesystem::path& path) {
  const std::vector<std::span<const float>> blocks = {kFirst, kSecond};
  const auto checksum = write_segment(path, {2, mark_of("model"), blocks});
  EXPECT_TRUE(checksum.ok());
  return std::move(read_file(path, 1 << 20)).value();
}

// A copy that is aligned as a mapped file is.
Result<SegmentView> read_copy(const std::string& bytes) {
  std::vector<float> aligned(bytes.size() / sizeof(float) + 1);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  return read_segment(std::as_bytes(std::span(aligned)).first(bytes.size()), "vectors.9",
                      SegmentCheck::Bytes);
}

TEST(Vectors, SegmentReadsBackRowsAndLengths) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "vectors.1";
  const std::string bytes = written(path);
  // Header; rows, lengths, scales and errors of 60 bytes to the next line; rows in bytes.
  EXPECT_EQ(bytes.size(), 64u + 64 + 3 * 64);
  const auto segment = Segment::open(path, SegmentCheck::Bytes);
  ASSERT_TRUE(segment.ok()) << segment.error().what;
  const SegmentView& view = segment->view();
  EXPECT_EQ(view.dimension, 2u);
  EXPECT_EQ(view.count, 3u);
  EXPECT_EQ(view.model, mark_of("model"));
  EXPECT_EQ(view.row(1)[0], 1);
  EXPECT_EQ(view.lengths[0], 5);
  EXPECT_EQ(view.lengths[1], 1);
  EXPECT_EQ(view.lengths[2], 0);
  EXPECT_EQ(view.int8.bytes[0], 128 + 95);  // 3 in steps of 4 / 127
  EXPECT_EQ(view.int8.bytes[1], 128 + 127);
  EXPECT_EQ(view.int8.bytes[2], 128);
  EXPECT_FLOAT_EQ(view.int8.scales[0], 4.0f / 127 / 5);
  EXPECT_GT(view.int8.errors[0], 0);
  EXPECT_EQ(view.int8.from(1, 2).bytes[0], 128 + 127);
  EXPECT_EQ(view.int8.from(2, 2).scales[0], 0);
}

// What the program wrote before rows were kept in bytes too.
TEST(Vectors, FilesOfVersionOneAreReadWithoutBytes) {
  const TemporaryFolder folder;
  std::string bytes = written(folder.path() / "a").substr(0, 64 + 3 * 2 * 4 + 3 * 4);
  bytes[offsetof(SegmentHeader, version)] = 1;
  const uint64_t checksum = segment_checksum(std::as_bytes(std::span(bytes)));
  std::memcpy(bytes.data() + offsetof(SegmentHeader, checksum), &checksum, sizeof checksum);
  std::vector<float> aligned(bytes.size() / sizeof(float));
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  const auto view =
      read_segment(std::as_bytes(std::span(aligned)), "vectors.1", SegmentCheck::Bytes);
  ASSERT_TRUE(view.ok()) << view.error().what;
  EXPECT_EQ(view->row(1)[0], 1);
  EXPECT_EQ(view->lengths[0], 5);
  EXPECT_EQ(view->int8.bytes, nullptr);
  EXPECT_EQ(view->int8.from(1, 2).bytes, nullptr);
}

TEST(Vectors, SameRowsInOtherBlocksAreTheSameBytes) {
  const TemporaryFolder folder;
  const std::string bytes = written(folder.path() / "a");
  std::vector<float> joined = kFirst;
  joined.insert(joined.end(), kSecond.begin(), kSecond.end());
  const std::vector<std::span<const float>> blocks = {joined};
  ASSERT_TRUE(write_segment(folder.path() / "b", {2, mark_of("model"), blocks}).ok());
  EXPECT_EQ(*read_file(folder.path() / "b", 1 << 20), bytes);
}

TEST(Vectors, AnyChangedBitIsCorruptAndNamed) {
  const TemporaryFolder folder;
  const std::string good = written(folder.path() / "a");
  EXPECT_TRUE(read_copy(good).ok());
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    const auto view = read_copy(bad);
    ASSERT_FALSE(view.ok()) << bit;
    EXPECT_EQ(view.error().code, Code::Corrupt);
    EXPECT_EQ(view.error().what.rfind("vectors.9: ", 0), 0u);
  }
}

TEST(Vectors, AnyOtherSizeIsCorrupt) {
  const TemporaryFolder folder;
  const std::string good = written(folder.path() / "a");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(read_copy(good.substr(0, size)).ok());
  EXPECT_FALSE(read_copy(good + std::string(4, '\0')).ok());
  EXPECT_FALSE(read_copy(good + good).ok());
}

// Counts whose product with the row's size wraps round to the size of the file.
TEST(Vectors, HugeCountsAreRefusedBeforeTheyAreMultiplied) {
  const TemporaryFolder folder;
  std::string bytes = written(folder.path() / "a");
  for (const uint64_t count : {uint64_t{0}, uint64_t{1} << 31, uint64_t{1} << 61, ~uint64_t{0}}) {
    std::memcpy(bytes.data() + offsetof(SegmentHeader, count), &count, sizeof count);
    EXPECT_FALSE(read_copy(bytes).ok()) << count;
  }
}

TEST(Vectors, MissingFileIsNotFound) {
  const TemporaryFolder folder;
  EXPECT_EQ(Segment::open(folder.path() / "x", SegmentCheck::Shape).error().code, Code::NotFound);
}

TEST(Vectors, MarksOfModelsDiffer) {
  EXPECT_NE(mark_of("a"), mark_of("b"));
}

}  // namespace
}  // namespace oi
