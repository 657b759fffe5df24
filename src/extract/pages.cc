// A window of pages at a time:
//   1. cheap signs sort the pages into good, suspect, missing and blank;
//   2. of the suspect ones and the document's three sampled ones a picture is made, and a few lines
//      are compared;
//   3. the broken and the missing ones are rendered at full resolution and recognised;
//   4. all go to the layout in order.
// A suspect page whose lines cannot be judged keeps its text, and says so.

#include "extract/pages.h"

#include <algorithm>

#include "base/text.h"
#include "extract/assembly.h"
#include "extract/textlayer.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr size_t kWindow = 64;
constexpr float kQuickDpi = 150;
constexpr size_t kFirstLines = 2;  // enough where they agree
constexpr float kSure = 0.8F;
constexpr size_t kQuickLines = 6;
constexpr float kDoubtful = 0.6F;  // mean confidence of a page below which it is told
constexpr float kMargin = 2;       // pixels around a line to be compared

uint64_t characters(const PageContent& page) {
  uint64_t count = 0;
  for (const TextRun& run : page.runs)
    count += code_points(run.text);
  return count;
}

bool is_beside(const TextRun& run) {
  return run.block == BlockKind::Form || run.block == BlockKind::Comment;
}

std::vector<Box> in_pixels(const std::vector<LayerLine>& lines, const Bitmap& bitmap,
                           const PageContent& page) {
  const auto width = static_cast<float>(bitmap.width), height = static_cast<float>(bitmap.height);
  const float across = page.width > 0 ? width / page.width : 0;
  const float down = page.height > 0 ? height / page.height : 0;
  std::vector<Box> boxes;
  for (const LayerLine& line : lines) {
    boxes.push_back({std::clamp(line.box.x0 * across - kMargin, 0.0F, width),
                     std::clamp(line.box.y0 * down - kMargin, 0.0F, height),
                     std::clamp(line.box.x1 * across + kMargin, 0.0F, width),
                     std::clamp(line.box.y1 * down + kMargin, 0.0F, height)});
  }
  return boxes;
}

// The box after a clockwise quarter turn of a page of this height.
Box turned(const Box& box, float height) {
  return {height - box.y1, box.x0, height - box.y0, box.x1};
}

std::string percent(float share) {
  return std::to_string(static_cast<int>(100 * share + 0.5F)) + " %";
}

}  // namespace

Pages::Pages(GiveRecogniser recogniser, Render render, const Job& job)
    : give_recogniser_(std::move(recogniser)), render_(std::move(render)), job_(job) {}

Result<Recogniser*> Pages::recogniser() {
  if (!give_recogniser_) return nullptr;
  return give_recogniser_();
}

void Pages::start(const PageStart& page) {
  if (page.number == 1) sampled_ = sampled_pages(page.total);
  window_.push_back({});
  PageContent& content = window_.back().content;
  content.number = page.number;
  content.width = page.width;
  content.height = page.height;
}

void Pages::add(TextRuns&& text) {
  std::vector<TextRun>& runs = window_.back().content.runs;
  runs.insert(runs.end(), std::make_move_iterator(text.runs.begin()),
              std::make_move_iterator(text.runs.end()));
}

void Pages::add(PageMarks&& marks) {
  PageMarks& all = window_.back().content.marks;
  for (const auto part : {&PageMarks::lines, &PageMarks::shades, &PageMarks::pictures})
    (all.*part).insert((all.*part).end(), (marks.*part).begin(), (marks.*part).end());
}

Result<Done> Pages::add_picture(const Bitmap& bitmap) {
  Waiting& waiting = window_.back();
  waiting.settled = true;
  if (TRY(recogniser()) == nullptr) {
    problem("page_without_text", waiting.content,
            "the page is a picture and no recogniser is installed: see `oi models`");
    return Done{};
  }
  return recognise_page(waiting.content, bitmap);
}

Result<Done> Pages::end() {
  if (window_.size() < kWindow) return Done{};
  return settle_window();
}

Result<Done> Pages::settle_window() {
  if (!window_.empty() && TRY(recogniser()) != nullptr) {
    std::vector<uint32_t> to_recognise;
    TRY(check_layers(to_recognise));
    TRY(recognise_pages(to_recognise));
  } else {
    tell_missing();
  }
  for (Waiting& waiting : window_)
    layout_.add(std::move(waiting.content));
  window_.clear();
  return Done{};
}

Result<Done> Pages::check_layers(std::vector<uint32_t>& to_recognise) {
  std::vector<uint32_t> doubtful;
  for (const Waiting& waiting : window_) {
    if (waiting.settled) continue;
    const uint32_t number = waiting.content.number;
    const Layer layer = look_at_layer(waiting.content).layer;
    const bool sampled = std::binary_search(sampled_.begin(), sampled_.end(), number);
    if (layer == Layer::Missing) to_recognise.push_back(number);
    if (layer == Layer::Suspect || (layer == Layer::Good && sampled)) doubtful.push_back(number);
  }
  if (doubtful.empty()) return Done{};
  const OnPicture compare_lines = [&](uint32_t number, Bitmap&& bitmap) -> Result<Done> {
    PageContent& content = page(number);
    const LayerLook look = look_at_layer(content);
    LayerAgreement agreement = TRY(agreement_of(content, bitmap, kFirstLines));
    if (agreement.judged < kFirstLines || agreement.likeness < kSure)
      agreement = TRY(agreement_of(content, bitmap, kQuickLines));
    // Without a line to compare, a suspect layer is not believed.
    const bool nothing_to_compare =
        look.layer == Layer::Suspect && lines_to_compare(content, kQuickLines).size() < 2;
    if (agreement.judged > 0) content.confidence = agreement.likeness;
    if (is_broken(agreement) || nothing_to_compare) {
      to_recognise.push_back(number);
    } else if (look.layer == Layer::Suspect && agreement.judged == 0) {
      problem("text_layer_doubtful", content,
              std::string("the page's own text shows signs of damage (") + look.reason +
                  ") and could not be compared with its picture");
    }
    return Done{};
  };
  TRY(render_(doubtful, kQuickDpi, compare_lines));
  std::sort(to_recognise.begin(), to_recognise.end());
  return Done{};
}

Result<LayerAgreement> Pages::agreement_of(const PageContent& content, const Bitmap& bitmap,
                                           size_t most) {
  const std::vector<LayerLine> lines = lines_to_compare(content, most);
  const std::vector<Box> boxes = in_pixels(lines, bitmap, content);
  Recogniser* const reader = TRY(recogniser());
  const std::vector<RecognisedLine> seen = TRY(reader->read_lines(bitmap, boxes, job_));
  return compare(lines, seen);
}

Result<Done> Pages::recognise_pages(const std::vector<uint32_t>& pages) {
  if (pages.empty()) return Done{};
  const OnPicture read = [&](uint32_t number, Bitmap&& bitmap) -> Result<Done> {
    tell(job_, Progress{"recognising", number, 0});
    return recognise_page(page(number), bitmap);
  };
  return render_(pages, limits::kRecogniseDpi, read);
}

// What stands beside the page's text, such as form values, stays.
Result<Done> Pages::recognise_page(PageContent& content, const Bitmap& bitmap) {
  Recogniser* const reader = TRY(recogniser());
  const RecognisedPage recognised = TRY(reader->recognise(bitmap, job_));
  const uint64_t before = characters(content);
  if (recognised.lines_left > 0)
    problem("page_read_in_part", content,
            std::to_string(recognised.lines_left) +
                " lines of its picture were not read: it holds more than a page can");
  if (recognised.words.empty()) {
    if (before == 0) problem("page_without_text", content, "no text was found in its picture");
    return Done{};
  }
  // A few letters beside a scan are read again with it; that is no damage.
  const bool broken = look_at_layer(content).layer != Layer::Missing;
  std::erase_if(content.runs, [](const TextRun& run) { return !is_beside(run); });
  const uint64_t replaced = before - characters(content);
  (broken ? replaced_ : read_again_) += replaced;
  std::vector<TextRun> runs = runs_of(recognised, bitmap, content);
  content.runs.insert(content.runs.begin(), std::make_move_iterator(runs.begin()),
                      std::make_move_iterator(runs.end()));
  turn_upright(content, recognised.quarter_turns);
  content.source = TextSource::Recognised;
  content.confidence = mean_confidence(recognised);
  if (replaced > 0 && broken)
    problem("text_layer_replaced", content,
            "its own text is not what is to be seen; the text was recognised from the picture");
  if (content.confidence < kDoubtful)
    problem("low_confidence", content,
            "recognised with a mean confidence of " + percent(content.confidence));
  return Done{};
}

// A scan that lies on its side is laid out as it is read; in the end its boxes are those of the
// page as it is stored.
void Pages::turn_upright(PageContent& content, uint8_t quarter_turns) {
  if (quarter_turns == 0) return;
  turned_[content.number] = quarter_turns;
  for (uint8_t turn = 0; turn < quarter_turns; ++turn) {
    for (TextRun& run : content.runs)
      run.box = turned(run.box, content.height);
    for (const auto part : {&PageMarks::lines, &PageMarks::shades, &PageMarks::pictures})
      for (Box& box : content.marks.*part)
        box = turned(box, content.height);
    std::swap(content.width, content.height);
  }
}

void Pages::turn_back(Document& document) const {
  for (const auto& [number, quarter_turns] : turned_) {
    Page& page = document.pages[number - 1];
    for (uint8_t turn = quarter_turns; turn < 4; ++turn) {
      for (PlacedText& placed : document.placed)
        if (placed.page == number) placed.box = turned(placed.box, page.height);
      std::swap(page.width, page.height);
    }
  }
}

void Pages::tell_missing() {
  for (const Waiting& waiting : window_) {
    if (waiting.settled) continue;
    const LayerLook look = look_at_layer(waiting.content);
    if (look.layer == Layer::Missing)
      problem("page_without_text", waiting.content,
              "the page is a picture and no recogniser is installed: see `oi models`");
    if (look.layer == Layer::Suspect)
      problem("text_layer_doubtful", waiting.content,
              std::string("the page's own text shows signs of damage (") + look.reason +
                  ") and no recogniser is installed to compare it");
  }
}

Result<Done> Pages::finish(Document& document) {
  TRY(settle_window());
  std::move(layout_).finish(document);
  turn_back(document);
  hold_within_pages(document);
  if (replaced_ > 0) add_dropped(document.counts, {"broken_text_layer", replaced_});
  if (read_again_ > 0) add_dropped(document.counts, {"read_again_in_picture", read_again_});
  document.problems.insert(document.problems.end(), problems_.begin(), problems_.end());
  count_pages(document);
  return Done{};
}

PageContent& Pages::page(uint32_t number) {
  return window_[number - window_.front().content.number].content;
}

void Pages::problem(const char* reason, const PageContent& page, std::string what) {
  problems_.push_back({reason, "page " + std::to_string(page.number), std::move(what)});
}

}  // namespace oi
