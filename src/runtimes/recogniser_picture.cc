#include "runtimes/recogniser_picture.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace oi {
namespace {

constexpr double kMostPixels = 40e6;     // of a page; over it the page is scaled down
constexpr int kLowContrast = 160;        // grey levels between the darkest and the lightest parts
constexpr size_t kTilePixels = 1 << 20;  // more, and the detector's scratch memory passes 350 MB
constexpr int kOverlap = 128;            // of tiles: more than a tall line at the detector's scale

int up_to_32(int side) {
  return (side + 31) / 32 * 32;
}

// Stretches the levels between the darkest and the lightest half percent to the full range, when
// they lie close together.
void stretch(cv::Mat& grey) {
  std::vector<size_t> counts(256);
  for (int y = 0; y < grey.rows; ++y) {
    for (const uint8_t* p = grey.ptr(y); p != grey.ptr(y) + grey.cols; ++p)
      ++counts[*p];
  }
  const size_t part = grey.total() / 200;
  int low = 0, high = 255;
  for (size_t below = counts[0]; below <= part && low < 255;
       below += counts[static_cast<size_t>(low)])
    ++low;
  for (size_t above = counts[255]; above <= part && high > 0;
       above += counts[static_cast<size_t>(high)])
    --high;
  if (high - low >= kLowContrast || high - low < 8) return;
  const double by = 255.0 / (high - low);
  grey.convertTo(grey, CV_8U, by, -low * by);
}

// Tops of tiles of `side` that cover `whole`, evenly.
std::vector<int> starts(int whole, int side, int count) {
  std::vector<int> at;
  for (int i = 0; i < count; ++i)
    at.push_back(count == 1 ? 0 : i * std::max(whole - side, 0) / (count - 1));
  return at;
}

int tile_side(int whole, int count) {
  return up_to_32(count == 1 ? whole : (whole + (count - 1) * kOverlap + count - 1) / count);
}

}  // namespace

Result<PagePicture> make_page(const Bitmap& bitmap) {
  if (bitmap.width > 1'000'000 || bitmap.height > 1'000'000 ||
      bitmap.grey.size() != size_t{bitmap.width} * bitmap.height) {
    return Error{Code::Invalid, "a bitmap's pixels are not width x height"};
  }
  PagePicture page;
  if (bitmap.grey.empty()) return page;
  const cv::Mat given(static_cast<int>(bitmap.height), static_cast<int>(bitmap.width), CV_8U,
                      const_cast<uint8_t*>(bitmap.grey.data()));
  const double pixels = static_cast<double>(bitmap.grey.size());
  if (pixels > kMostPixels) {
    page.scale = static_cast<float>(std::sqrt(kMostPixels / pixels));
    const cv::Size size(std::max(1, static_cast<int>(page.scale * static_cast<float>(given.cols))),
                        std::max(1, static_cast<int>(page.scale * static_cast<float>(given.rows))));
    cv::resize(given, page.grey, size, 0, 0, cv::INTER_AREA);
  } else {
    page.grey = given.clone();
  }
  stretch(page.grey);
  return page;
}

cv::Mat turned(const cv::Mat& page, unsigned quarter_turns) {
  cv::Mat out;
  switch (quarter_turns % 4) {
    case 1:
      cv::rotate(page, out, cv::ROTATE_90_CLOCKWISE);
      return out;
    case 2:
      cv::rotate(page, out, cv::ROTATE_180);
      return out;
    case 3:
      cv::rotate(page, out, cv::ROTATE_90_COUNTERCLOCKWISE);
      return out;
    default:
      return page;
  }
}

Box turned_back(const Box& box, cv::Size page, unsigned quarter_turns) {
  const float w = static_cast<float>(page.width), h = static_cast<float>(page.height);
  switch (quarter_turns % 4) {
    case 1:
      return {box.y0, h - box.x1, box.y1, h - box.x0};
    case 2:
      return {w - box.x1, h - box.y1, w - box.x0, h - box.y0};
    case 3:
      return {w - box.y1, box.x0, w - box.y0, box.x1};
    default:
      return box;
  }
}

Tiling make_tiling(cv::Size page) {
  Tiling best;
  int columns = 1, rows = 1;
  size_t least = std::numeric_limits<size_t>::max();
  for (int x = 1; x <= 32; ++x) {
    for (int y = 1; y <= 32; ++y) {
      const cv::Size tile(tile_side(page.width, x), tile_side(page.height, y));
      const size_t pixels = static_cast<size_t>(tile.area());
      const size_t all = pixels * static_cast<size_t>(x * y);
      if (pixels > kTilePixels || all >= least) continue;
      least = all;
      best.tile = tile;
      columns = x;
      rows = y;
    }
  }
  for (const int y : starts(page.height, best.tile.height, rows)) {
    for (const int x : starts(page.width, best.tile.width, columns))
      best.corners.emplace_back(x, y);
  }
  return best;
}

cv::Mat cut_line(const cv::Mat& page, const Region& region) {
  const int width = std::clamp(static_cast<int>(std::lround(region.length)), 1, 32'000);
  const int height = std::clamp(static_cast<int>(std::lround(region.height)), 1, 32'000);
  const double c = std::cos(region.angle), s = std::sin(region.angle);
  const double u = (width - 1) / 2.0, v = (height - 1) / 2.0;
  // From a pixel of the line to the pixel of the page that it shows.
  const cv::Matx23d to_page(c, -s, region.centre.x - c * u + s * v,  //
                            s, c, region.centre.y - s * u - c * v);
  cv::Mat line;
  cv::warpAffine(page, line, to_page, {width, height}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  return line;
}

int line_width(const Region& region, int longest) {
  const float width = std::ceil(kLineHeight * region.length / std::max(region.height, 1.0f));
  return static_cast<int>(std::clamp(width, 8.0f, static_cast<float>(longest)));
}

void put_into(NetworkPicture& picture, const cv::Mat& grey, const Normalisation& by) {
  const size_t plane = picture.height * picture.width;
  for (size_t channel = 0; channel < 3; ++channel) {
    const float factor = 1 / (255 * by.deviations[channel]);
    const float less = by.means[channel] / by.deviations[channel];
    float* to = picture.values.data() + channel * plane;
    for (int y = 0; y < grey.rows; ++y, to += picture.width) {
      const uint8_t* from = grey.ptr(y);
      for (int x = 0; x < grey.cols; ++x)
        to[x] = static_cast<float>(from[x]) * factor - less;
    }
  }
}

}  // namespace oi
