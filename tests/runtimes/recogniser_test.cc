#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "runtimes/runtimes.h"
#include "tests/runtimes/picture.h"
#include "tests/runtimes/scratch_folder.h"

namespace oi {
namespace {

const std::filesystem::path kFolder = OI_SETUP_MODELS "/pp-ocrv6-small";

std::unique_ptr<Recogniser> open() {
  auto opened = open_recogniser(kFolder, {.threads = 2});
  EXPECT_TRUE(opened.ok()) << opened.error().what;
  return opened.ok() ? std::move(opened).value() : nullptr;
}

// One recogniser for all tests: opening it takes a second.
Recogniser& recogniser() {
  static const std::unique_ptr<Recogniser> opened = open();
  return *opened;
}

const char* const kLines[] = {"The committee met on Tuesday", "and approved the budget",
                              "Total 1250 dollars"};

cv::Mat letter(int paper = 255, int ink = 0) {
  DrawnPage page(900, 600, static_cast<uint8_t>(paper));
  int y = 150;
  for (const char* line : kLines) {
    page.write(line, 120, y, 1, static_cast<uint8_t>(ink));
    y += 90;
  }
  return page.grey;
}

RecognisedPage read(const cv::Mat& grey) {
  auto page = recogniser().recognise(bitmap_of(grey), {});
  EXPECT_TRUE(page.ok()) << page.error().what;
  return page.ok() ? std::move(page).value() : RecognisedPage{};
}

std::vector<std::string> lines_of(const RecognisedPage& page) {
  std::vector<std::string> lines;
  for (const RecognisedWord& word : page.words) {
    if (lines.size() <= word.line) lines.resize(word.line + 1);
    lines[word.line] += (lines[word.line].empty() ? "" : " ") + word.text;
  }
  return lines;
}

const std::vector<std::string> kExpected(std::begin(kLines), std::end(kLines));

const RecognisedWord* find(const RecognisedPage& page, const std::string& text) {
  const auto found = std::ranges::find(page.words, text, &RecognisedWord::text);
  return found == page.words.end() ? nullptr : &*found;
}

// Whether the word's box holds the ink that was drawn at `ink`, within some pixels.
void expect_box(const RecognisedPage& page, const std::string& text, const Box& ink) {
  const RecognisedWord* word = find(page, text);
  ASSERT_NE(word, nullptr) << text;
  EXPECT_NEAR(word->box.x0, ink.x0, 8) << text;
  EXPECT_NEAR(word->box.y0, ink.y0, 8) << text;
  EXPECT_NEAR(word->box.x1, ink.x1, 8) << text;
  EXPECT_NEAR(word->box.y1, ink.y1, 8) << text;
}

// The box of the ink of `word` when it stands first on its line.
Box first_word(const std::string& word, int x, int y, double scale = 1) {
  DrawnPage page(900, 600);
  page.write(word, x, y, scale);
  const cv::Rect box = cv::boundingRect(page.grey < 128);
  return {static_cast<float>(box.x), static_cast<float>(box.y),
          static_cast<float>(box.x + box.width), static_cast<float>(box.y + box.height)};
}

TEST(Recogniser, ReadsLinesFromTopToBottomWithTheirBoxes) {
  const RecognisedPage page = read(letter());
  EXPECT_EQ(lines_of(page), kExpected);
  EXPECT_EQ(page.quarter_turns, 0);
  EXPECT_NEAR(page.skew_degrees, 0, 0.5);
  expect_box(page, "The", first_word("The", 120, 150));
  expect_box(page, "and", first_word("and", 120, 240));
  expect_box(page, "Total", first_word("Total", 120, 330));
  for (const RecognisedWord& word : page.words)
    EXPECT_GT(word.confidence, 0.5f) << word.text;
}

TEST(Recogniser, WordsOfALineStandBesideEachOther) {
  const RecognisedPage page = read(letter());
  for (size_t i = 1; i < page.words.size(); ++i) {
    const RecognisedWord &a = page.words[i - 1], &b = page.words[i];
    if (a.line == b.line) {
      EXPECT_LE(a.box.x1, b.box.x0 + 1) << a.text << " " << b.text;
    } else {
      EXPECT_EQ(b.line, a.line + 1);
    }
  }
}

TEST(Recogniser, TurnsAPageThatLiesOnItsSideC031) {
  for (const auto& [turn, back] :
       {std::pair{cv::ROTATE_90_CLOCKWISE, 3}, std::pair{cv::ROTATE_90_COUNTERCLOCKWISE, 1}}) {
    cv::Mat lying;
    cv::rotate(letter(), lying, turn);
    const RecognisedPage page = read(lying);
    EXPECT_EQ(lines_of(page), kExpected);
    EXPECT_EQ(page.quarter_turns, back);
    const Box upright = first_word("and", 120, 240);
    expect_box(page, "and",
               back == 3 ? Box{600 - upright.y1, upright.x0, 600 - upright.y0, upright.x1}
                         : Box{upright.y0, 900 - upright.x1, upright.y1, 900 - upright.x0});
  }
}

TEST(Recogniser, ReadsAPageThatIsUpsideDownC032) {
  cv::Mat over;
  cv::rotate(letter(), over, cv::ROTATE_180);
  const RecognisedPage page = read(over);
  EXPECT_EQ(lines_of(page), kExpected);
  EXPECT_EQ(page.quarter_turns, 2);
  const Box upright = first_word("Total", 120, 330);
  expect_box(page, "Total",
             {900 - upright.x1, 600 - upright.y1, 900 - upright.x0, 600 - upright.y0});
}

TEST(Recogniser, ReadsALeaningPageAndTellsTheAngle) {
  for (const double degrees : {3.0, -3.0}) {
    const RecognisedPage page = read(leaning(letter(), degrees));
    EXPECT_EQ(lines_of(page), kExpected);
    EXPECT_NEAR(page.skew_degrees, degrees, 0.7);
  }
}

TEST(Recogniser, ReadsLargeAndSmallTextOnOnePage) {
  DrawnPage page(1200, 500);
  page.write("HEADLINE", 60, 150, 4).write("a line of small print below it", 60, 320, 0.6);
  EXPECT_EQ(lines_of(read(page.grey)),
            (std::vector<std::string>{"HEADLINE", "a line of small print below it"}));
}

TEST(Recogniser, ReadsWhiteOnBlackAndFaintText) {
  EXPECT_EQ(lines_of(read(letter(0, 255))), kExpected);
  EXPECT_EQ(lines_of(read(letter(190, 160))), kExpected);
}

TEST(Recogniser, ReadsRowsOfATableFromLeftToRight) {
  DrawnPage page(1000, 400);
  page.write("Apples", 80, 120)
      .write("250", 600, 122)
      .write("Pears", 80, 220)
      .write("430", 600, 218);
  EXPECT_EQ(lines_of(read(page.grey)), (std::vector<std::string>{"Apples", "250", "Pears", "430"}));
}

TEST(Recogniser, FindsNothingWhereNothingIs) {
  EXPECT_TRUE(read(cv::Mat(600, 900, CV_8U, 255)).words.empty());
  EXPECT_TRUE(read(cv::Mat(600, 900, CV_8U, cv::Scalar(0))).words.empty());
  EXPECT_TRUE(read(cv::Mat(1, 1, CV_8U, 255)).words.empty());
  EXPECT_TRUE(read(cv::Mat(3, 2000, CV_8U, 255)).words.empty());
  const auto empty = recogniser().recognise({}, {});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty.value().words.empty());
}

TEST(Recogniser, RefusesPixelsThatAreNotWidthTimesHeight) {
  const auto page = recogniser().recognise({.width = 10, .height = 10, .grey = {1, 2, 3}}, {});
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().code, Code::Invalid);
  const auto wide = recogniser().recognise({.width = 4'000'000'000, .height = 0, .grey = {}}, {});
  ASSERT_FALSE(wide.ok());
  EXPECT_EQ(wide.error().code, Code::Invalid);
}

TEST(Recogniser, SamePixelsGiveTheSameWords) {
  EXPECT_EQ(read(letter()).words, read(letter()).words);
}

TEST(Recogniser, TheNumberOfThreadsChangesNothing) {
  DrawnPage page(1200, 900);
  int y = 80;
  for (const char* line : {"Invoice 2041", "The committee met on Tuesday and approved the budget",
                           "Net", "Total 1250 dollars, payable within thirty days", "p. 7"}) {
    page.write(line, 60, y);
    y += 90;
  }
  const RecognisedPage two = read(page.grey);
  EXPECT_GT(two.words.size(), 15u);
  for (const unsigned threads : {1u, 3u}) {
    const auto other = open_recogniser(kFolder, {.threads = threads});
    ASSERT_TRUE(other.ok());
    const auto words = other.value()->recognise(bitmap_of(page.grey), {});
    ASSERT_TRUE(words.ok());
    EXPECT_EQ(words->words, two.words) << threads;
  }
}

TEST(Recogniser, ReadsTheSameInWholeFloats) {
  const auto exact = open_recogniser(kFolder, {.threads = 2, .exact = true});
  ASSERT_TRUE(exact.ok());
  EXPECT_EQ(exact.value()->card().device, "CPU (fp32)");
  const auto page = exact.value()->recognise(bitmap_of(letter()), {});
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(lines_of(page.value()), kExpected);
}

TEST(Recogniser, StopsSoonAfterItIsAsked) {
  DrawnPage page(2500, 3300);
  for (int y = 100; y < 3200; y += 50)
    page.write("a long line of words that takes a while to read, again and again", 100, y);
  const Bitmap bitmap = bitmap_of(page.grey);
  using Clock = std::chrono::steady_clock;
  recogniser();  // opened before the clock runs
  const Clock::time_point begun = Clock::now();
  ASSERT_TRUE(recogniser().recognise(bitmap, {}).ok());
  const Clock::duration whole = Clock::now() - begun;
  for (const int percent : {2, 25, 50}) {
    const Clock::duration wait = whole * percent / 100;
    std::stop_source source;
    Clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(wait);
      asked = Clock::now();
      source.request_stop();
    });
    const auto result = recogniser().recognise(bitmap, {.stop = source.get_token()});
    const Clock::time_point ended = Clock::now();
    stopper.join();
    ASSERT_FALSE(result.ok()) << percent;
    EXPECT_EQ(result.error().code, Code::Cancelled);
    EXPECT_LT(ended - asked, std::chrono::milliseconds(OI_SANITIZED ? 15000 : 4000)) << percent;
    EXPECT_EQ(lines_of(read(letter())), kExpected) << "it goes on";
  }
}

TEST(Recogniser, ReadsGivenLinesWithoutLookingForThem) {
  const std::vector<Box> boxes = {
      first_word(kLines[0], 120, 150), first_word(kLines[1], 120, 240), {700, 10, 880, 50}};
  const auto lines = recogniser().read_lines(bitmap_of(letter()), boxes, {});
  ASSERT_TRUE(lines.ok()) << lines.error().what;
  ASSERT_EQ(lines.value().size(), 3u);
  EXPECT_EQ(lines.value()[0].text, kLines[0]);
  EXPECT_EQ(lines.value()[1].text, kLines[1]);
  EXPECT_GT(lines.value()[1].confidence, 0.8f);
  EXPECT_EQ(lines.value()[2].text, "");
  EXPECT_EQ(lines.value()[2].confidence, 0);
}

TEST(Recogniser, RefusesALineOutsideOfTheBitmap) {
  for (const Box box : {Box{0, 0, 901, 20}, Box{-1, 0, 10, 20}, Box{10, 10, 10, 30},
                        Box{0, 0, std::nanf(""), 20}}) {
    const auto lines = recogniser().read_lines(bitmap_of(letter()), {{box}}, {});
    ASSERT_FALSE(lines.ok());
    EXPECT_EQ(lines.error().code, Code::Invalid);
  }
}

TEST(Recogniser, SaysWhichFileIsMissingOrBroken) {
  const ScratchFolder folder;
  auto opened = open_recogniser(folder.path(), {});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::ModelMissing);
  EXPECT_NE(opened.error().what.find("detector.onnx"), std::string::npos);
  std::ofstream(folder.path() / "detector.onnx") << "not a network";
  std::ofstream(folder.path() / "recogniser.onnx") << "not a network";
  opened = open_recogniser(folder.path(), {});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::ModelFailed);
}

}  // namespace
}  // namespace oi
