#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "local_sound.h"
#include "runtimes/runtimes.h"
#include "scratch_folder.h"

namespace oi {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// One model for all tests: each leaves it usable, which is tested too.
class WhisperTranscriber : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!has_transcriber()) return;
    model_ = open_transcriber(kTranscriberFolder, {}).value().release();
  }
  static void TearDownTestSuite() { delete model_; }
  void SetUp() override {
    if (!has_transcriber()) GTEST_SKIP() << "no " << kTranscriberFolder;
  }

  static Transcript hear(const Sound& sound, std::string_view language = "en") {
    Result<Transcript> heard = model_->transcribe(sound, language, {});
    EXPECT_TRUE(heard.ok()) << (heard.ok() ? "" : heard.error().what);
    return heard ? *heard : Transcript{};
  }
  static std::string all_text(const Transcript& transcript) {
    std::string text;
    for (const Utterance& one : transcript.utterances)
      text += one.text + "\n";
    return text;
  }
  // The words alone: where a sentence ends may differ with what is around it.
  static std::string all_words(const Transcript& transcript) {
    const std::string text = all_text(transcript);
    std::string all;
    for (const TextSpan word : words(text))
      all += text.substr(word.begin, word.size()) + " ";
    return all;
  }
  static inline Transcriber* model_ = nullptr;
};

// Speech of the evaluation data: 11 s, and what is said at its end.
class WithSpeech : public WhisperTranscriber {
 protected:
  void SetUp() override {
    WhisperTranscriber::SetUp();
    speech_ = recording("jfk.wav");
    if (speech_.empty()) GTEST_SKIP() << "no speech/jfk.wav; OI_EVAL_DATA names its folder";
  }
  static constexpr const char* kSaid = "what you can do for your country";
  Sound speech_;
};

TEST_F(WhisperTranscriber, CardSaysWhatRunsWhere) {
  const ModelCard& card = model_->card();
  EXPECT_EQ(card.role, "transcriber");
  EXPECT_EQ(card.name, "whisper-base");
  EXPECT_EQ(card.digest, sha256_of_file(kTranscriberFolder / "ggml-model.bin").value());
  EXPECT_TRUE(card.device.starts_with("CPU (whisper.cpp, ")) << card.device;
  EXPECT_TRUE(card.on_this_machine);
}

// C071
TEST_F(WhisperTranscriber, WhereNobodySpeaksThereIsNoTextAndNoLanguage) {
  for (const Sound& sound : {Sound{}, silence(0.01), silence(3), noise(5, 2), noise(5, 2000),
                             tone(5, 440, 8000), tone(5, 100, 20000)}) {
    const Transcript heard = hear(sound, "");
    EXPECT_EQ(all_text(heard), "");
    EXPECT_EQ(heard.language, "");
  }
}

// C071: this reaches the model, since by loudness it may be speech. In a language that was given
// the model describes it, in brackets.
TEST_F(WhisperTranscriber, SoundsThatAreNoSpeechGiveNoText) {
  EXPECT_EQ(all_text(hear(beeps(10), "")), "");
  EXPECT_EQ(all_text(hear(beeps(10), "en")), "");
}

// C071: five seconds of speech, five of silence, and one second at the end.
TEST_F(WithSpeech, SilenceAroundSpeechAddsNothing) {
  const Transcript plain = hear(speech_);
  ASSERT_NE(all_text(plain).find(kSaid), std::string::npos) << all_text(plain);
  for (const Sound& after : {silence(1), silence(5), noise(5, 8)}) {
    const Transcript padded = hear(speech_ + after);
    EXPECT_EQ(all_words(padded), all_words(plain));
    EXPECT_LE(padded.utterances.back().to, 11.2);
  }
}

TEST_F(WithSpeech, TimesAreTheRecordingsOwnWhereSilenceWasSkipped) {
  const Transcript heard = hear(speech_ + silence(40) + speech_);
  std::vector<Utterance> second;
  double end = 0;
  for (const Utterance& one : heard.utterances) {
    EXPECT_GE(one.from, end) << one.text;
    EXPECT_GE(one.to, one.from) << one.text;
    EXPECT_TRUE(one.to <= 11.2 || one.from >= 50.8) << one.text;
    EXPECT_GT(one.confidence, 0.5f);
    EXPECT_LE(one.confidence, 1.0f);
    end = one.to;
    if (one.from > 40) second.push_back(one);
  }
  ASSERT_FALSE(second.empty());
  EXPECT_NEAR(second.front().from, 51.3, 0.5);  // the first word is 0.3 s after the beginning
  EXPECT_NEAR(second.back().to, 61.7, 0.5);
  EXPECT_NE(second.back().text.find(kSaid), std::string::npos) << second.back().text;
}

// C074: the same window gives the same to the last bit, whatever was heard before it, in the same
// recording or in the call before.
TEST_F(WithSpeech, NothingIsCarriedOverFromWhatWasHeardBefore) {
  const Transcript alone = hear(silence(1) + speech_ + silence(1));
  const Transcript after = hear(speech_ + silence(4) + speech_ + silence(1));
  ASSERT_FALSE(alone.utterances.empty());
  ASSERT_GE(after.utterances.size(), alone.utterances.size());
  for (size_t i = 1; i <= alone.utterances.size(); ++i) {
    const Utterance& first = alone.utterances[alone.utterances.size() - i];
    const Utterance& second = after.utterances[after.utterances.size() - i];
    EXPECT_EQ(second.text, first.text);
    EXPECT_EQ(second.confidence, first.confidence);
  }
}

size_t count_of(const std::string& text, std::string_view phrase) {
  size_t count = 0;
  for (size_t at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at + 1))
    ++count;
  return count;
}

Sound said_again(const Sound& speech, double from, double to, double pause, int times) {
  const auto at = [&](double seconds) {
    return speech.begin() + static_cast<long>(seconds * kSecond);
  };
  Sound all;
  for (int i = 0; i < times; ++i)
    all = all + Sound(at(from), at(to)) + silence(pause);
  return all;
}

// C073: the model by itself writes these three words eighty times.
TEST_F(WithSpeech, APhraseIsNotWrittenMoreOftenThanItWasSaid) {
  const std::string text = fold(all_text(hear(said_again(speech_, 0.3, 1.3, 0.1, 24))));
  EXPECT_GE(count_of(text, "and so my"), 1u) << text;
  EXPECT_LE(count_of(text, "and so my"), 24u) << text;
}

// C073, the other way round: what somebody does say again and again is not taken for an error.
TEST_F(WithSpeech, APhraseThatIsSaidAgainAndAgainIsKept) {
  const std::string text = all_text(hear(said_again(speech_, 0.2, 2.4, 0.2, 11)));
  EXPECT_GE(count_of(text, "my fellow Americans"), 9u) << text;
  EXPECT_LE(count_of(text, "my fellow Americans"), 12u) << text;
}

TEST_F(WithSpeech, TheLanguageIsHeardWhenNoneIsGiven) {
  const Transcript heard = hear(speech_, "");
  EXPECT_EQ(heard.language, "en");
  EXPECT_EQ(all_text(heard), all_text(hear(speech_, "en")));
}

TEST_F(WithSpeech, TheNumberOfThreadsChangesNothing) {
  speech_.resize(5 * kSecond);
  const auto with = [&](unsigned threads) {
    const auto model = open_transcriber(kTranscriberFolder, {.threads = threads});
    return model.value()->transcribe(speech_, "en", {}).value();
  };
  const Transcript one = with(1), two = with(2);
  EXPECT_NE(all_text(one), "");
  EXPECT_EQ(all_text(one), all_text(two));
  ASSERT_EQ(one.utterances.size(), two.utterances.size());
  EXPECT_EQ(one.utterances[0].confidence, two.utterances[0].confidence);
}

TEST_F(WithSpeech, LongSpeechIsReadToItsEnd) {
  const Transcript heard = hear(speech_ + speech_ + speech_ + speech_);
  const std::string text = all_text(heard);
  EXPECT_GE(count_of(text, "your country."), 4u) << text;
  EXPECT_NEAR(heard.utterances.back().to, 43.7, 0.7);
}

TEST_F(WithSpeech, ProgressOnlyGoesForwardAndNamesTheSeconds) {
  std::vector<Progress> told;
  Job job;
  job.tell = [&](const Event& event) { told.push_back(std::get<Progress>(event)); };
  ASSERT_TRUE(model_->transcribe(speech_ + silence(20) + beeps(2), "en", job).ok());
  ASSERT_GE(told.size(), 3u);
  for (size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].stage, "transcribing");
    EXPECT_EQ(told[i].total, 33u);
    EXPECT_LE(told[i].done, told[i].total);
    EXPECT_GE(told[i].done, told[i - std::min<size_t>(i, 1)].done);
  }
}

// Invariant 13. The model is asked to stop in the middle of its largest piece of work.
TEST_F(WhisperTranscriber, AStopIsQuickAndLeavesTheModelUsable) {
  for (const milliseconds wait : {milliseconds(50), milliseconds(300), milliseconds(700)}) {
    std::stop_source source;
    Clock::time_point asked;
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(wait);
      asked = Clock::now();
      source.request_stop();
    });
    Sound many;
    for (int i = 0; i < 12; ++i)
      many = many + beeps(3) + silence(4);
    const Result<Transcript> heard = model_->transcribe(many, "", {source.get_token(), {}});
    const auto ended = Clock::now();
    ASSERT_FALSE(heard.ok());
    EXPECT_EQ(heard.error().code, Code::Cancelled);
    EXPECT_LT(ended - asked, milliseconds(200)) << wait.count();
  }
  EXPECT_EQ(all_text(hear(beeps(2))), "");
}

TEST_F(WhisperTranscriber, AStopBeforeTheCallDoesNothing) {
  std::stop_source source;
  source.request_stop();
  const auto begin = Clock::now();
  EXPECT_EQ(model_->transcribe(beeps(5), "", {source.get_token(), {}}).error().code,
            Code::Cancelled);
  EXPECT_LT(Clock::now() - begin, milliseconds(100));
}

TEST_F(WhisperTranscriber, MoreThanTenMinutesAreRefused) {
  Sound sound = silence(600);
  EXPECT_TRUE(hear(sound).utterances.empty());
  sound.push_back(0);
  EXPECT_EQ(model_->transcribe(sound, "en", {}).error().code, Code::TooLarge);
}

TEST_F(WhisperTranscriber, ALanguageThatIsNotKnownIsInvalid) {
  const Result<Transcript> heard = model_->transcribe(beeps(1), "xx", {});
  ASSERT_FALSE(heard.ok());
  EXPECT_EQ(heard.error().code, Code::Invalid);
  EXPECT_NE(heard.error().what.find("'xx'"), std::string::npos);
}

TEST(TranscriberFile, AMissingFileIsAMissingModel) {
  const auto model = open_transcriber("/nowhere/whisper", {});
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().code, Code::ModelMissing);
  EXPECT_NE(model.error().what.find("/nowhere/whisper/ggml-model.bin"), std::string::npos);
}

TEST(TranscriberFile, ADamagedModelFailsInGoodOrder) {
  if (!has_transcriber()) GTEST_SKIP() << "no " << kTranscriberFolder;
  const ScratchFolder folder;
  const MappedFile whole = MappedFile::open(kTranscriberFolder / "ggml-model.bin").value();
  for (const size_t size : {size_t{0}, size_t{40}, size_t{60'000}, size_t{700'000},
                            size_t{5'000'000}, whole.size() - 1}) {
    folder.write("ggml-model.bin", whole.text().substr(0, size));
    EXPECT_EQ(open_transcriber(folder.path(), {}).error().code, Code::Corrupt) << size;
  }
  std::string bytes(whole.text());
  bytes.replace(bytes.find("encoder.conv1.weight"), 7, "encodar");
  folder.write("ggml-model.bin", bytes);
  const Error error = open_transcriber(folder.path(), {}).error();
  EXPECT_EQ(error.code, Code::ModelFailed);
  EXPECT_NE(error.what.find("encodar.conv1.weight"), std::string::npos) << error.what;
}

}  // namespace
}  // namespace oi
