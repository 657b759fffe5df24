// A Recogniser of two networks: one finds lines, one reads them. A page may lie on its side or
// upside down (C031, C032), so before all lines are read it is found out how: on its side when most
// lines are taller than wide; upside down when some of its lines read better when turned. Lean is
// no matter, since each line is cut out along its own direction. Boxes are put back onto the bitmap
// as it was given.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/thread_safety.h"
#include "runtimes/recogniser_picture.h"
#include "runtimes/recogniser_reader.h"
#include "runtimes/recogniser_tesseract.h"
#include "runtimes/runtimes.h"

namespace oi {
namespace {

using Lines = std::vector<ReadLine>;

constexpr size_t kSample = 8;      // lines read to find out which way up a page is
constexpr float kClearly = 0.92f;  // confidence of a sample that needs no comparison
constexpr size_t kTells = 6;       // bytes of text; fewer tell nothing, as in 96 and 69
constexpr float kBetter = 0.05f;   // of confidence
constexpr float kDoubtful = 0.9f;  // confidence of a line that is read again by Tesseract,
constexpr float kSurer = 0.05f;    // whose reading is taken when it is surer by this
constexpr size_t kMostAgain = 60;  // lines of a page: some seconds
constexpr float kPi = std::numbers::pi_v<float>;

// The longest lines tell most.
std::vector<size_t> longest_of(const std::vector<Region>& regions) {
  std::vector<size_t> order(regions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](size_t i) {
    return regions[i].length / std::max(regions[i].height, 1.0f);
  });
  if (order.size() > kSample) order.resize(kSample);
  return order;
}

// Of a line its first dozen letters or so.
Region beginning_of(Region region) {
  region.length = std::min(region.length, 10 * region.height);
  return region;
}

Region turned_over(Region region) {
  region.angle += kPi;
  return region;
}

// Of all lines together, and of how many characters.
struct Sum {
  float confidence = 0;
  size_t bytes = 0;
};
Sum sum_of(const Lines& lines) {
  ReadLine all;
  for (const ReadLine& line : lines)
    all.words.insert(all.words.end(), line.words.begin(), line.words.end());
  return {all.confidence(), all.text().size()};
}

bool sideways(const Region& region) {
  return region.angle > kPi / 4;
}

Box clipped(const Box& box, float width, float height) {
  return {std::clamp(box.x0, 0.0f, width), std::clamp(box.y0, 0.0f, height),
          std::clamp(box.x1, 0.0f, width), std::clamp(box.y1, 0.0f, height)};
}

class NetworkRecogniser final : public Recogniser {
 public:
  NetworkRecogniser(ModelCard card, LineReader reader, std::unique_ptr<SecondReader> second)
      : card_(std::move(card)), reader_(std::move(reader)), second_(std::move(second)) {}

  const ModelCard& card() const override { return card_; }

  Result<RecognisedPage> recognise(const Bitmap& bitmap, const Job& job) override try {
    PagePicture page = TRY(make_page(bitmap));
    RecognisedPage out;
    if (page.grey.empty()) return out;
    const cv::Size given = page.grey.size();
    const Lock lock(mutex_);
    std::vector<Region> regions = TRY(reader_.find(page.grey, job));
    if (share_sideways(regions) > 0.5f) {
      out.quarter_turns = 1;
      page.grey = turned(page.grey, 1);
      regions = TRY(reader_.find(page.grey, job));
    }
    const float skew = find_skew(regions);  // the same when turned over
    out.skew_degrees = skew * 180 / kPi;
    put_in_order(regions, skew);
    out.lines_left = drop_over(regions, kLineLengthOfPage);
    Lines lines = TRY(read_all(page.grey, regions, job));
    if (TRY(upside_down(page.grey, regions, lines, job))) {
      out.quarter_turns = static_cast<uint8_t>(out.quarter_turns + 2);
      for (Region& region : regions) {
        region.centre =
            cv::Point2f(static_cast<float>(page.grey.cols), static_cast<float>(page.grey.rows)) -
            region.centre;
      }
      page.grey = turned(page.grey, 2);
      put_in_order(regions, skew);
      lines = TRY(read_all(page.grey, regions, job));
    }
    TRY(read_again(page.grey, regions, lines, job));
    uint32_t line = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
      for (const ReadLine::Word& word : lines[i].words) {
        const Box upright = box_of(regions[i], {word.from, lines[i].top, word.to, lines[i].bottom});
        const Box box = turned_back(upright, given, out.quarter_turns);
        const float by = 1 / page.scale;
        out.words.push_back(
            {word.text,
             clipped({box.x0 * by, box.y0 * by, box.x1 * by, box.y1 * by},
                     static_cast<float>(bitmap.width), static_cast<float>(bitmap.height)),
             word.confidence, line});
      }
      if (!lines[i].words.empty()) ++line;
    }
    return out;
  } catch (const std::exception& failure) {
    return Error{Code::ModelFailed, std::string("recogniser: ") + failure.what()};
  }

  Result<std::vector<RecognisedLine>> read_lines(const Bitmap& bitmap, std::span<const Box> boxes,
                                                 const Job& job) override try {
    const PagePicture page = TRY(make_page(bitmap));
    std::vector<Region> regions;
    for (const Box& box : boxes) {
      if (!(box.x0 >= 0 && box.y0 >= 0 && box.x0 < box.x1 && box.y0 < box.y1 &&
            box.x1 <= static_cast<float>(bitmap.width) &&
            box.y1 <= static_cast<float>(bitmap.height))) {
        return Error{Code::Invalid, "a line's box is not within its bitmap"};
      }
      Region region = scaled(region_of(box), page.scale);
      region.length += kMargin * region.height;
      region.height += kMargin * region.height;
      regions.push_back(region);
    }
    const Lock lock(mutex_);
    std::vector<RecognisedLine> out;
    for (const ReadLine& line : TRY(reader_.read(page.grey, regions, job)))
      out.push_back({line.text(), line.confidence()});
    return out;
  } catch (const std::exception& failure) {
    return Error{Code::ModelFailed, std::string("recogniser: ") + failure.what()};
  }

 private:
  static constexpr float kMargin = 0.15f;  // around a box given, as a share of its height

  // Whether the page's longest lines read better upside down; a doubt leaves it as it is. Most
  // pages lie upright, and that is seen from how their lines were read.
  Result<bool> upside_down(const cv::Mat& page, const std::vector<Region>& regions,
                           const Lines& lines, const Job& job) OI_REQUIRES(mutex_) {
    const std::vector<size_t> longest = longest_of(regions);
    Lines read;
    std::vector<Region> sample;
    for (const size_t index : longest) {
      read.push_back(lines[index]);
      sample.push_back(beginning_of(regions[index]));
    }
    if (sample.empty() || sum_of(read).confidence >= kClearly) return false;
    const Sum upright = sum_of(TRY(reader_.read(page, sample, job)));
    if (upright.confidence >= kClearly) return false;
    std::ranges::transform(sample, sample.begin(), turned_over);
    const Sum over = sum_of(TRY(reader_.read(page, sample, job)));
    return over.bytes >= kTells && over.confidence > upright.confidence + kBetter;
  }

  // A line that stands on a page of lying ones is read downwards and upwards.
  Result<Lines> read_all(const cv::Mat& page, std::vector<Region>& regions, const Job& job)
      OI_REQUIRES(mutex_) {
    Lines lines = TRY(reader_.read(page, regions, job));
    std::vector<Region> upwards;
    for (const Region& region : regions) {
      if (sideways(region)) upwards.push_back(turned_over(region));
    }
    Lines others = TRY(reader_.read(page, upwards, job));
    for (size_t i = 0, other = 0; i < regions.size(); ++i) {
      if (!sideways(regions[i])) continue;
      if (others[other].confidence() > lines[i].confidence()) {
        lines[i] = std::move(others[other]);
        regions[i] = upwards[other];
      }
      ++other;
    }
    return lines;
  }

  // The most doubtful lines are read a second time; a clearly surer reading is taken.
  Result<Done> read_again(const cv::Mat& page, const std::vector<Region>& regions, Lines& lines,
                          const Job& job) OI_REQUIRES(mutex_) {
    if (second_ == nullptr) return Done{};
    std::vector<std::pair<float, size_t>> doubtful;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].confidence() < kDoubtful) doubtful.emplace_back(lines[i].confidence(), i);
    }
    std::ranges::sort(doubtful);
    if (doubtful.size() > kMostAgain) doubtful.resize(kMostAgain);
    for (const auto& [confidence, index] : doubtful) {
      const ReadLine other = TRY(second_->read(cut_line(page, regions[index]), job));
      if (other.confidence() > confidence + kSurer) lines[index].words = other.words;
    }
    return Done{};
  }

  ModelCard card_;
  Mutex mutex_;
  LineReader reader_ OI_GUARDED_BY(mutex_);
  const std::unique_ptr<SecondReader> second_;
};

}  // namespace

Result<std::unique_ptr<Recogniser>> open_recogniser(const std::filesystem::path& folder,
                                                    const RecogniserOptions& options) {
  LineReader reader = TRY(LineReader::open(folder, options));
  ModelCard card{.role = "recogniser",
                 .name = folder.filename().string(),
                 .digest = TRY(sha256_of_file(folder / "recogniser.onnx")),
                 .device = reader.device()};
  return std::unique_ptr<Recogniser>(std::make_unique<NetworkRecogniser>(
      std::move(card), std::move(reader), options.second_opinion ? SecondReader::open() : nullptr));
}

}  // namespace oi
