// The Transcriber in this process, by whisper.cpp.
//
// What makes it keep to what was said:
// - Windows without sound never reach the model (speech_spans.h), and text that it places where
//   there is no sound is dropped, as is what it describes instead of writing down: "[music]".
// - Every window is read by itself. No text is carried over to the next, so an error stays where it
//   is; windows begin and end in pauses, so little is lost by that.
// - The likeliest token is taken, always. The library's own way out of a phrase repeated without
//   end is to draw tokens at random; here the window is parted where it is quietest and both parts
//   are read again. What still repeats is half as sure; and where it is more than anybody could say
//   in that time, it is cut to one time, and told.
// - Flash attention is off because its sums depend on the number of threads, and words must not.
//
// A stop is seen between tokens and windows, and inside them by the abort callback that set-up adds
// to the library.
#include <whisper.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/file.h"
#include "base/text.h"
#include "base/thread_safety.h"
#include "runtimes/ggml_shared.h"
#include "runtimes/repeats.h"
#include "runtimes/runtimes.h"
#include "runtimes/speech_spans.h"
#include "runtimes/whisper_file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSeconds = 600;
constexpr size_t kLongestWindow = 1450;     // frames: 29 s; the model hears 30
constexpr size_t kShortestSamples = 16000;  // the library reads before the start of less than 201
constexpr size_t kPartedWindow = 400;       // frames: shorter ones are not parted
constexpr double kFastest = 6;              // tokens a second; a quick speaker says five
constexpr int kMostPartings = 2;            // of one window
constexpr size_t kBrief = 20;               // frames: 0.4 s
constexpr size_t kNear = 25;                // frames that a time of the model may be off

struct Free {
  void operator()(whisper_context* context) const { whisper_free(context); }
};
using ModelHandle = std::unique_ptr<whisper_context, Free>;

// While it lives, the stop is seen inside the library's graphs on this thread.
class Stoppable {
 public:
  explicit Stoppable(const Job& job) {
    whisper_abort_graphs_when(stop_asked, const_cast<std::stop_token*>(&job.stop));
  }
  ~Stoppable() { whisper_abort_graphs_when(nullptr, nullptr); }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;
};

// An utterance while its tokens may still be cut.
struct Heard {
  Utterance said;
  std::vector<int32_t> tokens;  // text only
};

double seconds_of(size_t frame) {
  return static_cast<double>(frame) * kFrame / kSampleRate;
}

size_t frame_of(double seconds) {
  return static_cast<size_t>(std::max(0.0, seconds) * kSampleRate / kFrame);
}

double voiced_seconds(const Loudness& loudness, FrameSpan span) {
  const auto begin = loudness.voiced.begin();
  return seconds_of(static_cast<size_t>(
      std::count(begin + static_cast<long>(span.from), begin + static_cast<long>(span.to), true)));
}

// Nobody's words: a description such as "[BLANK_AUDIO]", "(wind blowing)" or "*sighs*", or nothing
// but marks.
bool says_nothing(std::string_view text) {
  const char first = text.front(), last = text.back();
  return (first == '[' && last == ']') || (first == '(' && last == ')') ||
         (first == '*' && last == '*') || count_words(text) == 0;
}

// The voiced frames of a span, without the end of what was said before it and the beginning of what
// comes after: a short sound at either end that a pause parts from the rest. Empty when there is
// none.
FrameSpan voiced_in(const Loudness& loudness, FrameSpan span) {
  const std::vector<FrameSpan> sounds = find_sounds(loudness, span);
  if (sounds.empty()) return {span.from, span.from};
  size_t first = 0, last = sounds.size() - 1;
  const auto brief = [&](size_t i) { return sounds[i].to - sounds[i].from < kBrief; };
  if (first < last && brief(first)) ++first;
  if (first < last && brief(last)) --last;
  return {sounds[first].from, sounds[last].to};
}

// Puts the times on the frames that have sound. False when there is none near.
bool place(const Loudness& loudness, FrameSpan window, Utterance& said) {
  const auto clamp = [&](size_t frame) { return std::clamp(frame, window.from, window.to); };
  FrameSpan span{clamp(frame_of(said.from)), clamp(frame_of(said.to))};
  const FrameSpan sound = voiced_in(loudness, span);
  if (sound.from < sound.to) {
    span = sound;
  } else if (find_sounds(loudness,
                         {clamp(span.from - std::min(span.from, kNear)), clamp(span.to + kNear)})
                 .empty()) {
    return false;
  }
  said.from = seconds_of(span.from);
  said.to = seconds_of(span.to);
  return true;
}

class WhisperTranscriber final : public Transcriber {
 public:
  WhisperTranscriber(ModelCard card, unsigned threads, ModelHandle model)
      : card_(std::move(card)), threads_(threads), model_(std::move(model)) {}

  const ModelCard& card() const override { return card_; }

  Result<Transcript> transcribe(std::span<const int16_t> samples, std::string_view language,
                                const Job& job) override {
    const Lock lock(mutex_);
    const Stoppable stoppable(job);
    try {
      return run(samples, language, job);
    } catch (const std::exception& failure) {
      return Error{Code::ModelFailed, failure.what()};
    }
  }

 private:
  // One recording while it is transcribed.
  struct Recording {
    std::span<const int16_t> samples;
    Loudness loudness;
    std::string language;
    size_t cut = 0;  // times that a phrase was said again and left out
  };

  Result<Transcript> run(std::span<const int16_t> samples, std::string_view language,
                         const Job& job) OI_REQUIRES(mutex_);
  Result<std::string> find_language(const Recording& recording,
                                    const std::vector<FrameSpan>& windows, const Job& job)
      OI_REQUIRES(mutex_);
  Result<std::vector<Heard>> read(Recording& recording, FrameSpan window, int partings,
                                  const Job& job) OI_REQUIRES(mutex_);
  Result<std::vector<Heard>> listen(const Recording& recording, FrameSpan window, const Job& job)
      OI_REQUIRES(mutex_);
  Heard heard(int segment) OI_REQUIRES(mutex_);
  void doubt_repeats(std::vector<Heard>& all, size_t tokens, std::span<const Repeat> repeats,
                     bool cut) OI_REQUIRES(mutex_);
  void spell(Heard& one) OI_REQUIRES(mutex_);
  int threads() const { return static_cast<int>(threads_ == 0 ? idle_cores(0) : threads_); }

  ModelCard card_;
  unsigned threads_;  // 0: as many as there are idle cores
  Mutex mutex_;
  ModelHandle model_ OI_GUARDED_BY(mutex_);
};

std::vector<float> samples_of(std::span<const int16_t> all, FrameSpan window) {
  const size_t from = window.from * kFrame, to = std::min(all.size(), window.to * kFrame);
  std::vector<float> floats(std::max(kShortestSamples, to - from));
  std::transform(all.begin() + static_cast<long>(from), all.begin() + static_cast<long>(to),
                 floats.begin(), [](int16_t sample) { return sample / 32768.0f; });
  return floats;
}

Result<Transcript> WhisperTranscriber::run(std::span<const int16_t> samples,
                                           std::string_view language, const Job& job) {
  if (samples.size() > kMostSeconds * kSampleRate) {
    return Error{Code::TooLarge, "a recording of over " + std::to_string(kMostSeconds) + " s"};
  }
  Recording recording{samples, measure(samples), std::string(language), 0};
  if (!language.empty() && whisper_lang_id(recording.language.c_str()) < 0) {
    return Error{Code::Invalid, "'" + recording.language + "' is no language that is known here"};
  }
  TRY(check(job));
  const std::vector<FrameSpan> windows = find_windows(recording.loudness, kLongestWindow);
  if (windows.empty()) return Transcript{};
  const auto total = static_cast<uint64_t>(std::ceil(seconds_of(recording.loudness.level.size())));
  tell(job, Progress{"transcribing", 0, total});
  if (language.empty()) recording.language = TRY(find_language(recording, windows, job));
  Transcript out;
  double end = 0;
  for (const FrameSpan window : windows) {
    for (Heard& one : TRY(read(recording, window, 0, job))) {
      one.said.from = std::max(one.said.from, end);
      one.said.to = end = std::max(one.said.to, one.said.from);
      out.utterances.push_back(std::move(one.said));
    }
    tell(job, Progress{"transcribing", static_cast<uint64_t>(seconds_of(window.to)), total});
  }
  if (recording.cut > 0) {
    tell(job, Notice{"a phrase that the transcriber said without end was cut, " +
                     std::to_string(recording.cut) + " times"});
  }
  if (!out.utterances.empty()) out.language = recording.language;
  return out;
}

// The language of the window in which most is said.
Result<std::string> WhisperTranscriber::find_language(const Recording& recording,
                                                      const std::vector<FrameSpan>& windows,
                                                      const Job& job) {
  if (!whisper_is_multilingual(model_.get())) return std::string("en");
  const FrameSpan fullest = *std::max_element(
      windows.begin(), windows.end(), [&](const FrameSpan& a, const FrameSpan& b) {
        return voiced_seconds(recording.loudness, a) < voiced_seconds(recording.loudness, b);
      });
  const std::vector<float> sound = samples_of(recording.samples, fullest);
  const Listening listening;
  int found =
      whisper_pcm_to_mel(model_.get(), sound.data(), static_cast<int>(sound.size()), threads());
  if (found == 0) found = whisper_lang_auto_detect(model_.get(), 0, threads(), nullptr);
  TRY(check(job));
  if (found < 0) return listening.failed("whisper.cpp cannot tell the language");
  return std::string(whisper_lang_str(found));
}

Result<std::vector<Heard>> WhisperTranscriber::read(Recording& recording, FrameSpan window,
                                                    int partings, const Job& job) {
  std::vector<Heard> all = TRY(listen(recording, window, job));
  std::vector<int32_t> tokens;
  for (const Heard& one : all)
    tokens.insert(tokens.end(), one.tokens.begin(), one.tokens.end());
  const std::vector<Repeat> repeats = find_repeats(tokens);
  if (repeats.empty()) return all;
  const size_t quarter = (window.to - window.from) / 4;
  if (partings == kMostPartings || 4 * quarter < kPartedWindow) {
    const bool sayable =
        static_cast<double>(tokens.size()) <= kFastest * voiced_seconds(recording.loudness, window);
    doubt_repeats(all, tokens.size(), repeats, !sayable);
    for (const Repeat& repeat : repeats)
      recording.cut += sayable ? 0 : repeat.times - 1;
    return all;
  }
  const size_t middle = quietest(recording.loudness, {window.from + quarter, window.to - quarter});
  all = TRY(read(recording, {window.from, middle}, partings + 1, job));
  std::vector<Heard> rest = TRY(read(recording, {middle, window.to}, partings + 1, job));
  std::move(rest.begin(), rest.end(), std::back_inserter(all));
  return all;
}

// What the library asks before it goes on inside a window.
struct Remainder {
  const Loudness& loudness;
  FrameSpan window;
  // False when nothing more is said after the last segment.
  static bool wanted(whisper_context* context, whisper_state*, void* data) {
    const auto& self = *static_cast<const Remainder*>(data);
    const int segments = whisper_full_n_segments(context);
    if (segments == 0) return true;
    const auto end = static_cast<double>(whisper_full_get_segment_t1(context, segments - 1)) / 100;
    for (size_t i = self.window.from + frame_of(end); i < self.window.to; ++i)
      if (self.loudness.voiced[i]) return true;
    return false;
  }
};

Result<std::vector<Heard>> WhisperTranscriber::listen(const Recording& recording, FrameSpan window,
                                                      const Job& job) {
  TRY(check(job));
  const std::vector<float> sound = samples_of(recording.samples, window);
  Remainder remainder{recording.loudness, window};
  whisper_full_params params = whisper_full_default_params(WHISPER_SAMPLING_GREEDY);
  params.n_threads = threads();
  params.n_max_text_ctx = 0;  // nothing is carried over, not even inside one call
  params.no_context = true;
  params.temperature_inc = 0;
  params.greedy.best_of = 1;
  params.language = recording.language.c_str();
  params.print_progress = false;
  params.encoder_begin_callback = Remainder::wanted;
  params.encoder_begin_callback_user_data = &remainder;
  params.abort_callback = stop_asked;
  params.abort_callback_user_data = const_cast<std::stop_token*>(&job.stop);
  const Listening listening;
  const int outcome =
      whisper_full(model_.get(), params, sound.data(), static_cast<int>(sound.size()));
  TRY(check(job));  // a stop inside the window is a stop, whatever the library calls it
  if (outcome != 0) return listening.failed("whisper.cpp cannot transcribe");
  std::vector<Heard> all;
  for (int i = 0; i < whisper_full_n_segments(model_.get()); ++i) {
    Heard one = heard(i);
    one.said.from += seconds_of(window.from);
    one.said.to += seconds_of(window.from);
    if (one.said.text.empty() || says_nothing(one.said.text)) continue;
    if (place(recording.loudness, window, one.said)) all.push_back(std::move(one));
  }
  return all;
}

Heard WhisperTranscriber::heard(int segment) {
  Heard one;
  double sure = 0;
  whisper_context* context = model_.get();
  one.said.from = static_cast<double>(whisper_full_get_segment_t0(context, segment)) / 100;
  one.said.to = static_cast<double>(whisper_full_get_segment_t1(context, segment)) / 100;
  for (int i = 0; i < whisper_full_n_tokens(context, segment); ++i) {
    const whisper_token_data token = whisper_full_get_token_data(context, segment, i);
    if (token.id >= whisper_token_eot(context)) continue;  // times and marks
    one.tokens.push_back(token.id);
    sure += static_cast<double>(token.p);
  }
  if (!one.tokens.empty()) {
    one.said.confidence = static_cast<float>(sure / static_cast<double>(one.tokens.size()));
  }
  spell(one);
  return one;
}

void WhisperTranscriber::spell(Heard& one) {
  std::string bytes;
  for (const int32_t token : one.tokens)
    bytes += whisper_token_to_str(model_.get(), token);
  one.said.text = collapse_spaces(repair_utf8(bytes).text);
}

// Takes half of the trust in what repeats; with `cut`, leaves the first time only.
void WhisperTranscriber::doubt_repeats(std::vector<Heard>& all, size_t tokens,
                                       std::span<const Repeat> repeats, bool cut) {
  const std::vector<Saying> marks = mark(tokens, repeats);
  auto at = marks.begin();
  for (Heard& one : all) {
    const auto end = at + static_cast<long>(one.tokens.size());
    if (std::any_of(at, end, [](Saying saying) { return saying != Saying::Once; }))
      one.said.confidence /= 2;
    std::erase_if(one.tokens, [&](int32_t) { return *at++ == Saying::Again && cut; });
    spell(one);
  }
  std::erase_if(all, [](const Heard& one) { return one.tokens.empty(); });
}

// ---- Opening ------------------------------------------------------------------------------------

// The backend's variant; empty when there is none.
const std::string& prepared() {
  static const std::string& variant = []() -> const std::string& {
    whisper_log_set(hear, nullptr);
    return ggml_variant();
  }();
  return variant;
}

}  // namespace

Result<std::unique_ptr<Transcriber>> open_transcriber(const fs::path& folder,
                                                      const TranscriberOptions& options) {
  const fs::path file = folder / "ggml-model.bin";
  std::error_code unseen;
  if (!fs::exists(file, unseen)) return Error{Code::ModelMissing, file.string()};
  const MappedFile mapped = TRY(MappedFile::open(file));
  TRY(check_whisper(mapped.bytes()).within(file.string()));
  if (prepared().empty()) {
    return Error{Code::ModelFailed,
                 "whisper.cpp has no backend for this processor in " OI_GGML_BACKENDS};
  }
  try {
    whisper_context_params params = whisper_context_default_params();
    params.use_gpu = false;
    params.flash_attn = false;
    const Listening listening;
    // The library only reads the bytes, and has copied the weights when it returns.
    ModelHandle model(whisper_init_from_buffer_with_params(
        const_cast<std::byte*>(mapped.bytes().data()), mapped.size(), params));
    if (!model) return listening.failed(file.string());
    ModelCard card;
    card.role = "transcriber";
    card.name = fs::absolute(folder, unseen).filename().string();
    card.digest = sha256_hex(mapped.text());
    card.device = "CPU (whisper.cpp, " + prepared() + ")";
    return std::unique_ptr<Transcriber>(
        std::make_unique<WhisperTranscriber>(std::move(card), options.threads, std::move(model)));
  } catch (const std::exception& failure) {
    return Error{Code::ModelFailed, file.string() + ": " + failure.what()};
  }
}

}  // namespace oi
