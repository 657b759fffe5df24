// The detector sees the whole page at a bounded size, tile by tile; lines are then cut from the
// page itself, so that small print keeps its pixels. Lines of like width are read together: widths
// come in few steps, because every new shape of a batch costs the library time and memory.
#include "runtimes/recogniser_reader.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

#include "runtimes/recogniser_picture.h"

namespace oi {
namespace {

constexpr double kLongSide = 1600;  // of the page as the detector sees it,
constexpr double kLeast = 0.4;      // unless print would get too small: large sheets,
constexpr double kMost = 2;         // or blurred: small pictures
constexpr int kWidths[] = {160, 320, 480, 640, 960, 1280, 1920, 2560, 3200};
constexpr int kBatchWidth = 3840;  // of all lines of a batch together
constexpr int kMostLines = 8;

constexpr Normalisation kForDetector{{0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}};
constexpr Normalisation kForLines{{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};

cv::Mat resized(const cv::Mat& grey, cv::Size size) {
  cv::Mat out;
  const bool smaller = size.area() < static_cast<int64_t>(grey.total());
  cv::resize(grey, out, size, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_CUBIC);
  return out;
}

int bucket_of(int width) {
  for (const int bucket : kWidths) {
    if (width <= bucket) return bucket;
  }
  return std::size(kWidths) == 0 ? width : kWidths[std::size(kWidths) - 1];
}

struct Group {
  int width = 0;  // of the batch's pictures
  std::vector<size_t> regions;
};

std::vector<Group> group(std::span<const Region> regions) {
  std::vector<std::pair<int, size_t>> widths;
  for (size_t i = 0; i < regions.size(); ++i)
    widths.emplace_back(line_width(regions[i], kWidths[std::size(kWidths) - 1]), i);
  std::ranges::sort(widths);
  std::vector<Group> groups;
  for (const auto& [width, index] : widths) {
    const int bucket = bucket_of(width);
    const auto most = static_cast<size_t>(std::clamp(kBatchWidth / bucket, 1, kMostLines));
    if (groups.empty() || groups.back().width != bucket || groups.back().regions.size() == most) {
      groups.push_back({bucket, {}});
    }
    groups.back().regions.push_back(index);
  }
  return groups;
}

ReadLine line_of(const std::vector<LineWord>& words, const Ink& ink) {
  ReadLine line;
  const float width = static_cast<float>(ink.columns.size());
  for (const LineWord& word : words) {
    line.words.push_back({word.text, word.confidence, static_cast<float>(word.from) / width,
                          static_cast<float>(word.to) / width});
  }
  line.top = static_cast<float>(ink.top) / kLineHeight;
  line.bottom = static_cast<float>(ink.bottom) / kLineHeight;
  return line;
}

}  // namespace

Result<LineReader> LineReader::open(const std::filesystem::path& folder,
                                    const RecogniserOptions& options) {
  RecogniserNetwork detector = TRY(RecogniserNetwork::open(folder / "detector.onnx", options));
  RecogniserNetwork lines = TRY(RecogniserNetwork::open(folder / "recogniser.onnx", options));
  Alphabet alphabet = TRY(Alphabet::parse(lines.characters()));
  return LineReader(std::move(detector), std::move(lines), std::move(alphabet));
}

Result<cv::Mat> LineReader::map_of(const cv::Mat& picture, const Job& job) {
  const Tiling tiling = make_tiling(picture.size());
  cv::Mat map = cv::Mat::zeros(picture.size(), CV_32F);
  for (const cv::Point corner : tiling.corners) {
    const cv::Rect place = cv::Rect(corner, tiling.tile) & cv::Rect({}, picture.size());
    cv::Mat tile;
    cv::copyMakeBorder(picture(place), tile, 0, tiling.tile.height - place.height, 0,
                       tiling.tile.width - place.width, cv::BORDER_REPLICATE);
    PictureBatch batch(1, static_cast<size_t>(tile.rows), static_cast<size_t>(tile.cols));
    put_into(batch, 0, tile, kForDetector);
    const Outcome outcome = TRY(detector_.run(batch, job));
    if (outcome.values.size() != tile.total()) {
      return Error{Code::ModelFailed, "the detector's map is not of its picture's size"};
    }
    const cv::Mat likely(tile.size(), CV_32F, const_cast<float*>(outcome.values.data()));
    cv::Mat part = map(place);
    cv::max(part, likely(cv::Rect({}, place.size())), part);
  }
  return map;
}

Result<std::vector<Region>> LineReader::find(const cv::Mat& page, const Job& job) {
  const double scale = std::clamp(kLongSide / std::max(page.cols, page.rows), kLeast, kMost);
  const cv::Size size(std::max(1, static_cast<int>(page.cols * scale)),
                      std::max(1, static_cast<int>(page.rows * scale)));
  std::vector<Region> regions = find_regions(TRY(map_of(resized(page, size), job)));
  for (Region& region : regions)
    region = scaled(region, static_cast<float>(1 / scale));
  detector_.release();
  return regions;
}

Result<std::vector<ReadLine>> LineReader::read(const cv::Mat& page, std::span<const Region> regions,
                                               const Job& job) {
  std::vector<std::vector<ReadCharacter>> characters(regions.size());
  std::vector<Ink> inks(regions.size());
  for (const Group& lines : group(regions)) {
    PictureBatch batch(lines.regions.size(), kLineHeight, static_cast<size_t>(lines.width));
    for (size_t i = 0; i < lines.regions.size(); ++i) {
      const size_t index = lines.regions[i];
      const int width = line_width(regions[index], lines.width);
      const cv::Mat line = resized(cut_line(page, regions[index]), {width, kLineHeight});
      put_into(batch, i, line, kForLines);
      inks[index] = find_ink(line);
    }
    const Outcome outcome = TRY(lines_.run(batch, job));
    if (outcome.shape.size() != 3 || outcome.shape[0] != batch.count ||
        outcome.shape[2] != alphabet_.classes()) {
      std::string shape;
      for (const size_t side : outcome.shape)
        shape += std::to_string(side) + " ";
      return Error{Code::ModelFailed, "recogniser.onnx gives numbers of the wrong shape: " + shape};
    }
    const size_t all = outcome.shape[1], row = all * alphabet_.classes();
    for (size_t i = 0; i < lines.regions.size(); ++i) {
      const size_t index = lines.regions[i];
      const size_t width = inks[index].columns.size();
      const size_t steps = std::min(all, (width + kStepPixels - 1) / kStepPixels);
      characters[index] = read_characters(outcome.values.subspan(i * row, row), alphabet_, steps);
    }
  }
  drop_doubtful_accents(characters);
  std::vector<ReadLine> read;
  for (size_t i = 0; i < regions.size(); ++i)
    read.push_back(line_of(make_words(characters[i], alphabet_, inks[i]), inks[i]));
  lines_.release();
  return read;
}

}  // namespace oi
