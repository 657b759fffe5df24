#include "extract/reading.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fakes.h"

namespace oi {
namespace {

TextRun run(std::string text, TextRun::Break before = TextRun::Break::Paragraph) {
  TextRun made;
  made.text = std::move(text);
  made.before = before;
  return made;
}

class ReadingTest : public testing::Test {
 protected:
  Document read(ReadingTools tools, std::vector<WireMessage> messages) {
    Reading reading(std::move(tools), job_);
    for (WireMessage& message : messages) {
      outcome_ = reading.take(std::move(message));
      if (!outcome_.ok()) return {};
    }
    Document document;
    outcome_ = reading.finish(document);
    return document;
  }
  Job job_;
  Result<Done> outcome_ = Done{};
};

// C047: the text of a picture in a presentation is found at its slide.
TEST_F(ReadingTest, APictureInsideIsRecognisedInItsPlace) {
  FakeRecogniser recogniser(
      {{{{"Warning", {0, 0, 3, 2}, 0.9F, 0}, {"label", {4, 0, 6, 2}, 0.9F, 0}}, 0, 0}}, {});
  ReadingTools tools;
  tools.recogniser = [&] { return Result<Recogniser*>(&recogniser); };
  const Document document =
      read(std::move(tools),
           {KindTold{Kind::Pptx}, PageStart{1, 1, 9, 9}, TextRuns{{run("before")}},
            BitmapStart{0, 8, 2, 0, {1, 1, 5, 5}, "image 1"}, BitmapRows{std::string(10, 'x')},
            BitmapRows{std::string(6, 'x')}, TextRuns{{run("after")}}, PageEnd{1}});
  EXPECT_EQ(document.text, "before\n\nWarning label\n\nafter");
  ASSERT_EQ(document.blocks.size(), 3U);
  EXPECT_EQ(document.blocks[1].kind, BlockKind::Picture);
  ASSERT_EQ(document.placed.size(), 2U);
  EXPECT_EQ(document.placed[0].page, 1U);
}

// A logo on every slide is looked at once, and stands at every slide all the same.
TEST_F(ReadingTest, TheSamePictureAgainIsRecognisedOnce) {
  FakeRecogniser recogniser(
      {{{{"Logo", {0, 0, 3, 2}, 0.9F, 0}}, 0, 0}, {{{"Other", {0, 0, 3, 2}, 0.9F, 0}}, 0, 0}}, {});
  ReadingTools tools;
  tools.recogniser = [&] { return Result<Recogniser*>(&recogniser); };
  const auto start = [](uint32_t width, uint32_t height) {
    return BitmapStart{0, width, height, 0, {1, 1, 5, 5}, "image"};
  };
  const Document document =
      read(std::move(tools), {KindTold{Kind::Pptx}, PageStart{1, 2, 9, 9}, start(8, 2),
                              BitmapRows{std::string(16, 'x')}, PageEnd{1}, PageStart{2, 2, 9, 9},
                              start(8, 2), BitmapRows{std::string(16, 'x')}, start(2, 8),
                              BitmapRows{std::string(16, 'x')}, PageEnd{2}});
  EXPECT_EQ(document.text, "Logo\n\nLogo\n\nOther");
  EXPECT_EQ(recogniser.pages_read(), 2U);
}

TEST_F(ReadingTest, APictureOfTooManyLinesSaysWhatIsMissing) {
  FakeRecogniser recogniser({{{{"Chart", {0, 0, 3, 2}, 0.9F, 0}}, 0, 0, 7}}, {});
  ReadingTools tools;
  tools.recogniser = [&] { return Result<Recogniser*>(&recogniser); };
  const Document document = read(
      std::move(tools), {KindTold{Kind::Docx}, TextRuns{{run("text")}},
                         BitmapStart{0, 8, 2, 0, {}, "image 1"}, BitmapRows{std::string(16, 'x')}});
  ASSERT_EQ(document.problems.size(), 1U);
  EXPECT_EQ(document.problems[0].reason, "picture_read_in_part");
  EXPECT_EQ(document.problems[0].where, "image 1");
}

TEST_F(ReadingTest, WithoutARecogniserPicturesAreCounted) {
  const Document document = read({}, {KindTold{Kind::Docx}, TextRuns{{run("text")}},
                                      BitmapStart{0, 1, 1, 0, {}, "image"}, BitmapRows{"x"}});
  ASSERT_EQ(document.problems.size(), 1U);
  EXPECT_EQ(document.problems[0].reason, "pictures_not_read");
}

TEST_F(ReadingTest, SoundBecomesTimedText) {
  FakeTranscriber transcriber;
  ReadingTools tools;
  tools.transcriber = [&] { return Result<Transcriber*>(&transcriber); };
  const Document document =
      read(std::move(tools), {KindTold{Kind::Audio}, SamplesTold{Samples(kSampleRate * 2, 9)}});
  EXPECT_EQ(document.text, "piece 1");
  ASSERT_EQ(document.timed.size(), 1U);
  EXPECT_EQ(document.timed[0].to, 2);
}

TEST_F(ReadingTest, WithoutATranscriberARecordingFails) {
  read({}, {KindTold{Kind::Audio}, SamplesTold{Samples(10, 9)}});
  ASSERT_FALSE(outcome_.ok());
  EXPECT_EQ(outcome_.error().code, Code::ModelMissing);
}

TEST_F(ReadingTest, AMemberIsGivenAwayWhole) {
  std::string name, bytes;
  ReadingTools tools;
  tools.make_room = [] { return Result<Descriptor>(Descriptor(::memfd_create("room", 0))); };
  tools.take_member = [&](const std::string& told, Descriptor&& file) -> Result<Done> {
    name = told;
    char room[16];
    const ssize_t got = ::pread(file.get(), room, sizeof room, 0);
    bytes.assign(room, static_cast<size_t>(got));
    return Done{};
  };
  const Document document = read(
      std::move(tools),
      {KindTold{Kind::Archive}, TextRuns{{run("a.txt")}}, ChildStart{"a.txt"}, ChildBytes{"abc"},
       ChildBytes{"def"}, ChildEnd{true}, ChildStart{"b.txt"}, ChildBytes{"x"}, ChildEnd{false}});
  EXPECT_EQ(name, "a.txt");
  EXPECT_EQ(bytes, "abcdef");
  ASSERT_EQ(document.problems.size(), 1U);
  EXPECT_EQ(document.problems[0].reason, "member_damaged");
  EXPECT_EQ(document.problems[0].where, "b.txt");
}

}  // namespace
}  // namespace oi
