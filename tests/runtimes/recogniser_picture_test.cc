#include "runtimes/recogniser_picture.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include <vector>

#include "tests/runtimes/picture.h"

namespace oi {
namespace {

TEST(RecogniserPicture, AVeryLargeBitmapIsScaledDown) {
  Bitmap bitmap;
  bitmap.width = 12'000;
  bitmap.height = 8'000;
  bitmap.grey.assign(96'000'000, 255);
  const auto page = make_page(bitmap);
  ASSERT_TRUE(page.ok());
  EXPECT_LE(page.value().grey.total(), 40'000'000u);
  EXPECT_NEAR(static_cast<float>(page.value().grey.cols) / page.value().scale, 12'000, 3);
}

TEST(RecogniserPicture, FaintPixelsAreStretchedAndPlainOnesKept) {
  cv::Mat faint(100, 100, CV_8U, 190);
  faint(cv::Rect(20, 20, 50, 30)) = 160;
  double low = 0, high = 0;
  cv::minMaxLoc(make_page(bitmap_of(faint)).value().grey, &low, &high);
  EXPECT_EQ(low, 0);
  EXPECT_EQ(high, 255);
  const cv::Mat plain(100, 100, CV_8U, 190);
  cv::minMaxLoc(make_page(bitmap_of(plain)).value().grey, &low, &high);
  EXPECT_EQ(low, 190);
  EXPECT_EQ(high, 190);
}

TEST(RecogniserPicture, ABoxOfATurnedPageIsPutBack) {
  cv::Mat page(60, 100, CV_8U, cv::Scalar(0));
  page(cv::Rect(10, 20, 30, 5)) = 255;
  for (unsigned turns = 0; turns < 4; ++turns) {
    const cv::Rect seen = cv::boundingRect(turned(page, turns));
    const Box box = turned_back(
        {static_cast<float>(seen.x), static_cast<float>(seen.y),
         static_cast<float>(seen.x + seen.width), static_cast<float>(seen.y + seen.height)},
        page.size(), turns);
    EXPECT_EQ(box, (Box{10, 20, 40, 25})) << turns;
  }
}

TEST(RecogniserPicture, TilesCoverThePageAndStayBounded) {
  for (const cv::Size page : {cv::Size(1236, 1600), cv::Size(1600, 1200), cv::Size(1, 1),
                              cv::Size(1600, 1600), cv::Size(1600, 3), cv::Size(33, 1600)}) {
    const Tiling tiling = make_tiling(page);
    EXPECT_LE(tiling.tile.area(), 1 << 20);
    EXPECT_EQ(tiling.tile.width % 32, 0);
    EXPECT_EQ(tiling.tile.height % 32, 0);
    cv::Mat covered(page, CV_8U, cv::Scalar(0));
    for (const cv::Point corner : tiling.corners)
      covered(cv::Rect(corner, tiling.tile) & cv::Rect({}, page)) = 1;
    EXPECT_EQ(cv::countNonZero(covered), page.area());
  }
}

TEST(RecogniserPicture, ALineIsCutOutAlongItsDirection) {
  cv::Mat page(200, 200, CV_8U, 255);
  page(cv::Rect(90, 40, 20, 120)) = 100;  // reads downwards
  page(cv::Rect(90, 40, 20, 10)) = 0;     // begins here
  const cv::Mat line = cut_line(page, {{99.5f, 99.5f}, 120, 20, 1.5707963f});
  EXPECT_EQ(line.size(), cv::Size(120, 20));
  EXPECT_LT(line.at<uint8_t>(10, 5), 20);
  EXPECT_NEAR(line.at<uint8_t>(10, 60), 100, 10);
  EXPECT_EQ(line_width({{}, 120, 20, 0}, 3200), 288);
  EXPECT_EQ(line_width({{}, 90'000, 20, 0}, 3200), 3200);
}

}  // namespace
}  // namespace oi
