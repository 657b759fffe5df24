// Pictures with words in them, drawn for the tests of the recogniser.
#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "types/runs.h"

namespace oi {

struct DrawnPage {
  cv::Mat grey;
  explicit DrawnPage(int width, int height, uint8_t paper = 255)
      : grey(height, width, CV_8U, paper) {}
  // The left end of the base line is at (x, y); scale 1 is some 22 pixels tall.
  DrawnPage& write(const std::string& text, int x, int y, double scale = 1, uint8_t ink = 0) {
    cv::putText(grey, text, {x, y}, cv::FONT_HERSHEY_DUPLEX, scale, ink,
                scale < 0.8 ? 1 : static_cast<int>(2 * scale), cv::LINE_AA);
    return *this;
  }
};

inline Bitmap bitmap_of(const cv::Mat& grey) {
  const cv::Mat whole = grey.isContinuous() ? grey : grey.clone();
  return {static_cast<uint32_t>(whole.cols),
          static_cast<uint32_t>(whole.rows),
          0,
          {whole.data, whole.data + whole.total()}};
}

inline cv::Mat leaning(const cv::Mat& grey, double degrees) {
  cv::Mat out;
  const cv::Point2f middle(static_cast<float>(grey.cols) / 2, static_cast<float>(grey.rows) / 2);
  cv::warpAffine(grey, out, cv::getRotationMatrix2D(middle, -degrees, 1), grey.size(),
                 cv::INTER_LINEAR, cv::BORDER_CONSTANT, 255);
  return out;
}

}  // namespace oi
