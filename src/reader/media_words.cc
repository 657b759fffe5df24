// The words that a film carries as text. libavcodec gives each cue in the form of ASS: eight fields
// and then the text, with marks of style in braces.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "reader/media.h"

namespace oi {
namespace {

constexpr size_t kMostCues = 200'000;
constexpr size_t kLongestCue = 20'000;
constexpr double kUnendedSeconds = 5;  // a cue that has no end stands about so long

}  // namespace

std::string text_of_cue(std::string_view cue) {
  constexpr int kFields = 8;
  for (int field = 0; field < kFields; ++field) {
    const size_t comma = cue.find(',');
    if (comma == cue.npos) return {};
    cue.remove_prefix(comma + 1);
  }
  std::string text;
  for (size_t i = 0; i < cue.size() && text.size() < kLongestCue; ++i) {
    const size_t closed = cue[i] == '{' ? cue.find('}', i) : cue.npos;
    if (closed != cue.npos) {
      i = closed;
    } else if (cue[i] == '\\' && i + 1 < cue.size() && (cue[i + 1] == 'N' || cue[i + 1] == 'n')) {
      text += '\n';
      ++i;
    } else if (cue[i] == '\\' && i + 1 < cue.size() && cue[i + 1] == 'h') {
      text += ' ';
      ++i;
    } else {
      text += cue[i];
    }
  }
  return repair_utf8(trim(text)).text;
}

void WordTrack::take(AVPacket* packet) {
  if (cues_.size() >= kMostCues) {
    cut_ = true;
    return;
  }
  AVSubtitle subtitle{};
  int got = 0;
  if (avcodec_decode_subtitle2(codec_.get(), &subtitle, &got, packet) < 0) {
    ++damaged_;
    return;
  }
  if (got == 0) return;
  SpokenText spoken;
  const AVRational unit = file_.get()->streams[file_.words()]->time_base;
  const double start = static_cast<double>(file_.start()) / AV_TIME_BASE;
  if (packet->pts != AV_NOPTS_VALUE)
    spoken.from = std::max(0.0, static_cast<double>(packet->pts) * av_q2d(unit) - start);
  const double length = packet->duration > 0 ? static_cast<double>(packet->duration) * av_q2d(unit)
                                             : subtitle.end_display_time / 1000.0;
  const bool told = length > 0 && length < 3600;
  spoken.to = spoken.from + (told ? length : kUnendedSeconds);
  for (unsigned i = 0; i < subtitle.num_rects; ++i) {
    const AVSubtitleRect& rect = *subtitle.rects[i];
    const std::string text = rect.ass != nullptr    ? text_of_cue(rect.ass)
                             : rect.text != nullptr ? repair_utf8(trim(rect.text)).text
                                                    : std::string();
    if (!text.empty()) spoken.text += (spoken.text.empty() ? "" : "\n") + text;
  }
  avsubtitle_free(&subtitle);
  if (!spoken.text.empty()) cues_.push_back(std::move(spoken));
}

Result<Done> WordTrack::send(Frames& out) {
  std::stable_sort(cues_.begin(), cues_.end(),
                   [](const SpokenText& a, const SpokenText& b) { return a.from < b.from; });
  for (SpokenText& cue : cues_) {
    TextRun run;
    run.text = std::move(cue.text);
    run.before = TextRun::Break::Line;
    run.from = cue.from;
    run.to = cue.to;
    TRY(out.run(std::move(run)));
  }
  if (damaged_ > 0)
    TRY(out.problem({"subtitles_damaged", "",
                     std::to_string(damaged_) + " subtitles of the recording are damaged"}));
  if (cut_)
    TRY(out.problem({"subtitles_left_out", "", "the recording has more subtitles than are read"}));
  return Done{};
}

}  // namespace oi
