#include "reader/media.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "extract/child.h"
#include "tests/reader/collected.h"

namespace oi::test {
namespace {

Collected read(const std::string& bytes) {
  load_media();
  return collect(read_media, bytes, Kind::Audio);
}

double loudness(const Samples& samples, size_t from, size_t to) {
  double sum = 0;
  for (size_t i = from; i < to && i < samples.size(); ++i)
    sum += static_cast<double>(samples[i]) * samples[i];
  return to > from ? std::sqrt(sum / static_cast<double>(to - from)) : 0;
}

std::string little(uint32_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

int16_t tone(double seconds) {
  return static_cast<int16_t>(10'000 * std::sin(2 * 3.14159265 * 440 * seconds));
}

std::string wav_of(double seconds, uint32_t rate, uint32_t channels) {
  std::string sound;
  for (uint32_t i = 0; i < static_cast<uint32_t>(seconds * rate); ++i)
    for (uint32_t c = 0; c < channels; ++c)
      sound += little(static_cast<uint16_t>(tone(static_cast<double>(i) / rate)), 2);
  const auto size = static_cast<uint32_t>(sound.size());
  return "RIFF" + little(36 + size, 4) + "WAVEfmt " + little(16, 4) + little(1, 2) +
         little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4) +
         little(channels * 2, 2) + little(16, 2) + "data" + little(size, 4) + sound;
}

// What is put into a made recording.
struct Recipe {
  const char* format = "matroska";
  const char* codec = "pcm_s16le";  // empty: no sound
  double seconds = 2;
  double hole_at = 0, hole_seconds = 0;  // time that passes without a packet
  const char* title = nullptr;
  std::vector<SpokenText> subtitles = {};
  bool picture = false;  // a film's stream, with one empty frame
};

class Maker {
 public:
  explicit Maker(const Recipe& recipe) : recipe_(recipe) {
    path_ = std::filesystem::temp_directory_path() / ("oi_media_" + std::to_string(::getpid()));
    avformat_alloc_output_context2(&out_, nullptr, recipe.format, path_.c_str());
  }
  std::string make() {
    if (*recipe_.codec != '\0') add_sound();
    if (!recipe_.subtitles.empty()) add_subtitles();
    if (recipe_.picture) add_picture();
    if (recipe_.title != nullptr) av_dict_set(&out_->metadata, "title", recipe_.title, 0);
    EXPECT_GE(avio_open(&out_->pb, path_.c_str(), AVIO_FLAG_WRITE), 0);
    EXPECT_GE(avformat_write_header(out_, nullptr), 0);
    if (recipe_.picture) write(picture_, std::string(16 * 16 * 3, '\0'), 0, 1);
    for (const SpokenText& cue : recipe_.subtitles)
      write(words_, cue.text, cue.from, cue.to - cue.from);
    if (sound_ != nullptr) encode();
    av_write_trailer(out_);
    avio_closep(&out_->pb);
    avformat_free_context(out_);
    std::ifstream file(path_, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path_);
    return bytes;
  }

 private:
  void add_sound() {
    const AVCodec* encoder = avcodec_find_encoder_by_name(recipe_.codec);
    codec_.reset(avcodec_alloc_context3(encoder));
    codec_->sample_rate = 48'000;
    codec_->sample_fmt = encoder->sample_fmts[0];
    codec_->bit_rate = 64'000;
    codec_->time_base = {1, 48'000};
    av_channel_layout_default(&codec_->ch_layout, 1);
    if ((out_->oformat->flags & AVFMT_GLOBALHEADER) != 0)
      codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    ASSERT_GE(avcodec_open2(codec_.get(), encoder, nullptr), 0);
    sound_ = avformat_new_stream(out_, nullptr);
    avcodec_parameters_from_context(sound_->codecpar, codec_.get());
    sound_->time_base = codec_->time_base;
  }
  void add_subtitles() {
    words_ = avformat_new_stream(out_, nullptr);
    words_->codecpar->codec_type = AVMEDIA_TYPE_SUBTITLE;
    words_->codecpar->codec_id = AV_CODEC_ID_SUBRIP;
    words_->time_base = {1, 1000};
  }
  void add_picture() {
    picture_ = avformat_new_stream(out_, nullptr);
    picture_->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
    picture_->codecpar->codec_id = AV_CODEC_ID_RAWVIDEO;
    picture_->codecpar->format = AV_PIX_FMT_BGR24;
    picture_->codecpar->width = picture_->codecpar->height = 16;
    picture_->time_base = {1, 25};
  }
  void write(AVStream* stream, const std::string& bytes, double at, double length) {
    const OpenPacket packet(av_packet_alloc());
    av_new_packet(packet.get(), static_cast<int>(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), packet->data);
    packet->stream_index = stream->index;
    packet->pts = packet->dts = static_cast<int64_t>(at / av_q2d(stream->time_base));
    packet->duration = static_cast<int64_t>(length / av_q2d(stream->time_base));
    packet->flags |= AV_PKT_FLAG_KEY;
    av_interleaved_write_frame(out_, packet.get());
  }
  void drain() {
    const OpenPacket packet(av_packet_alloc());
    while (avcodec_receive_packet(codec_.get(), packet.get()) >= 0) {
      packet->stream_index = sound_->index;
      av_packet_rescale_ts(packet.get(), codec_->time_base, sound_->time_base);
      av_interleaved_write_frame(out_, packet.get());
    }
  }
  void encode() {
    const int size = codec_->frame_size > 0 ? codec_->frame_size : 1200;
    const auto total = static_cast<int64_t>(recipe_.seconds * 48'000);
    for (int64_t at = 0; at < total; at += size) {
      const OpenFrame frame(av_frame_alloc());
      frame->nb_samples = static_cast<int>(std::min<int64_t>(size, total - at));
      frame->format = codec_->sample_fmt;
      frame->sample_rate = 48'000;
      av_channel_layout_copy(&frame->ch_layout, &codec_->ch_layout);
      av_frame_get_buffer(frame.get(), 0);
      for (int i = 0; i < frame->nb_samples; ++i) {
        const int16_t value = tone(static_cast<double>(at + i) / 48'000);
        if (codec_->sample_fmt == AV_SAMPLE_FMT_FLTP || codec_->sample_fmt == AV_SAMPLE_FMT_FLT)
          reinterpret_cast<float*>(frame->data[0])[i] = static_cast<float>(value) / 32'768;
        else if (codec_->sample_fmt == AV_SAMPLE_FMT_S32P)
          reinterpret_cast<int32_t*>(frame->data[0])[i] = value * 65'536;
        else
          reinterpret_cast<int16_t*>(frame->data[0])[i] = value;
      }
      const bool behind =
          recipe_.hole_seconds > 0 && static_cast<double>(at) / 48'000 >= recipe_.hole_at;
      frame->pts = at + (behind ? static_cast<int64_t>(recipe_.hole_seconds * 48'000) : 0);
      avcodec_send_frame(codec_.get(), frame.get());
      drain();
    }
    avcodec_send_frame(codec_.get(), nullptr);
    drain();
  }

  const Recipe& recipe_;
  std::filesystem::path path_;
  AVFormatContext* out_ = nullptr;
  OpenCodec codec_;
  AVStream *sound_ = nullptr, *words_ = nullptr, *picture_ = nullptr;
};

std::string made(const Recipe& recipe) {
  av_log_set_level(AV_LOG_QUIET);
  return Maker(recipe).make();
}

TEST(Media, SoundOfAnyRateAndChannelsBecomesSixteenKilohertzMono) {
  for (const uint32_t rate : {8'000U, 16'000U, 44'100U, 48'000U}) {
    for (const uint32_t channels : {1U, 2U, 5U}) {
      const Collected all = read(wav_of(2, rate, channels));
      ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
      EXPECT_NEAR(static_cast<double>(all.samples.size()), 32'000, 32) << rate << " " << channels;
      EXPECT_NEAR(loudness(all.samples, 4'000, 28'000), 7'071, channels > 2 ? 3'500 : 150)
          << rate << " " << channels;
      EXPECT_TRUE(all.problems.empty());
    }
  }
}

TEST(Media, CodedSoundIsDecoded) {
  const Recipe recipes[] = {
      {.format = "mp3", .codec = "libmp3lame"}, {.format = "ipod", .codec = "aac"},
      {.format = "adts", .codec = "aac"},       {.format = "flac", .codec = "flac"},
      {.format = "ogg", .codec = "libvorbis"},  {.format = "webm", .codec = "libopus"},
      {.format = "mp4", .codec = "aac"},        {.format = "avi", .codec = "pcm_s16le"},
      {.format = "mpegts", .codec = "mp2"}};
  for (const Recipe& recipe : recipes) {
    const Collected all = read(made(recipe));
    ASSERT_TRUE(all.outcome.ok()) << recipe.format << ": " << all.outcome.error().what;
    EXPECT_NEAR(static_cast<double>(all.samples.size()), 32'000, 1'700) << recipe.format;
    EXPECT_NEAR(loudness(all.samples, 8'000, 24'000), 7'071, 700) << recipe.format;
    EXPECT_TRUE(all.problems.empty()) << recipe.format << ": " << all.problems[0].what;
  }
}

TEST(Media, ItsTitleIsTold) {
  EXPECT_EQ(read(made({.format = "ipod", .codec = "aac", .title = "The talk"})).title, "The talk");
}

// Times of what is said behind a hole must stay true.
TEST(Media, AHoleInTheRecordingIsSilence) {
  const Collected all = read(made({.seconds = 2, .hole_at = 1, .hole_seconds = 3}));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_NEAR(static_cast<double>(all.samples.size()), 5 * 16'000, 400);
  EXPECT_GT(loudness(all.samples, 4'000, 14'000), 6'000);
  EXPECT_LT(loudness(all.samples, 17'000, 63'000), 10);
  EXPECT_GT(loudness(all.samples, 66'000, 78'000), 6'000);
}

TEST(Media, AClockThatJumpsByHoursIsNotBelieved) {
  const Collected all = read(made({.seconds = 2, .hole_at = 1, .hole_seconds = 40'000}));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_LT(all.samples.size(), 40'000U);
  EXPECT_TRUE(all.has_problem("sound_damaged"));
}

TEST(Media, SubtitlesInsideAreTextWithTimes) {
  const Collected all =
      read(made({.subtitles = {{"Hello there.", 0.5, 1.25}, {"<i>Two</i>\nlines.", 1.5, 1.9}}}));
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.runs.size(), 2U);
  EXPECT_EQ(all.runs[0].text, "Hello there.");
  EXPECT_NEAR(all.runs[0].from, 0.5, 0.01);
  EXPECT_NEAR(all.runs[0].to, 1.25, 0.01);
  EXPECT_EQ(all.runs[1].text, "Two\nlines.");
  EXPECT_GT(all.samples.size(), 30'000U);
}

TEST(Media, MarksOfStyleInACueAreNoText) {
  EXPECT_EQ(text_of_cue("0,0,Default,,0,0,0,,{\\i1}One, two{\\i0}\\Nthree\\hfour"),
            "One, two\nthree four");
  EXPECT_EQ(text_of_cue("too few,fields"), "");
  EXPECT_EQ(text_of_cue("0,0,D,,0,0,0,,open { brace"), "open { brace");
}

TEST(Media, AFilmWithoutSoundIsEmpty) {
  const Collected all = read(made({.format = "avi", .codec = "", .picture = true}));
  ASSERT_FALSE(all.outcome.ok());
  EXPECT_EQ(all.outcome.error().code, Code::Empty);
  EXPECT_EQ(all.outcome.error().what, "the recording has no sound and no subtitles");
}

TEST(Media, ACutRecordingSaysHowMuchIsMissing) {
  for (const std::string& whole : {wav_of(10, 16'000, 1), made({.codec = "flac", .seconds = 10}),
                                   made({.format = "mp3", .codec = "libmp3lame", .seconds = 10})}) {
    const Collected all = read(whole.substr(0, whole.size() / 2));
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    EXPECT_NEAR(static_cast<double>(all.samples.size()), 80'000, 8'000);
    EXPECT_TRUE(all.has_problem("sound_cut"));
    EXPECT_FALSE(read(whole).has_problem("sound_cut"));
  }
}

// A header may claim any rate; preparing for this one would take minutes.
TEST(Media, AnImpossibleRateIsDamage) {
  const Collected all = read(std::string(".snd\0\0\0\x18\0\0\x03\x20\0\0\0\x03\x56\0\x1F\x40"
                                         "\0\0\0\1",
                                         24) +
                             std::string(800, '\0'));
  ASSERT_FALSE(all.outcome.ok());
  EXPECT_EQ(all.outcome.error().code, Code::Corrupt);
  EXPECT_TRUE(all.has_problem("sound_damaged"));
}

// A playlist names other files; none is opened, and the list is no recording.
TEST(Media, NothingThatAFileRefersToIsOpened) {
  for (const std::string& bytes :
       {std::string("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n"),
        std::string("ffconcat version 1.0\nfile /etc/passwd\n"), std::string("rubbish")}) {
    const Collected all = read(bytes);
    ASSERT_FALSE(all.outcome.ok());
    EXPECT_EQ(all.outcome.error().code, Code::Corrupt);
  }
}

TEST(Media, DamageAtAnyPlaceEndsWithAStatedOutcome) {
  for (const Recipe& recipe : {Recipe{.format = "mp3", .codec = "libmp3lame", .seconds = 1},
                               Recipe{.format = "ipod", .codec = "aac", .seconds = 1},
                               Recipe{.format = "matroska",
                               .codec = "libvorbis",
                               .seconds = 1,
                               .subtitles = {{"a", 0, 1}}}}) {
    const std::string whole = made(recipe);
    for (size_t part = 0; part < 64; ++part)
      (void)read(whole.substr(0, whole.size() * part / 64));
    for (size_t place = 0; place < 256; ++place) {
      std::string flipped = whole;
      flipped[whole.size() * place / 256] ^= 0x55;
      const Collected all = read(flipped);
      if (!all.outcome.ok()) {
        EXPECT_NE(all.outcome.error().code, Code::Bug);
      }
    }
  }
}

// The program itself, locked down: no format asks the system for what its sandbox forbids.
TEST(Media, TheProgramReadsRecordingsInItsSandbox) {
  for (const Recipe& recipe :
       {Recipe{.format = "mp3", .codec = "libmp3lame"}, Recipe{.format = "ipod", .codec = "aac"},
        Recipe{.format = "matroska", .codec = "flac", .subtitles = {{"a", 0, 1}}},
        Recipe{.format = "ogg", .codec = "libopus"}, Recipe{.format = "mpegts", .codec = "mp2"},
        Recipe{.format = "avi", .codec = "pcm_s16le", .picture = true}}) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("oi_media_program_" + std::to_string(::getpid()));
    std::ofstream(path, std::ios::binary) << made(recipe);
    const Descriptor document(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::filesystem::remove(path);
    ReaderStart start;
    start.program = std::string(OI_BUILD) + "/oi-reader-media";
    start.document = &document;
    uint64_t samples = 0;
    const auto count = [&](WireMessage&& message) -> Result<Done> {
      if (auto* told = std::get_if<SamplesTold>(&message)) samples += told->samples.size();
      return Done{};
    };
    const Result<ReaderEnd> end = run_reader(start, count, Job{});
    ASSERT_TRUE(end.ok()) << recipe.format << ": " << end.error().what;
    EXPECT_EQ(end->how, ReaderEnd::How::Finished) << recipe.format << ": " << end->error.what;
    EXPECT_NEAR(static_cast<double>(samples), 32'000, 1'700) << recipe.format;
  }
}

}  // namespace
}  // namespace oi::test
