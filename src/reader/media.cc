// A recording is its sound, which the engine transcribes, and the subtitles inside. Pictures of a
// film are never decoded.

#include "reader/media.h"

#include <optional>

#include "base/text.h"

namespace oi {
namespace {

constexpr unsigned kErrorsInARow = 200;

std::string_view title_of(const MediaFile& file) {
  const AVDictionaryEntry* entry = av_dict_get(file.get()->metadata, "title", nullptr, 0);
  if (entry == nullptr && file.sound() >= 0)
    entry = av_dict_get(file.get()->streams[file.sound()]->metadata, "title", nullptr, 0);
  return entry == nullptr ? std::string_view() : std::string_view(entry->value);
}

// How long the sound should be, in seconds; 0 when that is only guessed from the file's size.
double told_seconds(const MediaFile& file) {
  const AVFormatContext* format = file.get();
  if (format->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE) return 0;
  const AVStream* stream = format->streams[file.sound()];
  if (stream->duration > 0)
    return static_cast<double>(stream->duration) * av_q2d(stream->time_base);
  return format->duration > 0 ? static_cast<double>(format->duration) / AV_TIME_BASE : 0;
}

// A RIFF file (WAV, AVI) says how long it is, which the library takes from what is there instead.
// Recordings that were never ended say nothing or all ones.
bool riff_is_cut(std::string_view bytes) {
  constexpr uint64_t kHead = 8, kUntold = 0xFFFFFF00;
  if (bytes.size() < kHead || bytes.substr(0, 4) != "RIFF") return false;
  uint64_t told = 0;
  for (size_t i = 0; i < 4; ++i)
    told |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[4 + i])) << (8 * i);
  return told < kUntold && told > bytes.size() - kHead + 1;
}

Result<Done> tell_cut(std::string_view bytes, const MediaFile& file, const SoundTrack& sound,
                      Frames& out) {
  const double told = told_seconds(file);
  const double read = static_cast<double>(sound.position()) / kSampleRate;
  if (riff_is_cut(bytes))
    return out.problem({"sound_cut", clock_time(read), "the end of the recording is missing"});
  if (read + 1 + told / 50 >= told) return Done{};
  return out.problem(
      {"sound_cut", clock_time(read),
       "the recording should last " + clock_time(told) + " and ends at " + clock_time(read)});
}

Result<Done> read_packets(const MediaFile& file, std::optional<SoundTrack>& sound,
                          std::optional<WordTrack>& words) {
  const OpenPacket packet(av_packet_alloc());
  if (packet == nullptr) return Error{Code::TooLarge, "no memory"};
  unsigned errors = 0;
  while (errors < kErrorsInARow) {
    const int got = av_read_frame(file.get(), packet.get());
    if (got == AVERROR_EOF) break;
    if (got < 0) {
      ++errors;
      continue;
    }
    errors = 0;
    Result<Done> taken = Done{};
    if (sound && packet->stream_index == file.sound()) taken = sound->take(packet.get());
    if (words && packet->stream_index == file.words()) words->take(packet.get());
    av_packet_unref(packet.get());
    TRY(taken);
  }
  return sound ? sound->take(nullptr) : Result<Done>(Done{});
}

}  // namespace

Result<Done> read_media(std::string_view bytes, const Request&, Frames& out) {
  MediaFile file(bytes);
  TRY(file.open());
  if (file.sound() < 0 && file.words() < 0)
    return Error{Code::Empty, "the recording has no sound and no subtitles"};
  const std::string title = repair_utf8(title_of(file)).text;
  TRY(out.title(title));
  std::optional<SoundTrack> sound;
  std::optional<WordTrack> words;
  if (file.sound() >= 0) {
    Result<OpenCodec> codec = open_codec(*file.get()->streams[file.sound()]);
    if (!codec.ok() && file.words() < 0) return codec.error();
    if (codec.ok())
      sound.emplace(file, std::move(codec).value(), out);
    else
      TRY(out.problem({"sound_unreadable", "", codec.error().what}));
  }
  if (file.words() >= 0) {
    Result<OpenCodec> codec = open_codec(*file.get()->streams[file.words()]);
    if (codec.ok())
      words.emplace(file, std::move(codec).value());
    else
      TRY(out.problem({"subtitles_damaged", "", codec.error().what}));
  }
  TRY(read_packets(file, sound, words));
  if (sound) {
    TRY(sound->finish());
    if (sound->position() == 0 && !words)
      return Error{Code::Corrupt, "nothing of the recording's sound can be decoded"};
    TRY(tell_cut(bytes, file, *sound, out));
  }
  if (words) TRY(words->send(out));
  if (file.other_words() > 0)
    TRY(out.problem({"subtitles_left_out", "",
                     std::to_string(file.other_words()) +
                         " other tracks of subtitles in the recording are not read"}));
  return Done{};
}

}  // namespace oi
