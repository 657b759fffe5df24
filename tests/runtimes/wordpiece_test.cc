#include "runtimes/wordpiece.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace oi {
namespace {

constexpr const char* kSmall =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nrun\n##ning\n##s\ncafe\n!\n\xE4\xB8\xAD\na\n##a\n";

WordPiece small(Folding folding = {}) {
  auto made = WordPiece::parse(kSmall, folding);
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

using Ids = std::vector<int32_t>;

TEST(WordPiece, TakesTheLongestPieceEachTime) {
  EXPECT_EQ(small().encode("Running runs!"), (Ids{2, 5, 6, 5, 7, 9, 3}));
}

TEST(WordPiece, EmptyTextIsTheTwoSpecialTokens) {
  EXPECT_EQ(small().encode(""), (Ids{2, 3}));
  EXPECT_EQ(small().encode(" \n\t"), (Ids{2, 3}));
}

TEST(WordPiece, WordThatCannotBeCutWhollyIsUnknown) {
  EXPECT_EQ(small().encode("runx run"), (Ids{2, 1, 5, 3}));
}

TEST(WordPiece, AccentsFallAwayOnlyWhenTheModelWasTrainedSo) {
  EXPECT_EQ(small().encode("Caf\u00e9 cafe\u0301"), (Ids{2, 8, 8, 3}));
  EXPECT_EQ(small({.lowercase = true, .strip_accents = false}).encode("caf\u00e9"), (Ids{2, 1, 3}));
  EXPECT_EQ(small({.lowercase = false, .strip_accents = true}).encode("Run run"),
            (Ids{2, 1, 5, 3}));
}

TEST(WordPiece, IdeographsStandAlone) {
  EXPECT_EQ(small().encode("run\u4e2d\u4e2drun"), (Ids{2, 5, 10, 10, 5, 3}));
}

TEST(WordPiece, ControlsVanishWithoutSplittingAWord) {
  EXPECT_EQ(small().encode(std::string("ru\0n\u200bni\xEF\xBF\xBDn", 13) + "g"), (Ids{2, 5, 6, 3}));
}

TEST(WordPiece, BytesThatAreNotUtf8AreDropped) {
  EXPECT_EQ(small().encode("run\xFF\xC0\x80 \xE4\xB8"), (Ids{2, 5, 3}));
  std::string all;
  for (int i = 0; i < 100000; ++i)
    all += static_cast<char>((i * 7919) >> 3);
  EXPECT_GE(small().count(all), 2u);
}

TEST(WordPiece, WordsOfOverOneHundredCharactersAreUnknown) {
  EXPECT_EQ(small().count(std::string(100, 'a')), 102u);
  EXPECT_EQ(small().encode(std::string(101, 'a')), (Ids{2, 1, 3}));
}

TEST(WordPiece, OneEndlessRunOfMarksEndsSoon) {
  std::string marks = "a";
  for (int i = 0; i < 300000; ++i)
    marks += i % 2 ? "\u0301" : "\u0323";
  EXPECT_EQ(small().encode(marks), (Ids{2, 11, 3}));
}

// Invariant 3: a counter that gives a constant would let every text pass for short.
TEST(WordPiece, DifferentTextsHaveDifferentCounts) {
  EXPECT_EQ(small().count("run"), 3u);
  EXPECT_EQ(small().count("run run"), 4u);
  std::string text;
  size_t before = 2;
  const WordPiece words = small();
  for (int i = 0; i < 600; ++i) {
    text += "run ";
    EXPECT_EQ(words.count(text), ++before);
  }
}

TEST(WordPiece, VocabularyWithoutASpecialTokenIsCorrupt) {
  const auto made = WordPiece::parse("[PAD]\n[UNK]\n[CLS]\nrun\n[MASK]\n", {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::Corrupt);
  EXPECT_NE(made.error().what.find("[SEP]"), std::string::npos);
  EXPECT_EQ(WordPiece::parse("[PAD]\nrun\nrun\n", {}).error().code, Code::Corrupt);
  EXPECT_EQ(WordPiece::load("/nowhere/vocab.txt", {}).error().code, Code::ModelMissing);
}

class Fixture {
 public:
  explicit Fixture(const char* path) {
    std::ifstream in(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
  }
  bool good() const { return bytes_.starts_with("OIWP"); }
  bool ended() const { return at_ == bytes_.size(); }
  std::string text(size_t size) {
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  template <typename T>
  T number() {
    T value{};
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

 private:
  std::string bytes_;
  size_t at_ = 0;
};

uint64_t fnv(const Ids& ids) {
  uint64_t value = 0xCBF29CE484222325;
  for (const int32_t id : ids) {
    for (int i = 0; i < 4; ++i)
      value = (value ^ ((id >> (8 * i)) & 0xFF)) * 0x100000001B3;
  }
  return value;
}

// Invariant 3: the tokenizer is the one that the model was trained with.
TEST(WordPiece, EqualsTheReferenceOnTenThousandStringsInManyScripts) {
  const std::filesystem::path vocabulary = OI_SETUP_MODELS "/all-MiniLM-L6-v2/vocab.txt";
  if (!std::filesystem::exists(vocabulary)) GTEST_SKIP() << "the embedding model is not set up";
  const auto words = WordPiece::load(vocabulary, {});
  ASSERT_TRUE(words.ok()) << words.error().what;
  Fixture fixture(OI_SOURCE "/tests/runtimes/wordpiece_fixture.bin");
  ASSERT_TRUE(fixture.good());
  fixture.text(4);
  const auto count = fixture.number<uint32_t>();
  ASSERT_EQ(count, 10000u);
  int wrong = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const auto text = fixture.text(fixture.number<uint16_t>());
    const auto size = fixture.number<uint16_t>();
    const auto hash = fixture.number<uint64_t>();
    const Ids ids = words.value().encode(text);
    Ids expected;
    for (int k = 0; i / 10 % 10 == 0 && k < size; ++k)
      expected.push_back(fixture.number<uint16_t>());
    if (ids.size() == size && fnv(ids) == hash) continue;
    if (++wrong > 10) continue;
    ADD_FAILURE() << "string " << i << ": " << text << "\n"
                  << size << " ids expected, " << testing::PrintToString(expected) << ", got "
                  << testing::PrintToString(ids);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(fixture.ended());
}

}  // namespace
}  // namespace oi
