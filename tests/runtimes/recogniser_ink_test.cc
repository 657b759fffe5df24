#include "runtimes/recogniser_ink.h"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>

namespace oi {
namespace {

// Two words of one block each, 100 columns of 48 rows.
cv::Mat line(uint8_t paper, uint8_t ink) {
  cv::Mat picture(48, 100, CV_8U, paper);
  picture(cv::Rect(10, 15, 30, 20)) = ink;
  picture(cv::Rect(60, 15, 30, 20)) = ink;
  return picture;
}

TEST(RecogniserInk, InkIsTheRarerOfDarkAndLight) {
  for (const auto& [paper, dark] : {std::pair{255, 0}, {0, 255}, {90, 60}}) {
    const InkMap ink = find_ink(line(static_cast<uint8_t>(paper), static_cast<uint8_t>(dark)));
    EXPECT_EQ(std::accumulate(ink.columns.begin(), ink.columns.end(), 0), 60);
    EXPECT_EQ(ink.top, 15);
    EXPECT_EQ(ink.bottom, 35);
  }
}

TEST(RecogniserInk, WhatReachesInFromOtherLinesIsLeftOut) {
  cv::Mat picture = line(255, 0);
  picture(cv::Rect(45, 0, 10, 3)) = 0;
  const InkMap ink = find_ink(picture);
  EXPECT_EQ(ink.columns[50], 0);
  EXPECT_EQ(ink.top, 15);
}

TEST(RecogniserInk, GapsAndEndsOfWords) {
  const InkMap ink = find_ink(line(255, 0));
  EXPECT_EQ(widest_gap(ink, 20, 80), (std::pair{40, 60}));
  EXPECT_EQ(widest_gap(ink, 15, 25), (std::pair{25, 25}));
  EXPECT_EQ(widest_gap(ink, -5, 400), (std::pair{40, 60}));
  EXPECT_EQ(end_of_ink(ink, 20, 40), 40);
  EXPECT_EQ(end_of_ink(ink, 20, 10), 30);
  EXPECT_EQ(start_of_ink(ink, 70, 40), 60);
  EXPECT_EQ(start_of_ink(ink, 70, 5), 65);
  EXPECT_EQ(end_of_ink(ink, 99, 40), 99);
}

}  // namespace
}  // namespace oi
