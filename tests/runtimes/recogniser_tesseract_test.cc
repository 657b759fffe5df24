#include "runtimes/recogniser_tesseract.h"

#include <gtest/gtest.h>

#include <memory>
#include <stop_token>
#include <string>

#include "tests/runtimes/picture.h"

namespace oi {
namespace {

// Null where the system has no data for Tesseract.
std::unique_ptr<SecondReader> open() {
  return SecondReader::open();
}

cv::Mat line(uint8_t paper = 255, uint8_t ink = 0) {
  return DrawnPage(560, 44, paper).write("The budget was approved", 20, 32, 1, ink).grey;
}

TEST(RecogniserTesseract, ReadsALineWithThePlacesOfItsWords) {
  const auto reader = open();
  if (reader == nullptr) GTEST_SKIP() << "no language data";
  const auto read = reader->read(line(), {});
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value().text(), "The budget was approved");
  EXPECT_GT(read.value().confidence(), 0.7f);
  const auto& words = read.value().words;
  EXPECT_NEAR(words[0].from * 560, 20, 8);
  for (size_t i = 1; i < words.size(); ++i)
    EXPECT_LT(words[i - 1].to, words[i].from);
  EXPECT_NE(reader->languages().find("eng"), std::string::npos);
}

TEST(RecogniserTesseract, ReadsWhiteOnBlackAndTheSameTwice) {
  const auto reader = open();
  if (reader == nullptr) GTEST_SKIP() << "no language data";
  const auto once = reader->read(line(0, 255), {});
  ASSERT_TRUE(once.ok());
  EXPECT_EQ(once.value().text(), "The budget was approved");
  EXPECT_EQ(reader->read(line(0, 255), {}).value().confidence(), once.value().confidence());
}

TEST(RecogniserTesseract, SeesNothingWhereNothingIs) {
  const auto reader = open();
  if (reader == nullptr) GTEST_SKIP() << "no language data";
  EXPECT_EQ(reader->read(cv::Mat(40, 300, CV_8U, 255), {}).value().text(), "");
  EXPECT_EQ(reader->read(cv::Mat(1, 1, CV_8U, 255), {}).value().text(), "");
  EXPECT_EQ(reader->read({}, {}).value().text(), "");
}

TEST(RecogniserTesseract, StopsWhenItIsAsked) {
  const auto reader = open();
  if (reader == nullptr) GTEST_SKIP() << "no language data";
  std::stop_source source;
  source.request_stop();
  const auto read = reader->read(line(), {.stop = source.get_token()});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, Code::Cancelled);
}

}  // namespace
}  // namespace oi
