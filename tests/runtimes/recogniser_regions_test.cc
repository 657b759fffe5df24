#include "runtimes/recogniser_regions.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include <cmath>
#include <vector>

namespace oi {
namespace {

constexpr float kDegree = 0.0174532925f;

cv::Mat map_with(const std::vector<cv::RotatedRect>& rects) {
  cv::Mat map = cv::Mat::zeros(600, 800, CV_32F);
  for (const cv::RotatedRect& rect : rects) {
    cv::Point2f corners[4];
    rect.points(corners);
    std::vector<cv::Point> outline(corners, corners + 4);
    cv::fillConvexPoly(map, outline, 0.9);
  }
  return map;
}

TEST(RecogniserRegions, ACoreIsWidenedToHoldItsLetters) {
  const auto regions = find_regions(map_with({{{300, 200}, {200, 10}, 0}}));
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_NEAR(regions[0].centre.x, 300, 1.5);
  EXPECT_NEAR(regions[0].height, 10 + 1.6 * 200 * 10 / 210, 3);
  EXPECT_NEAR(regions[0].length, 200 + 1.6 * 200 * 10 / 210, 3);
  EXPECT_NEAR(regions[0].angle, 0, 0.02);
}

TEST(RecogniserRegions, FaintAndThinCoresAreNoLines) {
  cv::Mat faint = cv::Mat::zeros(100, 100, CV_32F);
  faint(cv::Rect(10, 10, 60, 12)) = 0.35;
  EXPECT_TRUE(find_regions(faint).empty());
  EXPECT_TRUE(find_regions(map_with({{{300, 200}, {200, 1}, 0}})).empty());
  EXPECT_TRUE(find_regions(cv::Mat::zeros(10, 10, CV_32F)).empty());
}

TEST(RecogniserRegions, TheSkewIsThatOfMostOfTheLength) {
  const auto regions = find_regions(map_with({{{400, 100}, {500, 14}, 4},
                                              {{400, 200}, {500, 14}, 4},
                                              {{400, 300}, {100, 14}, -20},
                                              {{100, 500}, {14, 14}, 45}}));
  EXPECT_NEAR(find_skew(regions), 4 * kDegree, 0.5 * kDegree);
  EXPECT_EQ(find_skew({}), 0);
}

TEST(RecogniserRegions, LinesTallerThanWideReadSideways) {
  const auto regions =
      find_regions(map_with({{{400, 300}, {14, 400}, 0}, {{100, 300}, {150, 14}, 0}}));
  EXPECT_NEAR(share_sideways(regions), 400.0 / 550, 0.05);
  EXPECT_EQ(share_sideways({}), 0);
}

TEST(RecogniserRegions, OrderIsByRowsAlongTheSkew) {
  const float lean = 5 * kDegree;
  // Two rows, 40 apart, leaning: at the right end the first row is lower than the second's left.
  const auto at = [lean](float x, float y) {
    return Region{
        {x * std::cos(lean) - y * std::sin(lean), x * std::sin(lean) + y * std::cos(lean)},
        100,
        30,
        lean};
  };
  std::vector<Region> regions = {at(700, 140), at(700, 100), at(100, 140), at(100, 102)};
  const std::vector<Region> given = regions;
  put_in_order(regions, lean);
  EXPECT_EQ(regions[0].centre, given[3].centre);
  EXPECT_EQ(regions[1].centre, given[1].centre);
  EXPECT_EQ(regions[2].centre, given[2].centre);
  EXPECT_EQ(regions[3].centre, given[0].centre);
}

TEST(RecogniserRegions, ABoxIsAroundAPartOfALeaningRegion) {
  const Box flat = box_of({{100, 50}, 80, 20, 0}, {0.25f, 0, 0.5f, 1});
  EXPECT_NEAR(flat.x0, 80, 0.01);
  EXPECT_NEAR(flat.x1, 100, 0.01);
  EXPECT_NEAR(flat.y0, 40, 0.01);
  EXPECT_NEAR(flat.y1, 60, 0.01);
  const Box down = box_of({{100, 50}, 80, 20, 90 * kDegree}, {0, 0, 0.5f, 1});
  EXPECT_NEAR(down.x0, 90, 0.01);
  EXPECT_NEAR(down.y0, 10, 0.01);
  EXPECT_NEAR(down.y1, 50, 0.01);
}

TEST(RecogniserRegions, WhatIsOverAPagesMeasureIsDroppedFromTheEndAndCounted) {
  const Region line{{0, 0}, 200, 20, 0};  // ten heights long
  std::vector<Region> regions(5, line);
  EXPECT_EQ(drop_over(regions, 50), 0u);
  EXPECT_EQ(regions.size(), 5u);
  EXPECT_EQ(drop_over(regions, 35), 2u);
  EXPECT_EQ(regions.size(), 3u);
  EXPECT_EQ(drop_over(regions, 1), 3u);
  EXPECT_TRUE(regions.empty());
}

}  // namespace
}  // namespace oi
