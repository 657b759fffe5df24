// The detector marks the core of each line; its rectangle is widened by a share of area over
// girth, which undoes the shrinking that the network was trained with.
#include "runtimes/recogniser_regions.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace oi {
namespace {

constexpr float kCore = 0.3f;     // a pixel of a core is at least this likely
constexpr float kLikely = 0.5f;   // a core's mean likelihood
constexpr float kWiden = 1.6f;    // times area over girth
constexpr float kThinnest = 3;    // pixels of a core
constexpr size_t kMost = 20'000;  // regions of one page
constexpr float kLong = 2.5f;     // length to height of a line whose direction can be trusted
constexpr float kQuarter = static_cast<float>(std::numbers::pi / 2);

// The rectangle with its direction of reading along the longer side when that side is clearly
// longer, else as near to horizontal as it gets.
Region with_direction(const cv::RotatedRect& rect) {
  Region region{rect.center, rect.size.width, rect.size.height,
                static_cast<float>(rect.angle * std::numbers::pi / 180)};
  const auto turn = [&region](float by) {
    std::swap(region.length, region.height);
    region.angle += by;
  };
  while (region.angle > kQuarter / 2)
    turn(-kQuarter);
  while (region.angle < -kQuarter / 2)
    turn(kQuarter);
  if (region.height > 1.5f * region.length) turn(kQuarter);
  return region;
}

float mean_inside(const cv::Mat& map, const std::vector<cv::Point>& contour) {
  const cv::Rect around = cv::boundingRect(contour) & cv::Rect(0, 0, map.cols, map.rows);
  cv::Mat mask = cv::Mat::zeros(around.size(), CV_8U);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{contour}, 1, cv::LINE_8, 0, -around.tl());
  return static_cast<float>(cv::mean(map(around), mask)[0]);
}

bool trusted(const Region& region) {
  return region.length > kLong * region.height;
}

cv::Point2f straightened(cv::Point2f point, float skew) {
  const float c = std::cos(skew), s = std::sin(skew);
  return {c * point.x + s * point.y, -s * point.x + c * point.y};
}

}  // namespace

std::vector<Region> find_regions(const cv::Mat& map) {
  cv::Mat cores;
  cv::Mat(map > kCore).convertTo(cores, CV_8U);
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(cores, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
  std::vector<Region> regions;
  for (const auto& contour : contours) {
    if (regions.size() == kMost) break;
    const cv::RotatedRect rect = cv::minAreaRect(contour);
    const float width = rect.size.width + 1, height = rect.size.height + 1;
    if (std::min(width, height) < kThinnest || mean_inside(map, contour) < kLikely) continue;
    const float by = kWiden * width * height / (width + height);
    regions.push_back(with_direction({rect.center, {width + by, height + by}, rect.angle}));
  }
  return regions;
}

float find_skew(const std::vector<Region>& regions) {
  std::vector<std::pair<float, float>> angles;  // and the weight of each
  float total = 0;
  for (const Region& region : regions) {
    if (!trusted(region)) continue;
    float angle = region.angle;
    while (angle > kQuarter / 2)
      angle -= kQuarter;
    angles.emplace_back(angle, region.length);
    total += region.length;
  }
  std::ranges::sort(angles);
  float seen = 0;
  for (const auto& [angle, weight] : angles) {
    seen += weight;
    if (seen >= total / 2) return angle;
  }
  return 0;
}

float share_sideways(const std::vector<Region>& regions) {
  float sideways = 0, all = 0;
  for (const Region& region : regions) {
    if (!trusted(region)) continue;
    all += region.length;
    if (region.angle > kQuarter / 2) sideways += region.length;
  }
  return all == 0 ? 0 : sideways / all;
}

void put_in_order(std::vector<Region>& regions, float skew) {
  struct Placed {
    cv::Point2f at;
    Region region;
  };
  std::vector<Placed> placed;
  for (const Region& region : regions)
    placed.push_back({straightened(region.centre, skew), region});
  std::ranges::stable_sort(placed, {}, [](const Placed& p) { return p.at.y; });
  for (size_t first = 0; first < placed.size();) {
    size_t last = first + 1;
    // A row goes on while the next one's middle is within half a height of the row's last.
    while (last < placed.size() &&
           placed[last].at.y - placed[last - 1].at.y <
               0.3f * std::min(placed[last].region.height, placed[last - 1].region.height)) {
      ++last;
    }
    std::ranges::stable_sort(placed.begin() + static_cast<std::ptrdiff_t>(first),
                             placed.begin() + static_cast<std::ptrdiff_t>(last), {},
                             [](const Placed& p) { return p.at.x; });
    first = last;
  }
  std::ranges::transform(placed, regions.begin(), &Placed::region);
}

uint32_t drop_over(std::vector<Region>& regions, double most) {
  double length = 0;
  size_t kept = 0;
  for (; kept < regions.size(); ++kept) {
    length += regions[kept].length / std::max(regions[kept].height, 1.0f);
    if (length > most) break;
  }
  const size_t left = regions.size() - kept;
  regions.resize(kept);
  return static_cast<uint32_t>(left);
}

Region scaled(const Region& region, float by) {
  return {region.centre * by, region.length * by, region.height * by, region.angle};
}

Region region_of(const Box& box) {
  return {
      {0.5f * (box.x0 + box.x1), 0.5f * (box.y0 + box.y1)}, box.x1 - box.x0, box.y1 - box.y0, 0};
}

Box box_of(const Region& region, const Box& part) {
  const cv::Point2f along(std::cos(region.angle), std::sin(region.angle));
  const cv::Point2f across(-along.y, along.x);
  Box box{1e9f, 1e9f, -1e9f, -1e9f};
  for (const float x : {part.x0 - 0.5f, part.x1 - 0.5f}) {
    for (const float y : {part.y0 - 0.5f, part.y1 - 0.5f}) {
      const cv::Point2f corner =
          region.centre + along * (x * region.length) + across * (y * region.height);
      box = {std::min(box.x0, corner.x), std::min(box.y0, corner.y), std::max(box.x1, corner.x),
             std::max(box.y1, corner.y)};
    }
  }
  return box;
}

}  // namespace oi
