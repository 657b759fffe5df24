#include "engine/eval_embeddings.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"
#include "tests/fakes.h"

namespace oi {
namespace {

struct Opened {
  FakeEmbedder* inner = nullptr;
  std::unique_ptr<Embedder> kept;
};

Opened open_in(const std::filesystem::path& folder) {
  auto inner = std::make_unique<FakeEmbedder>();
  Opened opened;
  opened.inner = inner.get();
  opened.kept = keep_embeddings(std::move(inner), folder, {}).value();
  return opened;
}

std::filesystem::path only_file(const std::filesystem::path& folder) {
  return std::filesystem::directory_iterator(folder)->path();
}

const std::vector<std::string_view> kTexts = {"a pump lifts water", "a valve", "a valve"};

TEST(KeptEmbeddings, TheSecondTimeNoTextIsEmbeddedAndTheVectorsAreTheSame) {
  SetFolder folder;
  Opened first = open_in(folder.path);
  const Matrix embedded = first.kept->embed(kTexts, {}).value();
  FakeEmbedder plain;
  EXPECT_EQ(embedded, plain.embed(kTexts, {}).value());
  Opened second = open_in(folder.path);
  const size_t probes = second.inner->calls();
  EXPECT_EQ(second.kept->embed(kTexts, {}).value(), embedded);
  EXPECT_EQ(second.inner->calls(), probes);
  EXPECT_EQ(second.kept->count_tokens("a pump"), plain.count_tokens("a pump"));
}

TEST(KeptEmbeddings, OnlyWhatIsNewIsEmbedded) {
  SetFolder folder;
  Opened opened = open_in(folder.path);
  ASSERT_TRUE(opened.kept->embed(kTexts, {}).ok());
  const size_t before = opened.inner->calls();
  const std::string_view more[] = {"a valve", "a boiler"};
  FakeEmbedder plain;
  EXPECT_EQ(opened.kept->embed(more, {}).value(), plain.embed(more, {}).value());
  EXPECT_EQ(opened.inner->calls(), before + 1);
}

TEST(KeptEmbeddings, ADamagedOrUnfinishedRecordIsEmbeddedAgain) {
  SetFolder folder;
  Matrix embedded = open_in(folder.path).kept->embed(kTexts, {}).value();
  const std::filesystem::path file = only_file(folder.path);
  std::string bytes = read_file(file, 1 << 20).value();
  bytes[bytes.size() - 200] ^= 1;  // in the last text's vector
  ASSERT_TRUE(write_file_atomically(file, bytes + "half a record").ok());
  Opened opened = open_in(folder.path);
  const size_t probes = opened.inner->calls();
  EXPECT_EQ(opened.kept->embed(kTexts, {}).value(), embedded);
  EXPECT_EQ(opened.inner->calls(), probes + 1);
  // And what was added stands behind whole records.
  Opened again = open_in(folder.path);
  const size_t calls = again.inner->calls();
  EXPECT_EQ(again.kept->embed(kTexts, {}).value(), embedded);
  EXPECT_EQ(again.inner->calls(), calls);
}

TEST(KeptEmbeddings, AFileOfAModelThatGivesOtherVectorsIsBegunAnew) {
  SetFolder folder;
  const auto turned = [](const std::string& bytes) {  // every record with another vector, sealed
    const size_t size = 64 + 256 * sizeof(float) + 16;
    std::string out;
    for (size_t at = 0; at + size <= bytes.size(); at += size) {
      std::string body = bytes.substr(at, 64) + std::string(256 * sizeof(float), '\0');
      out += body + sha256_hex(body).substr(0, 16);
    }
    return out;
  };
  const Matrix embedded = open_in(folder.path).kept->embed(kTexts, {}).value();
  const std::filesystem::path file = only_file(folder.path);
  ASSERT_TRUE(write_file_atomically(file, turned(read_file(file, 1 << 20).value())).ok());
  Opened opened = open_in(folder.path);
  EXPECT_EQ(opened.kept->embed(kTexts, {}).value(), embedded);
}

TEST(KeptEmbeddings, AFailureOfTheModelIsPassedOn) {
  SetFolder folder;
  Opened opened = open_in(folder.path);
  std::string lengthy;
  for (int i = 0; i < 600; ++i)
    lengthy += "word ";
  const std::string_view texts[] = {lengthy};
  EXPECT_EQ(opened.kept->embed(texts, {}).error().code, Code::TooLarge);
}

}  // namespace
}  // namespace oi
