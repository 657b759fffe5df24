// Sound on the recording's own clock. Decoders lose packets, and recordings begin late or have
// holes: where a frame's time is behind the samples so far, silence fills the gap. Time that jumps
// further than a recording may be long is not believed.

#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "reader/media.h"

namespace oi {
namespace {

constexpr size_t kBatch = kSampleRate;      // one second at a time
constexpr uint64_t kGap = kSampleRate / 5;  // shorter ones are the inaccuracy of clocks
// A rate outside of these is damage, and would cost the resampler minutes to prepare for.
constexpr int kLowestRate = 1'000, kHighestRate = 768'000;
constexpr int kMostChannels = 64;
constexpr uint64_t kTold = 20;  // damaged places told one by one
constexpr uint64_t kLongestGap = uint64_t{6} * 3600 * kSampleRate;

}  // namespace

std::string clock_time(double seconds) {
  const auto whole = static_cast<unsigned long>(std::max(0.0, seconds));
  char text[40];
  std::snprintf(text, sizeof text, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

Result<Done> SoundTrack::take(const AVPacket* packet) {
  const int sent = avcodec_send_packet(codec_.get(), packet);
  if (sent < 0 && sent != AVERROR_EOF) return tell_damage(reason_of(sent));
  return receive();
}

Result<Done> SoundTrack::receive() {
  for (;;) {
    const int got = avcodec_receive_frame(codec_.get(), frame_.get());
    if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return Done{};
    if (got < 0) return tell_damage(reason_of(got));
    const Result<Done> taken = take_frame();
    av_frame_unref(frame_.get());
    TRY(taken);
  }
}

Result<Done> SoundTrack::take_frame() {
  if (frame_->nb_samples <= 0) return Done{};
  TRY(fill_gap());
  const bool fits = TRY(fit_resampler());
  if (!fits) return tell_damage("the sound changes to a form that cannot be converted");
  was_damaged_ = false;
  return resample(const_cast<const uint8_t**>(frame_->extended_data), frame_->nb_samples);
}

Result<Done> SoundTrack::fill_gap() {
  const int64_t told = frame_->best_effort_timestamp;
  if (told == AV_NOPTS_VALUE) return Done{};
  const AVRational unit = file_.get()->streams[file_.sound()]->time_base;
  const int64_t at = av_rescale_q(told, unit, {1, static_cast<int>(kSampleRate)}) -
                     av_rescale(file_.start(), kSampleRate, AV_TIME_BASE);
  const uint64_t held = resampler_ == nullptr
                            ? 0
                            : static_cast<uint64_t>(std::max<int64_t>(
                                  0, swr_get_delay(resampler_.get(), kSampleRate)));
  const uint64_t here = position() + held;
  if (at < 0 || static_cast<uint64_t>(at) <= here + kGap) return Done{};
  const uint64_t gap = static_cast<uint64_t>(at) - here;
  if (gap > kLongestGap) return tell_damage("the recording's clock jumps by hours");
  return put_silence(gap);
}

// False when the library cannot convert this form.
Result<bool> SoundTrack::fit_resampler() {
  const int channels = frame_->ch_layout.nb_channels;
  if (resampler_ != nullptr && rate_ == frame_->sample_rate && channels_ == channels &&
      form_ == frame_->format)
    return true;
  if (resampler_ != nullptr) TRY(resample(nullptr, 0));
  rate_ = frame_->sample_rate;
  channels_ = channels;
  form_ = frame_->format;
  resampler_.reset();
  if (rate_ < kLowestRate || rate_ > kHighestRate || channels_ <= 0 || channels_ > kMostChannels)
    return false;
  // Where the file does not say which speaker is which, all count alike.
  AVChannelLayout layout{}, mono = AV_CHANNEL_LAYOUT_MONO;
  if (frame_->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
    av_channel_layout_default(&layout, channels);
  else
    av_channel_layout_copy(&layout, &frame_->ch_layout);
  SwrContext* made = nullptr;
  const int outcome =
      swr_alloc_set_opts2(&made, &mono, AV_SAMPLE_FMT_S16, static_cast<int>(kSampleRate), &layout,
                          static_cast<AVSampleFormat>(form_), rate_, 0, nullptr);
  av_channel_layout_uninit(&layout);
  OpenResampler resampler(made);
  if (outcome < 0 || swr_init(resampler.get()) < 0) return false;
  resampler_ = std::move(resampler);
  return true;
}

// Without input: what it still holds.
Result<Done> SoundTrack::resample(const uint8_t** from, int count) {
  const int most = swr_get_out_samples(resampler_.get(), count);
  if (most < 0) return tell_damage("the sound cannot be converted");
  const size_t before = waiting_.size();
  waiting_.resize(before + static_cast<size_t>(most));
  auto* to = reinterpret_cast<uint8_t*>(waiting_.data() + before);
  const int got = swr_convert(resampler_.get(), &to, most, from, count);
  waiting_.resize(before + static_cast<size_t>(std::max(0, got)));
  if (got < 0) return tell_damage("the sound cannot be converted");
  return send_waiting(kBatch);
}

Result<Done> SoundTrack::put_silence(uint64_t samples) {
  while (samples > 0) {
    const uint64_t some = std::min<uint64_t>(samples, kBatch);
    waiting_.insert(waiting_.end(), some, 0);
    samples -= some;
    TRY(send_waiting(kBatch));
  }
  return Done{};
}

Result<Done> SoundTrack::send_waiting(size_t at_least) {
  if (waiting_.size() < at_least || waiting_.empty()) return Done{};
  TRY(out_.samples(waiting_));
  sent_ += waiting_.size();
  waiting_.clear();
  return Done{};
}

// A damaged place is told once, however many packets it spoils.
Result<Done> SoundTrack::tell_damage(const std::string& what) {
  if (was_damaged_) return Done{};
  was_damaged_ = true;
  if (++damaged_ > kTold) return Done{};
  const double seconds = static_cast<double>(position()) / kSampleRate;
  return out_.problem({"sound_damaged", clock_time(seconds), "the sound is damaged here: " + what});
}

Result<Done> SoundTrack::finish() {
  if (resampler_ != nullptr) TRY(resample(nullptr, 0));
  TRY(send_waiting(1));
  if (damaged_ > kTold)
    TRY(out_.problem({"sound_damaged", "",
                      "the sound is damaged at " + std::to_string(damaged_) +
                          " places; the first " + std::to_string(kTold) + " are told"}));
  return Done{};
}

}  // namespace oi
