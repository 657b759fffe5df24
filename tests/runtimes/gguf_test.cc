#include "runtimes/gguf.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace oi {
namespace {

// A file of the format, written field by field.
struct Writer {
  std::string bytes;
  template <typename T>
  Writer& number(T value) {
    for (size_t i = 0; i < sizeof(T); ++i) {
      bytes += static_cast<char>(static_cast<uint64_t>(value) >> (8 * i));
    }
    return *this;
  }
  Writer& text(std::string_view value) {
    number(uint64_t{value.size()});
    bytes += value;
    return *this;
  }
  Writer& key(std::string_view name, uint32_t value) {
    return text(name).number(uint32_t{4}).number(value);
  }
  Writer& header(uint64_t tensors, uint64_t keys, uint32_t version = 3) {
    bytes += "GGUF";
    return number(version).number(tensors).number(keys);
  }
  Writer& tensor(std::string_view name, std::vector<uint64_t> sizes, uint64_t offset) {
    text(name).number(static_cast<uint32_t>(sizes.size()));
    for (const uint64_t size : sizes)
      number(size);
    return number(uint32_t{0}).number(offset);
  }
  Writer& weights(size_t count) {
    bytes.resize((bytes.size() + 31) / 32 * 32 + count, '\x7F');
    return *this;
  }
};

Result<Done> check_text(std::string_view bytes) {
  return check_gguf(std::as_bytes(std::span(bytes)));
}

Writer small_file() {
  Writer file;
  file.header(2, 5).key("llama.block_count", 2).key("llama.context_length", 128);
  file.text("tokenizer.ggml.tokens").number(uint32_t{9}).number(uint32_t{8}).number(uint64_t{3});
  file.text("a").text("").text("b");
  file.text("tokenizer.ggml.scores").number(uint32_t{9}).number(uint32_t{6}).number(uint64_t{2});
  file.number(uint32_t{0}).number(uint32_t{0});
  file.text("general.name").number(uint32_t{8}).text("small");
  file.tensor("one", {4, 2}, 0).tensor("two", {8}, 32);
  return file.weights(64);
}

TEST(Gguf, ASoundFilePasses) {
  EXPECT_TRUE(check_text(small_file().bytes).ok());
}

TEST(Gguf, OtherFilesAreCorrupt) {
  for (const std::string& bytes : {std::string(), std::string("GGU"), std::string(100, '\0'),
                                   std::string("%PDF-1.7\n"), Writer().header(1, 0, 1).bytes,
                                   Writer().header(1, 0, 4).bytes, Writer().header(0, 0).bytes}) {
    EXPECT_EQ(check_text(bytes).error().code, Code::Corrupt);
  }
}

TEST(Gguf, AFileCutAnywhereInItsTablesIsCorrupt) {
  const std::string whole = small_file().bytes;
  const size_t last_weight = whole.size() - 32;  // the second tensor begins there
  for (size_t size = 0; size <= last_weight; ++size) {
    EXPECT_FALSE(check_text(std::string_view(whole).substr(0, size)).ok()) << size;
  }
}

TEST(Gguf, NoByteChangedIsReadOutsideTheFile) {
  // Nothing to expect but that it ends, and that no sanitizer complains.
  const std::string whole = small_file().bytes;
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const char c : {'\0', '\x01', '\x7F', '\xFF'}) {
      std::string changed = whole;
      changed[at] = c;
      (void)check_text(changed).ok();
    }
  }
}

TEST(Gguf, LyingCountsAreCorrupt) {
  EXPECT_FALSE(check_text(Writer().header(uint64_t{1} << 60, 0).bytes).ok());
  EXPECT_FALSE(check_text(Writer().header(1, uint64_t{1} << 60).bytes).ok());
  Writer list;
  list.header(1, 1).text("k").number(uint32_t{9}).number(uint32_t{10}).number(uint64_t{1} << 61);
  EXPECT_FALSE(check_text(list.bytes).ok());
  Writer text;
  text.header(1, 1).number(~uint64_t{0});
  EXPECT_FALSE(check_text(text.bytes).ok());
}

TEST(Gguf, ImpossibleNumbersAreCorruptAndNamed) {
  const char* names[] = {"llama.block_count", "llama.attention.head_count",
                         "llama.embedding_length"};
  for (const char* name : names) {
    for (const uint32_t value : {0u, ~0u}) {
      Writer file;
      file.header(1, 1).key(name, value).tensor("t", {1}, 0).weights(32);
      const Result<Done> outcome = check_text(file.bytes);
      ASSERT_FALSE(outcome.ok());
      EXPECT_NE(outcome.error().what.find(name), std::string::npos) << outcome.error().what;
    }
  }
}

TEST(Gguf, TensorsMustFitTheFile) {
  const auto with = [](std::vector<uint64_t> sizes, uint64_t offset) {
    Writer file;
    return check_text(file.header(1, 0).tensor("t", std::move(sizes), offset).weights(64).bytes);
  };
  EXPECT_TRUE(with({4}, 32).ok());
  EXPECT_FALSE(with({4}, 64).ok());
  EXPECT_FALSE(with({4}, 33).ok());
  EXPECT_FALSE(with({0}, 0).ok());
  EXPECT_FALSE(with({uint64_t{1} << 32, uint64_t{1} << 32}, 0).ok());
  EXPECT_FALSE(with({1, 1, 1, 1, 1}, 0).ok());
}

TEST(Gguf, ATokenMayBeThereOnlyOnce) {
  const auto with = [](std::string_view second) {
    Writer file;
    file.header(1, 1).text("tokenizer.ggml.tokens").number(uint32_t{9}).number(uint32_t{8});
    file.number(uint64_t{2}).text("ab").text(second);
    return check_text(file.tensor("t", {1}, 0).weights(32).bytes).ok();
  };
  EXPECT_TRUE(with("ac"));
  EXPECT_FALSE(with("ab"));
  EXPECT_FALSE(with(std::string_view("ab\0c", 4)));
}

TEST(Gguf, AlignmentIsAPowerOfTwo) {
  for (const uint32_t alignment : {0u, 24u, 1u << 31}) {
    Writer file;
    file.header(1, 1).key("general.alignment", alignment).tensor("t", {1}, 0).weights(64);
    EXPECT_FALSE(check_text(file.bytes).ok()) << alignment;
  }
}

}  // namespace
}  // namespace oi
