#include "extract/reading.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "extract/textlayer.h"

namespace oi {
namespace {

constexpr float kPictureConfidence = 0.5F;  // below it a picture inside of a document says nothing
constexpr size_t kPicturesKept = 1024;      // of one document, so that they are not read again

// A recognised picture inside of a document: its lines as one block.
std::vector<TextRun> picture_runs(const RecognisedPage& recognised, const BitmapStart& start) {
  std::vector<TextRun> runs;
  uint32_t line = UINT32_MAX;
  for (const RecognisedWord& word : recognised.words) {
    if (word.text.empty()) continue;
    TextRun run;
    run.text = word.text;
    run.block = BlockKind::Picture;
    run.box = start.box;
    run.before = runs.empty()        ? TextRun::Break::Paragraph
                 : word.line == line ? TextRun::Break::Space
                                     : TextRun::Break::Line;
    line = word.line;
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

Reading::Reading(ReadingTools tools, const Job& job)
    : tools_(std::move(tools)), job_(job), pages_(tools_.recogniser, tools_.render, job) {}

Result<Done> Reading::take(WireMessage&& message) {
  if (auto* start = std::get_if<PageStart>(&message))
    tell(job_, Progress{"extracting", start->number, start->total});
  if (auto* rows = std::get_if<BitmapRows>(&message)) return take_rows(*rows);
  if (auto* start = std::get_if<BitmapStart>(&message)) {
    bitmap_start_ = std::move(*start);
    bitmap_ = {bitmap_start_.width, bitmap_start_.height, bitmap_start_.dpi, {}};
    return Done{};
  }
  if (auto* sound = std::get_if<SamplesTold>(&message)) return take_samples(*sound);
  if (auto* child = std::get_if<ChildStart>(&message)) {
    member_name_ = std::move(child->name);
    member_ = tools_.make_room ? TRY(tools_.make_room()) : Descriptor();
    return Done{};
  }
  if (auto* part = std::get_if<ChildBytes>(&message))
    return member_.valid() ? write_all(member_, part->bytes, member_name_) : Result<Done>(Done{});
  if (auto* end = std::get_if<ChildEnd>(&message)) return take_child_end(*end);
  if (auto* problem = std::get_if<Problem>(&message)) {
    problems_.push_back(std::move(*problem));
    return Done{};
  }
  if (auto* kind = std::get_if<KindTold>(&message)) kind_ = kind->kind;
  if (has_page_words()) return take_page_message(std::move(message));
  assembly_.take(std::move(message));
  return Done{};
}

Result<Done> Reading::take_page_message(WireMessage&& message) {
  if (auto* text = std::get_if<TextRuns>(&message)) pages_.add(std::move(*text));
  if (auto* marks = std::get_if<PageMarks>(&message)) pages_.add(std::move(*marks));
  if (auto* start = std::get_if<PageStart>(&message)) pages_.start(*start);
  if (auto* title = std::get_if<TitleTold>(&message)) title_ = std::move(title->text);
  if (auto* dropped = std::get_if<Dropped>(&message)) add_dropped(dropped_, *dropped);
  if (std::holds_alternative<PageEnd>(message)) return pages_.end();
  return Done{};
}

Result<Done> Reading::take_samples(const SamplesTold& sound) {
  if (speechless_) return Done{};
  if (!speech_) {
    Transcriber* transcriber = nullptr;
    if (tools_.transcriber) transcriber = TRY(tools_.transcriber());
    speechless_ = transcriber == nullptr;
    if (speechless_) return Done{};
    speech_.emplace(*transcriber, job_);
  }
  return speech_->add(sound.samples);
}

Result<Done> Reading::take_rows(const BitmapRows& rows) {
  bitmap_.grey.insert(bitmap_.grey.end(), rows.grey.begin(), rows.grey.end());
  if (bitmap_.grey.size() < size_t{bitmap_.width} * bitmap_.height) return Done{};
  const Result<Done> taken = take_bitmap();
  bitmap_ = {};
  return taken;
}

Result<Done> Reading::take_bitmap() {
  if (has_page_words()) return pages_.add_picture(bitmap_);
  Recogniser* recogniser = nullptr;
  if (tools_.recogniser) recogniser = TRY(tools_.recogniser());
  if (recogniser == nullptr) {
    ++pictures_unread_;
    return Done{};
  }
  const RecognisedPage recognised = TRY(recognise(*recogniser));
  if (recognised.lines_left > 0)
    problems_.push_back({"picture_read_in_part", bitmap_start_.name,
                         std::to_string(recognised.lines_left) +
                             " lines of it were not read: it holds more than a page can"});
  if (mean_confidence(recognised) < kPictureConfidence) return Done{};
  TextRuns text{picture_runs(recognised, bitmap_start_)};
  if (!text.runs.empty()) assembly_.take(std::move(text));
  return Done{};
}

Result<RecognisedPage> Reading::recognise(Recogniser& recogniser) {
  const std::string_view pixels(reinterpret_cast<const char*>(bitmap_.grey.data()),
                                bitmap_.grey.size());
  const std::string key = std::to_string(bitmap_.width) + " " + sha256_hex(pixels);
  if (const auto known = pictures_.find(key); known != pictures_.end()) return known->second;
  RecognisedPage recognised = TRY(recogniser.recognise(bitmap_, job_));
  if (pictures_.size() < kPicturesKept) pictures_.emplace(key, recognised);
  return recognised;
}

Result<Done> Reading::take_child_end(const ChildEnd& end) {
  Descriptor file = std::exchange(member_, Descriptor());
  if (!end.whole) {
    problems_.push_back({"member_damaged", member_name_, "it could not be taken out whole"});
    return Done{};
  }
  if (!file.valid() || !tools_.take_member) {
    problems_.push_back({"member_not_read", member_name_, "files inside of this one are not read"});
    return Done{};
  }
  return tools_.take_member(member_name_, std::move(file));
}

Result<Done> Reading::finish(Document& document) {
  const char* no_transcriber = "no transcriber is installed to hear what is said: see `oi models`";
  if (speechless_ && assembly_.empty()) return Error{Code::ModelMissing, no_transcriber};
  if (speechless_) problems_.push_back({"sound_not_heard", "", no_transcriber});
  if (speech_) {
    TRY(speech_->finish());
    TextRuns said{runs_of(speech_->utterances())};
    if (!said.runs.empty()) assembly_.take(std::move(said));
  }
  if (has_page_words()) {
    document.kind = kind_;
    if (!title_.empty()) document.title = title_;
    TRY(pages_.finish(document));
    for (const Dropped& dropped : dropped_.dropped)
      add_dropped(document.counts, dropped);
  } else {
    std::move(assembly_).finish(document);
  }
  if (pictures_unread_ > 0)
    problems_.push_back({"pictures_not_read", "",
                         std::to_string(pictures_unread_) +
                             " pictures were not looked at: no recogniser is installed"});
  document.problems.insert(document.problems.end(), problems_.begin(), problems_.end());
  return Done{};
}

}  // namespace oi
