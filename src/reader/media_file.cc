// Opening a recording in memory: only formats that are files, only decoders of sound and of text,
// no thread, and no way to open anything else.

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "reader/media.h"

namespace oi {
namespace {

constexpr int kReadAhead = 64 << 10;
// Formats that stand by themselves: playlists, devices and streams of pictures are not among them.
constexpr const char* kFormats =
    "aac,ac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dts,eac3,flac,flv,gsm,matroska,mov,mp3,mpeg,"
    "mpegts,mpegvideo,ogg,rm,tta,voc,w64,wav,webm,wv";

bool is_text(AVCodecID codec) {
  const AVCodecDescriptor* about = avcodec_descriptor_get(codec);
  return about != nullptr && (about->props & AV_CODEC_PROP_TEXT_SUB) != 0;
}

// Decoders of the library's own; those of others may start threads, and none is needed.
std::string allowed_decoders() {
  std::string names;
  void* at = nullptr;
  while (const AVCodec* codec = av_codec_iterate(&at)) {
    const bool wanted = codec->type == AVMEDIA_TYPE_AUDIO ||
                        (codec->type == AVMEDIA_TYPE_SUBTITLE && is_text(codec->id));
    if (av_codec_is_decoder(codec) == 0 || !wanted || codec->wrapper_name != nullptr ||
        (codec->capabilities & AV_CODEC_CAP_EXPERIMENTAL) != 0)
      continue;
    names += (names.empty() ? "" : ",") + std::string(codec->name);
  }
  return names;
}

int open_nothing(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) {
  return AVERROR(EPERM);
}

}  // namespace

void load_media() {
  av_log_set_level(AV_LOG_QUIET);
  // The sets that a broadcast's names may be in; each would be opened from disk when first met.
  // They stay open for as long as the program runs.
  static std::vector<iconv_t> kept;
  for (const char* set : {"ISO6937",    "ISO8859-1",  "ISO8859-2",  "ISO8859-3",  "ISO8859-4",
                          "ISO8859-5",  "ISO8859-6",  "ISO8859-7",  "ISO8859-8",  "ISO8859-9",
                          "ISO8859-10", "ISO8859-11", "ISO8859-13", "ISO8859-14", "ISO8859-15",
                          "UCS-2BE",    "KSC_5601",   "GB2312",     "UTF-8",      "BIG5"})
    kept.push_back(iconv_open("UTF-8", set));
}

std::string reason_of(int error) {
  char text[AV_ERROR_MAX_STRING_SIZE] = "";
  av_strerror(error, text, sizeof text);
  return text;
}

MediaFile::~MediaFile() {
  avformat_close_input(&format_);
  if (io_ != nullptr) av_freep(&io_->buffer);
  avio_context_free(&io_);
}

int MediaFile::read(void* self, uint8_t* to, int size) {
  auto& file = *static_cast<MediaFile*>(self);
  if (size <= 0 || file.at_ >= file.bytes_.size()) return AVERROR_EOF;
  const size_t got = std::min<size_t>(static_cast<size_t>(size), file.bytes_.size() - file.at_);
  std::memcpy(to, file.bytes_.data() + file.at_, got);
  file.at_ += got;
  return static_cast<int>(got);
}

int64_t MediaFile::seek(void* self, int64_t where, int from) {
  auto& file = *static_cast<MediaFile*>(self);
  const auto size = static_cast<int64_t>(file.bytes_.size());
  const int how = from & ~AVSEEK_FORCE;
  if (how == AVSEEK_SIZE) return size;
  const int64_t base = how == SEEK_CUR   ? static_cast<int64_t>(file.at_)
                       : how == SEEK_END ? size
                                         : 0;
  if (where < -base || where > size - base) return AVERROR(EINVAL);
  file.at_ = static_cast<uint64_t>(base + where);
  return base + where;
}

Result<Done> MediaFile::open() {
  auto* room = static_cast<unsigned char*>(av_malloc(kReadAhead));
  if (room != nullptr) io_ = avio_alloc_context(room, kReadAhead, 0, this, read, nullptr, seek);
  format_ = avformat_alloc_context();
  if (io_ == nullptr || format_ == nullptr) return Error{Code::TooLarge, "no memory"};
  format_->pb = io_;
  format_->flags |= AVFMT_FLAG_CUSTOM_IO;
  format_->io_open = open_nothing;
  AVDictionary* options = nullptr;
  av_dict_set(&options, "format_whitelist", kFormats, 0);
  av_dict_set(&options, "codec_whitelist", allowed_decoders().c_str(), 0);
  av_dict_set(&options, "protocol_whitelist", "none", 0);
  const int opened = avformat_open_input(&format_, "", nullptr, &options);
  av_dict_free(&options);
  if (opened < 0)
    return Error{Code::Corrupt, "the recording cannot be opened: " + reason_of(opened)};
  const int probed = avformat_find_stream_info(format_, nullptr);
  if (probed < 0) return Error{Code::Corrupt, "the recording is damaged: " + reason_of(probed)};
  choose_streams();
  return Done{};
}

void MediaFile::choose_streams() {
  sound_ = std::max(-1, av_find_best_stream(format_, AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0));
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    AVStream* stream = format_->streams[i];
    const int index = static_cast<int>(i);
    if (stream->codecpar->codec_type == AVMEDIA_TYPE_SUBTITLE &&
        is_text(stream->codecpar->codec_id)) {
      const bool preferred = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0;
      if (words_ >= 0) ++other_words_;
      if (words_ < 0 ||
          (preferred && (format_->streams[words_]->disposition & AV_DISPOSITION_DEFAULT) == 0))
        words_ = index;
    }
  }
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    const int index = static_cast<int>(i);
    if (index != sound_ && index != words_) format_->streams[i]->discard = AVDISCARD_ALL;
  }
}

Result<OpenCodec> open_codec(const AVStream& stream) {
  const AVCodecID id = stream.codecpar->codec_id;
  const AVCodec* decoder = avcodec_find_decoder(id);
  if (decoder == nullptr || decoder->wrapper_name != nullptr)
    return Error{Code::Unsupported,
                 std::string("sound of this coding is not read: ") + avcodec_get_name(id)};
  OpenCodec codec(avcodec_alloc_context3(decoder));
  if (codec == nullptr) return Error{Code::TooLarge, "no memory"};
  int outcome = avcodec_parameters_to_context(codec.get(), stream.codecpar);
  codec->thread_count = 1;
  codec->pkt_timebase = stream.time_base;
  if (outcome >= 0) outcome = avcodec_open2(codec.get(), decoder, nullptr);
  if (outcome < 0)
    return Error{Code::Corrupt, "the stream cannot be decoded: " + reason_of(outcome)};
  return codec;
}

}  // namespace oi
