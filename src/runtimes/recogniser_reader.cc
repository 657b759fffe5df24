// The detector sees the whole page at a bounded size, tile by tile; lines are then cut from the
// page itself, so that small print keeps its pixels. Each line goes through the network alone, for
// lines put together would be padded to the longest and gain nothing; while some are under way, the
// next is cut and the last one's numbers become characters. Widths come in steps, because every new
// one costs the library time and memory.
#include "runtimes/recogniser_reader.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>

#include "runtimes/recogniser_picture.h"

namespace oi {
namespace {

constexpr double kLongSide = 1600;  // of the page as the detector sees it,
constexpr double kLeast = 0.4;      // unless print would get too small: large sheets,
constexpr double kMost = 2;         // or blurred: small pictures
constexpr int kNarrowest = 160;     // pixels of a line's picture
constexpr int kWidest = 3200;
constexpr int kWidthStep = 64;

constexpr Normalisation kForDetector{{0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}};
constexpr Normalisation kForLines{{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};

cv::Mat resized(const cv::Mat& grey, cv::Size size) {
  cv::Mat out;
  const bool smaller = size.area() < static_cast<int64_t>(grey.total());
  cv::resize(grey, out, size, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_CUBIC);
  return out;
}

int padded(int width) {
  return std::max(kNarrowest, (width + kWidthStep - 1) / kWidthStep * kWidthStep);
}

// The widest first, so that in the end no thread works alone for long.
std::vector<size_t> by_width(std::span<const Region> regions) {
  std::vector<std::pair<int, size_t>> widths;
  for (size_t i = 0; i < regions.size(); ++i)
    widths.emplace_back(-line_width(regions[i], kWidest), i);
  std::ranges::sort(widths);
  std::vector<size_t> order;
  for (const auto& [width, index] : widths)
    order.push_back(index);
  return order;
}

ReadLine line_of(const std::vector<LineWord>& words, const InkMap& ink) {
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
  using Sharing = RecogniserNetwork::Sharing;
  RecogniserNetwork detector =
      TRY(RecogniserNetwork::open(folder / "detector.onnx", options, Sharing::AllToOne));
  RecogniserNetwork lines =
      TRY(RecogniserNetwork::open(folder / "recogniser.onnx", options, Sharing::EachItsOwn));
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
    NetworkPicture input(static_cast<size_t>(tile.rows), static_cast<size_t>(tile.cols));
    put_into(input, tile, kForDetector);
    TRY(detector_.start(std::move(input), job));
    const NetworkOutput outcome = TRY(detector_.next());
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
  std::vector<Seen> seen(regions.size());
  const Result<Done> done = see(page, regions, seen, job);
  lines_.release();
  TRY(done);
  std::vector<std::vector<ReadCharacter>> characters;
  for (Seen& line : seen)
    characters.push_back(std::move(line.characters));
  drop_doubtful_accents(characters);
  std::vector<ReadLine> read;
  for (size_t i = 0; i < regions.size(); ++i)
    read.push_back(line_of(make_words(characters[i], alphabet_, seen[i].ink), seen[i].ink));
  return read;
}

Result<Done> LineReader::see(const cv::Mat& page, std::span<const Region> regions,
                             std::vector<Seen>& seen, const Job& job) {
  const std::vector<size_t> order = by_width(regions);
  size_t taken = 0;
  for (const size_t index : order) {
    if (lines_.full()) TRY(take(seen[order[taken++]]));
    const int width = line_width(regions[index], kWidest);
    const cv::Mat line = resized(cut_line(page, regions[index]), {width, kLineHeight});
    NetworkPicture input(kLineHeight, static_cast<size_t>(padded(width)));
    put_into(input, line, kForLines);
    seen[index].ink = find_ink(line);
    TRY(lines_.start(std::move(input), job));
  }
  while (taken < order.size())
    TRY(take(seen[order[taken++]]));
  return Done{};
}

Result<Done> LineReader::take(Seen& line) {
  const NetworkOutput outcome = TRY(lines_.next());
  if (outcome.shape.size() != 3 || outcome.shape[0] != 1 ||
      outcome.shape[2] != alphabet_.classes()) {
    std::string shape;
    for (const size_t side : outcome.shape)
      shape += std::to_string(side) + " ";
    return Error{Code::ModelFailed, "recogniser.onnx gives numbers of the wrong shape: " + shape};
  }
  const size_t width = line.ink.columns.size();
  const size_t steps = std::min(outcome.shape[1], (width + kStepPixels - 1) / kStepPixels);
  line.characters = read_characters(outcome.values, alphabet_, steps);
  return Done{};
}

}  // namespace oi
