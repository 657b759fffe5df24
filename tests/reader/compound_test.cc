#include "reader/compound.h"

#include <gtest/gtest.h>

#include "compound_writer.h"
#include "reader/readers.h"

namespace oi {
namespace {

using test::CompoundWriter;

std::string filled(size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i)
    bytes += static_cast<char>('a' + i % 23);
  return bytes;
}

TEST(Compound, StreamsOfEverySizeComeBackFromTheirStorages) {
  CompoundWriter writer;
  std::vector<std::pair<std::string, std::string>> streams;
  for (const size_t size : {0, 1, 63, 64, 65, 4095, 4096, 5000, 200'000})
    streams.emplace_back("s" + std::to_string(size), filled(size));
  const size_t inner = writer.storage("Inner");
  for (const auto& [name, bytes] : streams) {
    writer.stream(name, bytes);
    writer.stream(name + " again", bytes + bytes, inner);
  }
  const std::string bytes = writer.file();
  const auto file = CompoundFile::open(bytes);
  ASSERT_TRUE(file.ok());
  const auto storage = file->find(CompoundFile::kRoot, "INNER");
  ASSERT_TRUE(storage.has_value());
  for (const auto& [name, content] : streams) {
    const auto stream = file->stream(name);
    ASSERT_TRUE(stream.has_value()) << name;
    EXPECT_EQ(stream->bytes(), content);
    EXPECT_TRUE(stream->whole());
    const auto again = file->find(*storage, name + " again");
    ASSERT_TRUE(again.has_value()) << name;
    EXPECT_EQ(file->stream(*again).bytes(), content + content);
  }
  EXPECT_FALSE(file->stream("Inner").has_value());
  EXPECT_FALSE(file->stream("nothing").has_value());
}

TEST(Compound, AFileCutShortGivesWhatItHasAndSaysSo) {
  CompoundWriter writer;
  writer.stream("first", filled(8000));
  std::string bytes = writer.file();
  for (size_t size = 0; size <= bytes.size(); size += bytes.size() / 64) {
    const auto file = CompoundFile::open(std::string_view(bytes).substr(0, size));
    if (!file.ok()) continue;
    const auto stream = file->stream("first");
    if (stream && stream->whole()) {
      EXPECT_EQ(stream->bytes(), filled(8000));
    }
  }
}

TEST(Compound, ChainsAndTreesThatLoopEnd) {
  CompoundWriter writer;
  writer.stream("one", filled(6000));
  writer.stream("two", filled(6000));
  const std::string bytes = writer.file();
  for (size_t at = 512; at + 4 <= bytes.size(); at += 4) {
    std::string broken = bytes;
    test::set32(broken, at, 0);
    const auto file = CompoundFile::open(broken);
    if (!file.ok()) continue;
    for (const char* name : {"one", "two"})
      if (const auto stream = file->stream(name)) {
        EXPECT_LE(stream->bytes().size(), broken.size());
      }
  }
}

TEST(Compound, TheKindIsToldByTheStreamsAtTheRoot) {
  const auto kind = [](const char* stream, const char* extension = "") {
    CompoundWriter writer;
    writer.stream(stream, "x");
    return kind_of_compound(writer.file(), extension);
  };
  EXPECT_EQ(kind("WordDocument"), Kind::Doc);
  EXPECT_EQ(kind("Workbook"), Kind::Xls);
  EXPECT_EQ(kind("Book"), Kind::Xls);
  EXPECT_EQ(kind("PowerPoint Document"), Kind::Ppt);
  EXPECT_EQ(kind("__properties_version1.0"), Kind::Msg);
  EXPECT_EQ(kind("EncryptedPackage", "xlsx"), Kind::Xlsx);
  EXPECT_EQ(kind("EncryptedPackage", "xlsb"), Kind::Xlsb);
  EXPECT_EQ(kind("EncryptedPackage", "pptx"), Kind::Pptx);
  EXPECT_EQ(kind("EncryptedPackage"), Kind::Docx);
  EXPECT_EQ(kind("VisioDocument"), std::nullopt);
  EXPECT_EQ(kind("damaged", "doc"), Kind::Doc);
  EXPECT_EQ(kind("WordDocument", "xls"), Kind::Doc);
  EXPECT_EQ(kind_of_compound("no", "doc"), std::nullopt);
}

}  // namespace
}  // namespace oi
