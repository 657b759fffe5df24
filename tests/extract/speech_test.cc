#include "extract/speech.h"

#include <gtest/gtest.h>

#include "tests/fakes.h"

namespace oi {
namespace {

constexpr size_t kSegment = size_t{limits::kSegmentSeconds} * kSampleRate;

TEST(Speech, ALongRecordingIsCutAtItsQuietestPlaceAndKeepsItsClock) {
  FakeTranscriber transcriber;
  const Job job;
  Speech speech(transcriber, job);
  Samples loud(kSegment + 10 * kSampleRate, 8000);
  const size_t quiet = kSegment - 8 * kSampleRate;
  std::fill_n(loud.begin() + static_cast<ptrdiff_t>(quiet), kSampleRate, int16_t{0});
  ASSERT_TRUE(speech.add(loud).ok());
  ASSERT_TRUE(speech.finish().ok());
  ASSERT_EQ(transcriber.lengths().size(), 2U);
  EXPECT_GE(transcriber.lengths()[0], quiet);
  EXPECT_LE(transcriber.lengths()[0], quiet + kSampleRate);
  EXPECT_EQ(transcriber.lengths()[0] + transcriber.lengths()[1], loud.size());
  ASSERT_EQ(speech.utterances().size(), 2U);
  EXPECT_DOUBLE_EQ(speech.utterances()[1].from, speech.utterances()[0].to);
  EXPECT_DOUBLE_EQ(speech.utterances()[1].to, limits::kSegmentSeconds + 10);
}

TEST(Speech, TheLanguageHeardFirstServesTheRest) {
  FakeTranscriber transcriber;
  const Job job;
  Speech speech(transcriber, job);
  ASSERT_TRUE(speech.add(Samples(kSegment + 100, 100)).ok());
  ASSERT_TRUE(speech.finish().ok());
  EXPECT_EQ(transcriber.languages(), (std::vector<std::string>{"", "en"}));
}

TEST(Speech, NoSamplesAreNotTranscribed) {
  FakeTranscriber transcriber;
  const Job job;
  Speech speech(transcriber, job);
  ASSERT_TRUE(speech.finish().ok());
  EXPECT_TRUE(speech.utterances().empty());
}

TEST(Speech, APauseBeginsAParagraph) {
  const std::vector<Utterance> said = {
      {" One.", 0, 1, 1}, {" Two.", 1.5, 2, 1}, {"Three.", 5, 6, 1}, {"  ", 6, 7, 1}};
  const std::vector<TextRun> runs = runs_of(said);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].text, "One.");
  EXPECT_EQ(runs[1].before, TextRun::Break::Space);
  EXPECT_EQ(runs[2].before, TextRun::Break::Paragraph);
  EXPECT_EQ(runs[2].from, 5);
}

}  // namespace
}  // namespace oi
