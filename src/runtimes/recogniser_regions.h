// Where lines of text are: from the detector's map of how likely each pixel is to belong to text,
// to leaning rectangles around the lines.
#pragma once

#include <opencv2/core.hpp>

#include <cstdint>
#include <vector>

#include "types/document.h"

namespace oi {

// A rectangle around a line. `angle` is the direction of reading in radians: 0 reads to the right,
// a quarter turn more reads downwards.
struct Region {
  cv::Point2f centre;
  float length = 0;  // along the direction of reading
  float height = 0;
  float angle = 0;
};

// Regions of a map of floats between 0 and 1, in its pixels, widened to hold the whole letters.
// Directions lie between -45 and 135 degrees: a region taller than wide is taken to read downwards.
std::vector<Region> find_regions(const cv::Mat& map);

// The angle in radians by which the lines lean, between -45 and 45 degrees: the median over the
// long ones, weighted by length. 0 where there are none.
float find_skew(const std::vector<Region>& regions);

// Lengths of the regions that read sideways as a share of all lengths.
float share_sideways(const std::vector<Region>& regions);

// Rows from top to bottom, within a row from left to right, seen with the skew undone.
void put_in_order(std::vector<Region>& regions, float skew);

// Drops the last ones where all are longer together than `most` heights of a line; how many.
uint32_t drop_over(std::vector<Region>& regions, double most);

Region scaled(const Region& region, float by);
Region region_of(const Box& box);
// The upright rectangle around a part of a region; the part is in fractions of length and height.
Box box_of(const Region& region, const Box& part);

}  // namespace oi
