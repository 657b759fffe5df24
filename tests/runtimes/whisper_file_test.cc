#include "runtimes/whisper_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oi {
namespace {

// A file of the format, written field by field.
struct Writer {
  std::string bytes;
  Writer& number(uint32_t value) {
    for (int i = 0; i < 4; ++i)
      bytes += static_cast<char>(value >> (8 * i));
    return *this;
  }
  Writer& header(const std::array<uint32_t, 11>& sizes) {
    number(0x67676d6c);
    for (const uint32_t size : sizes)
      number(size);
    return *this;
  }
  Writer& filters(uint32_t rows, uint32_t columns) {
    number(rows).number(columns);
    bytes.append(size_t{rows} * columns * 4, '\1');
    return *this;
  }
  Writer& word(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    bytes += text;
    return *this;
  }
  Writer& tensor(std::string_view name, const std::vector<uint32_t>& sizes, uint32_t type,
                 size_t weights) {
    number(static_cast<uint32_t>(sizes.size())).number(static_cast<uint32_t>(name.size()));
    number(type);
    for (const uint32_t size : sizes)
      number(size);
    bytes += name;
    bytes.append(weights, '\2');
    return *this;
  }
};

// Vocabulary, positions, width, heads, layers, context, and the decoder's; filters; type.
constexpr std::array<uint32_t, 11> kSizes = {51865, 1500, 64, 1, 2, 448, 64, 1, 2, 80, 1};

Writer beginning(const std::array<uint32_t, 11>& sizes = kSizes) {
  Writer file;
  file.header(sizes).filters(80, 201).number(3).word("a").word("").word("bc");
  return file;
}

Writer whole_file() {
  return beginning().tensor("big", {64, 51865}, 1, 64 * 51865 * 2).tensor("bias", {64}, 0, 256);
}

Result<Done> check_text(std::string_view bytes) {
  return check_whisper(std::as_bytes(std::span(bytes)));
}

std::string what(const Writer& file) {
  const Result<Done> outcome = check_text(file.bytes);
  if (outcome.ok()) return "";
  EXPECT_EQ(outcome.error().code, Code::Corrupt);
  return outcome.error().what;
}

bool says(const Writer& file, std::string_view part) {
  return what(file).find(part) != std::string::npos;
}

TEST(WhisperFile, AWholeFileIsAccepted) {
  EXPECT_EQ(what(whole_file()), "");
  EXPECT_EQ(what(whole_file().tensor("packed", {64, 2}, 8, 4 * 34)), "");
}

TEST(WhisperFile, WhatIsNoModelIsSaidSo) {
  EXPECT_TRUE(check_text("").error().what.find("not a whisper.cpp model") == 0);
  EXPECT_TRUE(check_text("GGUF and more").error().what.find("not a whisper.cpp model") == 0);
}

TEST(WhisperFile, AFileThatEndsEarlyIsCorruptWhereverItEnds) {
  const std::string bytes = whole_file().bytes;
  for (size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 4099)
    EXPECT_FALSE(check_text(std::string_view(bytes).substr(0, size)).ok()) << size;
  EXPECT_FALSE(check_text(std::string_view(bytes).substr(0, bytes.size() - 1)).ok());
}

TEST(WhisperFile, ImpossibleSizesAreRefused) {
  for (size_t i = 0; i < kSizes.size(); ++i) {
    std::array<uint32_t, 11> sizes = kSizes;
    sizes[i] = 0xFFFFFFFF;
    EXPECT_TRUE(says(beginning(sizes), "impossible")) << i;
    sizes[i] = 0;
    if (i + 1 == kSizes.size()) continue;  // the last may be zero
    EXPECT_TRUE(says(beginning(sizes), "impossible")) << i;
  }
  std::array<uint32_t, 11> sizes = kSizes;
  sizes[3] = 3;  // heads that the width does not divide into
  EXPECT_TRUE(says(beginning(sizes), "do not fit"));
  sizes = kSizes;
  sizes[2] = sizes[6] = 4096;
  EXPECT_TRUE(says(beginning(sizes).tensor("bias", {64}, 0, 256), "larger than its file"));
}

TEST(WhisperFile, DamagedTablesAreRefused) {
  EXPECT_TRUE(says(Writer().header(kSizes).filters(80, 200), "filters"));
  EXPECT_TRUE(says(Writer().header(kSizes).filters(80, 201).number(51866), "more words"));
  EXPECT_TRUE(says(Writer().header(kSizes).filters(80, 201).number(1).number(5000), "a word"));
  EXPECT_TRUE(says(beginning(), "no weights"));
  EXPECT_TRUE(says(beginning().tensor("", {4}, 0, 16), "a damaged tensor"));
  EXPECT_TRUE(says(beginning().tensor("five", {1, 1, 1, 1, 1}, 0, 4), "a damaged tensor"));
  EXPECT_TRUE(says(beginning().tensor("none", {}, 0, 4), "a damaged tensor"));
  EXPECT_TRUE(says(beginning().tensor("zero", {4, 0}, 0, 0), "impossible size"));
  EXPECT_TRUE(says(beginning().tensor("huge", {65536, 65536}, 0, 16), "impossible size"));
  EXPECT_TRUE(says(beginning().tensor("half a block", {16}, 8, 34), "impossible size"));
  EXPECT_TRUE(says(beginning().tensor("strange", {4}, 99, 16), "no known type"));
  EXPECT_TRUE(says(beginning().tensor("short", {4000}, 0, 16), "longer than the file"));
}

}  // namespace
}  // namespace oi
