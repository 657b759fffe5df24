// The parts of reading a recording: the open file, its sound on the recording's own clock, and the
// words that it carries as subtitles. Only in the program oi-reader-media: the libraries behind
// this bring a hundred others, and would make every document's reader slow to start.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswresample/swresample.h>
}

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"

namespace oi {

// Before lock_down: tables of characters that a broadcast's names may need.
void load_media();

struct CloseFrame {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
struct ClosePacket {
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
struct CloseCodec {
  void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
};
struct CloseResampler {
  void operator()(SwrContext* resampler) const { swr_free(&resampler); }
};
using OpenFrame = std::unique_ptr<AVFrame, CloseFrame>;
using OpenPacket = std::unique_ptr<AVPacket, ClosePacket>;
using OpenCodec = std::unique_ptr<AVCodecContext, CloseCodec>;
using OpenResampler = std::unique_ptr<SwrContext, CloseResampler>;

// A recording in memory. Nothing but these bytes is ever opened, whatever they refer to.
class MediaFile {
 public:
  explicit MediaFile(std::string_view bytes) : bytes_(bytes) {}
  MediaFile(const MediaFile&) = delete;
  MediaFile& operator=(const MediaFile&) = delete;
  ~MediaFile();

  // Corrupt when it cannot be opened.
  Result<Done> open();
  AVFormatContext* get() const { return format_; }
  // Streams that are not asked for are passed over when packets are read. -1: none.
  int sound() const { return sound_; }
  int words() const { return words_; }
  unsigned other_words() const { return other_words_; }
  // Where the recording's clock begins, in AV_TIME_BASE units.
  int64_t start() const { return format_->start_time == AV_NOPTS_VALUE ? 0 : format_->start_time; }

 private:
  static int read(void* self, uint8_t* to, int size);
  static int64_t seek(void* self, int64_t where, int from);
  void choose_streams();

  std::string_view bytes_;
  uint64_t at_ = 0;
  AVIOContext* io_ = nullptr;
  AVFormatContext* format_ = nullptr;
  int sound_ = -1, words_ = -1;
  unsigned other_words_ = 0;
};
// A decoder of one stream, with one thread. Unsupported when there is none.
Result<OpenCodec> open_codec(const AVStream& stream);
std::string reason_of(int error);

// Decodes one stream to 16 kHz mono; what cannot be decoded, or was never there, is silence, so
// that times stay true.
class SoundTrack {
 public:
  SoundTrack(const MediaFile& file, OpenCodec codec, Frames& out)
      : file_(file), codec_(std::move(codec)), frame_(av_frame_alloc()), out_(out) {}

  // An empty packet ends the stream.
  Result<Done> take(const AVPacket* packet);
  // What the resampler still holds, and what has to be told.
  Result<Done> finish();
  // Of the whole recording so far, in samples.
  uint64_t position() const { return sent_ + waiting_.size(); }

 private:
  Result<Done> receive();
  Result<Done> take_frame();
  Result<Done> fill_gap();
  Result<bool> fit_resampler();
  Result<Done> resample(const uint8_t** from, int count);
  Result<Done> put_silence(uint64_t samples);
  Result<Done> send_waiting(size_t at_least);
  Result<Done> tell_damage(const std::string& what);

  const MediaFile& file_;
  OpenCodec codec_;
  OpenFrame frame_;
  OpenResampler resampler_;
  int rate_ = 0, channels_ = 0, form_ = -1;
  Frames& out_;
  Samples waiting_;
  uint64_t sent_ = 0;
  uint64_t damaged_ = 0;
  bool was_damaged_ = false;
};

// One subtitle, or what stands for a while.
struct SpokenText {
  std::string text;
  double from = 0, to = 0;
};
// The lines of a cue as libavcodec gives it (ASS): without marks of style.
std::string text_of_cue(std::string_view cue);

class WordTrack {
 public:
  WordTrack(const MediaFile& file, OpenCodec codec) : file_(file), codec_(std::move(codec)) {}
  void take(AVPacket* packet);
  Result<Done> send(Frames& out);

 private:
  const MediaFile& file_;
  OpenCodec codec_;
  std::vector<SpokenText> cues_;
  bool cut_ = false;
  uint64_t damaged_ = 0;
};

// "1:02:03"
std::string clock_time(double seconds);

}  // namespace oi
