// Pictures for the recogniser's networks: a page of bounded size, tiles of it for the detector, and
// lines cut out of it for the reader of lines.
#pragma once

#include <opencv2/core.hpp>

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "runtimes/recogniser_network.h"
#include "runtimes/recogniser_regions.h"
#include "types/runs.h"

namespace oi {

inline constexpr int kLineHeight = 48;  // pixels of a line as the network sees it

// A page ready to be read: at most 40 megapixels, its contrast stretched where it was low.
struct PagePicture {
  cv::Mat grey;
  float scale = 1;  // of the bitmap that it came from
};

// Invalid when the pixels are not width x height.
Result<PagePicture> make_page(const Bitmap& bitmap);

// The page turned clockwise by quarter turns, and a box of that put back on the page.
cv::Mat turned(const cv::Mat& page, unsigned quarter_turns);
Box turned_back(const Box& box, cv::Size page, unsigned quarter_turns);

// How a page of a size is cut for the detector: every tile is of the same size and overlaps its
// neighbours, sides are multiples of 32.
struct Tiling {
  cv::Size tile;
  std::vector<cv::Point> corners;  // top left, each within the page or its padding
};
Tiling make_tiling(cv::Size page);

// The line upright in its own picture, as many pixels as it has on the page.
cv::Mat cut_line(const cv::Mat& page, const Region& region);

// How wide the line is when it is kLineHeight tall, at most `longest`.
int line_width(const Region& region, int longest);

// Grey pixels into a picture, three channels alike; what is not covered stays 0.
// `means` and `deviations` are the network's own for each channel, of pixels from 0 to 1.
struct Normalisation {
  float means[3];
  float deviations[3];
};
void put_into(NetworkPicture& picture, const cv::Mat& grey, const Normalisation& by);

}  // namespace oi
